/* SPDX-License-Identifier: MIT */
/* node/search.h: finds an id that a client may try to acquire, in the pools that its settings name. Called by
 * acquire.c. Below it:
 *   search_records.c  finds a free id of a pool by the records of its ids
 *   search_index.c    finds one of a large pool by the keys of free ids
 *   search_state.c    what both share
 *
 * A pool may have 2^23 ids, so it is not read whole. What is found is a hint: the transaction that acquires it
 * compares its record. */
#ifndef NODE_SEARCH_H
#define NODE_SEARCH_H

#include "search_state.h"

/* Searches the pools in their order. */
sortid_node_status sortid_node_search_find(struct candidate *out, bool *found, struct search *s,
                                           sortid_node_error *error);

/* Fails with SORTID_NODE_NO_ID, and says why the last search found no id. */
sortid_node_status sortid_node_search_no_id(const struct search *s, sortid_node_error *error);

/* Counts the reserved ids of large pools for that message: too much work for each search. */
void sortid_node_search_count_large(struct search *s);

#endif
