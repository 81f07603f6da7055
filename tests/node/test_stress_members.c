/* SPDX-License-Identifier: MIT */
/* test_stress_members.c: processes that reserve ids of one realm in a cluster of three members of
 * etcd that loses its leader. crew.c checks all their IDs. $SORTID_STRESS_SECONDS repeats the
 * test. */
#include "stress/crew.h"

/* The leader is stopped, and comes back with its old state; then the leader is killed. */
TEST_WITH_SERVERS(leader)
{
    struct servers *three = servers_start(3, false);
    struct crew *crew = crew_of_sixteen(three);
    size_t leader = servers_leader(three);
    uint64_t bound = crew_highest_bound(crew);
    servers_order(three, "stop %zu", leader);
    crew_await_beyond(crew, crew->count, bound);
    servers_order(three, "cont %zu", leader);
    leader = servers_leader(three);
    crew_await_beyond(crew, crew->count, crew_highest_bound(crew));
    servers_order(three, "kill %zu", leader);
    servers_leader(three);
    crew_await_beyond(crew, crew->count, crew_highest_bound(crew));
    crew_judge(crew);
    servers_order(three, "restart %zu", leader);
    crew_end(crew);
    servers_end(three);
}

CREW_MAIN(NULL, NULL)
