/* SPDX-License-Identifier: MIT */
/* node/etcd.h: a client of etcd's v3 API over HTTP and JSON: transactions and leases, over several
 * endpoints, each call within a time limit. It knows keys and values, not realms. It uses libcurl and
 * jansson. Several threads may use a client: a lock lets one request run at a time, and the time limit
 * of a call starts when it has the lock. */
#ifndef NODE_ETCD_H
#define NODE_ETCD_H

#include <sortid/node.h>

struct etcd;

/* SORTID_NODE_BAD_OPTION: a bad endpoint, a timeout out of range, half of a pair, a file that cannot be
 * read. Later, replies of another cluster than that of the first reply are SORTID_NODE_BAD_REPLY. */
sortid_node_status sortid_node_etcd_open(struct etcd **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error);
void sortid_node_etcd_close(struct etcd *etcd); /* NULL is allowed; a forked child's does nothing */

/* When a request was sent and answered. */
struct etcd_times {
    uint64_t sent_boot_ms;     /* boot clock (clock.h) before the try that was answered */
    uint64_t sent_unix_ms;     /* wall clock then */
    uint64_t answered_unix_ms; /* wall clock when the answer had come */
    uint64_t date_ms; /* its Date header; 0: none. The server's time is in [date, date + 1 s) */
};

/* ---- Transactions ------------------------------------------------------------------------ */

/* Keys and values are texts of bytes 0x20 to 0x7e. Another byte, written by another program, is read as
 * 0x7f: so its record is recognised as not ours, and does not affect others. */
struct etcd_compare {
    const char *key;
    enum { ETCD_CREATED_AT, ETCD_CHANGED_AT } what; /* create_revision, mod_revision */
    int64_t revision;                               /* must be equal; 0: the key must not exist */
};

enum etcd_kind { ETCD_PUT, ETCD_DELETE, ETCD_RANGE };
enum etcd_order { ETCD_BY_KEY, ETCD_BY_CHANGE }; /* ascending */

struct etcd_operation {
    enum etcd_kind kind;
    const char *key;
    const char *value; /* put */
    int64_t lease;     /* put; 0: none */
    const char *end;   /* delete, range: keys >= `key` and < `end`; NULL: `key` only */
    enum etcd_order order;
    bool keys_only, count_only;
    uint32_t limit; /* 0: all */
};

struct etcd_transaction {
    const struct etcd_compare *compares; /* all must be true */
    size_t compare_count;
    const struct etcd_operation *operations; /* then these; */
    size_t operation_count;
    const struct etcd_operation *otherwise; /* else these */
    size_t otherwise_count;
};

struct etcd_pair {
    char *key, *value; /* value "" if only keys were asked for */
    int64_t created_at, changed_at, lease;
};

/* Of one range. */
struct etcd_range {
    struct etcd_pair *pairs;
    size_t count;
    int64_t total; /* as without the limit */
};

struct etcd_reply {
    bool succeeded;            /* all compares were true */
    struct etcd_range *ranges; /* of the range operations that were done, in order */
    size_t range_count;
    struct etcd_times times;
};

/* Linearizable. After a failure the transaction may have been done: the reply may be what was lost. It is
 * sent to the next endpoint only if the one before cannot have done it (no connection), or if it is
 * `repeatable`: doing it twice has the effect of doing it once. After success free the reply. */
sortid_node_status sortid_node_etcd_transact(struct etcd_reply *reply, struct etcd *etcd,
                                             const struct etcd_transaction *transaction,
                                             bool repeatable, sortid_node_error *error);
void sortid_node_etcd_reply_free(struct etcd_reply *reply);

/* ---- Leases ------------------------------------------------------------------------------- */

struct etcd_lease {
    int64_t id;
    int64_t ttl_s; /* as granted; 0: it has run out */
    struct etcd_times times;
};

sortid_node_status sortid_node_etcd_grant(struct etcd_lease *out, struct etcd *etcd, uint32_t ttl_s,
                                          sortid_node_error *error);
sortid_node_status sortid_node_etcd_keep_alive(struct etcd_lease *out, struct etcd *etcd,
                                               int64_t id, sortid_node_error *error);
/* Succeeds also if the lease does not exist. */
sortid_node_status sortid_node_etcd_revoke(struct etcd *etcd, int64_t id, sortid_node_error *error);

/* Remaining seconds of a lease; -1: it does not exist. */
sortid_node_status sortid_node_etcd_time_to_live(int64_t *left_s, struct etcd *etcd, int64_t id,
                                                 sortid_node_error *error);

#endif
