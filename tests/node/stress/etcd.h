/* SPDX-License-Identifier: MIT */
/* etcd.h: the one etcd server of a test program of holders: the fixtures of its group. Without a
 * server on this machine `servers` stays NULL, and the tests skip. */
#ifndef SORTID_TESTS_STRESS_ETCD_H
#define SORTID_TESTS_STRESS_ETCD_H

#include "../server.h"

static struct servers *servers;

static int begin(void **state)
{
    (void)state;
    if (servers_there())
        servers = servers_start(1, false);
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (servers != NULL)
        servers_end(servers);
    servers = NULL;
    return 0;
}

#endif
