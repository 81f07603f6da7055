/* SPDX-License-Identifier: MIT */
/* node/client.h: the struct of a client. */
#pragma once

#include "store.h"

struct sortid_node_client {
    struct store *store; /* runs one request at a time */
    int64_t pid;         /* of the process that opened it */

    pthread_mutex_t lock;   /* for the rest */
    struct search *waiting; /* acquires that may wait, in the order in which they came */
};

/* Whether this is the process that opened it. */
bool sortid_node_client_is_own(const struct sortid_node_client *client);
