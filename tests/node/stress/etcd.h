/* SPDX-License-Identifier: MIT */
/* etcd.h: the etcd server of a test program of holders: the fixtures of its group. If no etcd is
 * installed, `servers` stays NULL, and the tests are skipped. */
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
