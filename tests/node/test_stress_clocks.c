/* SPDX-License-Identifier: MIT */
/* test_stress_clocks.c: processes that reserve ids of one realm with clocks that are off by seconds
 * to hours, or are set during a reservation (libfaketime), and others with a right clock. crew.c
 * checks all their IDs. $SORTID_STRESS_SECONDS repeats the tests. */
#include "stress/crew.h"

#define TEST_WITH_CLOCKS(name) TEST_AROUND(name, need_clocks(), (void)0)

static void need_clocks(void)
{
    SERVERS_NEEDED();
    if (crew_has_faketime())
        return;
    support_skip("no libfaketime (Debian: faketime)");
}

/* A file with the offset of a clock, "+3600" s; a new offset takes effect at once for all who read
 * it. */
static const char *set_clock(const char *offset)
{
    static char path[192];
    char next[200];
    snprintf(path, sizeof path, "%s/clock", the_server->folder);
    snprintf(next, sizeof next, "%s.new", path);
    FILE *file = fopen(next, "w");
    EXPECT(file != NULL && fprintf(file, "%s\n", offset) > 0 && fclose(file) == 0 &&
               rename(next, path) == 0,
           "no file for a clock");
    return path;
}

/* Clocks that are off by more than the allowed skew are refused, and the store has no record of
 * these processes. */
TEST_WITH_CLOCKS(refused)
{
    static const char *const offsets[] = {"+8", "-8", "+3600", "-3600"};
    struct crew *crew = crew_new(the_server, "p=0-15/20");
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        crew_add(crew, the_server->endpoints, set_clock(offsets[i]), "once=1 timeout=60000");
        assert_int_equal(crew_finish(crew, i), SORTID_NODE_CLOCK_SKEW);
    }
    sortid_node_report *report = crew_report(crew);
    assert_int_equal(report->id_count, 0);
    sortid_node_report_free(report);
    crew_end(crew, true);
}

/* Horizon, allowance, allowed skew, whole seconds, and time for the requests, after the store's
 * clock. */
static void expect_near(struct crew *crew)
{
    const int64_t most_ahead = (2000 + 1000 + 5000 + 2000) / SORTID_SCRU64_TICK_MS;
    sortid_node_report *report = crew_report(crew);
    for (size_t i = 0; i < report->id_count; i++) {
        int64_t ahead = (int64_t)report->ids[i]->bound -
                        (int64_t)(report->store_unix_ms / SORTID_SCRU64_TICK_MS);
        EXPECT(ahead < most_ahead, "a bound is %lld ticks ahead of the store's clock",
               (long long)ahead);
    }
    sortid_node_report_free(report);
}

/* The clock of most holders is set, until no bound is raised any more, and back. */
TEST_WITH_CLOCKS(set)
{
    enum { holders = 6, wrong = 4 };
    static const char *const offsets[] = {"+7", "+3600", "-7", "-3600"};
    for (size_t k = 0; k < COUNT_OF(offsets); k++) {
        uint64_t made[holders];
        struct crew *crew = crew_new(the_server, "p=0-7/20");
        for (size_t i = 0; i < holders; i++)
            crew_add(crew, the_server->endpoints, i < wrong ? set_clock("+0") : NULL,
                     "horizon=2000 renewal_thread=%zu", i & 1);
        for (size_t i = 0; i < holders; i++)
            AWAIT(crew_made(crew, i) > 0);
        set_clock(offsets[k]);
        for (size_t i = 0; i < wrong; i++)
            AWAIT(crew_failed(crew, i, SORTID_NODE_CLOCK_SKEW) > 0);
        expect_near(crew);
        crew_judge(crew);
        set_clock("+0");
        for (size_t i = 0; i < holders; i++)
            made[i] = crew_made(crew, i);
        for (size_t i = 0; i < holders; i++)
            AWAIT(crew_made(crew, i) > made[i]);
        expect_near(crew);
        crew_end(crew, false);
    }
}

CREW_MAIN(servers_begin, servers_finish)
