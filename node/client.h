/* SPDX-License-Identifier: MIT */
/* node/client.h: the struct of a client. */
#ifndef NODE_CLIENT_H
#define NODE_CLIENT_H

#include "store.h"

struct sortid_node_client {
    struct store *store; /* runs one request at a time */
    int64_t pid;         /* of the process that opened it */
};

/* Whether this is the process that opened it. */
bool sortid_node_client_is_own(const struct sortid_node_client *client);

#endif
