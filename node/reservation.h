/* SPDX-License-Identifier: MIT */
/* node/reservation.h: the state of a reservation. Its parts:
 *   reservation.c     the public calls, and the bound of its generators; calls the others
 *   acquire.c         reserves an id that search.c has found free
 *   renewal_thread.c  the thread that renews it
 *   renew.c           renews the lease, raises the bound, reserves the id again
 *
 * The public type sortid_node_reservation is a handle, not an address: see slot.h. Only
 * reservation.c knows handles.
 *
 * `lock` is held during requests. What a supervisor must be able to read meanwhile, since it has to
 * kill in time, is in `now`, under a lock that is never held for long. The limit needs no lock. */
#ifndef NODE_RESERVATION_H
#define NODE_RESERVATION_H

#include "client.h"
#include "slot.h"
#include "transactions.h"

#include <pthread.h>

#define TICK_MS SORTID_SCRU64_TICK_MS

/* The options, defaults filled in. */
#define POOLS_NAMED 16
struct settings {
    char pools[POOLS_NAMED][SORTID_NODE_NAME_SIZE]; /* in the order in which they are searched */
    size_t pool_count;
    uint64_t horizon, allowance; /* ticks */
    uint64_t horizon_ms, allowance_ms, max_skew_ms, wait_ms;
    uint64_t quarantine_ms; /* 0: the longest that the realm permits */
    uint32_t lease_s;
    bool renewal_thread, external;
};

/* The lease, and the result of the last renewal. */
struct lease_state {
    uint64_t renewed_ms;       /* boot clock (platform.h) before the request was sent */
    uint64_t lease_ms;         /* as granted */
    uint64_t bound_ms;         /* boot clock: when the bound ends an external program */
    uint64_t next_ms;          /* boot clock: when to renew next */
    uint64_t failed;           /* renewals so far */
    sortid_node_status status; /* of the last renewal */
    sortid_node_error error;
};

struct renewal_thread {
    pthread_t thread;
    pthread_cond_t wake; /* with now_lock */
    bool runs, woken, stop;
};

struct reservation {
    struct sortid_node_client *client;
    struct slot *slot; /* has the limit and the bound; the handle finds it */
    struct settings settings;
    sortid_scru64_node_spec spec; /* of its generators; constant once acquired */

    pthread_mutex_t lock; /* for the fields up to now_lock, also during requests */
    struct records records;
    unsigned failures;        /* in a row */
    sortid_generator *shared; /* its state has the ticks from shared_begin on; NULL: not shared */
    uint64_t shared_begin;
    uint64_t ahead_ms; /* wall clock less boot clock at the last renewal; 0: not known */

    pthread_mutex_t now_lock; /* for the rest */
    struct lease_state now;
    struct renewal_thread renewal_thread;
};

#endif
