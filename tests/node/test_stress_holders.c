/* SPDX-License-Identifier: MIT */
/* test_stress_holders.c: many processes that reserve ids of one realm in a real etcd, are killed,
 * are stopped past their lease and past their bound, and need more ids than there are. crew.c checks
 * all their IDs. $SORTID_STRESS_SECONDS repeats the tests. */
#include "stress/crew.h"
#include "stress/etcd.h"

static const char *url(void)
{
    return servers->endpoints;
}

static uint32_t reservations(const struct crew *crew, size_t i)
{
    return atomic_load(&crew->members[i].journal->reservations);
}

static uint32_t lost(const struct crew *crew, size_t i)
{
    return atomic_load(&crew->members[i].journal->lost);
}

static void await_ids(const struct crew *crew, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        uint64_t made = crew_made(crew, i);
        AWAIT(crew_made(crew, i) > made);
    }
}

/* ---- Many ------------------------------------------------------------------------------------- */

/* All kinds: in both modes, with and without the renewal thread, at full and limited rate, some end
 * without a release; now and then one is killed and restarted. */
static void test_crowd(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    enum { holders = 64, kills = 8 };
    struct crew *crew = crew_new(servers, "p=0-79/18");
    for (unsigned i = 0; i < holders; i++)
        crew_add(crew, url(), NULL,
                 "waiting=%u renewal_thread=%u pace=%u life=%u abandon=%u timeout=5000", i & 1,
                 i >> 1 & 1, (unsigned)support_below(2) * 2000,
                 1000 + (unsigned)support_below(2000), i % 4 == 3);
    for (unsigned k = 0; k < kills; k++) {
        size_t i = support_below(holders);
        AWAIT(crew_made(crew, i) > 0);
        crew_kill(crew, i);
        crew_judge(crew);
        crew_start(crew, i);
    }
    for (size_t i = 0; i < holders; i++)
        AWAIT(reservations(crew, i) >= 2);
    crew_end(crew, false);
}

/* ---- More holders than ids -------------------------------------------------------------------- */

static void test_exhausted(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    enum { ids = 3 };
    struct crew *crew = crew_new(servers, "p=5-7/20");
    for (size_t i = 0; i < ids; i++)
        crew_add(crew, url(), NULL, "waiting=1 renewal_thread=%zu", i & 1);
    await_ids(crew, 0, ids);
    size_t refused = crew_add(crew, url(), NULL, "once=1 wait=0 timeout=60000");
    assert_int_equal(crew_finish(crew, refused), SORTID_NODE_NO_ID);
    size_t waits = crew_add(crew, url(), NULL, "once=1 wait=100000 timeout=60000");
    crew_leave(crew, 1);
    AWAIT(crew_made(crew, waits) > 0);
    assert_int_equal(crew_last_reservation(crew, waits)->node_id,
                     crew_last_reservation(crew, 1)->node_id);
    crew_end(crew, true); // the refused one
}

/* They start and end faster than the tick of an ID. */
static void test_in_turn(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    struct crew *crew = crew_new(servers, "p=1-3/20");
    for (size_t i = 0; i < 9; i++)
        crew_add(crew, url(), NULL, "waiting=%zu life=%zu wait=5000", i & 1, 50 + 50 * i);
    for (size_t i = 0; i < 9; i++)
        AWAIT(reservations(crew, i) >= 2);
    crew_end(crew, false);
}

/* ---- Stopped ---------------------------------------------------------------------------------- */

/* Stopped past the lease while no other process needs the ids: they resume, and no reservation is
 * lost. */
static void test_past_lease(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    enum { holders = 6 };
    struct crew *crew = crew_new(servers, "p=8-15/20");
    for (size_t i = 0; i < holders; i++)
        crew_add(crew, url(), NULL, "horizon=60000 renewal_thread=%zu waiting=1", i & 1);
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
        assert_true(reservations(crew, i) == 1 && lost(crew, i) == 0);
    crew_end(crew, false);
}

static bool all_bounds_are_over(struct crew *crew)
{
    bool over = true;
    sortid_node_report *report = crew_report(crew);
    for (size_t i = 0; i < report->id_count; i++)
        over = over && report->ids[i]->bound * SORTID_SCRU64_TICK_MS < report->store_unix_ms;
    sortid_node_report_free(report);
    return over;
}

/* Stopped past lease and bound, then continued: each makes IDs up to its bound and no more.
 * `takers`: other processes have taken their ids meanwhile. */
static void stop_past_bound(size_t takers)
{
    enum { holders = 6 };
    struct crew *crew = crew_new(servers, "p=0-5/20");
    for (size_t i = 0; i < holders; i++)
        crew_add(crew, url(), NULL, "horizon=2000 renewal_thread=%zu waiting=%zu pace=%zu", i & 1,
                 i >> 1 & 1, i % 3 * 1000);
    await_ids(crew, 0, holders);
    for (size_t i = 0; i < holders; i++)
        crew_stop(crew, i);
    for (size_t i = 0; i < takers; i++)
        crew_add(crew, url(), NULL, "horizon=2000 wait=5000 renewal_thread=%zu", i & 1);
    await_ids(crew, holders, takers);
    AWAIT(takers > 0 || all_bounds_are_over(crew));
    for (size_t i = 0; i < holders; i++)
        crew_continue(crew, i);
    for (size_t i = 0; i < holders && takers == holders; i++)
        AWAIT(lost(crew, i) == 1);
    crew_judge(crew);
    for (size_t i = 0; i < takers; i++)
        crew_leave(crew, holders + i);
    for (size_t i = 0; i < holders; i++) { // each continues, on its own id or on another
        uint64_t made = crew_made(crew, i);
        AWAIT(crew_made(crew, i) > made && (takers < holders || reservations(crew, i) >= 2));
    }
    crew_end(crew, false);
}

static void test_past_bound(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    stop_past_bound(0);
}

static void test_past_bound_and_taken(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    stop_past_bound(6);
}

/* Half of the processes that need the ids are stopped and continued at random moments, many
 * times. */
static void test_stop_and_go(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    enum { holders = 8, rounds = 12 };
    bool stopped[holders] = {false};
    struct crew *crew = crew_new(servers, "p=0-4/20");
    for (size_t i = 0; i < holders; i++)
        crew_add(crew, url(), NULL,
                 "horizon=1000 life=%zu renewal_thread=%zu waiting=%zu wait=5000", 500 + 200 * i,
                 i & 1, i >> 1 & 1);
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
    crew_end(crew, false);
}

int main(int argc, char **argv)
{
    (void)argc;
    support_begin();
    crew_begin(argv[0]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_crowd),       cmocka_unit_test(test_exhausted),
        cmocka_unit_test(test_in_turn),     cmocka_unit_test(test_past_lease),
        cmocka_unit_test(test_past_bound),  cmocka_unit_test(test_past_bound_and_taken),
        cmocka_unit_test(test_stop_and_go),
    };
    CREW_RUN(tests, begin, end);
}
