/* SPDX-License-Identifier: MIT */
/* node/search_index.h: finds a free id of a pool of more than LARGE_POOL ids by its keys of free ids. Called by
 * search.c. */
#ifndef NODE_SEARCH_INDEX_H
#define NODE_SEARCH_INDEX_H

#include "search_state.h"

/* Searches the pool s->pool. */
sortid_node_status sortid_node_search_index(struct candidate *out, bool *found, struct search *s,
                                            sortid_node_error *error);

#endif
