/* SPDX-License-Identifier: MIT */
/* acquirer.c: see serve.h. */
#include "serve.h"

#include "boot.h"
#include "signals.h"

#include <errno.h>
#include <pthread.h>

/* Of an acquire after the first one: the library knows when the next id is free, and programs that
 * wait there would always be faster than one that asks at times. */
#define WAIT_MS 1000

/* A list of reservations that go from one thread to the other. */
struct list {
    sortid_node_reservation *items[BLOCKS_SOURCES];
    size_t count;
};

static struct {
    pthread_t thread;
    pthread_mutex_t lock; /* for the rest */
    sortid_node_client *client;
    sortid_node_reservation_options options;
    unsigned wanted, held; /* reservations; `held` counts those of serve.c, too */
    struct list acquired, lost;
    sortid_node_status status; /* of the last attempt, if nobody took it yet */
    sortid_node_error error;
    bool stop;
    unsigned failures; /* attempts in a row that failed, or were of no use */
    uint64_t next_ms;  /* boot.h's clock: no attempt before it */
    int pipe[2];       /* rings when there is something to take */
    int wake[2];       /* rings when there is something to do */
    int alarm;
} acquirer = {.lock = PTHREAD_MUTEX_INITIALIZER};

static sortid_node_reservation *take_from(struct list *list)
{
    return list->count > 0 ? list->items[--list->count] : NULL;
}

/* A reservation that was of no use: a second or two; a store that is away: longer pauses. */
static void pause_after_failure(bool is_away)
{
    acquirer.next_ms = boot_ms() + boot_pause_ms(is_away ? acquirer.failures : 4);
    acquirer.failures = is_away ? acquirer.failures + 1 : 0;
}

/* Under the lock, which is not held during the requests. */
static void acquire_one(void)
{
    sortid_node_reservation *reservation = NULL;
    sortid_node_error error = {""};
    pthread_mutex_unlock(&acquirer.lock);
    sortid_node_status status =
        sortid_node_reservation_acquire(acquirer.client, &reservation, &acquirer.options, &error);
    pthread_mutex_lock(&acquirer.lock);
    acquirer.status = status;
    acquirer.error = error;
    acquirer.options.wait_ms = WAIT_MS;
    if (status != SORTID_NODE_OK && status != SORTID_NODE_NO_ID)
        pause_after_failure(true);
    else
        acquirer.failures = 0;
    if (status == SORTID_NODE_OK) {
        acquirer.acquired.items[acquirer.acquired.count++] = reservation;
        acquirer.held++;
    }
    boot_ring(acquirer.pipe);
}

static void end_lost(sortid_node_reservation *lost)
{
    pthread_mutex_unlock(&acquirer.lock);
    sortid_node_reservation_abandon(lost);
    pthread_mutex_lock(&acquirer.lock);
    acquirer.held--;
    pause_after_failure(false);
}

/* Not before the last failure was taken: the next attempt would overwrite it. */
static uint64_t next_attempt_ms(void)
{
    bool wants = acquirer.held < acquirer.wanted && acquirer.status == SORTID_NODE_OK;
    return wants ? acquirer.next_ms : UINT64_MAX / 2;
}

static bool may_acquire(void)
{
    return boot_ms() >= next_attempt_ms();
}

/* Waits until it may acquire, or until woken. */
static void rest(void)
{
    uint64_t until_ms = next_attempt_ms();
    pthread_mutex_unlock(&acquirer.lock);
    boot_wait(acquirer.alarm, acquirer.wake[0], until_ms, NULL);
    boot_silence(acquirer.wake);
    pthread_mutex_lock(&acquirer.lock);
}

static void *run(void *argument)
{
    sortid_node_reservation *lost;
    (void)argument;
    signals_block_all();
    pthread_mutex_lock(&acquirer.lock);
    while (!acquirer.stop) {
        if ((lost = take_from(&acquirer.lost)) != NULL)
            end_lost(lost);
        else if (may_acquire())
            acquire_one();
        if (acquirer.lost.count == 0 && !acquirer.stop && !may_acquire())
            rest();
    }
    while ((lost = take_from(&acquirer.lost)) != NULL)
        end_lost(lost);
    pthread_mutex_unlock(&acquirer.lock);
    return NULL;
}

bool acquirer_begin(sortid_node_client *client, const sortid_node_reservation_options *options,
                    unsigned count)
{
    acquirer.client = client;
    acquirer.options = *options;
    acquirer.wanted = count;
    acquirer.alarm = boot_alarm_open();
    if (!boot_pipe(acquirer.pipe) || !boot_pipe(acquirer.wake))
        return false;
    errno = pthread_create(&acquirer.thread, NULL, run, NULL);
    return errno == 0;
}

int acquirer_descriptor(void)
{
    return acquirer.pipe[0];
}

sortid_node_reservation *acquirer_take(sortid_node_status *status, sortid_node_error *error)
{
    boot_silence(acquirer.pipe);
    pthread_mutex_lock(&acquirer.lock);
    sortid_node_reservation *reservation = take_from(&acquirer.acquired);
    *status = SORTID_NODE_OK;
    if (reservation == NULL) {
        *status = acquirer.status;
        *error = acquirer.error;
        acquirer.status = SORTID_NODE_OK;
    }
    pthread_mutex_unlock(&acquirer.lock);
    if (*status != SORTID_NODE_OK)
        boot_ring(acquirer.wake);
    return reservation;
}

void acquirer_replace(sortid_node_reservation *lost)
{
    pthread_mutex_lock(&acquirer.lock);
    acquirer.lost.items[acquirer.lost.count++] = lost;
    pthread_mutex_unlock(&acquirer.lock);
    boot_ring(acquirer.wake);
}

void acquirer_end(void)
{
    pthread_mutex_lock(&acquirer.lock);
    acquirer.stop = true;
    pthread_mutex_unlock(&acquirer.lock);
    boot_ring(acquirer.wake);
    pthread_join(acquirer.thread, NULL);
}
