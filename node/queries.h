/* SPDX-License-Identifier: MIT */
/* node/queries.h: what init.c asks of the records of a realm. */
#ifndef NODE_QUERIES_H
#define NODE_QUERIES_H

#include "store.h"

/* The Unix ms after which no IDs are made by any bound of the realm that the store has: the latest bound,
 * with its quarantine unless released cleanly; 0: none. Records that cannot be read are left out. */
sortid_node_status sortid_node_find_last(uint64_t *last_ms, struct store *store, const char *realm,
                                         sortid_node_error *error);

#endif
