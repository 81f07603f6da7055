/* SPDX-License-Identifier: MIT */
/* node/pages.h: reads a range of keys a page at a time, because a realm may have millions of ids.
 * The pages may be of different moments. Other programs can write keys of any bytes and length into
 * the range: these are passed like the others. */
#ifndef NODE_PAGES_H
#define NODE_PAGES_H

#include "realm.h"
#include "store.h"

/* Takes one pair; another result than SORTID_NODE_OK ends the reading. */
typedef sortid_node_status pages_take(void *context, const struct store_pair *pair,
                                      sortid_node_error *error);

struct pages {
    struct store *store;
    struct key_range keys;
    bool keys_only; /* the values are "" */
    bool confirm;   /* see struct store_transaction */
    pages_take *take;
    void *context;
};

/* Calls `take` for each pair, ordered by key. SORTID_NODE_BAD_REPLY also if a whole page has no key
 * of a program that writes keys as sortid does. */
sortid_node_status sortid_node_pages_read(const struct pages *pages, sortid_node_error *error);

#endif
