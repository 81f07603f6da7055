/* SPDX-License-Identifier: MIT */
/* node/keeper.c: the thread that tends a hold, for callers who asked for one. It blocks all signals,
 * and ends with the hold, or when that is lost. */
#define _FILE_OFFSET_BITS 64 /* which _TIME_BITS wants: time past 2038 on 32 bits */
#define _TIME_BITS        64
#define _POSIX_C_SOURCE   200809L
#include "hold.h"

#include "clock.h"
#include "fail.h"

#include <signal.h>
#include <time.h>

/* The clock of the waits stands still in a suspend, so no wait is long. */
#define LONGEST_WAIT_MS 5000

static uint64_t left_ms(const struct situation *now)
{
    uint64_t boot_ms = 0;
    if (!sortid_node_clock_boot_ms(&boot_ms) || now->next_ms <= boot_ms)
        return 1;
    return now->next_ms - boot_ms;
}

static void add_ms(struct timespec *time, uint64_t ms)
{
    uint64_t ns = (uint64_t)time->tv_nsec + (ms % 1000) * 1000000;
    time->tv_sec += (time_t)(ms / 1000 + ns / 1000000000);
    time->tv_nsec = (long)(ns % 1000000000);
}

/* Until something is due, or it is woken. Under the lock of the situation. */
static void wait_once(struct hold *hold)
{
    struct timespec until;
    uint64_t ms = left_ms(&hold->now);
    if (clock_gettime(CLOCK_MONOTONIC, &until) != 0)
        return;
    add_ms(&until, ms < LONGEST_WAIT_MS ? ms : LONGEST_WAIT_MS);
    if (!hold->keeper.woken && !hold->keeper.stop)
        pthread_cond_timedwait(&hold->keeper.wake, &hold->view, &until);
    hold->keeper.woken = false;
}

static void *keep(void *argument)
{
    struct hold *hold = argument;
    bool goes_on = true;
    while (goes_on) {
        pthread_mutex_lock(&hold->view);
        wait_once(hold);
        goes_on = !hold->keeper.stop;
        pthread_mutex_unlock(&hold->view);
        if (goes_on)
            sortid_node_hold_tend_if_time(hold);
        goes_on = goes_on && !atomic_load(&hold->cell->limit.lost);
    }
    return NULL;
}

static int start_quietly(struct keeper *keeper, struct hold *hold)
{
    sigset_t all, before;
    sigfillset(&all);
    int failed = pthread_sigmask(SIG_SETMASK, &all, &before);
    if (failed != 0)
        return failed;
    failed = pthread_create(&keeper->thread, NULL, keep, hold);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

sortid_node_status sortid_node_keeper_start(struct hold *hold, sortid_node_error *error)
{
    pthread_condattr_t monotonic;
    int failed = pthread_condattr_init(&monotonic);
    if (failed == 0) {
        failed = pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
        if (failed == 0)
            failed = pthread_cond_init(&hold->keeper.wake, &monotonic);
        pthread_condattr_destroy(&monotonic);
    }
    if (failed == 0) {
        failed = start_quietly(&hold->keeper, hold);
        if (failed != 0)
            pthread_cond_destroy(&hold->keeper.wake);
    }
    if (failed != 0)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "no thread to tend the hold (error %d)",
                                failed);
    hold->keeper.runs = true;
    return SORTID_NODE_OK;
}

void sortid_node_keeper_wake(struct hold *hold)
{
    pthread_mutex_lock(&hold->view);
    hold->keeper.woken = true;
    pthread_cond_signal(&hold->keeper.wake);
    pthread_mutex_unlock(&hold->view);
}

void sortid_node_keeper_stop(struct hold *hold)
{
    if (!hold->keeper.runs)
        return;
    pthread_mutex_lock(&hold->view);
    hold->keeper.stop = true;
    pthread_cond_signal(&hold->keeper.wake);
    pthread_mutex_unlock(&hold->view);
    pthread_join(hold->keeper.thread, NULL);
    pthread_cond_destroy(&hold->keeper.wake);
    hold->keeper.runs = false;
}
