/* SPDX-License-Identifier: MIT */
/* test_stress_network.c: processes that reserve ids of one realm while their store is killed, is
 * disconnected, or loses requests and answers. crew.c checks all their IDs. $SORTID_STRESS_SECONDS
 * repeats the tests. */
#include "stress/crew.h"

/* For so long that all members reach their bound. */
TEST_WITH_SERVERS(store_killed)
{
    uint64_t before[16];
    struct crew *crew = crew_of_sixteen(the_server);
    uint64_t bound = crew_highest_bound(crew);
    for (size_t i = 0; i < 16; i++)
        before[i] = CREW_COUNT(crew, i, stalls);
    servers_order(the_server, "kill 0");
    for (size_t i = 0; i < 16; i++)
        AWAIT(CREW_COUNT(crew, i, stalls) > before[i] &&
              CREW_COUNT(crew, i, failed[SORTID_NODE_UNREACHABLE]) > 0);
    servers_order(the_server, "restart 0");
    crew_await_beyond(crew, crew->count, bound);
    crew_end(crew);
}

/* Six are disconnected; six others take their ids, and release them when the network is back. */
TEST_WITH_SERVERS(cut)
{
    enum { cut_off = 6 };
    const char *url = servers_relay(the_server);
    struct crew *crew = crew_new(the_server, "p=0-5/20");
    for (size_t i = 0; i < cut_off; i++)
        CREW_ADD(crew, url, .horizon_ms = 2000, .renewal_thread = i & 1, .waiting = i >> 1 & 1,
                 .timeout_ms = 500);
    for (size_t i = 0; i < cut_off; i++)
        AWAIT(crew_made(crew, i) > 0);
    servers_network(the_server, "silent");
    for (size_t i = 0; i < cut_off; i++)
        CREW_ADD(crew, the_server->endpoints, .horizon_ms = 2000, .wait_ms = 5000);
    for (size_t i = 0; i < cut_off; i++) {
        AWAIT(crew_made(crew, cut_off + i) > 0);
        crew_judge(crew);
    }
    servers_network(the_server, "open");
    for (size_t i = 0; i < cut_off; i++)
        AWAIT(CREW_COUNT(crew, i, lost) == 1);
    for (size_t i = 0; i < cut_off; i++)
        crew_leave(crew, cut_off + i);
    crew_await_beyond(crew, cut_off, crew_highest_bound(crew));
    crew_end(crew);
}

/* One in seven requests and answers is lost, in acquire, raise, renew and release. */
TEST_WITH_SERVERS(lossy)
{
    const char *url = servers_relay(the_server);
    struct crew *crew = crew_new(the_server, "p=0-7/20");
    servers_network(the_server, "lossy");
    for (size_t i = 0; i < 8; i++)
        CREW_ADD(crew, url, .horizon_ms = 1000, .life_ms = 600 + 400 * i, .renewal_thread = i & 1,
                 .waiting = i >> 1 & 1, .timeout_ms = 500, .wait_ms = 1000);
    for (size_t i = 0; i < 8; i++) {
        AWAIT(CREW_COUNT(crew, i, reservations) >= 2 && crew_made(crew, i) > 0);
        crew_judge(crew);
    }
    assert_true(servers_network(the_server, "lossy") > 0);
    crew_judge(crew);
    servers_network(the_server, "open");
    crew_end(crew);
}

CREW_MAIN(servers_begin, servers_finish)
