/* SPDX-License-Identifier: MIT */
/* server.h: real stores for the tests of node/: etcd, one or several members of a cluster, or with
 * SORTID_TEST_STORE=postgresql one PostgreSQL. They are on loopback, with data folders below a
 * temporary one, on random ports. They end with the test program, however it ends (on Linux with
 * the thread that started them, which should be the main thread). Fails the test if a server does
 * not do what was requested. */
#pragma once

#include "support/cases.h"

#include <sys/types.h>

#define SERVERS_MAX 5

struct servers {
    size_t count;
    bool postgres;
    bool tls;         /* https, and clients need a certificate of `folder`/ca.pem */
    char folder[128]; /* ca.pem, client.pem, client.key; nameless.pem and .key have no CN;
                         * stranger.pem and .key are of another authority */
    char urls[SERVERS_MAX][64];
    char endpoints[SERVERS_MAX * 64]; /* all URLs, as a client needs them */
    unsigned ports[SERVERS_MAX], peer_ports[SERVERS_MAX];
    pid_t pids[SERVERS_MAX]; /* 0: not running */
};

/* Whether the tests run on PostgreSQL. */
bool servers_are_postgres(void);

/* Whether there is a server to start; otherwise the test is skipped with a message. */
#define SERVERS_NEEDED()                                                                           \
    do {                                                                                           \
        if (!servers_there()) {                                                                    \
            print_message("SKIPPED: %s\n", servers_lack());                                        \
            skip();                                                                                \
        }                                                                                          \
    } while (0)
#define TEST_WITH_SERVERS(name) TEST_AROUND(name, SERVERS_NEEDED(), (void)0)
bool servers_there(void);
const char *servers_lack(void);

/* For CASES_MAIN: one server for all tests of a program; NULL if there is none to start. */
extern struct servers *the_server;
int servers_begin(void **state);
int servers_finish(void **state);

/* Starts this many members, and waits until they answer. */
struct servers *servers_start(size_t count, bool tls);

/* Ends all members and removes the folder. Called at the end of the program for those that still
 * run. */
void servers_end(struct servers *servers);

void servers_kill(struct servers *servers, size_t index);     /* it crashes */
void servers_restart(struct servers *servers, size_t index);  /* a killed one, with its data */
void servers_stop(struct servers *servers, size_t index);     /* SIGSTOP */
void servers_continue(struct servers *servers, size_t index); /* SIGCONT */

/* Waits until a member answers; with the cluster's data if it has a leader. */
void servers_await(const struct servers *servers, size_t index);

/* The leader; waits until all running members agree on one. */
size_t servers_leader(const struct servers *servers);

/* Posts to a server with plain libcurl and not with the code under test. The HTTP code, 0 if no
 * reply came within a minute; the answer is cut to its size. */
#define SERVERS_ANSWER_SIZE 65536
long servers_ask(char answer[SERVERS_ANSWER_SIZE], const struct servers *servers, size_t index,
                 const char *path, const char *body);

/* Creates a user root with this password, and one `user` who may read and write only keys of
 * "sortid/"; from then on no other client has access. */
void servers_want_users(struct servers *servers, const char *user, const char *password);
