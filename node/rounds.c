/* SPDX-License-Identifier: MIT */
/* node/rounds.c: see rounds.h. */
#include "rounds.h"

#include "fail.h"
#include "platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { first_pause_ms = 50, doublings = 5 }; /* up to 1.6 s */

/* ---- Opening --------------------------------------------------------------------------------- */

/* What is wrong with the options; NULL: nothing. */
static const char *fault_of(const sortid_node_client_options *options)
{
    if (options->store == NULL)
        return "no store is given: want http://HOST:PORT of etcd, or postgresql://...";
    if (options->timeout_ms > 600000)
        return "timeout_ms must be 1 to 600000";
    if ((options->user == NULL) != (options->password == NULL))
        return "user and password must be given together";
    if (options->user != NULL && options->user[0] == '\0')
        return "the user name must not be empty";
    if (options->reserved32 != 0 ||
        !sortid_node_is_zero(options->reserved, sizeof options->reserved))
        return "reserved fields of the options must be 0";
    if ((options->cert_file == NULL) != (options->key_file == NULL))
        return "certificate and key must be given together";
    return NULL;
}

static sortid_node_status check_options(const sortid_node_client_options *options,
                                        sortid_node_error *error)
{
    const char *fault = fault_of(options);
    if (fault != NULL)
        return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "%s", fault);
    const char *const files[] = {options->ca_file, options->cert_file, options->key_file};
    for (size_t i = 0; i < 3; i++)
        if (files[i] != NULL && access(files[i], R_OK) != 0)
            return sortid_node_fail(error, SORTID_NODE_BAD_OPTION, "cannot read %s: %s", files[i],
                                    strerror(errno));
    return SORTID_NODE_OK;
}

sortid_node_status sortid_node_rounds_open(struct store **out, size_t size,
                                           const struct store_calls *calls, rounds_open *open_one,
                                           const sortid_node_client_options *options,
                                           sortid_node_error *error)
{
    sortid_node_status status = check_options(options, error);
    struct rounds *rounds = status == SORTID_NODE_OK ? calloc(1, size) : NULL;
    if (rounds == NULL)
        return status != SORTID_NODE_OK ? status : sortid_node_fail_memory(error);
    rounds->store.calls = calls;
    rounds->owner = sortid_node_platform_pid();
    rounds->timeout_ms =
        options->timeout_ms != 0 ? options->timeout_ms : SORTID_NODE_DEFAULT_TIMEOUT_MS;
    if (pthread_mutex_init(&rounds->lock, NULL) != 0 ||
        pthread_mutex_init(&rounds->store.history.lock, NULL) != 0) {
        free(rounds);
        return sortid_node_fail(error, SORTID_NODE_SYSTEM, "cannot create a lock");
    }
    status = open_one(rounds, options, error);
    if (status == SORTID_NODE_OK)
        *out = &rounds->store;
    else
        calls->close(&rounds->store);
    return status;
}

bool sortid_node_rounds_close(struct rounds *rounds)
{
    if (rounds->owner != sortid_node_platform_pid())
        return false;
    pthread_mutex_destroy(&rounds->store.history.lock);
    pthread_mutex_destroy(&rounds->lock);
    return true;
}

/* ---- A call ---------------------------------------------------------------------------------- */

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

/* Waits before the next round; false: no time is left for one. */
static bool pause_round(uint32_t round, uint64_t end_ms)
{
    uint32_t most = (uint32_t)first_pause_ms << (round < doublings ? round : doublings);
    uint32_t ms = most / 2 + (uint32_t)sortid_node_platform_below(most / 2 + 1);
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
    if (rounds->owner != sortid_node_platform_pid())
        return sortid_node_fail_forked(error);
    pthread_mutex_lock(&rounds->lock);
    if (!sortid_node_platform_boot_ms(&now)) {
        pthread_mutex_unlock(&rounds->lock);
        return sortid_node_fail_clock(error);
    }
    attempt->end_ms = now + rounds->timeout_ms;
    for (uint32_t round = 0; go_round(&kept, error, attempt, rounds, servers, try_one) &&
                             pause_round(round, attempt->end_ms);
         round++) {
    }
    pthread_mutex_unlock(&rounds->lock);
    return kept;
}
