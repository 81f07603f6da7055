/* SPDX-License-Identifier: MIT */
/* node/etcd_call.h: runs a call of etcd.c over the endpoints within its time limit. A call is a request
 * with a reader of its reply. It tries the endpoints in turn, starting with the one that answered
 * last, until one gives a reply that the reader accepts or an error that all would give, or the time
 * is over. Between rounds it waits, longer each time and for a random part. A call that must not be
 * done twice ends when a server may have received it. */
#ifndef NODE_ETCD_CALL_H
#define NODE_ETCD_CALL_H

#include "endpoints.h"
#include "etcd_json.h"
#include "http.h"

#include <pthread.h>
#include <sys/types.h>

struct etcd {
    struct store store; /* first: see store.h */
    pthread_mutex_t lock;
    pid_t owner;
    uint32_t timeout_ms;
    struct endpoints endpoints;
    size_t good; /* the endpoint to start with */
    struct http *http;
    char *user, *password; /* NULL: none */
    char *token;           /* NULL: none yet */
    struct etcd_cluster cluster;
    uint64_t chance; /* state of the pauses' random numbers */
};

struct call {
    const char *path;
    const char *body;
    bool once; /* must not be done twice */
    /* Reads a successful reply. */
    sortid_node_status (*read)(struct call *call, struct etcd_cluster *cluster);
    const struct store_transaction *transaction;
    struct store_reply *reply;
    enum etcd_lease_answer kind;
    int64_t id, ttl_s;

    /* Of the last try. */
    uint64_t end_ms; /* of the whole call, on the boot clock */
    struct http_answer answer;
    bool final; /* another try would not help, or is not allowed */
    int code;   /* gRPC's, of an error of etcd; else 0 */
    sortid_node_error error;
};

/* The gRPC codes that are used. */
enum {
    CALL_NOT_FOUND = 5,
    CALL_PERMISSION = 7,
    CALL_EXHAUSTED = 8,
    CALL_PRECONDITION = 9,
    CALL_UNAUTHENTICATED = 16
};

/* Runs the call with this body, which it frees; NULL is an error. Takes the lock. */
sortid_node_status sortid_node_etcd_run_call(struct call *call, struct etcd *etcd, char *body,
                                             sortid_node_error *error);

#endif
