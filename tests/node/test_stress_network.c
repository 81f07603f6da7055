/* SPDX-License-Identifier: MIT */
/* test_stress_network.c: processes that reserve ids of one realm while their store is killed, is
 * disconnected, or loses requests and answers. crew.c checks all their IDs. $SORTID_STRESS_SECONDS
 * repeats the tests. */
#include "stress/crew.h"

static uint64_t stalls(const struct crew *crew, size_t i)
{
    return atomic_load(&crew->members[i].journal->stalls);
}

/* For so long that all members reach their bound. */
TEST_WITH_SERVERS(store_killed)
{
    uint64_t before[16];
    struct crew *crew = crew_of_sixteen(the_server);
    uint64_t bound = crew_highest_bound(crew);
    for (size_t i = 0; i < 16; i++)
        before[i] = stalls(crew, i);
    servers_order(the_server, "kill 0");
    for (size_t i = 0; i < 16; i++)
        AWAIT(stalls(crew, i) > before[i] && crew_failed(crew, i, SORTID_NODE_UNREACHABLE) > 0);
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
        crew_add(crew, url, "horizon=2000 renewal_thread=%zu waiting=%zu timeout=500", i & 1,
                 i >> 1 & 1);
    for (size_t i = 0; i < cut_off; i++)
        AWAIT(crew_made(crew, i) > 0);
    servers_network(the_server, "silent");
    for (size_t i = 0; i < cut_off; i++)
        crew_add(crew, the_server->endpoints, "horizon=2000 wait=5000");
    for (size_t i = 0; i < cut_off; i++) {
        AWAIT(crew_made(crew, cut_off + i) > 0);
        crew_judge(crew);
    }
    servers_network(the_server, "open");
    for (size_t i = 0; i < cut_off; i++)
        AWAIT(crew_lost(crew, i) == 1);
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
        crew_add(crew, url,
                 "horizon=1000 life=%zu renewal_thread=%zu waiting=%zu timeout=500 wait=1000",
                 600 + 400 * i, i & 1, i >> 1 & 1);
    for (size_t i = 0; i < 8; i++) {
        AWAIT(crew_reservations(crew, i) >= 2 && crew_made(crew, i) > 0);
        crew_judge(crew);
    }
    assert_true(servers_network(the_server, "lossy") > 0);
    crew_judge(crew);
    servers_network(the_server, "open");
    crew_end(crew);
}

CREW_MAIN(servers_begin, servers_finish)
