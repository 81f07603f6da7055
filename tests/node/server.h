/* SPDX-License-Identifier: MIT */
/* server.h: real etcd servers for the tests of node/, one or several members of a cluster, on
 * loopback, each with a data folder of its own below a temporary one, on random ports. They end
 * with the test program, however it ends (on Linux with the thread that started them: that is to be
 * the main one). Fails the test where a server does not do what is asked. */
#ifndef SORTID_TESTS_NODE_SERVER_H
#define SORTID_TESTS_NODE_SERVER_H

#include "support/support.h"

#include <sys/types.h>

#define SERVERS_MAX 5

struct servers {
    size_t count;
    bool tls; /* https, and a certificate of `folder`/ca.pem's wanted from clients */
    char folder
        [128]; /* ca.pem, client.pem, client.key; stranger.pem and .key are of another authority */
    char urls[SERVERS_MAX][40];
    char endpoints[SERVERS_MAX * 40]; /* all URLs, as a client wants them */
    unsigned ports[SERVERS_MAX], peer_ports[SERVERS_MAX];
    pid_t pids[SERVERS_MAX]; /* 0: it does not run */
};

/* Whether there is an etcd to start; else ends the test as a said skip. */
#define SERVERS_NEEDED()                                                                           \
    do {                                                                                           \
        if (!servers_there()) {                                                                    \
            print_message(                                                                         \
                "SKIPPED: no etcd in $SORTID_TEST_ETCD or in PATH (Debian: etcd-server)\n");       \
            skip();                                                                                \
        }                                                                                          \
    } while (0)
bool servers_there(void);

/* Starts so many, and waits until they answer. */
struct servers *servers_start(size_t count, bool tls);

/* Ends all of them and removes the folder. Done at the program's end for those that are left. */
void servers_end(struct servers *servers);

void servers_kill(struct servers *servers, size_t index);     /* SIGKILL */
void servers_restart(struct servers *servers, size_t index);  /* a killed one, on its data */
void servers_stop(struct servers *servers, size_t index);     /* SIGSTOP */
void servers_continue(struct servers *servers, size_t index); /* SIGCONT */

/* Waits until a member answers; of the cluster's data if it has a leader. */
void servers_await(const struct servers *servers, size_t index);

/* The leader; waits until all running members agree on one. */
size_t servers_leader(const struct servers *servers);

/* A user root with this password, and one `user` who may read and write only keys of "sortid/";
 * from then on nobody else may do anything. */
void servers_want_users(struct servers *servers, const char *user, const char *password);

#endif
