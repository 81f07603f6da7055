/* SPDX-License-Identifier: MIT */
/* steps.h: a program that single-steps itself: the CPU stops after each instruction of a piece of
 * code, and at chosen instructions a function of the test acts, as a signal handler could between
 * any two instructions. x86-64 on Linux, not emulated; elsewhere STEPS_EXIST is not defined, and a
 * main function here skips the test. Only one thread at a time may step. Never calls the code under test. */
#pragma once

#include "support.h"

#if defined(__linux__) && defined(__x86_64__)

#define STEPS_EXIST

#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

#define STEPS_TRAP_FLAG 0x100

/* Instructions so far; the next one at which to act; the distance to the one after it, 0: stepping
 * ends. `act` may end it too, with the flag. */
static volatile long steps, act_at, act_every;
static volatile bool steps_end;
static void (*volatile act)(void);

static void on_step(int number, siginfo_t *info, void *context)
{
    ucontext_t *thread = context;
    (void)number, (void)info;
    if (++steps != act_at)
        return;
    act();
    act_at += act_every;
    if (act_every == 0 || steps_end)
        thread->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)STEPS_TRAP_FLAG;
}

/* Code must not touch the red zone below the stack pointer, which the compiler may use. */
static inline void begin_stepping(void)
{
    steps = 0;
    steps_end = false;
    __asm__ volatile("sub $128, %%rsp; pushfq; orq $0x100, (%%rsp); popfq; add $128, %%rsp" ::
                         : "memory", "cc");
}

static inline void end_stepping(void)
{
    __asm__ volatile("sub $128, %%rsp; pushfq; andq $~0x100, (%%rsp); popfq; add $128, %%rsp" ::
                         : "memory", "cc");
}

/* Whether the handler may act at each instruction of this build: the thread sanitizer's calls do
 * not tolerate it. If not, the test is skipped. */
static inline void need_acts_anywhere(void)
{
    if (!HAS_THREAD_SANITIZER)
        return;
    support_skip("acts at any instruction, under the thread sanitizer");
}

/* The group set-up of a test that steps. */
static inline int catch_steps(void **state)
{
    struct sigaction action = {.sa_sigaction = on_step, .sa_flags = SA_SIGINFO};
    (void)state;
    return sigaction(SIGTRAP, &action, NULL);
}

#else

/* Replaces such a test where the program cannot step. */
static void skip_steps(void **state)
{
    (void)state;
    support_skip("this test single-steps x86-64 code on Linux%s", support_emulated());
}

static inline int catch_steps(void **state)
{
    (void)state;
    return 0;
}

#ifndef STEPS_IN_ONE_TEST /* the others of the file do not step */
int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(skip_steps)};
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif

#endif
