/* SPDX-License-Identifier: MIT */
/* test_clock_published.c: the published clock: what is set is told, nothing before
 * the first set, a failure touches nothing, readers in other threads never see a
 * growing time shrink, shared memory serves a child and private memory does not;
 * and a generator that lives by it. */
#include "../support/support.h"

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

static void test_before_set(void **state)
{
    (void)state;
    static sortid_published zeros;
    sortid_published published;
    uint64_t told = 77;
    memset(&published, 0xff, sizeof published);
    sortid_published_init(&published);
    EXPECT_STATUS(read_clock(&told, &published), SORTID_CLOCK_FAILED, "prepared");
    EXPECT_STATUS(read_clock(&told, &zeros), SORTID_CLOCK_FAILED, "zeros");
    assert_int_equal(told, 77);
}

static void test_set(void **state)
{
    (void)state;
    sortid_published published;
    static const uint64_t times[] = {
        0, 1, 1800000000000000, 1799999999999999, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX - 1};
    sortid_published_init(&published);
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        uint64_t told = 77;
        sortid_published_set(&published, times[i]);
        EXPECT_STATUS(read_clock(&told, &published), SORTID_OK, "time %zu", i);
        assert_int_equal(told, times[i]);
    }
    uint64_t told = 77;
    sortid_published_set(&published, UINT64_MAX);
    EXPECT_STATUS(read_clock(&told, &published), SORTID_CLOCK_FAILED, "taken away");
    assert_int_equal(told, 77);
}

static void test_update(void **state)
{
    (void)state;
    sortid_published published;
    sortid_clock exact;
    uint64_t before = 0, told = 0, after = 0, again = 0;
    sortid_clock_exact(&exact);
    sortid_published_init(&published);
    EXPECT_STATUS(exact.read(exact.context, &before), SORTID_OK, "before");
    errno = EDOM;
    EXPECT_STATUS(sortid_published_update(&published), SORTID_OK, "update");
    EXPECT_STATUS(read_clock(&told, &published), SORTID_OK, "read");
    assert_int_equal(errno, EDOM);
    EXPECT_STATUS(exact.read(exact.context, &after), SORTID_OK, "after");
    assert_true(before <= told && told <= after);
    EXPECT_STATUS(read_clock(&again, &published), SORTID_OK, "read again");
    assert_int_equal(again, told);
}

/* The generator takes the time that was set, and no clock without resolution. */
static void test_generator(void **state)
{
    (void)state;
    sortid_published published;
    sortid_sources sources;
    sortid_ulid_generator generator;
    sortid_ulid id;
    sortid_published_init(&published);
    sortid_sources_default(&sources);
    sortid_clock_published(&sources.clock, &published, 0);
    EXPECT_STATUS(sortid_ulid_generator_init(&generator, NULL, &sources), SORTID_BAD_OPTION,
                  "resolution 0");
    sortid_clock_published(&sources.clock, &published, 250);
    assert_int_equal(sources.clock.resolution_us, 250);
    EXPECT_STATUS(sortid_ulid_generator_init(&generator, NULL, &sources), SORTID_OK, "init");
    EXPECT_STATUS(sortid_ulid_generator_next(&generator, &id, NULL), SORTID_CLOCK_FAILED,
                  "not set");
    for (uint64_t ms = 1800000000000; ms < 1800000000010; ms++) {
        sortid_published_set(&published, ms * 1000 + 999);
        EXPECT_STATUS(sortid_ulid_generator_next(&generator, &id, NULL), SORTID_OK, "set");
        assert_int_equal(sortid_ulid_unix_ms(&id), ms);
    }
}

/* ---- Threads -------------------------------------------------------------- */

/* Times whose halves are equal, so that a torn one would show. */
#define TIME(n) ((uint64_t)(n) << 32 | (n))
#define SEEN    1000u /* different times for each reader to see */

struct reader {
    sortid_published *published;
    _Atomic unsigned seen; /* different times so far */
    bool wrong;            /* one was less than the one before it, or was never set */
};

/* Until the time is taken away. */
static void *read_to_the_end(void *argument)
{
    struct reader *reader = argument;
    uint64_t told = 0, previous = 0;
    while (read_clock(&told, reader->published) == SORTID_OK) {
        reader->wrong = reader->wrong || told < previous || told != TIME(told >> 32);
        reader->seen += told != previous;
        previous = told;
    }
    return NULL;
}

static void test_threads(void **state)
{
    (void)state;
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

/* Sets what the parent is to see, or not. */
static int child_sets(void *argument)
{
    uint64_t told = 0;
    CHILD_CHECK(read_clock(&told, argument) == SORTID_OK && told == 1);
    sortid_published_set(argument, 2);
    CHILD_CHECK(read_clock(&told, argument) == SORTID_OK && told == 2);
    return 0;
}

static void expect_after_child(sortid_published *published, uint64_t expected)
{
    uint64_t told = 0;
    sortid_published_init(published);
    sortid_published_set(published, 1);
    assert_int_equal(support_in_child(child_sets, published), 0);
    EXPECT_STATUS(read_clock(&told, published), SORTID_OK, "in the parent");
    assert_int_equal(told, expected);
}

static void test_fork(void **state)
{
    (void)state;
    sortid_published own;
    expect_after_child(&own, 1);
#if ATOMIC_LLONG_LOCK_FREE == 2
    sortid_published *shared = support_share(sizeof *shared);
    expect_after_child(shared, 2);
    assert_int_equal(munmap(shared, sizeof *shared), 0);
#else
    print_message("shared memory not tried: 64-bit atomics have a lock here\n");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_before_set), cmocka_unit_test(test_set),
        cmocka_unit_test(test_update),     cmocka_unit_test(test_generator),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_fork),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
