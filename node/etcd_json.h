/* SPDX-License-Identifier: MIT */
/* node/etcd_json.h: transactions and leases as JSON of etcd's gateway, and its answers back, by
 * jansson. Called by etcd.c. Pure: it asks nobody. What it reads may be anything: a member
 * of another type, a number out of its range, a key that was not asked for make it none of etcd's. */
#ifndef NODE_ETCD_JSON_H
#define NODE_ETCD_JSON_H

#include "etcd.h"

/* ---- Requests: texts to be freed by free(); NULL: no memory, or a byte in a key or a value, a user
 * or a password that JSON has not. ------------------------------------------------------------- */

char *sortid_node_etcd_print_transaction(const struct etcd_transaction *transaction);
char *sortid_node_etcd_print_grant(uint32_t ttl_s);
char *sortid_node_etcd_print_lease(int64_t id);
char *sortid_node_etcd_print_login(const char *user, const char *password);

/* ---- Answers: SORTID_NODE_OK, _BAD_REPLY, _SYSTEM (no memory), and then nothing is set but the
 * cluster. The bytes end with a NUL that `size` does not count. ----------------------------------- */

/* Which cluster answers: 0 becomes the one of the first answer; that of another is bad_record, and
 * `differs`: two clusters in one list of endpoints would keep two bounds. */
struct etcd_cluster {
    uint64_t id;
    bool differs;
};

/* Frees nothing of `reply`, whose times it leaves alone. */
sortid_node_status sortid_node_etcd_read_reply(struct etcd_reply *reply,
                                               struct etcd_cluster *cluster,
                                               const struct etcd_transaction *transaction,
                                               const char *body, size_t size);

/* Of a grant (asked: 0), a keep-alive and a question for the time that is left. 0 s, or -1, if there is
 * no such lease. */
enum etcd_lease_answer { ETCD_GRANTED, ETCD_KEPT_ALIVE, ETCD_TIME_LEFT };
sortid_node_status sortid_node_etcd_read_lease(int64_t *id, int64_t *ttl_s,
                                               struct etcd_cluster *cluster,
                                               enum etcd_lease_answer kind, const char *body,
                                               size_t size);

/* Of a revocation, which has nothing but its head. */
sortid_node_status sortid_node_etcd_read_done(struct etcd_cluster *cluster, const char *body,
                                              size_t size);

/* The token, to be freed: bytes 0x21 to 0x7e. */
sortid_node_status sortid_node_etcd_read_token(char **token, const char *body, size_t size);

/* An error in etcd's own words: gRPC's number for it (0: it tells none) and a text to be freed. */
sortid_node_status sortid_node_etcd_read_error(int *code, char **message, const char *body,
                                               size_t size);

#endif
