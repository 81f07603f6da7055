/* SPDX-License-Identifier: MIT */
/* node/etcd_call.h: runs a call of etcd.c over the endpoints (rounds.h), and reads the reply. */
#ifndef NODE_ETCD_CALL_H
#define NODE_ETCD_CALL_H

#include "endpoints.h"
#include "etcd_json.h"
#include "http.h"
#include "rounds.h"

struct etcd {
    struct rounds rounds; /* first: see rounds.h */
    struct endpoints endpoints;
    struct http *http;
    char *user, *password; /* NULL: none */
    char *token;           /* NULL: none yet */
    struct etcd_cluster cluster;
};

struct call {
    struct attempt attempt; /* first: see rounds.h */
    const char *path;
    const char *body;
    const struct store_transaction *transaction; /* NULL: a call on a lease */
    struct store_reply *reply;
    enum store_lease_call kind;
    struct store_lease lease;

    /* Of the last try. */
    struct http_answer answer;
    int code; /* gRPC's, of an error of etcd; else 0 */
};

/* The gRPC codes that are used. */
enum {
    CALL_NOT_FOUND = 5,
    CALL_PERMISSION = 7,
    CALL_EXHAUSTED = 8,
    CALL_PRECONDITION = 9,
    CALL_UNAUTHENTICATED = 16
};

/* Runs the call with this body, which it frees; NULL is an error. */
sortid_node_status sortid_node_etcd_run_call(struct call *call, struct etcd *etcd, char *body,
                                             sortid_node_error *error);

#endif
