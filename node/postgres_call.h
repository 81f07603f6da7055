/* SPDX-License-Identifier: MIT */
/* node/postgres_call.h: runs one statement on the servers of a client (rounds.h), and creates the
 * schema. */
#ifndef NODE_POSTGRES_CALL_H
#define NODE_POSTGRES_CALL_H

#include "postgres_link.h"
#include "postgres_text.h"
#include "rounds.h"

struct postgres {
    struct rounds rounds; /* first: see rounds.h */
    struct link *link;
    bool in_doubt;                      /* what is visible may be missing on the standbys */
    char identity[STORE_IDENTITY_SIZE]; /* of the first reply; "": none yet */
};

struct postgres_call {
    struct attempt attempt; /* first: see rounds.h */
    const char *sql;        /* one statement; NULL: create the schema */
    const char *values[2];
    int value_count;
    bool writes; /* records: leases are lost anyway */

    struct link_answer answer;
    struct postgres_head head; /* of the reply */
    struct store_times times;
};

/* SORTID_NODE_BAD_REPLY: the rows are not a reply. */
sortid_node_status sortid_node_postgres_fail_reply(sortid_node_error *error);

/* Runs a call. After success the rows are in call->answer, unless it created the schema. */
sortid_node_status sortid_node_postgres_run(struct postgres_call *call, struct postgres *postgres,
                                            sortid_node_error *error);

/* postgres_schema.c: the statements that create the schema sortid_node, NULL after the last one.
 * The names of what they create end with the version of what it does: a later version of sortid
 * adds its own functions, and those of this version stay for programs that use them. */
extern const char *const sortid_node_postgres_schema[];

#endif
