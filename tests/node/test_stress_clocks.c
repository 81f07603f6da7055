/* SPDX-License-Identifier: MIT */
/* test_stress_clocks.c: processes that reserve ids of one realm with clocks that are off by seconds
 * to hours, or are set during a reservation (libfaketime), and others with a right clock. crew.c
 * checks all their IDs. $SORTID_STRESS_SECONDS repeats the tests. */
#include "stress/crew.h"
#include "stress/etcd.h"

#include <unistd.h>

/* A file with the offset of a clock, "+3600" s; a new offset takes effect at once for all who read
 * it. */
static const char *clock_file(char path[192], const char *name, const char *offset)
{
    char next[200];
    snprintf(path, 192, "%s/%s", servers->folder, name);
    snprintf(next, sizeof next, "%s.new", path);
    FILE *file = fopen(next, "w");
    EXPECT(file != NULL && fprintf(file, "%s\n", offset) > 0 && fclose(file) == 0 &&
               rename(next, path) == 0,
           "no file for a clock");
    return path;
}

/* Clocks that are off by less than the allowed skew: the processes reserve ids and take over each
 * other's. They make IDs at a limited rate: a process that makes all possible IDs runs ahead of its
 * clock by the allowance, and so far ahead of a clock that is behind that the process with that
 * clock waits forever. */
static void test_within(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    static const char *const offsets[] = {"+0", "+3", "-3", "+1.5", "-1.5", "+4", "-4", "+0"};
    char paths[COUNT_OF(offsets)][192];
    struct crew *crew = crew_new(servers, "p=0-3/18");
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        char name[16];
        snprintf(name, sizeof name, "within%zu", i);
        const char *clock = clock_file(paths[i], name, offsets[i]);
        crew_add(crew, servers->endpoints, clock,
                 "waiting=%zu renewal_thread=%zu life=%zu horizon=2000 allowance=10000 pace=10000 "
                 "wait=5000",
                 i & 1, i >> 1 & 1, 200 + 100 * i);
    }
    for (size_t i = 0; i < COUNT_OF(offsets); i++)
        AWAIT(atomic_load(&crew->members[i].journal->reservations) >= 2 && crew_made(crew, i) > 0);
    crew_end(crew, false);
}

/* Clocks that are off by more are refused, and etcd has no record of these processes. */
static void test_beyond(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    static const char *const offsets[] = {"+8", "-8", "+30", "-30", "+3600", "-3600", "+25200"};
    char path[192];
    struct crew *crew = crew_new(servers, "p=0-15/20");
    for (size_t i = 0; i < COUNT_OF(offsets); i++) {
        const char *clock = clock_file(path, "beyond", offsets[i]);
        crew_add(crew, servers->endpoints, clock, "once=1 timeout=60000");
        assert_int_equal(crew_finish(crew, i), SORTID_NODE_CLOCK_SKEW);
    }
    sortid_node_report *report = crew_report(crew);
    assert_int_equal(report->id_count, 0);
    sortid_node_report_free(report);
    crew_end(crew, true);
}

/* Ticks from etcd's clock to the highest bound. */
static int64_t furthest(struct crew *crew)
{
    int64_t furthest = INT64_MIN;
    sortid_node_report *report = crew_report(crew);
    for (size_t i = 0; i < report->id_count; i++) {
        int64_t ahead = (int64_t)report->ids[i]->bound -
                        (int64_t)(report->store_unix_ms / SORTID_SCRU64_TICK_MS);
        furthest = ahead > furthest ? ahead : furthest;
    }
    sortid_node_report_free(report);
    return furthest;
}

/* Horizon, allowance, allowed skew, whole seconds, and time for the requests. */
static void expect_near(struct crew *crew)
{
    enum { most_ahead = (2000 + 1000 + 5000 + 2000) / SORTID_SCRU64_TICK_MS };
    int64_t ahead = furthest(crew);
    EXPECT(ahead < most_ahead, "a bound is %lld ticks ahead of etcd's clock", (long long)ahead);
}

/* The clock of the holders is set by `offset`, until no bound is raised any more, and back. */
static void jump(const char *offset)
{
    enum { holders = 6 };
    char path[192];
    uint64_t made[holders];
    struct crew *crew = crew_new(servers, "p=0-7/20");
    const char *clock = clock_file(path, "jump", "+0");
    for (size_t i = 0; i < holders; i++)
        crew_add(crew, servers->endpoints, i < 4 ? clock : NULL, "horizon=2000 renewal_thread=%zu",
                 i & 1);
    for (size_t i = 0; i < holders; i++)
        AWAIT(crew_made(crew, i) > 0);
    clock_file(path, "jump", offset);
    for (size_t i = 0; i < 4; i++)
        AWAIT(crew_failed(crew, i, SORTID_NODE_CLOCK_SKEW) > 0);
    expect_near(crew);
    crew_judge(crew);
    clock_file(path, "jump", "+0");
    for (size_t i = 0; i < holders; i++)
        made[i] = crew_made(crew, i);
    for (size_t i = 0; i < holders; i++)
        AWAIT(crew_made(crew, i) > made[i]);
    expect_near(crew);
    crew_end(crew, false);
}

static void test_set_forward(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    jump("+7");
    jump("+3600");
}

static void test_set_back(void **state)
{
    (void)state;
    SERVERS_NEEDED();
    jump("-7");
    jump("-3600");
}

int main(int argc, char **argv)
{
    (void)argc;
    support_begin();
    crew_begin(argv[0]);
    if (!crew_has_faketime()) {
        printf("SKIPPED: no libfaketime (Debian: faketime)\n");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_within),
        cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_set_forward),
        cmocka_unit_test(test_set_back),
    };
    CREW_RUN(tests, begin, end);
}
