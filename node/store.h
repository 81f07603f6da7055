/* SPDX-License-Identifier: MIT */
/* node/store.h: a store of keys and values with transactions and leases, in which realms are kept.
 * The protocol above it does not know which store it has; etcd.c and postgres.c are the two. A
 * store knows keys and values, not realms.
 *
 * Each call has a time limit, and tries all servers of the store within it. Several threads may use
 * a store: a lock lets one request run at a time, and the time limit of a call starts when it has
 * the lock. In a forked child every call fails. */
#pragma once

#include "history.h"

struct store;

/* When a request was sent and answered. The store's own clock showed a time from `earliest_ms` to
 * `latest_ms` between the two: etcd tells whole seconds. Both 0: unknown. */
struct store_times {
    uint64_t sent_boot_ms;     /* boot clock (platform.h) before the try that was answered */
    uint64_t sent_unix_ms;     /* wall clock then */
    uint64_t answered_unix_ms; /* wall clock when the answer had come */
    uint64_t earliest_ms, latest_ms;
};

/* ---- Transactions ------------------------------------------------------------------------ */

/* Keys and values are texts of bytes 0x20 to 0x7e. Another byte, written by another program, is
 * read as 0x7f: so its record is recognized as not ours, and does not affect others. */
struct store_compare {
    const char *key;
    enum { STORE_CREATED_AT, STORE_CHANGED_AT, STORE_VALUE } what;
    int64_t revision;  /* of creation or last change: must be equal; 0: the key must not exist */
    const char *value; /* STORE_VALUE: must be equal; a key that does not exist has none */
};

enum store_kind { STORE_PUT, STORE_DELETE, STORE_RANGE };
enum store_order { STORE_BY_KEY, STORE_BY_CHANGE }; /* ascending */

struct store_operation {
    enum store_kind kind;
    const char *key;
    const char *value; /* put */
    int64_t lease;     /* put; 0: none */
    const char *end;   /* delete, range: keys >= `key` and < `end`; NULL: `key` only */
    enum store_order order;
    bool keys_only, count_only;
    uint32_t limit; /* 0: all */
};

/* At most 128 compares and 128 operations, with 128 otherwise. A key may be written once. */
struct store_transaction {
    const struct store_compare *compares; /* all must be true */
    size_t compare_count;
    const struct store_operation *operations; /* then these, in order; */
    size_t operation_count;
    const struct store_operation *otherwise; /* else these */
    size_t otherwise_count;
    bool confirm; /* of one that only reads: the reader relies on it like on an acknowledged write.
                      * Then what was read is not lost where such a write is not. Transactions that
                      * compare need no flag */
};

struct store_pair {
    char *key, *value; /* value "" if only keys were asked for */
    int64_t created_at, changed_at, lease;
};

/* Of one range. */
struct store_range {
    struct store_pair *pairs;
    size_t count;
    int64_t total; /* of a range with count_only or without a limit: how many there are */
};

#define STORE_IDENTITY_SIZE 80
struct store_reply {
    bool succeeded;             /* all compares were true */
    struct store_range *ranges; /* of the range operations that were done, in order */
    size_t range_count;
    struct store_times times;
    /* Which store this is: differs after a restore or a failover that the store can notice.
     * Printable; etcd's cluster id, PostgreSQL's system identifier, timeline and table. */
    char identity[STORE_IDENTITY_SIZE];
    /* How far the store has counted: never falls from an answer to a later request, unless the
     * store has lost writes. etcd's revision, PostgreSQL's position in its log on disk. */
    int64_t position;
    unsigned losses; /* of the store's writes that were noticed before this reply: history.h */
};

void sortid_node_store_reply_free(struct store_reply *reply);

/* Sends a transaction (`transact` below), and notes what its reply says in the store's history. */
sortid_node_status sortid_node_store_transact(struct store_reply *reply, struct store *store,
                                              const struct store_transaction *transaction,
                                              bool repeatable, sortid_node_error *error);

/* Reads ranges. `confirm`: see struct store_transaction. SORTID_NODE_BAD_REPLY also if the reply
 * lacks one. After success free the reply. */
sortid_node_status sortid_node_store_read(struct store_reply *reply, struct store *store,
                                          const struct store_operation *ranges, size_t count,
                                          bool confirm, sortid_node_error *error);

/* A transaction without ranges. *done: all compares were true. */
sortid_node_status sortid_node_store_write(bool *done, struct store *store,
                                           const struct store_transaction *transaction,
                                           bool repeatable, sortid_node_error *error);

/* ---- Leases ------------------------------------------------------------------------------- */

/* A key that was put with a lease does not exist any more when the lease has run out. Leases decide
 * nothing that safety needs: a store may drop all of them when it crashes. */
struct store_lease {
    int64_t id;
    int64_t ttl_s;
    struct store_times times; /* of the last call */
};

enum store_lease_call {
    STORE_GRANT,      /* creates one for `ttl_s`: sets `id`, and `ttl_s` as granted */
    STORE_KEEP_ALIVE, /* sets `ttl_s`: as granted; 0: it has run out */
    STORE_TIME_LEFT,  /* sets `ttl_s`: what remains; -1: it does not exist */
    STORE_REVOKE      /* ends it; succeeds also if it does not exist */
};

/* ---- The calls of a store ------------------------------------------------------------------- */

struct store_calls {
    void (*close)(struct store *store); /* nothing in a forked child */

    /* Creates what the store needs before its first key: the schema of PostgreSQL. If that exists,
     * nothing is changed. */
    sortid_node_status (*prepare)(struct store *store, sortid_node_error *error);

    /* Linearizable. After a failure the transaction may have been done: the reply may be what was
     * lost. It is sent to the next server only if the one before cannot have done it (no
     * connection), or if it is `repeatable`: doing it twice has the effect of doing it once. After
     * success free the reply. */
    sortid_node_status (*transact)(struct store_reply *reply, struct store *store,
                                   const struct store_transaction *transaction, bool repeatable,
                                   sortid_node_error *error);

    sortid_node_status (*lease)(struct store_lease *lease, struct store *store,
                                enum store_lease_call call, sortid_node_error *error);
};

/* The first member of each implementation's struct. */
struct store {
    const struct store_calls *calls;
    struct history history;
};

/* An object with the three lists of a transaction, by these names. `compare` and `operation` write
 * one of them. NULL: no memory, or one of them returned NULL. */
struct json_t *sortid_node_store_pack(const struct store_transaction *t, const char *const names[3],
                                      struct json_t *(*compare)(const void *item),
                                      struct json_t *(*operation)(const void *item));

/* ---- The stores ---------------------------------------------------------------------------- */

/* etcd: its v3 API over HTTP and JSON, over several endpoints, by libcurl and jansson.
 * SORTID_NODE_BAD_OPTION: a bad endpoint, a timeout out of range, half of a pair, a file that
 * cannot be read. It connects later; replies of another cluster than that of the first reply are
 * SORTID_NODE_BAD_REPLY. */
sortid_node_status sortid_node_etcd_open(struct store **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error);

/* PostgreSQL, by libpq: a table of keys and values and one of leases in the schema sortid_node,
 * whose functions do each call as one statement (postgres_schema.c). A call uses no state of a
 * session, so a pooler may be between. SORTID_NODE_BAD_OPTION as above. It connects later. */
sortid_node_status sortid_node_postgres_open(struct store **out,
                                             const sortid_node_client_options *options,
                                             sortid_node_error *error);

/* Whether the text of a store is a URL of PostgreSQL. */
bool sortid_node_postgres_is_url(const char *text);
