/* SPDX-License-Identifier: MIT */
/* node/free_ids.h: makes the keys of free ids of large pools (realm.h). Called by init.c. */
#ifndef NODE_FREE_IDS_H
#define NODE_FREE_IDS_H

#include "realm.h"
#include "store.h"

/* Makes or repairs the keys of free ids of each large pool of a realm. They are only a hint, so holders may
 * write meanwhile. */
sortid_node_status sortid_node_free_ids_repair(struct store *store, const sortid_node_realm *realm,
                                               sortid_node_error *error);

#endif
