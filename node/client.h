/* SPDX-License-Identifier: MIT */
/* node/client.h: the struct of a client, for the calls on realms and reservations. */
#ifndef NODE_CLIENT_H
#define NODE_CLIENT_H

#include "store.h"

struct sortid_node_client {
    struct store *store; /* runs one request at a time */
    int64_t pid;         /* of the process that opened it */
};

/* Whether this is the process that opened it. */
bool sortid_node_client_is_own(const struct sortid_node_client *client);

/* What a call returns in another process. */
sortid_node_status sortid_node_client_fail_forked(sortid_node_error *error);

#endif
