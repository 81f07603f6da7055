/* SPDX-License-Identifier: MIT */
/* node/renewal_thread.h: the thread that renews a reservation. Called by reservation.c. */
#ifndef NODE_RENEWAL_THREAD_H
#define NODE_RENEWAL_THREAD_H

#include "reservation.h"

sortid_node_status sortid_node_renewal_thread_start(struct reservation *reservation,
                                                    sortid_node_error *error);

/* Renews now, because something is due before its time. */
void sortid_node_renewal_thread_wake(struct reservation *reservation);

/* Returns when the thread has ended. Does nothing if there is none. */
void sortid_node_renewal_thread_stop(struct reservation *reservation);

#endif
