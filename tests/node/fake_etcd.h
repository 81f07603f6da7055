/* SPDX-License-Identifier: MIT */
/* fake_etcd.h: an etcd in memory behind node/store.h, with revisions and leases, and what a
 * reservation needs of the system: clocks, sleep, randomness. Linked instead of etcd.c, clock.c and
 * platform.c. A test decides what happens to each request, so every interleaving can be repeated.
 *
 * The test sets the true time and what the calling machine's clock shows. Time passes while a
 * request or a reply is on its way, and in sleeps. */
#pragma once

#include "node/store.h"

enum fake_fate {
    FAKE_DONE,
    FAKE_NOT_SENT,   /* lost on its way: nothing is done */
    FAKE_REPLY_LOST, /* done, but the caller does not learn of it */
    FAKE_TWICE,  /* done; repeatable requests are done twice, and the second reply is returned */
    FAKE_LATE,   /* lost for the caller, and done when fake_deliver_late is called */
    FAKE_REFUSED /* etcd says that it has no leader */
};

enum fake_kind { FAKE_READ, FAKE_WRITE, FAKE_GRANT, FAKE_KEEP_ALIVE, FAKE_REVOKE, FAKE_ASK };

struct fake_request {
    enum fake_kind kind;
    unsigned number; /* from 1 */
};

struct fake_world {
    uint64_t true_ms;     /* Unix time */
    int64_t etcd_off_ms;  /* etcd's clock less the true time */
    int64_t clock_off_ms; /* the calling machine's clock less the true time */
    uint64_t way_ms;      /* how long a request takes on its way, and its reply */
    uint64_t timeout_ms;  /* how long a caller waits for a lost reply */
    uint32_t least_ttl_s; /* of leases */
    bool no_date;         /* replies have no Date */
    bool no_random;
    unsigned identity; /* of the store: another number is another store */
    bool real_time;    /* true time passes: for tests with threads */
    unsigned requests, reads, writes, grants, keep_alives, revokes;
    uint64_t slept_ms;
    uint64_t random; /* state of the random numbers */

    /* What happens to a request; NULL: all are done. */
    enum fake_fate (*fate)(const struct fake_request *request, void *context);
    /* Called while a request is on its way, and while its reply is; may be NULL. */
    void (*under_way)(const struct fake_request *request, bool reply, void *context);
    void *context;
};
extern struct fake_world fake;

void fake_begin(uint64_t true_ms, uint64_t seed);
void fake_end(void);
void fake_pass(uint64_t ms);
uint64_t fake_now(void); /* true time */

/* Does the late requests, in their order. */
void fake_deliver_late(void);
bool fake_has_late(void);

/* The value of a key; false: none. */
#define FAKE_VALUE_SIZE 1024
bool fake_value(char value[FAKE_VALUE_SIZE], const char *key);
size_t fake_count(const char *prefix);
/* Keeps all records, and later goes back to them and to the count of revisions. Leases stay. */
void fake_backup(void);
void fake_restore(void);
void fake_put(const char *key, const char *value); /* as another program */
