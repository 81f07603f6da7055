/* SPDX-License-Identifier: MIT */
/* test_clock_published.c: the published clock returns the time that was set, and fails before the
 * first set; a failure changes nothing; readers in other threads never see an increasing time
 * decrease; a child sees shared memory and not private memory; and a generator that uses the
 * clock. */
#include "../support/cases.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

static sortid_status read_clock(uint64_t *unix_us, sortid_published *published)
{
    sortid_clock clock;
    sortid_clock_published(&clock, published, 1000);
    return clock.read(clock.context, unix_us);
}

TEST(before_set)
{
    static sortid_published zeros;
    sortid_published published;
    uint64_t time_us = 77;
    memset(&published, 0xff, sizeof published);
    sortid_published_init(&published);
    EXPECT_STATUS(read_clock(&time_us, &published), SORTID_CLOCK_FAILED, "prepared");
    EXPECT_STATUS(read_clock(&time_us, &zeros), SORTID_CLOCK_FAILED, "zeros");
    assert_int_equal(time_us, 77);
}

TEST(set)
{
    sortid_published published;
    static const uint64_t times[] = {
        0, 1, 1800000000000000, 1799999999999999, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX - 1};
    sortid_published_init(&published);
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        uint64_t time_us = 77;
        sortid_published_set(&published, times[i]);
        EXPECT_STATUS(read_clock(&time_us, &published), SORTID_OK, "time %zu", i);
        assert_int_equal(time_us, times[i]);
    }
    uint64_t time_us = 77;
    sortid_published_set(&published, UINT64_MAX);
    EXPECT_STATUS(read_clock(&time_us, &published), SORTID_CLOCK_FAILED, "set to none");
    assert_int_equal(time_us, 77);
}

TEST(update)
{
    sortid_published published;
    sortid_clock exact;
    uint64_t before = 0, time_us = 0, after = 0, again = 0;
    sortid_clock_exact(&exact);
    sortid_published_init(&published);
    EXPECT_OK(exact.read(exact.context, &before));
    errno = EDOM;
    EXPECT_OK(sortid_published_update(&published));
    EXPECT_OK(read_clock(&time_us, &published));
    assert_int_equal(errno, EDOM);
    EXPECT_OK(exact.read(exact.context, &after));
    assert_true(before <= time_us && time_us <= after);
    EXPECT_OK(read_clock(&again, &published));
    assert_int_equal(again, time_us);
}

/* A generator uses the time that was set, and refuses a clock without a resolution. */
TEST(generator)
{
    sortid_published published;
    sortid_sources sources;
    sortid_ulid_generator generator;
    sortid_ulid id;
    sortid_published_init(&published);
    sortid_sources_default(&sources);
    sortid_clock_published(&sources.clock, &published, 0);
    EXPECT_GIVES(sortid_ulid_generator_init(&generator, NULL, &sources), SORTID_BAD_OPTION);
    sortid_clock_published(&sources.clock, &published, 250);
    assert_int_equal(sources.clock.resolution_us, 250);
    EXPECT_OK(sortid_ulid_generator_init(&generator, NULL, &sources));
    EXPECT_GIVES(sortid_ulid_generator_next(&generator, &id, NULL), SORTID_CLOCK_FAILED);
    for (uint64_t ms = 1800000000000; ms < 1800000000010; ms++) {
        sortid_published_set(&published, ms * 1000 + 999);
        EXPECT_OK(sortid_ulid_generator_next(&generator, &id, NULL));
        assert_int_equal(sortid_ulid_unix_ms(&id), ms);
    }
}

/* ---- Threads -------------------------------------------------------------- */

/* Times whose halves are equal, so that a torn value would show. */
#define TIME(n) ((uint64_t)(n) << 32 | (n))
#define SEEN    1000u /* different times for each reader to see */

struct reader {
    sortid_published *published;
    _Atomic unsigned seen; /* different times so far */
    bool wrong;            /* a time was less than the one before it, or was never set */
};

/* Reads until the time is set to none. */
static void *read_to_the_end(void *argument)
{
    struct reader *reader = argument;
    uint64_t time_us = 0, previous = 0;
    while (read_clock(&time_us, reader->published) == SORTID_OK) {
        reader->wrong = reader->wrong || time_us < previous || time_us != TIME(time_us >> 32);
        reader->seen += time_us != previous;
        previous = time_us;
    }
    return NULL;
}

TEST(threads)
{
    static sortid_published published;
    struct reader readers[2] = {{&published, 0, false}, {&published, 0, false}};
    pthread_t threads[2];
    sortid_published_set(&published, TIME(1));
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_to_the_end, &readers[i]), 0);
    for (uint32_t n = 2; n < UINT32_MAX && (readers[0].seen < SEEN || readers[1].seen < SEEN); n++)
        sortid_published_set(&published, TIME(n));
    sortid_published_set(&published, UINT64_MAX);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_true(!readers[i].wrong && readers[i].seen >= SEEN);
    }
}

/* ---- Forks ---------------------------------------------------------------- */

/* Sets a time that the parent can see, or cannot. */
static int child_sets(void *argument)
{
    uint64_t time_us = 0;
    CHILD_CHECK(read_clock(&time_us, argument) == SORTID_OK && time_us == 1);
    sortid_published_set(argument, 2);
    CHILD_CHECK(read_clock(&time_us, argument) == SORTID_OK && time_us == 2);
    return 0;
}

static void expect_after_child(sortid_published *published, uint64_t expected)
{
    uint64_t time_us = 0;
    sortid_published_init(published);
    sortid_published_set(published, 1);
    assert_int_equal(support_in_child(child_sets, published), 0);
    EXPECT_OK(read_clock(&time_us, published));
    assert_int_equal(time_us, expected);
}

TEST(fork)
{
    sortid_published own;
    expect_after_child(&own, 1);
#if ATOMIC_LLONG_LOCK_FREE == 2
    sortid_published *shared = support_share(sizeof *shared);
    expect_after_child(shared, 2);
    assert_int_equal(munmap(shared, sizeof *shared), 0);
#else
    print_message("shared memory is not tested: 64-bit atomics need a lock here\n");
#endif
}

CASES_MAIN(NULL, NULL)
