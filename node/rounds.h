/* SPDX-License-Identifier: MIT */
/* node/rounds.h: runs a call of a store over its servers within the call's time limit. It tries the
 * servers in turn, starting with the one that answered last, until one succeeds or gives an error
 * that all would give, or the time is over. Between rounds it waits, longer each time and for a
 * random part. A call that must not be done twice ends when a server may have received it. */
#pragma once

#include "store.h"

#include <pthread.h>

/* The first member of the struct of a store with servers. */
struct rounds {
    struct store store; /* first: see store.h */
    pthread_mutex_t lock;
    int64_t owner; /* the process that opened it */
    uint32_t timeout_ms;
    size_t good; /* the server to start with */
};

/* The first member of the struct of a call. */
struct attempt {
    bool once;               /* must not be done twice */
    uint64_t end_ms;         /* of the whole call, on the boot clock */
    bool final;              /* of the last try: another would not help, or is not allowed */
    sortid_node_error error; /* of the last try */
};

/* Tries one server, until `share_end_ms` of the boot clock. A call that must not be done twice goes
 * to no other server once it has been sent, so it may use all of its time then. */
typedef sortid_node_status rounds_try(struct attempt *attempt, struct rounds *rounds, size_t server,
                                      uint64_t share_end_ms);

/* Reads the options that only this store has. */
typedef sortid_node_status rounds_open(struct rounds *rounds,
                                       const sortid_node_client_options *options,
                                       sortid_node_error *error);

/* Opens a store whose struct has this size. First checks the options that all stores have, and that
 * the files of certificates can be read. SORTID_NODE_BAD_OPTION, _SYSTEM. */
sortid_node_status sortid_node_rounds_open(struct store **out, size_t size,
                                           const struct store_calls *calls, rounds_open *open_one,
                                           const sortid_node_client_options *options,
                                           sortid_node_error *error);

/* False in a forked child, which must not close the store: another thread's lock may be taken, and
 * closing would write to the parent's connection. */
bool sortid_node_rounds_close(struct rounds *rounds);

/* Runs a call, under the lock; SORTID_NODE_SYSTEM in a forked child. Its result is that of the try
 * that ended it, else of the last server that answered, else of the first that was unreachable. */
sortid_node_status sortid_node_rounds_run(struct attempt *attempt, struct rounds *rounds,
                                          size_t servers, rounds_try *try_one,
                                          sortid_node_error *error);
