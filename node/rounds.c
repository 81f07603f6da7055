/* SPDX-License-Identifier: MIT */
/* node/rounds.c: see rounds.h. */
#include "rounds.h"

#include "fail.h"
#include "platform.h"

enum { first_pause_ms = 50, doublings = 5 }; /* up to 1.6 s */

sortid_node_status sortid_node_rounds_open(struct rounds *rounds, const struct store_calls *calls,
                                           const sortid_node_client_options *options,
                                           sortid_node_error *error)
{
    sortid_node_status status = sortid_node_store_check_options(options, error);
    if (status != SORTID_NODE_OK)
        return status;
    rounds->store.calls = calls;
    rounds->owner = sortid_node_platform_pid();
    rounds->timeout_ms =
        options->timeout_ms != 0 ? options->timeout_ms : SORTID_NODE_DEFAULT_TIMEOUT_MS;
    if (!sortid_node_platform_random(&rounds->chance, sizeof rounds->chance))
        return sortid_node_fail_random(error);
    if (pthread_mutex_init(&rounds->lock, NULL) != 0)
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "cannot create a lock");
    return SORTID_NODE_OK;
}

bool sortid_node_rounds_close(struct rounds *rounds)
{
    if (rounds->owner != sortid_node_platform_pid())
        return false;
    pthread_mutex_destroy(&rounds->lock);
    return true;
}

sortid_node_status sortid_node_rounds_enter(struct rounds *rounds, sortid_node_error *error)
{
    if (rounds->owner != sortid_node_platform_pid())
        return sortid_node_fail_forked(error);
    pthread_mutex_lock(&rounds->lock);
    return SORTID_NODE_OK;
}

void sortid_node_rounds_leave(struct rounds *rounds)
{
    pthread_mutex_unlock(&rounds->lock);
}

/* *kept is SORTID_NODE_OK before the first try. */
static void keep(sortid_node_status *kept, sortid_node_error *error, sortid_node_status status,
                 const struct attempt *attempt)
{
    if (status == SORTID_NODE_UNREACHABLE && *kept != SORTID_NODE_OK && !attempt->final)
        return;
    *kept = status;
    if (status != SORTID_NODE_OK && error != NULL)
        *error = attempt->error;
}

/* Tries all servers, each in its share of the time. False: the call has ended with *kept. */
static bool go_round(sortid_node_status *kept, sortid_node_error *error, struct attempt *attempt,
                     struct rounds *rounds, size_t servers, rounds_try *try_one)
{
    size_t first = rounds->good, denied = 0;
    for (size_t i = 0; i < servers; i++) {
        size_t server = (first + i) % servers;
        uint32_t left = sortid_node_platform_left_ms(attempt->end_ms);
        uint64_t share_end_ms = attempt->end_ms - (left - left / (uint32_t)(servers - i));
        attempt->final = false;
        sortid_node_status status = try_one(attempt, rounds, server, share_end_ms);
        keep(kept, error, status, attempt);
        if (status == SORTID_NODE_OK)
            rounds->good = server;
        if (status == SORTID_NODE_OK || status == SORTID_NODE_SYSTEM || attempt->final)
            return false;
        denied += status == SORTID_NODE_DENIED;
    }
    return denied < servers;
}

static uint64_t next_random(uint64_t *chance)
{
    uint64_t z = *chance += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Waits before the next round; false: no time is left for one. */
static bool pause_round(uint32_t round, struct rounds *rounds, uint64_t end_ms)
{
    uint32_t most = (uint32_t)first_pause_ms << (round < doublings ? round : doublings);
    uint32_t ms = most / 2 + (uint32_t)(next_random(&rounds->chance) % (most / 2 + 1));
    if (ms >= sortid_node_platform_left_ms(end_ms))
        return false;
    sortid_node_platform_sleep_ms(ms);
    return true;
}

sortid_node_status sortid_node_rounds_run(struct attempt *attempt, struct rounds *rounds,
                                          size_t servers, rounds_try *try_one,
                                          sortid_node_error *error)
{
    uint64_t now;
    sortid_node_status kept = SORTID_NODE_OK;
    if (!sortid_node_platform_boot_ms(&now))
        return sortid_node_fail_clock(error);
    attempt->end_ms = now + rounds->timeout_ms;
    for (uint32_t round = 0; go_round(&kept, error, attempt, rounds, servers, try_one) &&
                             pause_round(round, rounds, attempt->end_ms);
         round++) {
    }
    return kept;
}
