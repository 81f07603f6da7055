/* SPDX-License-Identifier: MIT */
/* node/acquire.h: reserves a free id of a pool, and waits for one. Called by reservation.c. */
#ifndef NODE_ACQUIRE_H
#define NODE_ACQUIRE_H

#include "reservation.h"

/* Acquires an id for a reservation that has its settings and the names of its records. */
sortid_node_status sortid_node_acquire_id(struct reservation *reservation,
                                          sortid_node_error *error);

#endif
