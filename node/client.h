/* SPDX-License-Identifier: MIT */
/* node/client.h: what a client is made of, for the calls on realms and for holds. */
#ifndef NODE_CLIENT_H
#define NODE_CLIENT_H

#include "etcd.h"

struct sortid_node_client {
    struct etcd *etcd; /* excludes its calls from each other */
    int64_t pid;       /* of the process that opened it */
};

/* Whether this is the process that opened it. */
bool client_is_own(const struct sortid_node_client *client);

/* What a call on it returns where it is not. */
sortid_node_status client_fail_forked(sortid_node_error *error);

#endif
