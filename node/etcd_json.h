/* SPDX-License-Identifier: MIT */
/* node/etcd_json.h: writes transactions and leases as JSON of etcd's gateway, and reads its
 * replies, by jansson. Pure. A reply may be anything: with a member of another type, a number out
 * of its range or a key that was not asked for it is not from etcd. */
#pragma once

#include "store.h"

/* ---- Requests ---------------------------------------------------------------------------------
 * The caller frees the texts. NULL: no memory, or JSON cannot represent a key, a value, the user or
 * the password. */

char *sortid_node_etcd_print_transaction(const struct store_transaction *transaction);
char *sortid_node_etcd_print_grant(int64_t ttl_s);
char *sortid_node_etcd_print_lease(int64_t id);
char *sortid_node_etcd_print_login(const char *user, const char *password);

/* ---- Replies ----------------------------------------------------------------------------------
 * SORTID_NODE_OK; _BAD_REPLY or _SYSTEM (no memory), and then only the cluster is set. The bytes
 * end with a NUL that `size` does not count. */

/* The cluster that replies. 0 becomes that of the first reply; a reply of another is
 * SORTID_NODE_BAD_REPLY, and `differs` is set: two clusters in one list of endpoints would have two
 * bounds. */
struct etcd_cluster {
    uint64_t id;
    int64_t revision; /* of the last reply */
    bool differs;
};

/* Overwrites `reply` but its times. */
sortid_node_status sortid_node_etcd_read_reply(struct store_reply *reply,
                                               struct etcd_cluster *cluster,
                                               const struct store_transaction *transaction,
                                               const char *body, size_t size);

/* The reply to a call on a lease, of which it sets what the call sets but its times. */
sortid_node_status sortid_node_etcd_read_lease(struct store_lease *lease,
                                               struct etcd_cluster *cluster,
                                               enum store_lease_call kind, const char *body,
                                               size_t size);

/* The token, which the caller frees: bytes 0x21 to 0x7e. */
sortid_node_status sortid_node_etcd_read_token(char **token, const char *body, size_t size);

/* An error of etcd: gRPC's number (0: none) and its text, which the caller frees. */
sortid_node_status sortid_node_etcd_read_error(int *code, char **message, const char *body,
                                               size_t size);
