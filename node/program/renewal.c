/* SPDX-License-Identifier: MIT */
/* renewal.c: see run.h. One thread, two pipes and a lock around the result. It decides nothing. */
#include "run.h"

#include "boot.h"
#include "signals.h"

#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static struct {
    sortid_node_reservation *reservation;
    pthread_t thread;
    pthread_mutex_t lock; /* for `result` */
    struct renewal_result result;
    int tell[2]; /* rings for each new result */
    int stop[2]; /* its writing end is closed to end the thread */
    int alarm;
} renewal = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* The library's clock may have another zero. So each deadline is our clock, read before, + how far
 * the deadline is ahead of the library's clock: no deadline is late. */
static void read_deadlines(struct renewal_result *result)
{
    sortid_node_deadlines times;
    uint64_t before_ms = boot_ms();
    sortid_node_reservation_deadlines(renewal.reservation, &times, sizeof times);
    result->terminate_ms =
        before_ms + (times.terminate_ms > times.now_ms ? times.terminate_ms - times.now_ms : 0);
    result->kill_ms = before_ms + (times.kill_ms > times.now_ms ? times.kill_ms - times.now_ms : 0);
    result->lost = times.lost;
    result->failed = times.failed_renewals;
}

static void publish(const struct renewal_result *result)
{
    pthread_mutex_lock(&renewal.lock);
    renewal.result = *result;
    pthread_mutex_unlock(&renewal.lock);
    boot_ring(renewal.tell);
}

static void *renew(void *nothing)
{
    bool ended = false;
    while (!ended) {
        struct renewal_result result = {.error = {""}};
        uint64_t next_ms = 0;
        result.status = sortid_node_reservation_renew(renewal.reservation, &next_ms, &result.error);
        read_deadlines(&result);
        publish(&result);
        uint64_t until_ms = boot_ms() + (next_ms > 0 ? next_ms : 1);
        if (result.status == SORTID_NODE_LOST)
            return nothing;
        do
            ended = boot_wait(renewal.alarm, renewal.stop[0], until_ms, NULL);
        while (!ended && boot_ms() < until_ms);
    }
    return nothing;
}

/* The thread starts with all signals blocked. */
static int start_thread(void)
{
    sigset_t mask;
    pthread_sigmask(SIG_SETMASK, NULL, &mask);
    signals_block_all();
    int error = pthread_create(&renewal.thread, NULL, renew, NULL);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    return error;
}

bool renewal_begin(sortid_node_reservation *reservation)
{
    renewal.reservation = reservation;
    renewal.alarm = boot_alarm_open();
    if (!boot_pipe(renewal.tell) || !boot_pipe(renewal.stop))
        return false;
    read_deadlines(&renewal.result);
    errno = start_thread();
    return errno == 0;
}

int renewal_descriptor(void)
{
    return renewal.tell[0];
}

void renewal_take_result(struct renewal_result *result)
{
    boot_silence(renewal.tell);
    pthread_mutex_lock(&renewal.lock);
    *result = renewal.result;
    pthread_mutex_unlock(&renewal.lock);
}

void renewal_end(void)
{
    close(renewal.stop[1]);
    pthread_join(renewal.thread, NULL);
}
