/* SPDX-License-Identifier: MIT */
/* sortid/node.h: libsortid-node: node ids for scru64 generators of many machines, held in
 * etcd, so that no two of them use one at the same time. A library of its own (link
 * sortid-node beside sortid; it needs libcurl and jansson); <sortid.h> does not include it.
 *
 * A *realm* is a name in etcd with *pools* of node ids, "0x0-0x7/4": first to last, of a
 * size. A *hold* is the right to use one id. It stands on a *bound* that is kept in etcd: the
 * holder makes IDs of ticks below it and no others, and whoever takes the id next begins
 * there. So nothing is repeated however long a holder is paused and whatever clocks say;
 * leases and clocks serve progress alone. Two cases are not covered: a copy of the process (a memory
 * snapshot or a CRIU image that is resumed while the original runs, or twice), and an etcd that was
 * restored from a backup, see sortid_node_raise_bounds. docs/node-ids.md has the protocol and why
 * it is safe.
 *
 * Any thread may call any of these functions on a client or hold at any time, except
 * sortid_node_close: no other call on the client may be running then, nor begin later.
 * sortid_node_release and _abandon end a hold: they wait for calls that are running on it. Each later
 * call on it returns SORTID_NODE_LOST and does nothing, and the bounds of its generators return
 * SORTID_HOLD_LOST: for the life of the process, also when other holds use the same memory. A
 * forked child must not use either: SORTID_NODE_SYSTEM; it may exit or exec. */
#ifndef SORTID_NODE_H
#define SORTID_NODE_H

#include "base.h"
#include "scru64.h"
#include "source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What went wrong --------------------------------------------------------------------- */

typedef enum sortid_node_status {
    SORTID_NODE_OK = 0,
    SORTID_NODE_BAD_OPTION = 1,    /* a pool "8-3/4"; a lease of 0 s */
    SORTID_NODE_NO_REALM = 2,      /* the realm, or the pool in it, is not there */
    SORTID_NODE_REALM_DIFFERS = 3, /* sortid_node_init: a pool is there with other ids, or
                                    * shares ids with another */
    SORTID_NODE_NO_ID = 4,         /* all ids of the pool are held, or not free yet */
    SORTID_NODE_LOST = 5,          /* the id was given back, or taken by another holder; a hold
                                    * that was released or abandoned before */
    SORTID_NODE_SKEW = 6,          /* own clock and etcd's differ by more than max_skew_ms */
    SORTID_NODE_UNREACHABLE = 7,   /* no endpoint answered in time */
    SORTID_NODE_DENIED = 8,        /* user, password or certificate refused, on either side */
    SORTID_NODE_GARBAGE = 9,       /* an answer that is none of etcd's, or a record none of ours */
    SORTID_NODE_ETCD_FAILED = 10,  /* etcd says why: no leader, no space */
    SORTID_NODE_SYSTEM = 11,       /* memory, clock, randomness, a thread; a forked child */
    SORTID_NODE_NOT_HELD = 12      /* sortid_node_release_id: nobody holds it */
} sortid_node_status;

/* What failed and where, a sentence without its end, "http://127.0.0.1:2379: connection
 * refused"; bytes 0x20 to 0x7e alone, cut where it is longer. Calls that take one write it where they
 * fail; NULL is allowed. */
#define SORTID_NODE_ERROR_SIZE 256
typedef struct sortid_node_error {
    char text[SORTID_NODE_ERROR_SIZE];
} sortid_node_error;

#define SORTID_NODE_STATUS SORTID_API SORTID_MUST_CHECK sortid_node_status

/* ---- A client of etcd ------------------------------------------------------------------- */

/* Strings are copied. */
typedef struct sortid_node_client_options {
    const char *endpoints; /* "http://HOST:PORT,https://...", 1 to 16; asked in turn from a
                            * random one on, the next after one that fails */
    const char *user;      /* NULL: no authentication; with `password` */
    const char *password;
    const char *ca_file;   /* PEM; NULL: the system's authorities */
    const char *cert_file; /* PEM, of this client; NULL: none; with `key_file` */
    const char *key_file;
    uint32_t timeout_ms; /* of one call over all endpoints; default 5,000; 1 to 600,000 */
    uint64_t zero[4];    /* room to grow: must be zero */
} sortid_node_client_options;

SORTID_API void sortid_node_client_options_default(sortid_node_client_options *out);

/* A client makes no connection before its first request. SORTID_NODE_BAD_OPTION,
 * SORTID_NODE_SYSTEM. Close it after the holds that use it. */
typedef struct sortid_node_client sortid_node_client;
SORTID_NODE_STATUS sortid_node_open(sortid_node_client **out,
                                    const sortid_node_client_options *options,
                                    sortid_node_error *error);
SORTID_API void sortid_node_close(sortid_node_client *client); /* NULL is allowed */

/* ---- Realms ------------------------------------------------------------------------------- */

/* Names of realms and pools: 1 to 64 of a-z A-Z 0-9 . _ -, no dot first. */
#define SORTID_NODE_NAME_SIZE 65

/* The ids first to last of one size; of two pools of a realm none is a prefix of the other's,
 * as bits: 0x1/4 and 0x10/8 exclude each other. */
typedef struct sortid_node_pool {
    char name[SORTID_NODE_NAME_SIZE];
    uint32_t first, last;
    uint32_t size; /* 1 to 23 */
} sortid_node_pool;

/* Reads NAME=FIRST-LAST/SIZE or NAME=ID/SIZE, numbers decimal or 0x and hex.
 * SORTID_NODE_BAD_OPTION. */
SORTID_NODE_STATUS sortid_node_pool_parse(sortid_node_pool *out, const char *text,
                                          sortid_node_error *error);

/* Makes the realm with these pools (at most 256), or adds those it has not. One that has them all is
 * left as it is. SORTID_NODE_REALM_DIFFERS changes nothing. */
SORTID_NODE_STATUS sortid_node_init(sortid_node_client *client, const char *realm,
                                    const sortid_node_pool *pools, size_t count,
                                    sortid_node_error *error);

/* After a restore of etcd from a backup: nobody begins before the tick of `unix_ms` from now on.
 * It must not be before any bound that was ever given: now + the longest horizon + allowance + max
 * skew + the longest quarantine that is in use. If a floor that was set before is later than now, count
 * from that floor. Call it before clients reach the restored etcd. Holds that go on make no ID before it
 * once they know of it; foreign ones are lost. Never lowers.
 * SORTID_NODE_BAD_OPTION behind scru64's last tick. */
SORTID_NODE_STATUS sortid_node_raise_bounds(sortid_node_client *client, const char *realm,
                                            uint64_t unix_ms, sortid_node_error *error);

/* What stands in etcd. */
typedef struct sortid_node_realm {
    char name[SORTID_NODE_NAME_SIZE];
    uint64_t floor; /* tick: nobody begins before it */
    size_t pool_count;
    sortid_node_pool *pools;
} sortid_node_realm;

#define SORTID_NODE_LABEL_SIZE 128
typedef struct sortid_node_id_report {
    uint32_t node_id, node_id_size;
    uint64_t bound;         /* tick: nobody makes IDs from here on; 0: never used */
    uint64_t quarantine_ms; /* of a hold that ended uncleanly: free so long after the bound */
    bool clean;             /* given back by its last holder */
    bool held;
    uint64_t held_since_ms;             /* Unix time, by the holder's clock */
    int64_t lease_left_s;               /* held: seconds that etcd gives the holder; -1 not asked */
    char label[SORTID_NODE_LABEL_SIZE]; /* of the holder, or of the last one */
} sortid_node_id_report;

typedef struct sortid_node_report {
    sortid_node_realm realm;
    uint64_t etcd_unix_ms; /* by etcd's own clock, in whole seconds */
    size_t id_count;       /* those that were ever used, in order of pools and ids */
    sortid_node_id_report *ids;
} sortid_node_report;

/* All realms with their pools; one realm with its used ids. To be freed by the call beside. */
SORTID_NODE_STATUS sortid_node_list(sortid_node_realm **realms, size_t *count,
                                    sortid_node_client *client, sortid_node_error *error);
SORTID_API void sortid_node_list_free(sortid_node_realm *realms, size_t count);
SORTID_NODE_STATUS sortid_node_examine(sortid_node_report *out, sortid_node_client *client,
                                       const char *realm, sortid_node_error *error);
SORTID_API void sortid_node_report_free(sortid_node_report *report);

/* Ends somebody else's hold, as if its lease had run out: the holder can raise its bound no
 * more, and makes IDs up to it; a taker begins there. SORTID_NODE_NOT_HELD. */
SORTID_NODE_STATUS sortid_node_release_id(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          sortid_node_error *error);

/* ---- A hold ------------------------------------------------------------------------------- */

typedef struct sortid_node_hold_options {
    const char *realm, *pool; /* copied, as is the label */
    const char *label;        /* NULL: host name:process id; cut to its room, 0x20 to 0x7e */
    uint32_t horizon_ms;      /* how far the bound is put ahead of the clock, and raised when
                               * less than half is left; default 60,000; 1,000 to 86,400,000. Of a
                               * foreign hold at least twice allowance, skew and lease together,
                               * so that its program can be ended in time */
    uint32_t lease_s; /* default 15; 2 to 3,600; etcd raises small ones, and then that counts */
    uint32_t allowance_ms;  /* of the generator: an id whose bound is no further ahead of the
                               * clock may be taken; default SORTID_DEFAULT_ALLOWANCE_MS */
    uint32_t max_skew_ms;   /* default 5,000; etcd tells its time in whole seconds, which is
                               * allowed for: at least 1,000 */
    uint64_t wait_ms;       /* how long to wait for an id to become free; default 0 */
    bool keep_alive;        /* a thread of the library's tends the hold; default false */
    bool foreign;           /* the ids are made by a program that asks no bound (sortid node
                               * run): unless it ends cleanly nobody takes the id before the bound
                               * and `quarantine_ms` are over. Default false */
    uint64_t quarantine_ms; /* of a foreign hold; default 3,600,000 */
    uint64_t zero[4];       /* room to grow: must be zero */
} sortid_node_hold_options;

SORTID_API void sortid_node_hold_options_default(sortid_node_hold_options *out);

/* Takes a free id of the pool: one that was never used, else the one unused longest.
 * SORTID_NODE_BAD_OPTION, _NO_REALM, _NO_ID (after wait_ms; the text says how many are held and
 * when the next is free), _SKEW, and those of a request. The client serves the hold to its end,
 * and may serve others. */
typedef struct sortid_node_hold sortid_node_hold;
SORTID_NODE_STATUS sortid_node_acquire(sortid_node_hold **out, sortid_node_client *client,
                                       const sortid_node_hold_options *options,
                                       sortid_node_error *error);

/* The spec to begin with: always ID/size, its ID the last possible one before the hold. Of a
 * hold that has ended, and in a forked child: all zeros, which every generator refuses. */
SORTID_API void sortid_node_hold_spec(sortid_scru64_node_spec *out, const sortid_node_hold *hold);

/* The bound for the options of a generator on that spec. It serves any thread, and several
 * generators only if they never run at once and each begins at the node spec of the one before.
 * Where the hold has no thread of its own, a tick at the bound is reason to tend the hold inside
 * the call. Statuses: SORTID_BOUND_REACHED, SORTID_HOLD_LOST, SORTID_FORKED in a child.
 *
 * Generators copy the bound and may outlive the hold: they get SORTID_HOLD_LOST. The pointer itself
 * is good until the hold ends: prepare no generator with it later. That cannot be noticed for
 * ever: the memory stays readable, but after 64 or more further holds it has the bound of
 * another hold. */
SORTID_API const sortid_bound *sortid_node_hold_bound(const sortid_node_hold *hold);

/* Without a thread of the library's: renews the lease and raises the bound where that is due, and
 * tells after how many ms (> 0; NULL is allowed) to call again: in time even if it fails, by when
 * it should be tried again. SORTID_NODE_LOST is final; after others the hold goes on to its bound.
 * A lease that ran out while nobody took the id is taken anew. With such a thread: what
 * it last met. */
SORTID_NODE_STATUS sortid_node_tend(sortid_node_hold *hold, uint64_t *next_ms,
                                    sortid_node_error *error);

/* When a foreign generator must be gone, on the clock that runs through suspend. In a forked
 * child it is lost. */
typedef struct sortid_node_times {
    uint64_t now_ms;  /* that clock now */
    uint64_t ask_ms;  /* a quarter of the lease before that: ask it to end */
    uint64_t kill_ms; /* three quarters of the lease since the last renewal was sent, or
                       * earlier for the bound: end it */
    bool lost;        /* the hold is over: ask and kill at once */
} sortid_node_times;
SORTID_API void sortid_node_hold_times(sortid_node_times *out, sortid_node_hold *hold);

/* Gives the id back: the bound becomes the first tick that was not covered (of a foreign hold, whose
 * generator must be gone: the clock and allowance_ms and max_skew_ms, if it was further), and the hold
 * ends, also where that fails: then the id is lost uncleanly, and free when lease and bound are
 * over. A generator on it makes IDs of its last tick at most, then SORTID_HOLD_LOST. A second release,
 * by whatever thread: SORTID_NODE_LOST. In a forked child nothing is done: SORTID_NODE_SYSTEM.
 *
 * Of each hold that has ended some 150 bytes stay for later holds, so that late questions can be
 * answered: no more than for the most holds at one time and 64. */
SORTID_NODE_STATUS sortid_node_release(sortid_node_hold *hold, sortid_node_error *error);

/* Ends the hold and writes nothing to etcd. Allowed are NULL and a hold that has ended. */
SORTID_API void sortid_node_abandon(sortid_node_hold *hold);

#ifdef __cplusplus
}
#endif
#endif
