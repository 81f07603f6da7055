/* SPDX-License-Identifier: MIT */
/* test_clock.c: the exact clock returns the time of the system's real-time clock in microseconds;
 * the system's sleep lasts long enough, ends early at a signal, and keeps errno; the default
 * sources are that sleep and the TSC clock. No test depends on the speed of the machine, only on
 * the order of two clock readings. */
#include "../support/cases.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>

static uint64_t system_us(clockid_t clock)
{
    struct timespec now;
    assert_int_equal(clock_gettime(clock, &now), 0);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Each reading is between the readings of the system's clock before and after it. */
TEST(exact)
{
    sortid_clock clock;
    sortid_clock_exact(&clock);
    assert_int_equal(clock.resolution_us, 1);
    bool sub_ms = false;
    for (int i = 0; i < 20000; i++) {
        uint64_t before = system_us(CLOCK_REALTIME), now_us = 0;
        errno = EDOM;
        EXPECT_STATUS(clock.read(clock.context, &now_us), SORTID_OK, "reading %d", i);
        assert_int_equal(errno, EDOM);
        uint64_t after = system_us(CLOCK_REALTIME);
        EXPECT(before <= now_us && now_us <= after, "reading %d: %llu not in %llu to %llu", i,
               (unsigned long long)now_us, (unsigned long long)before, (unsigned long long)after);
        sub_ms = sub_ms || now_us % 1000 != 0;
    }
    assert_true(sub_ms);
}

TEST(sleep)
{
    sortid_sleep nap;
    sortid_sleep_system(&nap);
    static const uint64_t naps_us[] = {0, 1, 1500, 30000};
    for (size_t i = 0; i < COUNT_OF(naps_us); i++) {
        uint64_t before = system_us(CLOCK_MONOTONIC);
        errno = EDOM;
        EXPECT_STATUS(nap.sleep(nap.context, naps_us[i]), SORTID_OK, "nap %zu", i);
        assert_int_equal(errno, EDOM);
        uint64_t slept = system_us(CLOCK_MONOTONIC) - before;
        EXPECT(slept + 1 >= naps_us[i], "%llu us slept", (unsigned long long)slept);
    }
}

static void on_alarm(int number)
{
    (void)number;
}

/* A signal ends a sleep of an hour with SORTID_OK. */
TEST(interrupted_sleep)
{
    sortid_sleep nap;
    sortid_sleep_system(&nap);
    struct sigaction action = {.sa_handler = on_alarm}, old;
    assert_int_equal(sigaction(SIGALRM, &action, &old), 0);
    /* Repeated, because the first signal may come before the sleep. */
    struct itimerval timer = {.it_interval = {.tv_usec = 20000}, .it_value = {.tv_usec = 20000}};
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
    errno = EDOM;
    EXPECT_OK(nap.sleep(nap.context, UINT64_C(3600000000)));
    assert_int_equal(errno, EDOM);
    timer = (struct itimerval){.it_value = {.tv_usec = 0}};
    assert_int_equal(setitimer(ITIMER_REAL, &timer, NULL), 0);
    assert_int_equal(sigaction(SIGALRM, &old, NULL), 0);
}

TEST(default_sources)
{
    sortid_sources sources;
    sortid_clock clock;
    sortid_random random;
    sortid_sleep nap;
    sortid_sources_default(&sources);
    sortid_clock_tsc(&clock);
    sortid_random_secure(&random);
    sortid_sleep_system(&nap);
    assert_true(sources.clock.read == clock.read && sources.clock.context == clock.context);
    assert_int_equal(sources.clock.resolution_us, clock.resolution_us);
    assert_true(sources.random.fill == random.fill && sources.random.context == random.context);
    assert_true(sources.sleep.sleep == nap.sleep && sources.sleep.context == nap.context);
}

CASES_MAIN(NULL, NULL)
