/* SPDX-License-Identifier: MIT */
/* node/postgres_text.h: requests to the functions of postgres_schema.c as JSON, and replies from
 * their rows. Pure. */
#ifndef NODE_POSTGRES_TEXT_H
#define NODE_POSTGRES_TEXT_H

#include "store.h"

#include <libpq-fe.h>

/* The text of a transaction, which the caller frees; NULL: no memory. */
char *sortid_node_postgres_print(const struct store_transaction *t);

/* What the first line of a reply says. `identity` is in the rows. */
struct postgres_head {
    const char *identity;
    int64_t unix_ms, position, succeeded, number;
};
bool sortid_node_postgres_read_head(struct postgres_head *head, const PGresult *rows);

/* Reads the reply to a transaction, without its times: SORTID_NODE_BAD_REPLY, _SYSTEM (no memory).
 * After success free the reply. */
sortid_node_status sortid_node_postgres_read_reply(struct store_reply *reply,
                                                   const struct store_transaction *t,
                                                   const PGresult *rows);

/* postgres_schema.c: the statements that create the schema sortid_node, NULL after the last one.
 * The names of what they create end with the version of what it does: a later version of sortid
 * adds its own functions, and those of this version stay for programs that use them. */
extern const char *const sortid_node_postgres_schema[];

#endif
