/* SPDX-License-Identifier: MIT */
/* test_clock_tsc.c: the TSC clock. First with a scripted system clock, monotonic clock and
 * time-stamp counter: steps, leaps, stops, other rates, time slices of other processes, random
 * schedules of all these. Then the real clock, compared with the system's clock, with signals in
 * between.
 *
 * Each result must be the time of the system's clock at an earlier moment, which is the age of the
 * reading; less than 1 ms ago if the counter's rate is constant. */
#include "../support/cases.h"
#include "system/tsc_clock.h"
#include "system/system.h"

#include <errno.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#define MS_NS 1000000u

/* ---- Scripted clocks ------------------------------------------------------ */

typedef struct bench {
    struct tsc_clock cache;
    uint64_t ns;         /* true time since the start; CLOCK_MONOTONIC + START_NS */
    uint64_t wall_us;    /* how far the system's clock is ahead of the true time */
    uint64_t ticks;      /* the counter */
    uint64_t rest;       /* part of a tick, in millionths */
    uint64_t rate;       /* of the counter in ticks per ms; 0: it has stopped */
    uint64_t delays[3];  /* during the next reading of the clocks, in ns */
    uint64_t read_ns;    /* when the system's clock was last read, */
    uint64_t read_us;    /* its time, */
    bool stepped;        /* and whether it was set since */
    unsigned hits_of_it; /* results since then, from the cache */
    unsigned hits, renewals;
    uint64_t oldest_ns; /* the greatest age of a returned reading */
} bench;

#define START_NS (3600 * (uint64_t)1000 * MS_NS) /* the machine is up for an hour */
#define START_US (1800000000 * UINT64_C(1000000) + 123)

static bench bench_at(uint64_t rate)
{
    return (bench){.wall_us = START_US, .ticks = 77 * (uint64_t)1000 * rate, .rate = rate};
}

static void pass(bench *b, uint64_t ns)
{
    uint64_t parts = b->rest + ns * b->rate; /* ns < 2^40, rate < 2^24 */
    b->ticks += parts / MS_NS;
    b->rest = parts % MS_NS;
    b->ns += ns;
}

static uint64_t wall(const bench *b)
{
    return b->wall_us + b->ns / 1000;
}

static void step_wall(bench *b, int64_t us)
{
    b->wall_us += (uint64_t)us;
    b->stepped = true;
}

static void read_clocks(bench *b)
{
    struct tsc_reading reading;
    reading.before = b->ticks;
    pass(b, b->delays[0]);
    reading.unix_us = b->read_us = wall(b);
    b->read_ns = b->ns;
    pass(b, b->delays[1]);
    reading.monotonic_ns = START_NS + b->ns;
    pass(b, b->delays[2]);
    reading.after = b->ticks;
    b->cache.span = 0;
    sortid_system_tsc_learn(&b->cache, &reading);
    b->stepped = false;
    b->hits_of_it = 0;
    b->renewals++;
    memset(b->delays, 0, sizeof b->delays);
}

/* A result from the cache is the last reading, at most 2^12 times, and within its ms if the clock
 * was not set and the counter's rate is constant (`true_to_rate`). */
static void check_hit(bench *b, bool true_to_rate)
{
    uint64_t age_ns = b->ns - b->read_ns;
    b->hits++;
    b->hits_of_it++;
    EXPECT(b->cache.unix_us == b->read_us, "not the last reading");
    EXPECT(b->hits_of_it < TSC_USES, "a reading served %u times", b->hits_of_it);
    b->oldest_ns = age_ns > b->oldest_ns ? age_ns : b->oldest_ns;
    if (!true_to_rate)
        return;
    EXPECT(age_ns < MS_NS, "the reading is %llu ns old", (unsigned long long)age_ns);
    EXPECT(b->stepped || wall(b) / 1000 == b->read_us / 1000,
           "at %llu us still in the ms of %llu us", (unsigned long long)wall(b),
           (unsigned long long)b->read_us);
}

/* One call, as tsc_clock_read makes it; returns whether the cache was used. */
static bool call(bench *b, bool true_to_rate)
{
    bool hit = b->cache.span != 0 && tsc_clock_is_valid(&b->cache, b->ticks);
    if (hit)
        check_hit(b, true_to_rate);
    else
        read_clocks(b);
    return hit;
}

/* Calls every `every_ns` for `ns`, with the counts reset. */
static void run(bench *b, uint64_t ns, uint64_t every_ns, bool true_to_rate)
{
    uint64_t end = b->ns + ns;
    b->hits = b->renewals = 0;
    b->oldest_ns = 0;
    while (b->ns < end) {
        call(b, true_to_rate);
        pass(b, every_ns);
    }
}

/* Clocks whose counter is already trusted. */
static bench warm_bench(uint64_t rate)
{
    bench b = bench_at(rate);
    run(&b, 4 * MS_NS, 100, true);
    return b;
}

static void expect_mostly_cached(const bench *b, const char *when)
{
    EXPECT(b->hits > 50 * b->renewals, "%s: %u from the cache, %u readings", when, b->hits,
           b->renewals);
}

/* ---- A counter with a constant rate --------------------------------------- */

static const uint64_t rates[] = {19200, 24000, 1000000, 2442900, 5000000, 8191999, 8192000};

TEST(first_ms)
{
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        bench b = bench_at(rates[i]);
        run(&b, 2 * MS_NS, 50, true);
        EXPECT(b.hits == 0, "rate %zu: cached before two windows were over", i);
        run(&b, 2 * MS_NS, 50, true);
        EXPECT(b.hits > 0, "rate %zu: not cached in the fourth ms", i);
    }
}

TEST(true)
{
    for (size_t i = 0; i < COUNT_OF(rates); i++) {
        bench b = warm_bench(rates[i]);
        run(&b, 50 * MS_NS, 37, true);
        expect_mostly_cached(&b, "true");
        run(&b, 50 * MS_NS, 331, true);
        EXPECT(b.oldest_ns > MS_NS / 2, "no reading lasted for half a ms");
    }
}

/* Counters that are too slow to be useful, or faster than plausible. */
TEST(odd_rates)
{
    static const uint64_t odd[] = {1, 999, 1000, 1999, 10000000, 16000000};
    for (size_t i = 0; i < COUNT_OF(odd); i++) {
        bench b = warm_bench(odd[i]);
        run(&b, 20 * MS_NS, 37, true);
        EXPECT(odd[i] >= 1000 || b.hits == 0, "cached by a counter of %llu Hz",
               (unsigned long long)odd[i] * 1000);
    }
}

/* Rare calls: never from the cache, but the rate is measured. */
TEST(rare_calls)
{
    static const uint64_t every_ns[] = {MS_NS, 3 * MS_NS + 1, 60000 * (uint64_t)MS_NS};
    for (size_t i = 0; i < COUNT_OF(every_ns); i++) {
        bench b = warm_bench(2442900);
        pass(&b, every_ns[i]);
        run(&b, 100 * every_ns[i], every_ns[i], true);
        assert_int_equal(b.hits, 0);
        run(&b, 10 * MS_NS, 100, true);
        expect_mostly_cached(&b, "after rare calls");
    }
}

/* The counter wraps at 2^64 while a reading is cached, and while a window runs. */
TEST(wrap)
{
    for (uint64_t at_us = 100; at_us < 12000; at_us += 700) {
        bench b = bench_at(2442900);
        b.ticks = UINT64_MAX - b.rate * at_us / 1000;
        run(&b, 13 * MS_NS, 50, true);
        EXPECT(b.ticks < UINT64_MAX / 2, "it did not wrap");
        run(&b, 5 * MS_NS, 50, true);
        expect_mostly_cached(&b, "wrap");
    }
}

/* ---- The system's clock is set -------------------------------------------- */

/* Machines that slept: the counter continued meanwhile, the monotonic clock did not; the sleeps are
 * in one window after the other, because the thread is idle while the machine is awake. */
TEST(slept)
{
    for (uint64_t awake_ns = 1100 * (uint64_t)MS_NS; awake_ns < 8000 * (uint64_t)MS_NS;
         awake_ns *= 2) {
        bench b = warm_bench(2442900);
        for (int i = 0; i < 5; i++) {
            b.ticks += 3600000 * b.rate;
            pass(&b, awake_ns);
            call(&b, true);
        }
        run(&b, 5 * MS_NS, 100, true);
        expect_mostly_cached(&b, "after sleeps");
    }
}

/* The clock is set at any time in a ms: a call less than 1 ms later sees the step (check_hit) and
 * returns the new time. */
TEST(steps)
{
    static const int64_t steps_us[] = {
        1, -1, 999, -999, 1000, -1000, INT64_C(3600000000), INT64_C(-3600000000), 123456789};
    for (size_t i = 0; i < COUNT_OF(steps_us); i++)
        for (uint64_t at_ns = 0; at_ns < MS_NS; at_ns += 90001) {
            bench b = warm_bench(2442900);
            run(&b, at_ns, 100, true);
            step_wall(&b, steps_us[i]);
            run(&b, MS_NS, 100, true);
            EXPECT(!b.stepped, "step %zu not seen in 1 ms", i);
            run(&b, 5 * MS_NS, 100, true);
            expect_mostly_cached(&b, "after a step");
        }
}

/* ---- Stopped processes and time slices of others -------------------------- */

TEST(stopped)
{
    static const uint64_t stops_ns[] = {MS_NS, 2 * MS_NS, 1000 * (uint64_t)MS_NS,
                                        3600000 * (uint64_t)MS_NS};
    for (size_t i = 0; i < COUNT_OF(stops_ns); i++) {
        bench b = warm_bench(2442900);
        pass(&b, stops_ns[i]);
        EXPECT(!call(&b, true), "stop %zu: the old reading", i);
        run(&b, 5 * MS_NS, 100, true);
        expect_mostly_cached(&b, "after a stop");
    }
}

/* Delays between the clocks of one reading, from the first clock on: a cached reading is never used
 * longer. */
TEST(delays)
{
    static const uint64_t delays_ns[] = {999,   99999,     900000,
                                         MS_NS, 7 * MS_NS, 5000 * (uint64_t)MS_NS};
    for (size_t i = 0; i < 3 * COUNT_OF(delays_ns); i++)
        for (uint64_t at_ns = 0; at_ns < 6 * MS_NS; at_ns += 370001) {
            bench b = bench_at(2442900);
            run(&b, at_ns, 100, true);
            b.delays[i % 3] = delays_ns[i / 3];
            while (call(&b, true))
                pass(&b, 100);
            run(&b, 4 * MS_NS, 100, true);
            run(&b, 5 * MS_NS, 100, true);
            expect_mostly_cached(&b, "after a delay");
        }
}

/* ---- A counter without a constant rate ------------------------------------ */

/* A leap back to before the reading is noticed at once. After a leap to a later point the reading
 * is used longer by the leap, which is less than its age. */
TEST(leap_back)
{
    static const uint64_t leaps[] = {
        1, 1000, 100000, 1000000, 2100000, 3000000, UINT64_C(1) << 40, UINT64_C(1) << 63};
    for (size_t i = 0; i < COUNT_OF(leaps); i++)
        for (uint64_t at_ns = 0; at_ns < 3 * MS_NS; at_ns += 170003) {
            bench b = warm_bench(2442900);
            run(&b, at_ns, 100, true);
            bool behind = b.cache.span != 0 && b.ticks - leaps[i] - b.cache.first >= b.cache.span;
            b.ticks -= leaps[i];
            EXPECT(!call(&b, false) || !behind, "leap %zu: the old reading", i);
            run(&b, 4 * MS_NS, 100, false);
            EXPECT(b.oldest_ns < 7 * MS_NS / 4, "%llu ns", (unsigned long long)b.oldest_ns);
            run(&b, 10 * MS_NS, 100, true);
            expect_mostly_cached(&b, "after a leap back");
        }
}

/* A leap forward, as in a resumed machine; also while the rate is measured for the first time. */
TEST(leap_forward)
{
    static const uint64_t leaps[] = {1, 100000, 5000000, UINT64_C(1) << 40, UINT64_C(1) << 62};
    for (size_t i = 0; i < COUNT_OF(leaps); i++)
        for (uint64_t at_ns = 0; at_ns < 6 * MS_NS; at_ns += 190001) {
            bench b = bench_at(2442900);
            run(&b, at_ns, 100, true);
            b.ticks += leaps[i];
            run(&b, 10 * MS_NS, 100, true);
            run(&b, 5 * MS_NS, 100, true);
            expect_mostly_cached(&b, "after a leap forward");
        }
}

/* A thread that moves between two CPUs whose counters differ and ends on one of them: a window in
 * which the counter went back gives no rate. */
TEST(two_counters)
{
    for (uint64_t stay_ns = 300000; stay_ns < 10 * MS_NS; stay_ns += 333333)
        for (uint64_t apart = 1000; apart < UINT64_C(1) << 40; apart <<= 3) {
            bench b = bench_at(2442900);
            for (int i = 0; i < 10; i++) {
                b.ticks += i % 2 == 0 ? apart : -apart;
                run(&b, stay_ns, 300, false);
                EXPECT(b.oldest_ns < 7 * MS_NS / 4, "%llu ns", (unsigned long long)b.oldest_ns);
            }
            run(&b, 8 * MS_NS, 1000, false);
            EXPECT(b.oldest_ns < 7 * MS_NS / 4, "%llu ns", (unsigned long long)b.oldest_ns);
        }
}

/* The counter stops: at most 2^12 calls use one reading; exact after two readings, the first of
 * which may have seen the counter run; trusted again when it has run for two windows. */
TEST(stopped_counter)
{
    for (uint64_t every_ns = 5; every_ns < 2 * MS_NS; every_ns *= 6) {
        bench b = warm_bench(2442900);
        b.rate = 0;
        run(&b, 2 * TSC_USES * every_ns + 2 * MS_NS, every_ns, false);
        EXPECT(b.oldest_ns < TSC_USES * every_ns + MS_NS, "used too often");
        run(&b, 10 * MS_NS, every_ns, false);
        EXPECT(b.hits == 0, "%u from the cache", b.hits);
        b.rate = 2442900;
        run(&b, 4 * MS_NS, 100, true);
        run(&b, 5 * MS_NS, 100, true);
        expect_mostly_cached(&b, "after a stop of the counter");
    }
}

/* The rate changes: with a slower one, readings are used longer until it is measured. */
TEST(other_rate)
{
    static const uint64_t changes[][2] = {{1, 2}, {2, 1}, {3, 4},   {4, 3},
                                          {1, 3}, {3, 1}, {1, 1000}};
    for (size_t i = 0; i < COUNT_OF(changes); i++)
        for (uint64_t at_ns = 0; at_ns < 3 * MS_NS; at_ns += 170003) {
            bench b = warm_bench(2400000);
            run(&b, at_ns, 100, true);
            uint64_t slower = (changes[i][1] + changes[i][0] - 1) / changes[i][0];
            b.rate = b.rate * changes[i][0] / changes[i][1];
            run(&b, (2 + slower) * MS_NS, 100, false);
            EXPECT(b.oldest_ns < slower * MS_NS, "change %zu: %llu ns", i,
                   (unsigned long long)b.oldest_ns);
            run(&b, 10 * MS_NS, 100, true);
            EXPECT(b.hits > 30 * b.renewals, "change %zu: not cached", i);
        }
}

/* ---- Random schedules ----------------------------------------------------- */

/* An event on a machine with a constant rate: time slices of other processes, slewing by up to
 * 1/20, steps of the clock, a stopped process. */
static void normal_event(bench *b, uint64_t rate)
{
    switch (support_below(8)) {
    case 0:
        b->delays[support_below(3)] = support_below(3 * MS_NS);
        break;
    case 1:
        b->rate = rate + support_below(rate / 10) - rate / 20;
        break;
    case 2:
        step_wall(b, (int64_t)support_below(4000000) - 2000000);
        break;
    case 3:
        pass(b, support_below(5 * MS_NS));
        break;
    default:
        b->delays[0] = support_below(100);
        b->delays[1] = support_below(100);
        b->delays[2] = support_below(100);
    }
}

static void faulty_event(bench *b, uint64_t rate)
{
    switch (support_below(4)) {
    case 0:
        b->ticks -= support_random() >> support_below(64);
        break;
    case 1:
        b->ticks += support_random() >> support_below(64);
        break;
    case 2:
        b->rate = support_below(4 * rate);
        break;
    default:
        b->rate = 0;
    }
}

static void random_calls(bench *b, bool true_to_rate)
{
    uint64_t every_ns = 1 + (support_below(100000) >> support_below(17));
    for (uint64_t left = support_below(3000); left > 0; left--) {
        call(b, true_to_rate);
        pass(b, support_below(2 * every_ns));
    }
}

/* The window in which the faults end, and two good ones, each longer than a reading can be used
 * with a rate from the faults: 2^13 * 999 * 7/8 ticks of a counter of 20 MHz, which are 358 ms. */
static void recover(bench *b)
{
    for (int i = 0; i < 3; i++) {
        pass(b, 400 * MS_NS);
        EXPECT(!call(b, false), "a reading was used after 400 ms");
    }
}

/* The bounds for a constant rate, with windows of any length; then faults, after which the bounds
 * are valid again once two windows are over. */
TEST(random_schedules)
{
    for (int schedule = 0; schedule < 300; schedule++) {
        uint64_t rate = 20000 + support_below(6000000);
        bench b = bench_at(rate);
        b.wall_us += support_below(1000);
        for (int i = 0; i < 60; i++) {
            normal_event(&b, rate);
            random_calls(&b, true);
        }
        for (int i = 0; i < 10; i++) {
            faulty_event(&b, rate);
            random_calls(&b, false);
        }
        b.rate = rate;
        recover(&b);
        run(&b, 5 * MS_NS, 100, true);
        expect_mostly_cached(&b, "after faults");
    }
}

/* ---- The real clocks ------------------------------------------------------ */

static uint64_t system_us(void)
{
    struct timespec now;
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &now), 0);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Reads a file without its last newline; empty if it cannot be read. */
static void read_file(char *text, size_t size, const char *path)
{
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    size_t length = file != NULL ? fread(text, 1, size - 1, file) : 0;
    text[length] = '\0';
    text[strcspn(text, "\n")] = '\0';
    if (file != NULL)
        fclose(file);
}

/* Only Linux names its clock source; a program for Windows must not see that of its host. */
static void read_clocksource(char *name, size_t size)
{
#if defined(__linux__)
    const char *path = "/sys/devices/system/clocksource/clocksource0/current_clocksource";
#else
    const char *path = NULL;
#endif
    read_file(name, size, path);
}

static bool cpu_is_invariant(void)
{
#if defined(__x86_64__)
    char line[8192];
    bool found = false;
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && !found && fgets(line, sizeof line, file) != NULL)
        found = strncmp(line, "flags", 5) == 0 && strstr(line, " nonstop_tsc") != NULL;
    if (file != NULL)
        fclose(file);
    return found;
#else
    return TSC_EXISTS;
#endif
}

TEST(clocksource)
{
    char name[64], longer[66];
    read_clocksource(name, sizeof name);
    print_message("clock source: %s\n", name[0] != '\0' ? name : "unknown");
    snprintf(longer, sizeof longer, "%sx", name);
    errno = EDOM;
    assert_int_equal(sortid_system_clocksource_is(name), name[0] != '\0');
    assert_false(sortid_system_clocksource_is(longer));
    assert_false(sortid_system_clocksource_is(""));
    name[strlen(name) / 2] = '\0';
    assert_false(sortid_system_clocksource_is(name));
    assert_int_equal(errno, EDOM);
}

/* Without a free file descriptor the library cannot know: it returns false, keeps errno, and uses
 * the exact clock from then on. */
static int child_without_files(void *context)
{
    struct rlimit none;
    struct tsc_clock c = {0};
    uint64_t begin = sortid_system_monotonic(), now;
    CHILD_CHECK(getrlimit(RLIMIT_NOFILE, &none) == 0);
    none.rlim_cur = 0; /* valgrind does not allow a change of the hard limit */
    CHILD_CHECK(setrlimit(RLIMIT_NOFILE, &none) == 0);
    errno = EDOM;
    CHILD_CHECK(!sortid_system_clocksource_is(context));
    while (sortid_system_monotonic() - begin < 50 * (uint64_t)MS_NS)
        CHILD_CHECK(tsc_clock_read(&now, &c) == SORTID_OK);
    CHILD_CHECK(errno == EDOM);
    CHILD_CHECK(!TSC_EXISTS || c.trust == TSC_REFUSED);
    CHILD_CHECK(c.span == 0);
    return 0;
}

TEST(no_file)
{
    char name[64];
    read_clocksource(name, sizeof name);
    assert_int_equal(support_in_child(child_without_files, name), 0);
}

static void spin(struct tsc_clock *c, uint64_t us)
{
    uint64_t begin = sortid_system_monotonic(), now = 0;
    do
        EXPECT_OK(tsc_clock_read(&now, c));
    while (sortid_system_monotonic() - begin < us * 1000);
}

/* The first ms is not tested; then the counter is used as the system's files say. */
TEST(trust)
{
    struct tsc_clock c = {0};
    char name[64];
    uint64_t now = 0;
    EXPECT_OK(tsc_clock_read(&now, &c));
    assert_int_equal(c.trust, TSC_UNASKED);
    spin(&c, 50000);
    read_clocksource(name, sizeof name);
    bool expected = TSC_EXISTS && cpu_is_invariant() && strcmp(name, TSC_CLOCKSOURCE) == 0;
    print_message("the counter is %s here\n", expected ? "used" : "not used");
    assert_int_equal(c.trust == TSC_TRUSTED, expected);
}

/* The clock becomes exact for good: no result is before the reading before it. */
TEST(refused)
{
    struct tsc_clock c = {.trust = TSC_REFUSED};
    uint64_t time_us = 0;
    for (int i = 0; i < 100000; i++) {
        uint64_t before = system_us();
        errno = EDOM;
        EXPECT_STATUS(tsc_clock_read(&time_us, &c), SORTID_OK, "reading %d", i);
        assert_int_equal(errno, EDOM);
        EXPECT(before <= time_us && time_us <= system_us(), "reading %d is not exact", i);
    }
    assert_true(c.trust == TSC_REFUSED && c.span == 0 && c.window_ns == 0);
}

/* A call inside a renewal of the cache is exact and does not touch the cache. */
TEST(busy)
{
    struct tsc_clock c = {.busy = 1}, before = c;
    uint64_t time_us = 0, begin = system_us();
    EXPECT_OK(tsc_clock_read(&time_us, &c));
    assert_true(begin <= time_us && time_us <= system_us());
    EXPECT_BYTES(&c, &before, sizeof c, "cache");
}

/* The difference to the monotonic clock, which shows how far the system's clock was set between two
 * calls; some us of it are the time between two readings. */
static int64_t wall_offset_us(void)
{
    return (int64_t)(system_us() - sortid_system_monotonic() / 1000);
}

/* Ten million calls, each between two readings of the system's clock; returns how many came from
 * the cache: those that are before the first of the two readings, as an exact result never is. */
static unsigned real_calls(const sortid_clock *clock)
{
    unsigned cached = 0;
    uint64_t after = system_us();
    for (int i = 0; i < 10000000; i++) {
        uint64_t before = after, time_us = 0;
        EXPECT_STATUS(clock->read(clock->context, &time_us), SORTID_OK, "call %d", i);
        after = system_us();
        EXPECT(time_us + 1000 > before, "call %d: %llu us behind", i,
               (unsigned long long)(before - time_us));
        EXPECT(time_us <= after, "call %d: %llu us ahead", i,
               (unsigned long long)(time_us - after));
        cached += time_us < before;
    }
    return cached;
}

TEST(real)
{
    sortid_clock clock;
    char name[64];
    sortid_clock_tsc(&clock);
    assert_int_equal(clock.resolution_us, 1000);
    int64_t offset = wall_offset_us();
    unsigned cached = real_calls(&clock);
    print_message("%u of 10000000 results from the cache; the system's clock moved %lld us\n",
                  cached, (long long)(wall_offset_us() - offset));
    read_clocksource(name, sizeof name);
    bool used = TSC_EXISTS && cpu_is_invariant() && strcmp(name, TSC_CLOCKSOURCE) == 0;
    EXPECT(used ? cached > 5000000 : cached == 0, "the cache is %sused", used ? "" : "not to be ");
}

static sortid_clock signal_clock;
static volatile sig_atomic_t signals, signals_wrong;

static void on_signal(int number)
{
    (void)number;
    struct timespec begin, end;
    uint64_t time_us = 0;
    clock_gettime(CLOCK_REALTIME, &begin);
    sortid_status status = signal_clock.read(signal_clock.context, &time_us);
    clock_gettime(CLOCK_REALTIME, &end);
    uint64_t from = (uint64_t)begin.tv_sec * 1000000 + (uint64_t)begin.tv_nsec / 1000;
    uint64_t to = (uint64_t)end.tv_sec * 1000000 + (uint64_t)end.tv_nsec / 1000;
    signals++;
    if (status != SORTID_OK || time_us + 1000 <= from || time_us > to)
        signals_wrong++;
}

/* Signals of a timer, as fast as they come, read the same cache during a call. */
TEST(signals)
{
    sortid_clock_tsc(&signal_clock);
    struct sigaction action = {.sa_handler = on_signal}, ignored = {.sa_handler = SIG_IGN};
    struct itimerval timer = {{0, 20}, {0, 20}}, stop = {{0, 0}, {0, 0}};
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
    uint64_t begin = sortid_system_monotonic();
    while (signals < 500 || sortid_system_monotonic() - begin < 300 * (uint64_t)MS_NS) {
        uint64_t before = system_us(), time_us = 0;
        EXPECT_OK(signal_clock.read(signal_clock.context, &time_us));
        EXPECT(time_us + 1000 > before && time_us <= system_us(), "out of bounds between signals");
    }
    assert_int_equal(setitimer(ITIMER_REAL, &stop, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &ignored, NULL), 0); /* valgrind may deliver one late */
    print_message("%d signals\n", (int)signals);
    assert_int_equal(signals_wrong, 0);
}

/* A forked child continues with its copy of the cache, within the bounds. */
static int child_reads(void *context)
{
    struct tsc_clock *c = context;
    for (int i = 0; i < 100000; i++) {
        uint64_t before = 0, time_us = 0, after = 0;
        CHILD_CHECK(sortid_system_time(&before) == SORTID_OK);
        CHILD_CHECK(tsc_clock_read(&time_us, c) == SORTID_OK);
        CHILD_CHECK(sortid_system_time(&after) == SORTID_OK);
        CHILD_CHECK(time_us + 1000 > before && time_us <= after);
    }
    return 0;
}

TEST(fork)
{
    struct tsc_clock c = {0};
    spin(&c, 20000);
    assert_int_equal(support_in_child(child_reads, &c), 0);
    assert_int_equal(child_reads(&c), 0);
}

CASES_MAIN(NULL, NULL)
