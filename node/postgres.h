/* SPDX-License-Identifier: MIT */
/* node/postgres.h: PostgreSQL as a store, by libpq: a table of keys and values and one of leases in the
 * schema sortid_node, whose functions do each call as one statement (postgres_schema.c). A call uses no
 * state of a session, so a pooler may be between. */
#ifndef NODE_POSTGRES_H
#define NODE_POSTGRES_H

#include "store.h"

/* Whether the text of a store is a URL of PostgreSQL. */
bool sortid_node_postgres_is_url(const char *text);

/* SORTID_NODE_BAD_OPTION: a bad URL, a timeout out of range, half of a pair. It connects later. */
sortid_node_status sortid_node_postgres_open(struct store **out,
                                             const sortid_node_client_options *options,
                                             sortid_node_error *error);

#endif
