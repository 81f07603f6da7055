/* SPDX-License-Identifier: MIT */
/* node/etcd_call.h: a call of etcd.c's, over the endpoints and within its time. A call is a
 * request with a reader of its answer. It goes round the endpoints, from the one that answered
 * last, until one gives what the reader takes, says what no other would say otherwise, or the time
 * is over; between rounds it waits, longer each time and by chance. What a call must not do twice
 * ends where a server may have got it. */
#ifndef NODE_ETCD_CALL_H
#define NODE_ETCD_CALL_H

#include "endpoints.h"
#include "etcd_json.h"
#include "http.h"

#include <pthread.h>
#include <sys/types.h>

/* A client. */
struct etcd {
    pthread_mutex_t lock;
    pid_t owner;
    uint32_t timeout_ms;
    struct endpoints endpoints;
    size_t good; /* the endpoint to begin with */
    struct http *http;
    char *user, *password; /* NULL: none */
    char *token;           /* NULL: none as yet */
    struct etcd_cluster cluster;
    uint64_t chance; /* state of the pauses' random numbers */
};

struct call {
    const char *path;
    const char *body;
    bool once; /* not to be done twice */
    /* Reads what the endpoint answered with success. */
    sortid_node_status (*read)(struct call *call, struct etcd_cluster *cluster);
    const struct etcd_transaction *transaction;
    struct etcd_reply *reply;
    enum etcd_lease_answer kind;
    int64_t id, ttl_s;

    /* Of the last try. */
    uint64_t end_ms; /* of the whole call, on the boot clock */
    struct http_answer answer;
    bool final; /* no other try would do better, or may be made */
    int code;   /* gRPC's, of etcd's own error; else 0 */
    sortid_node_error error;
};

/* gRPC's numbers, as far as somebody asks for them. */
enum {
    CALL_NOT_FOUND = 5,
    CALL_PERMISSION = 7,
    CALL_EXHAUSTED = 8,
    CALL_PRECONDITION = 9,
    CALL_UNAUTHENTICATED = 16
};

/* Runs the call with this body, which is freed; NULL: there was no memory for it. Locks. */
sortid_node_status etcd_run_call(struct call *call, struct etcd *etcd, char *body,
                                 sortid_node_error *error);

#endif
