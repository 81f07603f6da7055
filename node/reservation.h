/* SPDX-License-Identifier: MIT */
/* node/hold.h: what a hold is made of, and what its parts call of each other:
 *   acquire.c  finds a free id and takes it
 *   tend.c     renews, raises, takes anew
 *   keeper.c   the thread that tends
 *   hold.c     the public calls on a hold, and the bound of its generators
 *
 * The public type sortid_node_hold is a handle, no address: see cell.h. Only hold.c knows handles.
 *
 * `lock` is held during requests. What must be known meanwhile, by a supervisor that has to kill in
 * time, is in `now`, under a lock that is never held for long. The limit has none. */
#ifndef NODE_HOLD_H
#define NODE_HOLD_H

#include "cell.h"
#include "claim.h"
#include "client.h"

#include <pthread.h>

#define TICK_MS SORTID_SCRU64_TICK_MS

/* The options, as they are used. */
struct terms {
    char pool[SORTID_NODE_NAME_SIZE];
    uint64_t horizon, allowance; /* ticks */
    uint64_t allowance_ms, max_skew_ms, wait_ms;
    uint32_t lease_s;
    bool keep_alive, foreign;
};

/* The lease, and what else is told of a hold while it is tended. */
struct situation {
    uint64_t renewed_ms;       /* on the clock through suspend, before the request was sent */
    uint64_t lease_ms;         /* as granted */
    uint64_t bound_ms;         /* when a foreign generator must be gone for the bound's sake */
    uint64_t next_ms;          /* when to tend next */
    sortid_node_status status; /* of the last time it was tended */
    sortid_node_error error;
};

struct keeper {
    pthread_t thread;
    pthread_cond_t wake; /* with the lock of the situation */
    bool runs, woken, stop;
};

struct hold {
    struct sortid_node_client *client;
    struct cell *cell; /* by which its handle finds it; with the limit and the bound */
    struct terms terms;
    sortid_scru64_node_spec spec; /* of its generators; stays, so that it may be read at any time */

    pthread_mutex_t lock; /* for claim and failures, over requests */
    struct claim claim;
    unsigned failures; /* in a row */

    pthread_mutex_t view; /* for the rest */
    struct situation now;
    struct keeper keeper;
};

/* ---- acquire.c ---------------------------------------------------------------------------- */

/* Takes an id for a hold that has its terms and the claim's names. */
sortid_node_status sortid_node_hold_acquire(struct hold *hold, sortid_node_error *error);

/* ---- hold.c ------------------------------------------------------------------------------- */

/* Has its generators begin at this tick. */
void sortid_node_hold_set_spec(struct hold *hold, uint64_t first);

/* ---- tend.c ------------------------------------------------------------------------------- */

/* Whether own clock and etcd's, as a reply tells them, are near enough: SORTID_NODE_SKEW. */
sortid_node_status sortid_node_hold_check_skew(const struct hold *hold,
                                               const struct etcd_times *times,
                                               sortid_node_error *error);

/* ms since 1970 by the own clock beside such a reply, once it was checked. A clock that was set
 * while the request was under way counts no further than the skew that is allowed. */
uint64_t sortid_node_hold_clock_ms(const struct hold *hold, const struct etcd_times *times);

/* Takes note of a lease that was granted or renewed. */
void sortid_node_hold_note_lease(struct hold *hold, const struct etcd_lease *lease);

/* Puts the claim's bound into force. `times`: of a reply whose skew was checked. */
void sortid_node_hold_note_bound(struct hold *hold, const struct etcd_times *times);

/* Notes what the last time of tending came to, and so when the next one is. */
void sortid_node_hold_note_next(struct hold *hold, sortid_node_status status,
                                const sortid_node_error *error);

/* Tends it, and notes when to do so again. Takes the lock. */
sortid_node_status sortid_node_hold_tend(struct hold *hold, sortid_node_error *error);

/* The same if it is time to; from inside a generator. */
void sortid_node_hold_tend_if_time(struct hold *hold);

/* ---- keeper.c ----------------------------------------------------------------------------- */

sortid_node_status sortid_node_keeper_start(struct hold *hold, sortid_node_error *error);
void sortid_node_keeper_wake(struct hold *hold); /* something is due before its time */
void sortid_node_keeper_stop(struct hold *hold); /* returns when the thread has ended */

#endif
