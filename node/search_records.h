/* SPDX-License-Identifier: MIT */
/* node/search_records.h: finds a free id of a pool of up to LARGE_POOL ids by the records of its ids. Called by
 * search.c. */
#ifndef NODE_SEARCH_RECORDS_H
#define NODE_SEARCH_RECORDS_H

#include "search_state.h"

/* Searches the pool s->pool. */
sortid_node_status sortid_node_search_records(struct candidate *out, bool *found, struct search *s,
                                              sortid_node_error *error);

#endif
