/* SPDX-License-Identifier: MIT */
/* test_stress_holders.c: many processes that reserve ids of one realm in a real store, are killed,
 * and are stopped past their lease and past their bound. crew.c checks all their IDs.
 * $SORTID_STRESS_SECONDS repeats the tests. */
#include "stress/crew.h"

static void await_ids(const struct crew *crew, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        uint64_t made = crew_made(crew, i);
        AWAIT(crew_made(crew, i) > made);
    }
}

/* All kinds: in both modes, with and without the renewal thread, at full and limited rate, some end
 * without a release, some sooner than a tick; now and then one is killed and restarted. */
TEST_WITH_SERVERS(crowd)
{
    enum { holders = 64, kills = 8 };
    struct crew *crew = crew_new(the_server, "p=0-79/18");
    for (unsigned i = 0; i < holders; i++)
        CREW_ADD(crew, the_server->endpoints, .waiting = i & 1, .renewal_thread = i >> 1 & 1,
                 .pace_us = (unsigned)support_below(2) * 2000,
                 .life_ms = 50 + (unsigned)support_below(3000), .abandon = i % 4 == 3,
                 .timeout_ms = 5000);
    for (unsigned k = 0; k < kills; k++) {
        size_t i = support_below(holders);
        AWAIT(crew_made(crew, i) > 0);
        crew_kill(crew, i);
        crew_judge(crew);
        crew_start(crew, i);
    }
    for (size_t i = 0; i < holders; i++)
        AWAIT(CREW_COUNT(crew, i, reservations) >= 2);
    crew_end(crew);
}

/* ---- Stopped --------------------------------------------------------------------------------- */

/* Stopped past the lease while no other process needs the ids: they resume, and no reservation is
 * lost. */
TEST_WITH_SERVERS(past_lease)
{
    enum { holders = 6 };
    struct crew *crew = crew_new(the_server, "p=8-15/20");
    for (size_t i = 0; i < holders; i++)
        CREW_ADD(crew, the_server->endpoints, .horizon_ms = 60000, .renewal_thread = i & 1,
                 .waiting = true);
    await_ids(crew, 0, holders);
    for (size_t i = 0; i < holders; i++)
        crew_stop(crew, i);
    AWAIT(crew_reserved(crew) == 0);
    crew_judge(crew);
    for (size_t i = 0; i < holders; i++)
        crew_continue(crew, i);
    AWAIT(crew_reserved(crew) == holders);
    await_ids(crew, 0, holders);
    for (size_t i = 0; i < holders; i++)
        assert_true(CREW_COUNT(crew, i, reservations) == 1 && CREW_COUNT(crew, i, lost) == 0);
    crew_end(crew);
}

/* Stopped past lease and bound, and continued when other processes have taken their ids: each makes
 * IDs up to its bound and no more. */
TEST_WITH_SERVERS(past_bound)
{
    enum { holders = 6 };
    struct crew *crew = crew_new(the_server, "p=0-5/20");
    for (size_t i = 0; i < holders; i++)
        CREW_ADD(crew, the_server->endpoints, .horizon_ms = 2000, .renewal_thread = i & 1,
                 .waiting = i >> 1 & 1, .pace_us = i % 3 * 1000);
    await_ids(crew, 0, holders);
    for (size_t i = 0; i < holders; i++)
        crew_stop(crew, i);
    for (size_t i = 0; i < holders; i++)
        CREW_ADD(crew, the_server->endpoints, .horizon_ms = 2000, .wait_ms = 5000,
                 .renewal_thread = i & 1);
    await_ids(crew, holders, holders);
    for (size_t i = 0; i < holders; i++)
        crew_continue(crew, i);
    for (size_t i = 0; i < holders; i++)
        AWAIT(CREW_COUNT(crew, i, lost) == 1);
    crew_judge(crew);
    for (size_t i = 0; i < holders; i++)
        crew_leave(crew, holders + i);
    for (size_t i = 0; i < holders; i++) { // each continues on an id that was left
        uint64_t made = crew_made(crew, i);
        AWAIT(crew_made(crew, i) > made && CREW_COUNT(crew, i, reservations) >= 2);
    }
    crew_end(crew);
}

/* Half of the processes that need the ids are stopped and continued at random moments, many
 * times. */
TEST_WITH_SERVERS(stop_and_go)
{
    enum { holders = 8, rounds = 12 };
    bool stopped[holders] = {false};
    struct crew *crew = crew_new(the_server, "p=0-4/20");
    for (size_t i = 0; i < holders; i++)
        CREW_ADD(crew, the_server->endpoints, .horizon_ms = 1000, .life_ms = 500 + 200 * i,
                 .renewal_thread = i & 1, .waiting = i >> 1 & 1, .wait_ms = 5000);
    for (unsigned round = 0; round < rounds; round++) {
        size_t i = support_below(holders);
        (stopped[i] ? crew_continue : crew_stop)(crew, i);
        stopped[i] = !stopped[i];
        for (unsigned naps = 0; naps < 20; naps++)
            crew_nap(0, "a round");
        crew_judge(crew);
    }
    for (size_t i = 0; i < holders; i++) {
        if (stopped[i])
            crew_continue(crew, i);
        AWAIT(crew_made(crew, i) > 0);
    }
    crew_end(crew);
}

CREW_MAIN(servers_begin, servers_finish)
