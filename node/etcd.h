/* SPDX-License-Identifier: MIT */
/* node/etcd.h: a client of etcd's v3 API as it is spoken over HTTP and JSON: transactions and
 * leases, over several endpoints, each request within a deadline. Called by realm.c and reservation.c;
 * it knows keys and values, no realm. By libcurl and jansson. A client may be used by several
 * threads: a lock lets one request run at a time, and the time of a call begins when it has
 * the lock. */
#ifndef NODE_ETCD_H
#define NODE_ETCD_H

#include <sortid/node.h>

struct etcd;

/* SORTID_NODE_BAD_OPTION: a bad endpoint, a timeout out of range, half of a pair, a file that cannot
 * be read. The cluster that answers first is the one: another's answers are SORTID_NODE_BAD_REPLY. */
sortid_node_status sortid_node_etcd_open(struct etcd **out,
                                         const sortid_node_client_options *options,
                                         sortid_node_error *error);
void sortid_node_etcd_close(struct etcd *etcd); /* NULL is allowed; a forked child's does nothing */

/* When a request was sent and answered. */
struct etcd_times {
    uint64_t sent_boot_ms;     /* clock.h's boot_ms before the try that was answered */
    uint64_t sent_unix_ms;     /* wall clock then */
    uint64_t answered_unix_ms; /* wall clock when the answer had come */
    uint64_t date_ms;          /* its Date header; 0: none. The truth is in [date, date + 1 s) */
};

/* ---- Transactions ------------------------------------------------------------------------ */

/* Keys and values are texts of bytes 0x20 to 0x7e. A byte beside these that a stranger put there is
 * read as 0x7f, so that a record of his is none of ours and spoils no other. */
struct etcd_compare {
    const char *key;
    enum { ETCD_CREATED_AT, ETCD_CHANGED_AT } what; /* create_revision, mod_revision */
    int64_t revision;                               /* equal to it; 0: there is no such key */
};

enum etcd_kind { ETCD_PUT, ETCD_DELETE, ETCD_RANGE };
enum etcd_order { ETCD_BY_KEY, ETCD_BY_CHANGE }; /* ascending */

struct etcd_operation {
    enum etcd_kind kind;
    const char *key;
    const char *value; /* put */
    int64_t lease;     /* put; 0: none */
    const char *end;   /* delete, range: keys from `key` on and before `end`; NULL: that key */
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
    char *key, *value; /* value "" where keys alone were asked for */
    int64_t created_at, changed_at, lease;
};

/* Of one range. */
struct etcd_range {
    struct etcd_pair *pairs;
    size_t count;
    int64_t total; /* without the limit */
};

struct etcd_reply {
    bool succeeded;            /* the compares held */
    struct etcd_range *ranges; /* of the operations done that are ranges, in their order */
    size_t range_count;
    struct etcd_times times;
};

/* Linearizable. A failure says nothing about whether it was done: the reply may be what was
 * lost. A transaction is sent again to the next endpoint only where the one before cannot have
 * taken it (no connection), or where `repeatable` says that doing it twice is doing it once. On success
 * the reply is to be freed. */
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
/* Success too if there is no such lease. */
sortid_node_status sortid_node_etcd_revoke(struct etcd *etcd, int64_t id, sortid_node_error *error);

/* Seconds that are left of a lease, -1 if there is none. */
sortid_node_status sortid_node_etcd_time_to_live(int64_t *left_s, struct etcd *etcd, int64_t id,
                                                 sortid_node_error *error);

#endif
