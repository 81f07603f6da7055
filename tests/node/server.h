/* SPDX-License-Identifier: MIT */
/* server.h: real stores for the tests of node/: etcd, one or several members of a cluster, or with
 * SORTID_TEST_STORE=postgresql one PostgreSQL. servers.py starts them, and ends them when the test
 * program ends, however it does. Fails the test if a server does not do what was requested. */
#pragma once

#include "support/cases.h"

#include <sys/types.h>

struct servers {
    pid_t pid; /* of servers.py, */
    FILE *orders, *answers;
    char folder[128];    /* ca.pem, client.pem, client.key; nameless.pem and .key have no CN;
                       * stranger.pem and .key are of another authority */
    char endpoints[512]; /* all URLs, as a client needs them */
    unsigned port;       /* of the first */
    char relay[64];      /* the URL of its network */
};

/* Whether the tests run on PostgreSQL. */
bool servers_are_postgres(void);

/* Skips the test if there is no server to start. */
#define SERVERS_NEEDED()                                                                           \
    do {                                                                                           \
        if (*servers_lack() != '\0') {                                                             \
            print_message("SKIPPED: %s\n", servers_lack());                                        \
            skip();                                                                                \
        }                                                                                          \
    } while (0)
#define TEST_WITH_SERVERS(name) TEST_AROUND(name, SERVERS_NEEDED(), (void)0)
const char *servers_lack(void); /* "" if nothing is lacking */

/* For CASES_MAIN: one server for all tests of a program; NULL if there is none to start. */
extern struct servers *the_server;
int servers_begin(void **state);
int servers_finish(void **state);

/* Starts this many members, with https and certificates of clients if `tls`, and waits until they
 * answer. */
struct servers *servers_start(size_t count, bool tls);

/* Ends all members and removes the folder. */
void servers_end(struct servers *servers);

/* A script of this folder with these words, which takes orders, and what it lacks; "": nothing. */
struct servers *servers_run(const char *script, const char *store, const char *count,
                            const char *tls);
const char *servers_lack_of(const char *script, const char *store);

/* Lets servers.py do one of these, and returns what it says:
 *   kill INDEX           it crashes
 *   restart INDEX        a killed one, with its data
 *   stop INDEX           SIGSTOP; "cont": SIGCONT
 *   users NAME PASSWORD  a user root, and NAME, who may read and write only keys of "sortid/"; from
 *                        then on no other client has access */
const char *servers_order(struct servers *servers, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The leader; waits until all running members agree on one. */
size_t servers_leader(struct servers *servers);

/* The URL of a network in front of the first server; sets what it does: "open", "silent" keeps
 * connections, and nothing comes through in either direction; "lossy" drops one in so many requests
 * and answers. Returns how many were dropped so far. */
const char *servers_relay(struct servers *servers);
size_t servers_network(struct servers *servers, const char *mode);
