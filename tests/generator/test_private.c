/* SPDX-License-Identifier: MIT */
/* test_private.c: private generators with scripted sources: the same IDs and events as the pure
 * machine, the time passed to each draw, waiting with the sleep source and what ends it, nested
 * calls, errno, sources that are refused. test_special.c tests what only some formats have,
 * test_misuse.c misuse, test_fill.c clocks that go back, tests/generate/test_fault.c failures of
 * clock and randomness, test_fork.c forks. */
#include "../support/bench.h"
#include "../support/cases.h"

#include <errno.h>

static const uint64_t now_ms = UINT64_C(1700000000000); // a whole number of 256

static uint64_t now_of(const support_format *format)
{
    return (now_ms - format->timestamp_zero) / format->timestamp_unit;
}

static void prepare(support_bench *b, const support_format *format, sortid_mode mode,
                    uint8_t pattern)
{
    support_bench_init(b, format, mode, now_ms * 1000, pattern);
}

#define EXPECT_ZEROS(b, timestamp, count, event)                                                   \
    support_bench_expect_zeros((b), (timestamp), (count), (event), PLACE)
#define REFUSE(b, status) support_bench_refuse((b), (status), PLACE)

/* ---- IDs with scripted sources -------------------------------------------------------- */

TEST_FORMATS(life)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_RESET, 0x00);
    uint64_t now = now_of(format), unit_us = format->timestamp_unit * 1000;
    EXPECT_ZEROS(&b, now, 0, SORTID_EVENT_NEW_TIMESTAMP);
    EXPECT(b.world.draws.last_us == now_ms * 1000, "the draw's time");
    EXPECT_ZEROS(&b, now, 1, SORTID_EVENT_COUNTER_INCREMENTED);
    b.world.clock.now_us += unit_us + 7;
    EXPECT_ZEROS(&b, now + 1, 0, SORTID_EVENT_NEW_TIMESTAMP);
    EXPECT(b.world.draws.last_us == now_ms * 1000 + unit_us + 7, "the draw's time");
    b.world.clock.now_us -= 5000000;
    EXPECT_ZEROS(&b, now + 1, 1, SORTID_EVENT_COUNTER_INCREMENTED);
    b.world.clock.now_us = support_unix_us(format, now / 2);
    EXPECT_ZEROS(&b, now / 2, 0, SORTID_EVENT_RESET);
    EXPECT_OK(format->next(&b.generator, (uint8_t[SUPPORT_MAX_SIZE]){0}, NULL));
    EXPECT_ZEROS(&b, now / 2, 2, SORTID_EVENT_COUNTER_INCREMENTED);

    uint8_t id[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    char text[SUPPORT_MAX_TEXT] = "untouched";
    size_t written = 99;
    EXPECT_GIVES(
        sortid_generator_next_text(&b.generator, text, format->text_length, &written, NULL),
        SORTID_NO_SPACE);
    assert_string_equal(text, "untouched");
    assert_int_equal(written, 99);
    EXPECT_OK(
        sortid_generator_next_text(&b.generator, text, format->text_length + 1, &written, NULL));
    assert_int_equal(strlen(text), format->text_length);
    assert_int_equal(written, format->text_length);
    EXPECT_STATUS(format->parse(id, text, written, NULL), SORTID_OK, "%s", text);
    support_zeros_id(expected, format, now / 2, 3);
    EXPECT_BYTES(id, expected, format->size, "as text");
    assert_int_equal(b.world.naps.calls, 0);
}

/* The published clock with another randomness: each ID has its draws. */
TEST_FORMATS(own_random)
{
    support_world world;
    sortid_sources sources;
    sortid_published published;
    sortid_generator g;
    uint8_t id[SUPPORT_MAX_SIZE];
    support_world_init(&world, now_ms * 1000, 0);
    sortid_sources_default(&sources);
    sortid_published_init(&published);
    sortid_published_set(&published, now_ms * 1000);
    sortid_clock_published(&sources.clock, &published, 1);
    sources.random = world.sources.random;
    EXPECT_OK(format->generator_init(&g, SORTID_MODE_WAIT, 10000, &sources));
    for (int i = 0; i < 3; i++)
        EXPECT_STATUS(format->next(&g, id, NULL), SORTID_OK, "%d", i);
    EXPECT(world.draws.calls > 0, "nothing was drawn");
}

/* ---- Waiting ---------------------------------------------------------------------------- */

/* The clock is a minute behind: one sleep, until it is near enough. */
TEST_FORMATS(wait)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_WAIT, 0x00);
    uint64_t now = now_of(format);
    uint64_t near_us = support_unix_us(format, now - 10000 / format->timestamp_unit);
    EXPECT_ZEROS(&b, now, 0, SORTID_EVENT_NEW_TIMESTAMP);
    b.world.clock.now_us = near_us - 50000123;
    EXPECT_ZEROS(&b, now, 1, SORTID_EVENT_COUNTER_INCREMENTED);
    EXPECT(b.world.naps.calls == 1, "%zu sleeps", b.world.naps.calls);
    EXPECT(b.world.naps.last_us == 50000123, "slept %llu us",
           (unsigned long long)b.world.naps.last_us);
    EXPECT(b.world.clock.now_us == near_us, "a clock at another time");
}

/* A clock that stops: the call ends after ten times the wait, and a second. */
TEST_FORMATS(stopped)
{
    static const uint64_t waits_us[] = {50000000, 100000, 99999, 1000};
    static const size_t sleeps[] = {10, 10, 11, 1000};
    support_bench b;
    support_clock elsewhere = {0};
    uint8_t ids[2 * SUPPORT_MAX_SIZE];
    size_t made = 99;
    prepare(&b, format, SORTID_MODE_WAIT, 0x00);
    uint64_t now = now_of(format);
    uint64_t near_us = support_unix_us(format, now - 10000 / format->timestamp_unit);
    EXPECT_ZEROS(&b, now, 0, SORTID_EVENT_NEW_TIMESTAMP);
    for (size_t i = 0; i < COUNT_OF(waits_us); i++) {
        b.world.clock.now_us = near_us - waits_us[i];
        b.world.naps = (support_naps){.clock = &elsewhere};
        REFUSE(&b, SORTID_CLOCK_STOPPED);
        EXPECT(b.world.naps.calls == sleeps[i] && b.world.naps.last_us == waits_us[i],
               "%zu sleeps of %llu us", b.world.naps.calls,
               (unsigned long long)b.world.naps.last_us);
        EXPECT_GIVES(format->fill(&b.generator, ids, 2, &made, NULL), SORTID_CLOCK_STOPPED);
        EXPECT(made == 0 && b.world.naps.calls == 2 * sleeps[i], "fill");
    }
    b.world.clock.now_us = near_us - 3;
    b.world.naps.short_us = 1;
    b.world.naps.clock = &b.world.clock; /* it moves again */
    EXPECT_ZEROS(&b, now, 1, SORTID_EVENT_COUNTER_INCREMENTED);
}

/* Sleeps that end early: the generator reads the clock and sleeps again. */
TEST_FORMATS(early_wakes)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_WAIT, 0x00);
    uint64_t now = now_of(format);
    EXPECT_ZEROS(&b, now, 0, SORTID_EVENT_NEW_TIMESTAMP);
    b.world.clock.now_us = support_unix_us(format, now - 10000 / format->timestamp_unit) - 1000;
    b.world.naps.short_us = 10;
    EXPECT_ZEROS(&b, now, 1, SORTID_EVENT_COUNTER_INCREMENTED);
    EXPECT(b.world.naps.calls == 11, "%zu sleeps", b.world.naps.calls);
    EXPECT(b.world.naps.last_us == 1, "the last sleep");
}

/* A sleep that fails ends the wait; the state does not change. */
TEST_FORMATS(failing_naps)
{
    static const sortid_status failures[] = {SORTID_SLEEP_FAILED, SORTID_WAIT,
                                             (sortid_status)SORTID_STATUS_USER_FIRST};
    for (size_t i = 0; i < COUNT_OF(failures); i++) {
        support_bench b;
        prepare(&b, format, SORTID_MODE_WAIT, 0x00);
        uint64_t now = now_of(format);
        EXPECT_ZEROS(&b, now, 0, SORTID_EVENT_NEW_TIMESTAMP);
        b.world.clock.now_us -= 60000000;
        b.world.naps.short_us = 1000000;
        b.world.naps.fail_at = 2;
        b.world.naps.failure = failures[i];
        REFUSE(&b, failures[i]);
        assert_int_equal(b.world.naps.calls, 2);
        b.world.naps.fail_at = 0;
        b.world.clock.now_us = now_ms * 1000;
        EXPECT_ZEROS(&b, now, 1, SORTID_EVENT_COUNTER_INCREMENTED);
    }
}

/* A clock that fails after the sleep. */
TEST_FORMATS(failing_clock)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_WAIT, 0x00);
    EXPECT_ZEROS(&b, now_of(format), 0, SORTID_EVENT_NEW_TIMESTAMP);
    b.world.clock.now_us -= 60000000;
    b.world.clock.fail_at = b.world.clock.calls + 2;
    b.world.clock.failure = SORTID_CLOCK_FAILED;
    REFUSE(&b, SORTID_CLOCK_FAILED);
    assert_int_equal(b.world.naps.calls, 1);
}

/* ---- Nested calls ---------------------------------------------------------------------------- */

/* Sources that call the generator they belong to, and another one. */
typedef struct nested {
    support_bench *bench;
    support_bench *other;
    size_t busy, fine;
    bool wrong;
} nested;

static void call_nested(nested *n)
{
    uint8_t id[SUPPORT_MAX_SIZE] = {0}, zero[SUPPORT_MAX_SIZE] = {0};
    sortid_event event = 99;
    const support_format *format = n->bench->format;
    sortid_status status = format->next(&n->bench->generator, id, &event);
    n->busy += status == SORTID_BUSY;
    n->wrong = n->wrong || status != SORTID_BUSY || event != 99 || memcmp(id, zero, sizeof id) != 0;
    n->fine += format->next(&n->other->generator, id, NULL) == SORTID_OK;
}

static sortid_status nested_read(void *context, uint64_t *unix_us)
{
    nested *n = context;
    call_nested(n);
    *unix_us = n->bench->world.clock.now_us;
    return SORTID_OK;
}

static sortid_status nested_fill(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    (void)unix_us;
    call_nested(context);
    memset(bytes, 0, size);
    return SORTID_OK;
}

static sortid_status nested_sleep(void *context, uint64_t microseconds)
{
    nested *n = context;
    call_nested(n);
    n->bench->world.clock.now_us += microseconds;
    return SORTID_OK;
}

TEST_FORMATS(nested_calls)
{
    support_bench outer, other;
    nested n = {.bench = &outer, .other = &other};
    sortid_sources sources = {
        .clock = {nested_read, &n, 1}, .random = {nested_fill, &n}, .sleep = {nested_sleep, &n}};
    prepare(&other, format, SORTID_MODE_ABORT, 0x00);
    prepare(&outer, format, SORTID_MODE_WAIT, 0x00);
    EXPECT_OK(format->generator_init(&outer.generator, SORTID_MODE_WAIT, 10000, &sources));
    uint64_t now = now_of(format);
    EXPECT_ZEROS(&outer, now, 0, SORTID_EVENT_NEW_TIMESTAMP); // clock and draws
    EXPECT(n.busy >= 2, "%zu nested calls", n.busy);
    outer.world.clock.now_us -= 60000000;
    size_t before = n.busy;
    EXPECT_ZEROS(&outer, now, 1, SORTID_EVENT_COUNTER_INCREMENTED); // clock, sleep, clock
    EXPECT(n.busy >= before + 3, "%zu nested calls, and %zu before", n.busy, before);
    EXPECT(!n.wrong, "a nested call succeeded, or wrote");
    EXPECT(n.fine == n.busy, "the other generator was busy too");
    EXPECT_ZEROS(&outer, now, 2, SORTID_EVENT_COUNTER_INCREMENTED);
}

/* ---- The system's sources -------------------------------------------------------------- */

/* With the system's sources: increasing, near the system's time, errno is kept. */
TEST_FORMATS(system_sources)
{
    sortid_generator generator;
    sortid_clock clock;
    uint64_t before_us = 0, after_us = 0;
    uint8_t id[SUPPORT_MAX_SIZE], previous[SUPPORT_MAX_SIZE] = {0};
    sortid_clock_exact(&clock);
    EXPECT_OK(clock.read(clock.context, &before_us));
    errno = EDOM;
    EXPECT_OK(format->generator_init(&generator, SORTID_MODE_ABORT, 10000, NULL));
    for (int i = 0; i < 20000; i++) {
        EXPECT_STATUS(format->next(&generator, id, NULL), SORTID_OK, "ID %d", i);
        EXPECT(memcmp(previous, id, format->size) < 0, "ID %d not above", i);
        if (i == 0)
            EXPECT(format->unix_ms(id) >= before_us / 1000 - format->timestamp_unit,
                   "before the clock");
        memcpy(previous, id, sizeof previous);
    }
    assert_int_equal(errno, EDOM);
    EXPECT_OK(clock.read(clock.context, &after_us));
    EXPECT(format->unix_ms(id) <= after_us / 1000 + 5000, "far ahead of the clock");
}

/* ---- Invalid sources ------------------------------------------------------------------------- */

/* A refusal leaves the generator as it was. */
TEST_FORMATS(bad_sources)
{
    static const char *const lacks[] = {"no clock", "no randomness", "no sleep", "no resolution"};
    support_bench b;
    prepare(&b, format, SORTID_MODE_ABORT, 0x00);
    for (size_t i = 0; i < COUNT_OF(lacks); i++) {
        sortid_generator generator = b.generator;
        sortid_sources sources = b.world.sources;
        sources.clock.read = i == 0 ? NULL : sources.clock.read;
        sources.random.fill = i == 1 ? NULL : sources.random.fill;
        sources.sleep.sleep = i == 2 ? NULL : sources.sleep.sleep;
        sources.clock.resolution_us = i == 3 ? 0 : sources.clock.resolution_us;
        EXPECT_STATUS(format->generator_init(&generator, SORTID_MODE_ABORT, 10000, &sources),
                      SORTID_BAD_OPTION, "%s", lacks[i]);
        EXPECT_BYTES(&generator, &b.generator, sizeof generator, "changed by %s", lacks[i]);
    }
}

CASES_MAIN(NULL, NULL)
