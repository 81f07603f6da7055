/* SPDX-License-Identifier: MIT */
/* node/postgres_call.h: runs one statement on the servers of a client, with retries, and creates the schema. Called
 * by postgres.c. */
#ifndef NODE_POSTGRES_CALL_H
#define NODE_POSTGRES_CALL_H

#include "postgres_link.h"
#include "postgres_text.h"

#include <pthread.h>

struct postgres {
    struct store store; /* first: see store.h */
    pthread_mutex_t lock;
    int64_t owner; /* process id */
    uint32_t timeout_ms;
    struct link *link;
    size_t good;                        /* the server to start with */
    bool in_doubt;                      /* what is visible may be missing on the standbys */
    uint64_t chance;                    /* state of the pauses' random numbers */
    char identity[STORE_IDENTITY_SIZE]; /* of the first reply; "": none yet */
};

struct postgres_call {
    const char *sql; /* one statement; NULL: create the schema */
    const char *values[2];
    int value_count;
    bool once;   /* must not be done twice */
    bool writes; /* records: leases are lost anyway */

    uint64_t end_ms; /* of the whole call, on the boot clock */
    struct link_answer answer;
    struct postgres_head head; /* of the reply */
    struct store_times times;
    bool final; /* another try would not help, or is not allowed */
    sortid_node_error error;
};

/* Runs a call. After success the rows are in call->answer, unless it created the schema. */
sortid_node_status sortid_node_postgres_run(struct postgres_call *call, struct postgres *postgres,
                                            sortid_node_error *error);

#endif
