/* SPDX-License-Identifier: MIT */
/* node/renew.h: keeps a reservation alive, and records what is known of its lease and bound. Called
 * by reservation.c, renewal_thread.c and acquire.c. */
#ifndef NODE_RENEW_H
#define NODE_RENEW_H

#include "reservation.h"

/* Whether this machine's clock and the store's, as a reply shows them, are near enough:
 * SORTID_NODE_CLOCK_SKEW, or SORTID_NODE_BAD_REPLY without the store's time. */
sortid_node_status sortid_node_reservation_check_skew(const struct reservation *reservation,
                                                      const struct store_times *times,
                                                      sortid_node_error *error);

/* Unix ms by this machine's clock at such a reply, once checked. A clock that was set during the
 * request counts no further than the allowed skew. */
uint64_t sortid_node_reservation_clock_ms(const struct reservation *reservation,
                                          const struct store_times *times);

/* The bound, if it is not further ahead of the store's clock than the realm permits; else the furthest
 * that is. */
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

/* Ends the use of a shared state. Returns the first tick that was not used; `first_free` without one. */
uint64_t sortid_node_reservation_close_shared(struct reservation *reservation, uint64_t first_free);

/* Records the result of a renewal, and so when the next one is due. */
void sortid_node_reservation_note_next(struct reservation *reservation, sortid_node_status status,
                                       const sortid_node_error *error);

/* Does what is due, and records the result. Takes the lock. */
sortid_node_status sortid_node_reservation_renew(struct reservation *reservation,
                                                 sortid_node_error *error);

/* The same, but after a failure not before the next try is due. Also called inside a generator. */
void sortid_node_reservation_renew_if_due(struct reservation *reservation);

#endif
