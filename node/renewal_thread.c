/* SPDX-License-Identifier: MIT */
/* node/renewal_thread.c: see reservation.h. The thread blocks all signals. It ends with the
 * reservation, or when that is lost. */
#include "reservation.h"

#include "fail.h"
#include "platform.h"

#include <signal.h>
#include <time.h>

/* The clock of the waits stops while the machine is suspended, so every wait is short. */
#define LONGEST_WAIT_MS 5000

static void add_ms(struct timespec *time, uint64_t ms)
{
    uint64_t ns = (uint64_t)time->tv_nsec + (ms % 1000) * 1000000;
    time->tv_sec += (time_t)(ms / 1000 + ns / 1000000000);
    time->tv_nsec = (long)(ns % 1000000000);
}

/* Waits until something is due, or until woken. Under now_lock. */
static void wait_once(struct reservation *reservation)
{
    struct timespec until;
    uint32_t ms = sortid_node_platform_left_ms(reservation->now.next_ms);
    if (clock_gettime(CLOCK_MONOTONIC, &until) != 0)
        return;
    add_ms(&until, ms < LONGEST_WAIT_MS ? ms + 1 : LONGEST_WAIT_MS);
    if (!reservation->renewal_thread.woken && !reservation->renewal_thread.stop)
        pthread_cond_timedwait(&reservation->renewal_thread.wake, &reservation->now_lock, &until);
    reservation->renewal_thread.woken = false;
}

static void *run(void *argument)
{
    struct reservation *reservation = argument;
    bool running = true;
    while (running) {
        pthread_mutex_lock(&reservation->now_lock);
        wait_once(reservation);
        running = !reservation->renewal_thread.stop;
        pthread_mutex_unlock(&reservation->now_lock);
        if (running)
            sortid_node_reservation_renew_if_due(reservation);
        running = running && !atomic_load(&reservation->slot->limit.lost);
    }
    return NULL;
}

/* 0, or the error. The condition is gone then. */
static int start(struct renewal_thread *renewal_thread, struct reservation *reservation)
{
    pthread_condattr_t monotonic;
    sigset_t all, before;
    int failed = pthread_condattr_init(&monotonic);
    if (failed != 0)
        return failed;
    failed = pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    if (failed == 0)
        failed = pthread_cond_init(&renewal_thread->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (failed != 0)
        return failed;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    failed = pthread_create(&renewal_thread->thread, NULL, run, reservation);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed != 0)
        pthread_cond_destroy(&renewal_thread->wake);
    return failed;
}

sortid_node_status sortid_node_renewal_thread_start(struct reservation *reservation,
                                                    sortid_node_error *error)
{
    int failed = start(&reservation->renewal_thread, reservation);
    reservation->renewal_thread.runs = failed == 0;
    if (failed == 0)
        return SORTID_NODE_OK;
    return sortid_node_fail(
        error, SORTID_NODE_SYSTEM,
        "cannot start the renewal thread (error %d): check the limit of threads", failed);
}

void sortid_node_renewal_thread_wake(struct reservation *reservation)
{
    pthread_mutex_lock(&reservation->now_lock);
    reservation->renewal_thread.woken = true;
    pthread_cond_signal(&reservation->renewal_thread.wake);
    pthread_mutex_unlock(&reservation->now_lock);
}

void sortid_node_renewal_thread_stop(struct reservation *reservation)
{
    if (!reservation->renewal_thread.runs)
        return;
    pthread_mutex_lock(&reservation->now_lock);
    reservation->renewal_thread.stop = true;
    pthread_cond_signal(&reservation->renewal_thread.wake);
    pthread_mutex_unlock(&reservation->now_lock);
    pthread_join(reservation->renewal_thread.thread, NULL);
    pthread_cond_destroy(&reservation->renewal_thread.wake);
    reservation->renewal_thread.runs = false;
}
