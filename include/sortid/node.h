/* SPDX-License-Identifier: MIT */
/* sortid/node.h: SCRU64 node ids, reserved in etcd or PostgreSQL for programs on many machines.
 *
 * It ensures that no two programs use one node id at the same time. libsortid-node is a separate
 * library, because it needs libcurl, jansson and libpq: link sortid-node in addition to sortid.
 * <sortid.h> does not include this header.
 *
 * A *realm* is a named set of *pools* of node ids in the store, etcd or PostgreSQL: "0x0-0x7/4" is
 * the ids 0 to 7 of 4 bits. A *reservation* is the right to use one id. It has a *bound*, a tick of
 * 256 ms that is kept in the store: the holder makes only IDs of ticks below the bound, and raises
 * the bound in time. The next holder of the id starts at the bound. Therefore no ID is repeated,
 * however long a holder is paused and whatever clocks show; leases and clocks only decide how soon
 * an id is free again.
 *
 * Two cases are covered only in part:
 * - A copy of a process: a memory snapshot or a CRIU image that is resumed while the original runs,
 *   or more than once. Copies share no tick at or above the highest bound that was known or
 *   requested when the copy was made. At most one continues; the others get SORTID_NODE_LOST when
 *   they try to raise the bound, after half a horizon at most while the store answers. Below that
 *   bound they may repeat each other's IDs. A process that knows that it is a copy must end its
 *   reservations with sortid_node_reservation_abandon (never with sortid_node_reservation_release),
 *   open a new client and acquire again.
 * - A store that was restored from a backup: see sortid_node_realm_create.
 *
 * docs/node-operation.md says how to operate it, docs/node-design.md why it is safe.
 *
 * Threads: any thread may call any function on a client or a reservation at any time, except
 * sortid_node_client_close: no other call on that client may be running or start later.
 *
 * End of a reservation: sortid_node_reservation_release and sortid_node_reservation_abandon wait
 * for calls that are running on it. Later calls on it return SORTID_NODE_LOST and do nothing, and
 * its generators get SORTID_RESERVATION_LOST. This is true for the life of the process, also when
 * new reservations use the same memory.
 *
 * Fork: a child must not use the clients and reservations of its parent. Calls return
 * SORTID_NODE_SYSTEM and do nothing; generators get SORTID_FORKED. The child may exit or exec. */
#ifndef SORTID_NODE_H
#define SORTID_NODE_H

#include "scru64.h"

SORTID_BEGIN_C

/* This library has a version of its own. Until 1.0 a new minor version may change any call. */
#define SORTID_NODE_VERSION "0.3.0"

/* The version at run time; static, for any thread. */
SORTID_API const char *sortid_node_version(void);

/* ---- Statuses ------------------------------------------------------------ */

/* The numbers are never changed or reused. */
typedef enum SORTID_INT32(sortid_node_status) {
    SORTID_NODE_OK = 0,
    SORTID_NODE_BAD_OPTION = 1, /* a pool "8-3/4"; a lease of 1 s; a reserved field that is not 0 */
    SORTID_NODE_NO_REALM = 2,   /* the realm does not exist, or has no such pool */
    SORTID_NODE_REALM_DIFFERS = 3, /* sortid_node_realm_create: the realm has a pool of this name
                                    * with other ids, or one that shares ids with it */
    SORTID_NODE_NO_ID = 4,         /* all ids of the pool are reserved, or not free yet */
    SORTID_NODE_LOST = 5,          /* another holder has the id, or a client released it; or the
                                    * reservation was released or abandoned before this call */
    SORTID_NODE_CLOCK_SKEW = 6,    /* this clock and the store's differ by more than max_skew_ms */
    SORTID_NODE_UNREACHABLE = 7,   /* no endpoint answered within timeout_ms */
    SORTID_NODE_DENIED = 8,        /* user, password or certificate refused, by either side */
    SORTID_NODE_BAD_REPLY = 9,     /* the reply is not from the store, or from another one than
                                    * before; a record there is not one of sortid */
    SORTID_NODE_STORE_FAILED = 10, /* the store reports an error: no leader, no space */
    SORTID_NODE_SYSTEM = 11,       /* no memory, clock, randomness or thread; a forked child */
    SORTID_NODE_NOT_RESERVED = 12, /* sortid_node_id_release, _replace_id: no one has the id */
    SORTID_NODE_RESTORED = 13,    /* the store is not the one for which the realm's bounds were last
                                    * raised, or this client has seen that it has lost writes since:
                                    * see sortid_node_realm_create */
    SORTID_NODE_OUT_OF_TIME = 14, /* sortid_node_realm_create: too early, or far ahead */
    SORTID_NODE_IN_USE = 15 /* sortid_node_pool_shrink: ids to remove are reserved or blocked */
    SORTID_INT32_END(SORTID_NODE_STATUS_END)
} sortid_node_status;

/* A sentence in English for a status, never NULL; static, for any thread. */
SORTID_API const char *sortid_node_status_text(sortid_node_status status);

/* The name of a status in C, "SORTID_NODE_OK"; "SORTID_NODE_?" for an unknown number. */
SORTID_API const char *sortid_node_status_name(sortid_node_status status);

/* What failed and where: "http://127.0.0.1:2379: connection refused". One line without a full stop,
 * of bytes 0x20 to 0x7e, cut if it is longer. Calls with this argument write it when they fail. It
 * may be NULL. */
#define SORTID_NODE_ERROR_SIZE 256
typedef struct sortid_node_error {
    char text[SORTID_NODE_ERROR_SIZE];
} sortid_node_error;

#define SORTID_NODE_STATUS SORTID_API SORTID_MUST_CHECK sortid_node_status

/* Below, "a request failed" means SORTID_NODE_UNREACHABLE, _DENIED, _BAD_REPLY, _STORE_FAILED or
 * _SYSTEM. */

/* ---- A client of a store ------------------------------------------------- */

#define SORTID_NODE_DEFAULT_TIMEOUT_MS 5000

/* {0} is all defaults, but `store` is required. Strings are copied. */
typedef struct sortid_node_client_options {
    const char *store; /* endpoints of etcd, "http://HOST:PORT,https://...", 1 to 16: requests start
                        * with a random one. Or PostgreSQL, "postgresql://USER@HOST:PORT/DATABASE",
                        * a URL of libpq with 1 to 16 hosts. If one fails, the next is asked */
    const char *user;  /* NULL: no authentication, or the user of PostgreSQL's URL; else `password`
                        * is required */
    const char *password;
    const char *ca_file;   /* trusted authorities. NULL: etcd: those of the system; PostgreSQL: as
                            * the URL says. All three are PEM */
    const char *cert_file; /* certificate of this client, with `key_file`. NULL: none */
    const char *key_file;
    uint32_t timeout_ms;  /* of one call over all servers, 1 to 600,000. 0: the default */
    uint32_t reserved32;  /* 0 */
    uint64_t reserved[4]; /* 0 */
} sortid_node_client_options;

typedef struct sortid_node_client sortid_node_client;

/* Creates a client of a store, which connects at its first request, and remembers what it has seen:
 * use one for the life of the process. Close it after the reservations that use it have ended.
 * SORTID_NODE_BAD_OPTION, also if a file cannot be read; SORTID_NODE_SYSTEM. */
SORTID_NODE_STATUS sortid_node_client_open(sortid_node_client **out,
                                           const sortid_node_client_options *options,
                                           sortid_node_error *error) SORTID_NONNULL((1, 2));

/* Closes and frees a client. NULL is allowed. In a forked child it does nothing. */
SORTID_API void sortid_node_client_close(sortid_node_client *client);

/* ---- Realms -------------------------------------------------------------- */

/* Names of realms and pools: 1 to 64 bytes of a-z A-Z 0-9 . _ -, not starting with a dot. */
#define SORTID_NODE_NAME_SIZE 65

/* The ids `first` to `last` of `size` bits. Pools of a store must not overlap as bit prefixes, as
 * 0x1/4 and 0x10/8 do. The layout of this struct is fixed for the life of a soname. */
typedef struct sortid_node_pool {
    char name[SORTID_NODE_NAME_SIZE];
    bool share_ids;       /* accept that other realms have ids of it: both repeat IDs */
    uint8_t reserved8[2]; /* 0 */
    uint32_t first, last;
    uint32_t size;        /* 1 to 23 */
    uint32_t reserved[4]; /* 0 */
} sortid_node_pool;

/* Reads the text of a pool: "NAME=FIRST-LAST/SIZE" or "NAME=ID/SIZE", numbers in decimal or, after
 * 0x, in hexadecimal. SORTID_NODE_BAD_OPTION. */
SORTID_NODE_STATUS sortid_node_pool_parse(sortid_node_pool *out, const char *text, size_t length,
                                          sortid_node_error *error) SORTID_NONNULL((1));

#define SORTID_NODE_DEFAULT_MAX_AHEAD_MS   600000
#define SORTID_NODE_DEFAULT_CLOCK_ERROR_MS 60000

/* How to raise the bounds of a realm after its store was restored. {0}: to the earliest time that
 * is safe. */
typedef struct sortid_node_raise {
    uint64_t unix_ms; /* the new floor. 0: the earliest that is safe */
    /* How far a clock of the lost store may have been ahead of this machine's and of the store's,
     * 1 to 2^40. 0: the default. */
    uint64_t clock_error_ms;
    bool accept_early;    /* accept a time before the earliest that is safe */
    bool accept_far;      /* accept a time far ahead: see sortid_node_realm_create */
    uint8_t reserved8[6]; /* 0 */
    uint64_t reserved[2]; /* 0 */
} sortid_node_raise;

/* Options that a realm gets when it is created; they never change. {0} is all defaults. */
typedef struct sortid_node_realm_options {
    uint64_t max_ahead_ms;      /* the cap: no bound is further ahead of the store's clock. Horizon,
                                 * allowance and max skew of a reservation must fit in it. 1,000 to
                                 * 2^40. 0: the default, or what the realm has */
    uint64_t max_quarantine_ms; /* the longest quarantine of an external reservation, up to 2^44. 0:
                                 * none are permitted, or what the realm has */
    const sortid_node_raise *raise; /* not NULL: raise the bounds, also of a realm that is created
                                     * because it is missing after a restore */
    uint64_t reserved[3];           /* 0 */
} sortid_node_realm_options;

/* Creates a realm with pools (at most 256), or adds those that it lacks. If it has all of them,
 * nothing is changed. `pools` may be NULL if `count` is 0; then the realm must exist. `options` may
 * be NULL.
 *
 * With options.raise the bounds are raised in the same step, after the store was restored from a
 * backup and the old store was stopped for good. From now on no reservation of the realm starts
 * before its *floor*, and the realm belongs to the store that it is in. Reservations that continue
 * make no ID before the floor once they know of it; those of external programs are lost. The
 * earliest safe floor is the latest of: the floor that the realm has; the highest bound in the
 * store, with its quarantine; and now + the clock error + max_ahead_ms + max_quarantine_ms of the
 * realm, where now is the later one of this machine's clock and the store's. It is safe if no clock
 * of the lost store was ahead of that now by more than the clock error. *floor_ms (may be NULL)
 * becomes the time of the floor; after SORTID_NODE_OUT_OF_TIME, the earliest safe time.
 *
 * A floor is never lowered. So unless accept_far is set, a floor is refused if it is more than a
 * day after the floor that the realm has and more than a day after the earlier of both clocks +
 * max_ahead_ms + max_quarantine_ms, even if it is the earliest safe floor.
 *
 * SORTID_NODE_REALM_DIFFERS  pools of this realm or another conflict, or the realm has another
 *                            max_ahead_ms or max_quarantine_ms; nothing is changed
 * SORTID_NODE_OUT_OF_TIME    options.raise: the time is before the earliest safe one, before the
 *                            floor that the realm has, or far ahead; nothing is changed
 * SORTID_NODE_BAD_OPTION     a pool; a time after scru64's last tick; a reserved field not 0
 * SORTID_NODE_NO_REALM       without pools: it does not exist
 * and a request failed. */
SORTID_NODE_STATUS sortid_node_realm_create(sortid_node_client *client, const char *realm,
                                            const sortid_node_pool *pools, size_t count,
                                            const sortid_node_realm_options *options,
                                            uint64_t *floor_ms, sortid_node_error *error)
    SORTID_NONNULL((1, 2));

/* Adds ids to a pool, before and after those that it has: `pool` is the complete new pool, with the
 * same name and size. If the pool has exactly these ids, nothing is changed.
 *
 * SORTID_NODE_REALM_DIFFERS  the pool lacks ids, has another size, or is being shrunk or removed;
 *                            another pool of the store shares ids with it
 * SORTID_NODE_NO_REALM       the realm does not exist, or has no such pool
 * SORTID_NODE_BAD_OPTION     the pool; SORTID_NODE_RESTORED; a request failed. */
SORTID_NODE_STATUS sortid_node_pool_grow(sortid_node_client *client, const char *realm,
                                         const sortid_node_pool *pool, sortid_node_error *error)
    SORTID_NONNULL((1, 2, 3));

/* Removes ids from both ends of a pool: `pool` is what remains, with the same name and size. With
 * `first` 1 and `last` 0 nothing remains, and the pool is removed; then `size` is ignored.
 *
 * From this call on the ids that are to be removed cannot be acquired, nor can a reservation of
 * such an id be resumed after its lease has run out. The call returns SORTID_NODE_IN_USE until none
 * of these ids is reserved and their bounds and quarantines have passed; call it again later. Then
 * it removes them and returns SORTID_NODE_OK. *blocked_ms (may be NULL) becomes the Unix time until
 * which the ids are blocked, as far as is known now. The realm's floor becomes at least the last
 * bound of the removed ids, so they may be added again in any pool.
 *
 * SORTID_NODE_REALM_DIFFERS  the pool lacks ids that should remain, or has another size
 * SORTID_NODE_NO_REALM       the realm does not exist, or has no such pool
 * SORTID_NODE_BAD_REPLY      also: the record of an id that is to be removed cannot be read:
 *                            sortid_node_id_replace replaces it
 * SORTID_NODE_BAD_OPTION     the pool; SORTID_NODE_RESTORED; a request failed. */
SORTID_NODE_STATUS sortid_node_pool_shrink(sortid_node_client *client, const char *realm,
                                           const sortid_node_pool *pool, uint64_t *blocked_ms,
                                           sortid_node_error *error) SORTID_NONNULL((1, 2, 3));

/* Cancels the removal of ids of a pool that are not removed yet: all can be reserved again.
 * SORTID_NODE_NO_REALM, SORTID_NODE_RESTORED; a request failed. */
SORTID_NODE_STATUS sortid_node_pool_reopen(sortid_node_client *client, const char *realm,
                                           const char *pool, sortid_node_error *error)
    SORTID_NONNULL((1, 2, 3));

/* ---- What is in the store ------------------------------------------------ */

/* Only the library allocates these structs, because a later version may append fields. So use them
 * by pointer; do not copy them, and do not compute addresses from sizeof. `size` is the number of
 * bytes that the library has filled: a field at or beyond it does not exist. */

typedef struct sortid_node_realm {
    size_t size; /* of this struct, in bytes */
    char name[SORTID_NODE_NAME_SIZE];
    uint8_t reserved8[7];
    uint64_t floor; /* tick: no reservation starts before it; 0: none */
    size_t pool_count;
    sortid_node_pool *pools;
    uint64_t max_ahead_ms, max_quarantine_ms; /* see sortid_node_realm_options */
    char incarnation[33]; /* 32 hex digits, drawn whenever the bounds are raised */
    char store[80];       /* which store the realm is for */
    bool is_restored;   /* it is in another store: restored, and its bounds were not raised since */
    bool is_unreadable; /* sortid_node_realm_list: its record is not one of sortid, or of another
                           * version; only the name is known */
    uint8_t reserved8_[5];
    sortid_node_pool *open; /* NULL: all ids can be reserved. Else pool_count of them: the ids
                                   * of each pool that can be, `first` > `last` if none; the others
                                   * are being removed */
} sortid_node_realm;

#define SORTID_NODE_LABEL_SIZE 128
typedef struct sortid_node_id_report {
    size_t size; /* of this struct, in bytes */
    uint32_t node_id, node_id_size;
    uint64_t bound;         /* tick: the holder makes no IDs from this tick on */
    uint64_t quarantine_ms; /* of an external reservation that did not end cleanly: how long after
                             * the bound the id stays blocked */
    bool clean;             /* its last holder released it */
    bool is_reserved;       /* it has a holder */
    bool is_unreadable;     /* a record of it is not of sortid, or of another version: it cannot be
                             * acquired, and only node_id, node_id_size, is_reserved are known */
    uint8_t reserved8[5];
    uint64_t reserved_since_ms; /* Unix time, by the holder's clock */
    int64_t lease_remaining_s; /* if reserved: seconds until the lease ends; -1: not asked, which is
                                 * so after the first 256 reserved ids */
    char label[SORTID_NODE_LABEL_SIZE]; /* of the holder, or of the last one */
} sortid_node_id_report;

typedef struct sortid_node_report {
    size_t size; /* of this struct, in bytes */
    const sortid_node_realm *realm;
    uint64_t store_unix_ms; /* the store's own clock; etcd's in whole seconds */
    size_t id_count;
    const sortid_node_id_report *const *ids; /* ids that were ever used, ordered by pool and id */
    size_t other_key_count; /* keys among those of the ids that are not of sortid */
} sortid_node_report;

/* Reads all realms with their pools, as an array of `*count` pointers: (*realms)[0]->name. Free it
 * with sortid_node_realm_list_free. A request failed. */
SORTID_NODE_STATUS sortid_node_realm_list(sortid_node_client *client, sortid_node_realm ***realms,
                                          size_t *count, sortid_node_error *error)
    SORTID_NONNULL((1, 2, 3));
SORTID_API void sortid_node_realm_list_free(sortid_node_realm **realms, size_t count);

/* Reads one realm with its used ids. Free the report with sortid_node_report_free. The parts are
 * read one after another, so they may be of different moments. SORTID_NODE_BAD_OPTION,
 * SORTID_NODE_NO_REALM; a request failed. */
SORTID_NODE_STATUS sortid_node_realm_examine(sortid_node_client *client,
                                             sortid_node_report **report, const char *realm,
                                             sortid_node_error *error) SORTID_NONNULL((1, 2, 3));

/* Reads one realm for its counts, as sortid_node_realm_examine does, without lease_remaining_s: of a
 * pool with more than 4,096 ids only those that are reserved or blocked, if these are few. It finds
 * them by the index of free ids, and does not notice what another program wrote over a free id. */
SORTID_NODE_STATUS sortid_node_realm_summarize(sortid_node_client *client,
                                               sortid_node_report **report, const char *realm,
                                               sortid_node_error *error) SORTID_NONNULL((1, 2, 3));
SORTID_API void sortid_node_report_free(sortid_node_report *report); /* NULL is allowed */

/* Ends the reservation of another holder, as if its lease had run out: that holder can make IDs up
 * to its bound but cannot raise it any more, and the next holder starts there.
 * SORTID_NODE_BAD_OPTION, _NOT_RESERVED, _RESTORED; a request failed. */
SORTID_NODE_STATUS sortid_node_id_release(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          sortid_node_error *error) SORTID_NONNULL((1, 2));

/* Replaces the record of an id if it cannot be read, because another program wrote it. Without the
 * call such an id cannot be acquired or removed from its pool. The call also ends the reservation
 * of the id as sortid_node_id_release does.
 *
 * The new record has the latest bound that the lost record may have had: now +
 * SORTID_NODE_DEFAULT_CLOCK_ERROR_MS + max_ahead_ms + max_quarantine_ms of the realm, where now is
 * the later one of this machine's clock and the store's. The id is blocked until that time.
 * *blocked_ms (may be NULL) becomes that Unix time; 0 if the record could be read. This is safe if
 * no clock of the store was ahead of that now by more than the clock error when the lost bound was
 * written.
 *
 * SORTID_NODE_NOT_RESERVED: the id is not reserved, and its record can be read, or does not exist.
 * SORTID_NODE_BAD_OPTION, SORTID_NODE_NO_REALM, SORTID_NODE_RESTORED; a request failed. */
SORTID_NODE_STATUS sortid_node_id_replace(sortid_node_client *client, const char *realm,
                                          uint32_t node_id, uint32_t node_id_size,
                                          uint64_t *blocked_ms, sortid_node_error *error)
    SORTID_NONNULL((1, 2));

/* ---- Reservations -------------------------------------------------------- */

#define SORTID_NODE_DEFAULT_HORIZON_MS    180000
#define SORTID_NODE_DEFAULT_LEASE_S       100
#define SORTID_NODE_DEFAULT_MAX_SKEW_MS   5000
#define SORTID_NODE_DEFAULT_QUARANTINE_MS 3600000

/* {0} is all defaults, but `realm` and `pool` are required. 0 is the default where a default is
 * defined above. Strings are copied. */
typedef struct sortid_node_reservation_options {
    const char *realm;
    const char *pool;      /* or up to 16 with commas, "web,spare": the first that has a free id */
    const char *label;     /* shown to people; cut to its size, other bytes than 0x20 to 0x7e become
                            * "?". NULL: host name:process id */
    uint32_t horizon_ms;   /* how far ahead of the clock the bound is set; it is raised when less
                            * than three quarters are left. 1,000 to 86,400,000. With `external` it
                            * is at least 4/3 of the sum of allowance, skew and lease, so that the
                            * program can run on for a lease without the store */
    uint32_t lease_s;      /* 2 to 3,600; etcd raises small values, and then its value counts */
    uint64_t allowance_ms; /* an id is free if its bound is at most this far ahead of the clock: use
                            * the allowance of the generator. At most 4,294,967,295. 0:
                            * SORTID_DEFAULT_ALLOWANCE_MS; SORTID_ALLOWANCE_NONE: 0 ms */
    uint32_t max_skew_ms;  /* how far this clock and the store's may differ. At least 1,000: etcd
                            * tells its time in whole seconds */
    bool renewal_thread;   /* a thread of the library renews the reservation. false: the caller
                            * calls sortid_node_reservation_renew */
    bool external;         /* the IDs are made by a program that asks no bound (sortid node run): if
                            * the reservation does not end cleanly, no one gets the id before the
                            * bound and `quarantine_ms` have passed */
    uint16_t reserved16;   /* 0 */
    /* How long to wait for a free id, and for a store that does not answer yet. 0: not at all. */
    uint64_t wait_ms;
    uint64_t quarantine_ms; /* of an external reservation: 1 to max_quarantine_ms. 0: the maximum */
    uint64_t reserved[4];   /* 0 */
} sortid_node_reservation_options;

/* A handle, which the library never reuses. */
typedef struct sortid_node_reservation sortid_node_reservation;

/* Reserves a free id of a pool: one that was never used, or else one of those that have been unused
 * the longest. The client must outlive the reservation; it may serve many.
 *
 * SORTID_NODE_BAD_OPTION   an option is out of its range
 * SORTID_NODE_NO_REALM     the realm does not exist, has no such pool, or that is being removed
 * SORTID_NODE_NO_ID        after wait_ms; the error says how many ids are reserved and when the
 *                          next is free
 * SORTID_NODE_CLOCK_SKEW   set the clock of this machine, or of the store's
 * and a request failed. */
SORTID_NODE_STATUS sortid_node_reservation_acquire(sortid_node_client *client,
                                                   sortid_node_reservation **out,
                                                   const sortid_node_reservation_options *options,
                                                   sortid_node_error *error)
    SORTID_NONNULL((1, 2, 3));

/* The node spec of a reservation, with which a generator starts, in the form ID/size: its ID is the
 * last possible one before the reservation. If the reservation has ended, and in a forked child, it
 * is all zeros, which every generator refuses. */
SORTID_API void sortid_node_reservation_spec(const sortid_node_reservation *reservation,
                                             sortid_scru64_node_spec *out) SORTID_NONNULL((1, 2));

/* The bound of a reservation, for sortid_options.bound of a generator that has its node spec. Any
 * thread may ask it. Without a renewal thread, a generator that reaches the bound renews the
 * reservation inside its call.
 *
 * A reservation is for one generator: the default one, which serves all threads of the process
 * (sortid_scru64_set_default), or a private one. Each tick is given to one generator, so a second
 * generator on the same bound repeats no ID, but gets SORTID_BOUND_IN_USE whenever the first one
 * has the tick. Generators may use a bound one after another: each starts with the node spec of the
 * one before, and begins in a later tick.
 *
 * The generator gets SORTID_BOUND_REACHED (the store cannot be reached: try later),
 * SORTID_BOUND_IN_USE, SORTID_RESERVATION_LOST (final) or, in a child, SORTID_FORKED.
 *
 * sortid_node_reservation_share serves several processes.
 *
 * Generators copy the bound and may outlive the reservation: then they get SORTID_RESERVATION_LOST.
 * The pointer is valid until the reservation ends; start no generator with it later. The library
 * cannot always notice a later use: the memory stays readable, but after 64 or more further
 * reservations it contains the bound of another one. */
SORTID_API const sortid_bound *sortid_node_reservation_bound(
    const sortid_node_reservation *reservation) SORTID_NONNULL((1));

/* Lets all processes that map one state use a reservation. It sets the bound of the generator's
 * state by sortid_generator_set_bound, now and whenever the reservation is renewed (by the renewal
 * thread or by sortid_node_reservation_renew), suspended or lost, and closes the state when the
 * reservation ends.
 *
 * Attach the generator with SORTID_OPTION_BOUND_IN_STATE, scope SORTID_SCOPE_PROCESSES and the node
 * spec of the reservation, to a state of zeros in memory that the other processes also map, or that
 * children inherit by fork. The other processes attach generators with the same options, children
 * may use this one, and none of them calls this library. docs/scru64.md has a program.
 *
 * The process that has the reservation is the owner. Other processes get SORTID_BOUND_REACHED when
 * the owner does not raise the bound in time, for example because it is stopped or dead. They get
 * SORTID_RESERVATION_LOST after the reservation was lost, released or abandoned: then start again
 * with another reservation and another state of zeros. None of them can continue the reservation:
 * only the owner's memory has the proof that the store's records are its own, and an owner that
 * seems to be dead may be stopped, and continue later.
 *
 * From this call on sortid_node_reservation_bound gives no tick: its generators get
 * SORTID_BOUND_IN_USE. The generator must not be closed or moved before the reservation has ended.
 * After sortid_snapshot_resumed the owner must end the reservation; until then each copy of a
 * machine uses ticks below the bound that it knows.
 * SORTID_NODE_BAD_OPTION   the reservation is external, or already shared; the generator has
 *                          another node id, no bound in its state, or a closed state
 * SORTID_NODE_LOST         the reservation was lost, or has ended
 * SORTID_NODE_SYSTEM       in a forked child */
SORTID_NODE_STATUS sortid_node_reservation_share(sortid_node_reservation *reservation,
                                                 sortid_generator *generator,
                                                 sortid_node_error *error) SORTID_NONNULL((1, 2));

/* Renews the lease of a reservation and raises its bound, if that is due. Call it again after
 * *next_ms (may be NULL) ms, at least 1, also when the call fails, unless the reservation has
 * ended. With a renewal thread it only returns the last result of that thread.
 *
 * SORTID_NODE_LOST is final. After other failures (SORTID_NODE_CLOCK_SKEW; a request failed) the
 * reservation continues up to its bound. A lease that has run out is acquired again if the id is
 * still free. */
SORTID_NODE_STATUS sortid_node_reservation_renew(sortid_node_reservation *reservation,
                                                 uint64_t *next_ms, sortid_node_error *error)
    SORTID_NONNULL((1));

/* When the program of an external reservation must have ended. All times are in ms of a clock that
 * cannot be set and that runs while the machine is suspended (CLOCK_BOOTTIME). */
typedef struct sortid_node_deadlines {
    uint64_t now_ms;       /* that clock now */
    uint64_t terminate_ms; /* ask the program to end: a quarter of the lease before kill_ms */
    uint64_t kill_ms; /* kill it: allowance_ms and max_skew_ms before the clock shows the bound.
                            * A lease that has run out is acquired again until then */
    bool lost;        /* the reservation is over: kill it at once. Also in a forked child */
    uint8_t reserved8[7];
    uint64_t failed_renewals; /* since the reservation began; each retry counts */
} sortid_node_deadlines;

/* The deadlines of an external reservation; for other reservations only `lost` and
 * `failed_renewals`. Sends no request. Fills `size` bytes: pass sizeof *out. Fields that this
 * version of the library does not know become 0. */
SORTID_API void sortid_node_reservation_deadlines(sortid_node_reservation *reservation,
                                                  sortid_node_deadlines *out, size_t size)
    SORTID_NONNULL((1, 2));

/* Releases a node id and ends its reservation. The bound becomes a tick after all that were used.
 * For an external reservation, whose program must have ended, the bound becomes the clock +
 * allowance_ms + max_skew_ms, if it was later.
 *
 * The reservation also ends if the request fails. Then the id is not released cleanly, and is free
 * when lease and bound (and quarantine) have passed. But an external reservation remains after
 * SORTID_NODE_UNREACHABLE and SORTID_NODE_STORE_FAILED: release it again, or abandon it. A generator
 * of the reservation may still make IDs of its last tick, then gets SORTID_RESERVATION_LOST.
 * SORTID_NODE_LOST: the id went to another
 * holder, or the reservation has ended before; SORTID_NODE_SYSTEM in a forked child; a request
 * failed.
 *
 * To answer late calls, the library keeps about 150 bytes of each ended reservation until a later
 * one uses them: for as many as there were reservations at one time, and 64 more. */
SORTID_NODE_STATUS sortid_node_reservation_release(sortid_node_reservation *reservation,
                                                   sortid_node_error *error) SORTID_NONNULL((1));

/* Ends a reservation without a write to the store: the id is free when lease, bound and quarantine
 * have passed. NULL and a reservation that has ended are allowed. In a forked child it does
 * nothing. */
SORTID_API void sortid_node_reservation_abandon(sortid_node_reservation *reservation);

SORTID_END_C
#endif
