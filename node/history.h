/* SPDX-License-Identifier: MIT */
/* node/history.h: what a client has seen of its store, for as long as the client exists. By this it
 * notices that the store has lost writes: it was restored from a backup, or failed over. Then the
 * bounds in a realm may be below IDs that were made, until they are raised.
 *
 * A realm is not to be trusted after a loss if the client has read its incarnation before, or if
 * its floor is below a bound that may have been written before. So the other realms of the store
 * are not trusted either, also those that the client has not read before. */
#pragma once

#include "realm.h"

#include <pthread.h>

#define HISTORY_REALMS 8 /* incarnations that are remembered; the oldest goes first */

struct history_realm {
    char incarnation[TOKEN_SIZE];
    unsigned losses;     /* that were noticed before it was first read */
    uint64_t covered_ms; /* the floor is above each bound that was written before this time */
};

struct history {
    pthread_mutex_t lock; /* for the rest */
    int64_t position;     /* the highest of a complete reply since the last loss */
    unsigned losses;      /* that were noticed */
    uint64_t seen_ms;     /* the latest time of the store's clock in a reply */
    uint64_t lost_ms;     /* that time, when the last loss was noticed */
    struct history_realm realms[HISTORY_REALMS];
    unsigned realm_count; /* of all that were noted */
};

/* What was known before a request was sent. Replies of requests that were sent at the same time may
 * come in any order, so a reply is compared with this. */
struct history_point {
    int64_t position;
    unsigned losses;
};
struct history_point sortid_node_history_now(struct history *history);

/* Notes a complete reply of the store to a request that was sent after `before`; `latest_ms` of
 * its clock. Returns the losses that the reply comes after. */
unsigned sortid_node_history_note(struct history *history, struct history_point before,
                                  int64_t position, uint64_t latest_ms);

/* What a reply says of a realm. */
struct history_realm sortid_node_history_realm(const sortid_node_realm *realm, unsigned losses);

/* Whether the store has lost writes and the realm's bounds were not raised since, as far as is
 * known. Remembers the realm. */
bool sortid_node_history_is_lost(struct history *history, struct history_realm *realm);
