/* SPDX-License-Identifier: MIT */
/* node/reservation.h: the state of a reservation, and what its parts do:
 *   reservation.c     the public calls, and the bound of its generators
 *   acquire.c         reserves an id that search.c has found free
 *   renew.c           renews the lease, raises the bound, reserves the id again
 *   renewal_thread.c  the thread that renews it
 *
 * The public type sortid_node_reservation is a handle, not an address: see slot.h. Only
 * reservation.c knows handles.
 *
 * `lock` is held during requests. What a supervisor must be able to read meanwhile, since it has to
 * kill in time, is in `now`, under a lock that is never held for long. The limit needs no lock. */
#pragma once

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
    uint64_t least_left;         /* ticks: the bound is raised when less is left */
    uint64_t allowance_ms, max_skew_ms, wait_ms;
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

/* ---- acquire.c --------------------------------------------------------------------------- */

/* Acquires an id for a reservation that has its settings and the names of its records. */
sortid_node_status sortid_node_acquire_id(struct reservation *reservation,
                                          sortid_node_error *error);

/* ---- renew.c ----------------------------------------------------------------------------- */

/* Whether this machine's clock and the store's, as a reply shows them, are near enough:
 * SORTID_NODE_CLOCK_SKEW, or SORTID_NODE_BAD_REPLY without the store's time. */
sortid_node_status sortid_node_reservation_check_skew(const struct reservation *reservation,
                                                      const struct store_times *times,
                                                      sortid_node_error *error);

/* Unix ms by this machine's clock at such a reply, once checked. A clock that was set during the
 * request counts no further than the allowed skew. */
uint64_t sortid_node_reservation_clock_ms(const struct reservation *reservation,
                                          const struct store_times *times);

/* The bound, if it is not further ahead of the store's clock than the realm permits; else the
 * furthest that is. */
uint64_t sortid_node_reservation_cap(const struct reservation *reservation,
                                     const struct store_times *times, uint64_t bound);

/* Records a lease that was granted or renewed. */
void sortid_node_reservation_note_lease(struct reservation *reservation,
                                        const struct store_lease *lease);

/* Lets generators use the bound of the records. `times`: of a reply whose skew was checked. */
void sortid_node_reservation_note_bound(struct reservation *reservation,
                                        const struct store_times *times);

/* Tells the users of a shared state, if there is one, what the limit allows. Under the lock.
 * SORTID_NODE_SYSTEM: they do not learn of it, and stop at the end that they know. */
sortid_node_status sortid_node_reservation_publish(struct reservation *reservation,
                                                   sortid_node_error *error);

/* Ends the use of a shared state. The first tick that was not used; without one `first_free`. */
uint64_t sortid_node_reservation_close_shared(struct reservation *reservation, uint64_t first_free);

/* The lease and the result of the last renewal, as they are now. */
struct lease_state sortid_node_reservation_now(struct reservation *reservation);

/* Records the result of a renewal, and so when the next one is due. */
void sortid_node_reservation_note_next(struct reservation *reservation, sortid_node_status status,
                                       const sortid_node_error *error);

/* Does what is due, and records the result. Takes the lock. */
sortid_node_status sortid_node_renewal_run(struct reservation *reservation,
                                           sortid_node_error *error);

/* The same, but after a failure not before the next try is due. Also called inside a generator. */
void sortid_node_reservation_renew_if_due(struct reservation *reservation);

/* ---- renewal_thread.c ------------------------------------------------------------------------ */

sortid_node_status sortid_node_renewal_thread_start(struct reservation *reservation,
                                                    sortid_node_error *error);

/* Renews now, because something is due before its time. */
void sortid_node_renewal_thread_wake(struct reservation *reservation);

/* Returns when the thread has ended. Does nothing if there is none. */
void sortid_node_renewal_thread_stop(struct reservation *reservation);
