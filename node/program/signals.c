/* SPDX-License-Identifier: MIT */
/* signals.c: see signals.h. Handlers set a flag; signals are blocked outside waits. */
#include "signals.h"

#include <pthread.h>
#include <stddef.h>

/* The first ENDING_COUNT end a program that does not catch them. */
static const int passed[] = {SIGINT,  SIGTERM,  SIGHUP,  SIGQUIT, SIGUSR1,
                             SIGUSR2, SIGWINCH, SIGTSTP, SIGCONT};
#define PASSED_COUNT (sizeof passed / sizeof *passed)
#define ENDING_COUNT 4

/* Signals whose actions system_start() changes, or this file. */
static const int others[] = {SIGPIPE, SIGXFSZ, SIGCHLD};
#define OTHER_COUNT (sizeof others / sizeof *others)

static struct sigaction found[PASSED_COUNT + OTHER_COUNT];
static sigset_t found_mask, let_in;
static volatile sig_atomic_t pending[PASSED_COUNT];

static int number_of(size_t index)
{
    return index < PASSED_COUNT ? passed[index] : others[index - PASSED_COUNT];
}

void signals_remember(void)
{
    for (size_t i = 0; i < PASSED_COUNT + OTHER_COUNT; i++)
        sigaction(number_of(i), NULL, &found[i]);
    pthread_sigmask(SIG_SETMASK, NULL, &found_mask);
}

static void note(int number)
{
    for (size_t i = 0; i < PASSED_COUNT; i++)
        if (passed[i] == number)
            pending[i] = 1;
}

/* SIGCHLD has nothing to note: it ends a wait, and the child is looked at then. SIGTTOU is blocked
 * since this program gives the terminal away and takes it back. */
void signals_begin(void)
{
    struct sigaction action = {.sa_handler = note};
    sigset_t blocked;
    sigfillset(&action.sa_mask);
    sigemptyset(&blocked);
    let_in = found_mask;
    for (size_t i = 0; i < PASSED_COUNT; i++) {
        if (found[i].sa_handler == SIG_IGN)
            continue;
        sigaddset(&blocked, passed[i]);
        sigdelset(&let_in, passed[i]);
    }
    sigaddset(&blocked, SIGCHLD);
    sigdelset(&let_in, SIGCHLD);
    sigaddset(&blocked, SIGTTOU);
    sigaddset(&let_in, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &blocked, NULL);
    for (size_t i = 0; i < PASSED_COUNT; i++)
        if (found[i].sa_handler != SIG_IGN)
            sigaction(passed[i], &action, NULL);
    sigaction(SIGCHLD, &action, NULL);
}

const sigset_t *signals_let_in(void)
{
    return &let_in;
}

bool signals_take(int *number)
{
    for (size_t i = 0; i < PASSED_COUNT; i++) {
        if (!pending[i])
            continue;
        pending[i] = 0;
        *number = passed[i];
        return true;
    }
    return false;
}

int signals_ending(void)
{
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (pending[i])
            return passed[i];
    return 0;
}

void signals_restore(void)
{
    for (size_t i = 0; i < PASSED_COUNT + OTHER_COUNT; i++)
        sigaction(number_of(i), &found[i], NULL);
    pthread_sigmask(SIG_SETMASK, &found_mask, NULL);
}

void signals_block_all(void)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
}
