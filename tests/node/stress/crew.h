/* SPDX-License-Identifier: MIT */
/* crew.h: many holders (holder.c) in one realm of a real etcd, each a process: started, stopped,
 * killed; and the check of all their IDs. Used by test_stress_*.c. Fails the test if an expected
 * event does not happen; no wait has a fixed time. */
#ifndef SORTID_TESTS_NODE_STRESS_CREW_H
#define SORTID_TESTS_NODE_STRESS_CREW_H

#include "../server.h"
#include "journal.h"

#include <sortid/node.h>

#define CREW_MAX 96

struct member {
    struct journal *journal;
    int fd;
    char words[512];   /* of its command line, separated by blanks */
    const char *clock; /* a file with libfaketime's offset; NULL: the true clock */
    pid_t pid;         /* 0: not running */
};

struct crew {
    char realm[32];
    char pool[64]; /* "p=FIRST-LAST/SIZE" */
    unsigned size; /* of its ids */
    size_t count;
    sortid_node_client *client; /* the test's own */
    struct member members[CREW_MAX];
};

/* argv[0]: the holder's program is in the same folder. Call it first. */
void crew_begin(const char *program);

/* Whether libfaketime, which sets clocks, is installed. */
bool crew_has_faketime(void);

/* Creates a realm with a new name and this pool "p=...". */
struct crew *crew_new(const struct servers *servers, const char *pool);

/* Adds a member and starts it with these words; returns its number. */
size_t crew_add(struct crew *crew, const char *endpoints, const char *clock, const char *format,
                ...) __attribute__((format(printf, 4, 5)));
void crew_start(struct crew *crew, size_t i); /* again, one that was killed or has ended */
void crew_kill(struct crew *crew, size_t i);  /* SIGKILL */
void crew_stop(struct crew *crew, size_t i);
void crew_continue(struct crew *crew, size_t i);
int crew_finish(struct crew *crew,
                size_t i); /* waits for one that ends by itself; returns its status */
void crew_leave(struct crew *crew, size_t i); /* SIGTERM, and expects that it ends with 0 */

/* Ends all members, then checks: no ID twice; no tick of an id used by two reservations; the IDs of
 * each reservation increase, have its id, are not before its start, and are below the bound in etcd;
 * each member has made some unless it may be `idle`. */
void crew_end(struct crew *crew, bool idle);

/* The same while they continue: the IDs made before the call, with the current bounds. */
void crew_judge(struct crew *crew);

uint64_t crew_made(const struct crew *crew, size_t i); /* IDs so far */
uint64_t crew_last_tick(const struct crew *crew, size_t i);
uint64_t crew_failed(const struct crew *crew, size_t i, sortid_node_status status);
const struct journal_reservation *crew_last_reservation(const struct crew *crew, size_t i);

/* The record in etcd; the caller frees it. */
sortid_node_report *crew_report(struct crew *crew);
size_t crew_reserved(struct crew *crew);

/* Waits until the condition is true. */
#define AWAIT(condition)                                                                           \
    do {                                                                                           \
        for (unsigned crew_steps_ = 0; !(condition); crew_steps_++)                                \
            crew_nap(crew_steps_, PLACE ": " #condition);                                          \
    } while (0)
void crew_nap(unsigned steps, const char *what);

/* How many seconds the tests are repeated: $SORTID_STRESS_SECONDS, otherwise 0: once. */
bool crew_goes_on(void);

/* crew_begin and the tests, repeated for crew_seconds. */
#define CREW_RUN(tests, begin, end)                                                                \
    do {                                                                                           \
        int failed = 0;                                                                            \
        do                                                                                         \
            failed = cmocka_run_group_tests(tests, begin, end);                                    \
        while (failed == 0 && crew_goes_on());                                                     \
        return failed;                                                                             \
    } while (0)

#endif
