/* SPDX-License-Identifier: MIT */
/* crew.h: many holders (holder.c) in one realm of a real store, each a process: started, stopped,
 * killed; and the check of all their IDs. Fails the test if an expected event does not happen; no
 * wait has a fixed time. */
#pragma once

#include "../server.h"
#include "journal.h"

#include <sortid/node.h>

#define CREW_MAX 96

struct member {
    struct journal *journal;
    int fd;
    pid_t pid; /* 0: not running */
};

struct crew {
    char realm[32];
    char pool[64]; /* "p=FIRST-LAST/SIZE" */
    unsigned size; /* of its ids */
    size_t count;
    sortid_node_client *client; /* the test's own */
    struct member members[CREW_MAX];
};

/* Creates a realm with a new name and this pool "p=...". */
struct crew *crew_new(const struct servers *servers, const char *pool);

/* Sixteen that make IDs, with a horizon of 2 s. */
struct crew *crew_of_sixteen(const struct servers *servers);

/* Adds a member and starts it with these orders, members of struct orders; returns its number. */
#define CREW_ADD(crew, url, ...) crew_add(crew, url, &(const struct orders){__VA_ARGS__})
size_t crew_add(struct crew *crew, const char *endpoints, const struct orders *orders);
void crew_start(struct crew *crew, size_t i); /* again, one that was killed or has ended */
void crew_kill(struct crew *crew, size_t i);  /* SIGKILL */
void crew_stop(struct crew *crew, size_t i);
void crew_continue(struct crew *crew, size_t i);
void crew_leave(struct crew *crew, size_t i); /* SIGTERM, and expects that it ends with 0 */

/* Ends all members, then checks: no ID twice; no tick of an id used by two reservations; the IDs of
 * each reservation increase, have its id, are not before its start, and are below the bound in
 * etcd; each member has made some. */
void crew_end(struct crew *crew);

/* The same while they continue: the IDs made before the call, with the current bounds. */
void crew_judge(struct crew *crew);

/* A count in the journal of a member, such as `lost`; its IDs so far. */
#define CREW_COUNT(crew, i, member) atomic_load(&(crew)->members[i].journal->member)
uint64_t crew_made(const struct crew *crew, size_t i);
uint64_t crew_last_tick(const struct crew *crew, size_t i);

/* The record in etcd; the caller frees it. */
sortid_node_report *crew_report(struct crew *crew);
size_t crew_reserved(struct crew *crew);
uint64_t crew_highest_bound(struct crew *crew);

/* Waits until the first `count` members make IDs of this tick or a later one. */
void crew_await_beyond(struct crew *crew, size_t count, uint64_t tick);

/* Waits until the condition is true. */
#define AWAIT(condition)                                                                           \
    do {                                                                                           \
        for (unsigned crew_steps_ = 0; !(condition); crew_steps_++)                                \
            crew_nap(crew_steps_, PLACE ": " #condition);                                          \
    } while (0)
void crew_nap(unsigned steps, const char *what);

/* The main function, as CASES_MAIN. It repeats the tests for $SORTID_STRESS_SECONDS; otherwise they
 * run once. */
#define CREW_MAIN(begin, end)                                                                      \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        (void)argc;                                                                                \
        support_begin();                                                                           \
        return crew_run(argv[0], begin, end);                                                      \
    }
int crew_run(const char *program, CMFixtureFunction begin, CMFixtureFunction end);
