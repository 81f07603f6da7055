/* SPDX-License-Identifier: MIT */
/* test_generator.c: generators with scripted sources: IDs and events as the
 * pure machine gives them, the time handed to each draw, waiting through the
 * sleep source and what ends it, calls from inside a call, storage that was
 * never prepared, errno, and scru64's change of node. Failures of clock and
 * randomness are in tests/generate/test_fault.c, forks in test_fork.c. */
#include "../support/bench.h"

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

/* ---- A life with scripted sources ----------------------------------------------------- */

static void life_of(const support_format *format)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_RESET, 0x00);
    uint64_t now = now_of(format), unit_us = format->timestamp_unit * 1000;
    EXPECT_ZEROS(&b, now, 0, SORTID_NEW_TIMESTAMP);
    EXPECT(b.world.draws.last_us == now_ms * 1000, "%s: the draw's time", format->name);
    EXPECT_ZEROS(&b, now, 1, SORTID_COUNTER_INCREMENTED);
    b.world.clock.now_us += unit_us + 7;
    EXPECT_ZEROS(&b, now + 1, 0, SORTID_NEW_TIMESTAMP);
    EXPECT(b.world.draws.last_us == now_ms * 1000 + unit_us + 7, "%s: the draw's time",
           format->name);
    b.world.clock.now_us -= 5000000;
    EXPECT_ZEROS(&b, now + 1, 1, SORTID_COUNTER_INCREMENTED);
    b.world.clock.now_us = support_unix_us(format, now / 2);
    EXPECT_ZEROS(&b, now / 2, 0, SORTID_RESET);
    EXPECT_STATUS(format->generate((uint8_t[SUPPORT_MAX_SIZE]){0}, NULL, &b.generator), SORTID_OK,
                  "%s: without event", format->name);
    EXPECT_ZEROS(&b, now / 2, 2, SORTID_COUNTER_INCREMENTED);
    assert_int_equal(b.world.naps.calls, 0);
}

static void abort_of(const support_format *format)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_ABORT, 0x00);
    EXPECT_ZEROS(&b, now_of(format), 0, SORTID_NEW_TIMESTAMP);
    b.world.clock.now_us -= 60000000;
    REFUSE(&b, SORTID_ROLLBACK);
    b.world.clock.now_us = UINT64_MAX;
    REFUSE(&b, SORTID_CLOCK_OUT_OF_RANGE);
    b.world.clock.now_us = now_ms * 1000;
    EXPECT_ZEROS(&b, now_of(format), 1, SORTID_COUNTER_INCREMENTED);
}

static void test_life(void **state)
{
    (void)state;
    support_each_format(life_of);
    support_each_format(abort_of);
}

/* Events of counters that run over, with draws of ones. */
static void test_overflow_events(void **state)
{
    (void)state;
    static const size_t borrowing[] = {0, 1, 3};
    support_bench b;
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0;
    for (size_t i = 0; i < COUNT_OF(borrowing); i++) {
        prepare(&b, &support_formats[borrowing[i]], SORTID_MODE_WAIT, 0xff);
        EXPECT_STATUS(b.format->generate(id, &event, &b.generator), SORTID_OK, "-");
        assert_int_equal(event, SORTID_NEW_TIMESTAMP);
        EXPECT_STATUS(b.format->generate(id, &event, &b.generator), SORTID_OK, "-");
        assert_int_equal(event, SORTID_TIMESTAMP_BORROWED);
    }
    prepare(&b, SUPPORT_ULID, SORTID_MODE_WAIT, 0xff);
    EXPECT_STATUS(b.format->generate(id, &event, &b.generator), SORTID_OK, "-");
    REFUSE(&b, SORTID_OVERFLOW); // no mode waits for that
    assert_int_equal(b.world.naps.calls, 0);
}

/* ---- Waiting ---------------------------------------------------------------------------- */

/* The clock a minute behind: one sleep, to the moment when it is near enough. */
static void wait_of(const support_format *format)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_WAIT, 0x00);
    uint64_t now = now_of(format);
    uint64_t near_us = support_unix_us(format, now - 10000 / format->timestamp_unit);
    EXPECT_ZEROS(&b, now, 0, SORTID_NEW_TIMESTAMP);
    b.world.clock.now_us = near_us - 50000123;
    EXPECT_ZEROS(&b, now, 1, SORTID_COUNTER_INCREMENTED);
    EXPECT(b.world.naps.calls == 1, "%s: %zu sleeps", format->name, b.world.naps.calls);
    EXPECT(b.world.naps.last_us == 50000123, "%s: slept %llu us", format->name,
           (unsigned long long)b.world.naps.last_us);
    EXPECT(b.world.clock.now_us == near_us, "%s: the clock was read otherwise", format->name);
}

/* A sleep that ends early: the generator looks at the clock, and sleeps again. */
static void short_naps_of(const support_format *format)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_WAIT, 0x00);
    uint64_t now = now_of(format);
    EXPECT_ZEROS(&b, now, 0, SORTID_NEW_TIMESTAMP);
    b.world.clock.now_us = support_unix_us(format, now - 10000 / format->timestamp_unit) - 1000;
    b.world.naps.short_us = 10;
    EXPECT_ZEROS(&b, now, 1, SORTID_COUNTER_INCREMENTED);
    EXPECT(b.world.naps.calls == 11, "%s: %zu sleeps", format->name, b.world.naps.calls);
    EXPECT(b.world.naps.last_us == 1, "%s: the last sleep", format->name);
}

/* A sleep that fails ends the wait; the state is as it was before the call. */
static void failing_naps_of(const support_format *format)
{
    static const sortid_status failures[] = {SORTID_SLEEP_FAILED, SORTID_WAIT, (sortid_status)77};
    for (size_t i = 0; i < COUNT_OF(failures); i++) {
        support_bench b;
        prepare(&b, format, SORTID_MODE_WAIT, 0x00);
        uint64_t now = now_of(format);
        EXPECT_ZEROS(&b, now, 0, SORTID_NEW_TIMESTAMP);
        b.world.clock.now_us -= 60000000;
        b.world.naps.short_us = 1000000;
        b.world.naps.fail_at = 2;
        b.world.naps.failure = failures[i];
        REFUSE(&b, failures[i]);
        assert_int_equal(b.world.naps.calls, 2);
        b.world.naps.fail_at = 0;
        b.world.clock.now_us = now_ms * 1000;
        EXPECT_ZEROS(&b, now, 1, SORTID_COUNTER_INCREMENTED);
    }
}

/* A clock that fails after the sleep. */
static void failing_clock_of(const support_format *format)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_WAIT, 0x00);
    EXPECT_ZEROS(&b, now_of(format), 0, SORTID_NEW_TIMESTAMP);
    b.world.clock.now_us -= 60000000;
    b.world.clock.fail_at = b.world.clock.calls + 2;
    b.world.clock.failure = SORTID_CLOCK_FAILED;
    REFUSE(&b, SORTID_CLOCK_FAILED);
    assert_int_equal(b.world.naps.calls, 1);
}

static void test_wait(void **state)
{
    (void)state;
    support_each_format(wait_of);
    support_each_format(short_naps_of);
    support_each_format(failing_naps_of);
    support_each_format(failing_clock_of);
}

/* ---- Calls from inside a call ---------------------------------------------------------------- */

/* Sources that call into the generator they serve, and into another. */
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
    sortid_status status = format->generate(id, &event, &n->bench->generator);
    n->busy += status == SORTID_BUSY;
    n->wrong = n->wrong || status != SORTID_BUSY || event != 99 || memcmp(id, zero, sizeof id) != 0;
    n->fine += format->generate(id, NULL, &n->other->generator) == SORTID_OK;
}

static sortid_status nested_read(uint64_t *unix_us, void *context)
{
    nested *n = context;
    call_nested(n);
    *unix_us = n->bench->world.clock.now_us;
    return SORTID_OK;
}

static sortid_status nested_fill(void *bytes, size_t size, uint64_t unix_us, void *context)
{
    (void)unix_us;
    call_nested(context);
    memset(bytes, 0, size);
    return SORTID_OK;
}

static sortid_status nested_sleep(uint64_t microseconds, void *context)
{
    nested *n = context;
    call_nested(n);
    n->bench->world.clock.now_us += microseconds;
    return SORTID_OK;
}

static void nested_calls_of(const support_format *format)
{
    support_bench outer, other;
    nested n = {.bench = &outer, .other = &other};
    sortid_sources sources = {
        .clock = {nested_read, &n, 1}, .random = {nested_fill, &n}, .sleep = {nested_sleep, &n}};
    prepare(&other, format, SORTID_MODE_ABORT, 0x00);
    prepare(&outer, format, SORTID_MODE_WAIT, 0x00);
    EXPECT_STATUS(format->generator_init(&outer.generator, SORTID_MODE_WAIT, 10000, &sources),
                  SORTID_OK, "%s", format->name);
    uint64_t now = now_of(format);
    EXPECT_ZEROS(&outer, now, 0, SORTID_NEW_TIMESTAMP); // clock and draws
    EXPECT(n.busy >= 2, "%s: %zu nested calls", format->name, n.busy);
    outer.world.clock.now_us -= 60000000;
    size_t before = n.busy;
    EXPECT_ZEROS(&outer, now, 1, SORTID_COUNTER_INCREMENTED); // clock, sleep, clock
    EXPECT(n.busy >= before + 3, "%s: %zu nested calls", format->name, n.busy - before);
    EXPECT(!n.wrong, "%s: a nested call was let through, or wrote", format->name);
    EXPECT(n.fine == n.busy, "%s: another generator was busy too", format->name);
    EXPECT_ZEROS(&outer, now, 2, SORTID_COUNTER_INCREMENTED);
}

static void test_nested_calls(void **state)
{
    (void)state;
    support_each_format(nested_calls_of);
}

/* ---- Storage, errno, the system's sources ------------------------------------------------------
 */

static void zero_bytes_of(const support_format *format)
{
    support_bench b = {.format = format};
    memset(&b.generator, 0, sizeof b.generator);
    REFUSE(&b, SORTID_NOT_INITIALIZED);
}

static void test_not_initialized(void **state)
{
    (void)state;
    support_each_format(zero_bytes_of);
    sortid_scru64_generator generator = {{0}};
    sortid_scru64_node_spec spec = {.node_id = 1, .node_id_size = 8};
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &spec), SORTID_NOT_INITIALIZED,
                  "set_node");
    EXPECT_STATUS(sortid_scru64_generator_node_spec(&spec, &generator), SORTID_NOT_INITIALIZED,
                  "node_spec");
}

/* With the system's sources: increasing, near the system's time, errno kept. */
static void system_sources_of(const support_format *format)
{
    support_generator generator;
    sortid_clock clock;
    uint64_t before_us = 0, after_us = 0;
    uint8_t id[SUPPORT_MAX_SIZE], previous[SUPPORT_MAX_SIZE] = {0};
    sortid_clock_exact(&clock);
    EXPECT_STATUS(clock.read(&before_us, clock.context), SORTID_OK, "clock");
    errno = EDOM;
    EXPECT_STATUS(format->generator_init(&generator, SORTID_MODE_ABORT, 10000, NULL), SORTID_OK,
                  "%s", format->name);
    for (int i = 0; i < 20000; i++) {
        EXPECT_STATUS(format->generate(id, NULL, &generator), SORTID_OK, "%s: ID %d", format->name,
                      i);
        EXPECT(memcmp(previous, id, format->size) < 0, "%s: ID %d not above", format->name, i);
        if (i == 0)
            EXPECT(format->unix_ms(id) >= before_us / 1000 - format->timestamp_unit,
                   "%s: before the clock", format->name);
        memcpy(previous, id, sizeof previous);
    }
    assert_int_equal(errno, EDOM);
    EXPECT_STATUS(clock.read(&after_us, clock.context), SORTID_OK, "clock");
    EXPECT(format->unix_ms(id) <= after_us / 1000 + 5000, "%s: far ahead of the clock",
           format->name);
}

static void test_system_sources(void **state)
{
    (void)state;
    support_each_format(system_sources_of);
}

/* ---- scru64: its node
 * ----------------------------------------------------------------------------- */

static void begin_scru64(support_bench *b, sortid_scru64_generator *generator)
{
    const sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8};
    b->format = SUPPORT_SCRU64;
    support_world_init(&b->world, now_ms * 1000, 0x00);
    EXPECT_STATUS(sortid_scru64_generator_init(generator, &spec, NULL, &b->world.sources),
                  SORTID_OK, "init");
}

static void expect_spec(const sortid_scru64_generator *generator, const char *expected)
{
    sortid_scru64_node_spec spec;
    char text[SORTID_SCRU64_NODE_SPEC_SIZE];
    EXPECT_STATUS(sortid_scru64_generator_node_spec(&spec, generator), SORTID_OK, "%s", expected);
    assert_int_equal(sortid_scru64_node_spec_print(text, &spec), strlen(expected));
    assert_string_equal(text, expected);
}

static void expect_scru64(sortid_scru64_generator *generator, uint64_t tick, uint32_t node_ctr,
                          sortid_event event)
{
    uint8_t expected[8];
    sortid_scru64 id;
    sortid_event happened = 0;
    support_scru64_id(expected, tick, node_ctr);
    EXPECT_STATUS(sortid_scru64_generate(&id, &happened, generator), SORTID_OK, "generate");
    EXPECT_BYTES(&id, expected, sizeof id, "generate");
    assert_int_equal(happened, event);
}

/* "node/size" until the first ID, then "ID/size". 0ugzz2plp5a8 is tick
 * 6640625000 with node 42 of 8 bits and counter 0. */
static void test_scru64_spec(void **state)
{
    (void)state;
    support_bench b;
    sortid_scru64_generator generator = {{0}};
    begin_scru64(&b, &generator);
    expect_spec(&generator, "42/8");
    expect_scru64(&generator, now_ms / 256, 42 << 16, SORTID_NEW_TIMESTAMP);
    expect_spec(&generator, "0ugzz2plp5a8/8");
    expect_scru64(&generator, now_ms / 256, 42 << 16 | 1, SORTID_COUNTER_INCREMENTED);
    expect_spec(&generator, "0ugzz2plp5a9/8");
}

/* A clock that meddles with the node of the generator that reads it. */
typedef struct meddling {
    sortid_scru64_generator *generator;
    sortid_status set, told;
} meddling;

static sortid_status meddle(uint64_t *unix_us, void *context)
{
    meddling *m = context;
    const sortid_scru64_node_spec spec = {.node_id = 3, .node_id_size = 4};
    sortid_scru64_node_spec told;
    m->set = sortid_scru64_generator_set_node(m->generator, &spec);
    m->told = sortid_scru64_generator_node_spec(&told, m->generator);
    *unix_us = now_ms * 1000;
    return SORTID_OK;
}

static void test_scru64_node_inside_a_call(void **state)
{
    (void)state;
    support_bench b;
    sortid_scru64_generator generator = {{0}};
    meddling m = {&generator, SORTID_OK, SORTID_OK};
    const sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8};
    prepare(&b, SUPPORT_SCRU64, SORTID_MODE_ABORT, 0x00);
    sortid_sources sources = b.world.sources;
    sources.clock = (sortid_clock){meddle, &m, 1};
    EXPECT_STATUS(sortid_scru64_generator_init(&generator, &spec, NULL, &sources), SORTID_OK,
                  "init");
    expect_scru64(&generator, now_ms / 256, 42 << 16, SORTID_NEW_TIMESTAMP);
    EXPECT_STATUS(m.set, SORTID_BUSY, "set_node");
    EXPECT_STATUS(m.told, SORTID_BUSY, "node_spec");
    expect_scru64(&generator, now_ms / 256, 42 << 16 | 1, SORTID_COUNTER_INCREMENTED);
}

/* Another node at any time; a bad one changes nothing. */
static void test_scru64_set_node(void **state)
{
    (void)state;
    support_bench b;
    sortid_scru64_generator generator = {{0}};
    begin_scru64(&b, &generator);
    expect_scru64(&generator, now_ms / 256, 42 << 16, SORTID_NEW_TIMESTAMP);
    sortid_scru64_generator before = generator;
    sortid_scru64_node_spec bad = {.node_id = 256, .node_id_size = 8};
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &bad), SORTID_OUT_OF_RANGE, "256/8");
    bad = (sortid_scru64_node_spec){.node_id = 0, .node_id_size = 24};
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &bad), SORTID_OUT_OF_RANGE, "0/24");
    bad = (sortid_scru64_node_spec){.node_id_size = 8, .has_last = true};
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &bad), SORTID_RESERVED, "last 0");
    EXPECT_BYTES(&generator, &before, sizeof before, "touched by a bad node");
    const sortid_scru64_node_spec other = {.node_id = 3, .node_id_size = 4};
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &other), SORTID_OK, "3/4");
    expect_spec(&generator, "3/4");
    /* Behind the other node's ID, in the same tick of the clock: in the next one. */
    expect_scru64(&generator, now_ms / 256 + 1, 3 << 20, SORTID_TIMESTAMP_BORROWED);
    /* The node's own earlier ID is no way back. */
    sortid_scru64_node_spec earlier = {.node_id = 3, .node_id_size = 4, .has_last = true};
    support_scru64_id(earlier.last.bytes, now_ms / 256, 3 << 20 | 9);
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &earlier), SORTID_OK, "way back");
    expect_scru64(&generator, now_ms / 256 + 1, 3 << 20 | 1, SORTID_COUNTER_INCREMENTED);
    sortid_scru64_node_spec later = {.node_id = 5, .node_id_size = 4, .has_last = true};
    support_scru64_id(later.last.bytes, now_ms / 256 + 2, 5 << 20 | 77);
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &later), SORTID_OK, "later");
    expect_scru64(&generator, now_ms / 256 + 2, 5 << 20 | 78, SORTID_COUNTER_INCREMENTED);
    /* The same node anew, with nothing to add, changes nothing. */
    later.has_last = false;
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &later), SORTID_OK, "again");
    expect_scru64(&generator, now_ms / 256 + 2, 5 << 20 | 79, SORTID_COUNTER_INCREMENTED);
    /* The same number of another size is another node, and an ID of its past no way back. */
    sortid_scru64_node_spec wider = {.node_id = 5, .node_id_size = 8, .has_last = true};
    support_scru64_id(wider.last.bytes, now_ms / 256, 5 << 16);
    EXPECT_STATUS(sortid_scru64_generator_set_node(&generator, &wider), SORTID_OK, "wider");
    expect_scru64(&generator, now_ms / 256 + 3, 5 << 16, SORTID_TIMESTAMP_BORROWED);
}

/* scru160 resets only by how far the clock itself went back. It stood in the borrowed ms
 * as well before it did, if only for an ID that was counted on. */
static void test_scru160_mark(void **state)
{
    (void)state;
    support_bench b;
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0;
    prepare(&b, SUPPORT_SCRU160, SORTID_MODE_RESET, 0xff);
    while (event != SORTID_TIMESTAMP_BORROWED) /* from a counter of 0x7fff */
        EXPECT_STATUS(SUPPORT_SCRU160->generate(id, &event, &b.generator), SORTID_OK, "borrow");
    b.world.clock.now_us += 1000;
    EXPECT_STATUS(SUPPORT_SCRU160->generate(id, &event, &b.generator), SORTID_OK, "count on");
    assert_int_equal(event, SORTID_COUNTER_INCREMENTED);
    b.world.clock.now_us -= 10001000;
    EXPECT_STATUS(SUPPORT_SCRU160->generate(id, &event, &b.generator), SORTID_OK, "10,001 ms back");
    assert_int_equal(event, SORTID_RESET);
}

/* The microsecond usage of scru160 wants an exact clock: without sources it gets
 * one, the default's clock of whole ms is refused. */
static void test_scru160_microseconds(void **state)
{
    (void)state;
    sortid_scru160_generator generator;
    sortid_scru160_options options;
    sortid_sources sources;
    sortid_scru160 id;
    sortid_scru160_options_default(&options);
    options.microseconds = true;
    sortid_sources_default(&sources);
    EXPECT_STATUS(sortid_scru160_generator_init(&generator, &options, &sources), SORTID_BAD_OPTION,
                  "a clock of ms");
    EXPECT_STATUS(sortid_scru160_generator_init(&generator, NULL, &sources), SORTID_OK,
                  "the same clock is good for whole ms, the default");
    EXPECT_STATUS(sortid_scru160_generator_init(&generator, &options, NULL), SORTID_OK, "none");
    EXPECT_STATUS(sortid_scru160_generate(&id, NULL, &generator), SORTID_OK, "an ID");
}

/* ---- A draw that fails where an ID only counts on ------------------------------------------------ */

static void failing_draw_of(const support_format *format)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_ABORT, 0x00);
    EXPECT_ZEROS(&b, now_of(format), 0, SORTID_NEW_TIMESTAMP);
    size_t calls = b.world.draws.calls;
    EXPECT_ZEROS(&b, now_of(format), 1, SORTID_COUNTER_INCREMENTED);
    if (b.world.draws.calls == calls)
        return; /* it draws nothing then */
    b.world.draws.fail_at = b.world.draws.calls + 1;
    b.world.draws.failure = SORTID_RANDOM_FAILED;
    REFUSE(&b, SORTID_RANDOM_FAILED);
    EXPECT_ZEROS(&b, now_of(format), 2, SORTID_COUNTER_INCREMENTED);
}

static void test_failing_draw(void **state)
{
    (void)state;
    support_each_format(failing_draw_of);
}

/* ---- Without state ---------------------------------------------------------------------------- */

/* Each ID is drawn whole, also where the clock stands: never one counted on. */
static void expect_drawn(support_bench *b, const void *id, sortid_status status, uint8_t pattern)
{
    const uint8_t *bytes = id;
    EXPECT_STATUS(status, SORTID_OK, "%s", b->format->name);
    for (size_t i = 6; i < b->format->size; i++)
        EXPECT(bytes[i] == pattern, "%s: byte %zu is %#x, not %#x", b->format->name, i, bytes[i],
               pattern);
}

static void test_stateless(void **state)
{
    (void)state;
    support_bench b;
    sortid_scru128_options scru128_options;
    sortid_ulid_options ulid_options;
    sortid_scru128_generator scru128 = {{0}};
    sortid_ulid_generator ulid = {{0}};
    prepare(&b, SUPPORT_SCRU128, SORTID_MODE_ABORT, 0x00);
    sortid_scru128_options_default(&scru128_options);
    sortid_ulid_options_default(&ulid_options);
    scru128_options.stateless = ulid_options.stateless = true;
    EXPECT_STATUS(sortid_scru128_generator_init(&scru128, &scru128_options, &b.world.sources),
                  SORTID_OK, "init");
    EXPECT_STATUS(sortid_ulid_generator_init(&ulid, &ulid_options, &b.world.sources), SORTID_OK,
                  "init");
    for (uint8_t pattern = 0x10; pattern < 0x15; pattern++) {
        sortid_scru128 scru128_id;
        sortid_ulid ulid_id;
        b.world.draws.pattern = pattern;
        b.format = SUPPORT_SCRU128;
        expect_drawn(&b, &scru128_id, sortid_scru128_generate(&scru128_id, NULL, &scru128),
                     pattern);
        b.format = SUPPORT_ULID;
        expect_drawn(&b, &ulid_id, sortid_ulid_generate(&ulid_id, NULL, &ulid), pattern);
    }
}

/* ---- Sources that cannot be ------------------------------------------------------------------ */

static void expect_bad_sources(const support_format *format, const support_generator *prepared,
                               const sortid_sources *sources, const char *what)
{
    support_generator generator = *prepared;
    EXPECT_STATUS(format->generator_init(&generator, SORTID_MODE_ABORT, 10000, sources),
                  SORTID_BAD_OPTION, "%s: %s", format->name, what);
    EXPECT_BYTES(&generator, prepared, sizeof generator, "%s: touched by %s", format->name, what);
}

static void bad_sources_of(const support_format *format)
{
    support_bench b;
    prepare(&b, format, SORTID_MODE_ABORT, 0x00);
    sortid_sources sources = b.world.sources;
    sources.clock.read = NULL;
    expect_bad_sources(format, &b.generator, &sources, "no clock");
    sources = b.world.sources;
    sources.random.fill = NULL;
    expect_bad_sources(format, &b.generator, &sources, "no randomness");
    sources = b.world.sources;
    sources.sleep.sleep = NULL;
    expect_bad_sources(format, &b.generator, &sources, "no sleep");
    sources = b.world.sources;
    sources.clock.resolution_us = 0;
    expect_bad_sources(format, &b.generator, &sources, "no resolution");
}

static void test_bad_sources(void **state)
{
    (void)state;
    support_each_format(bad_sources_of);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_failing_draw),    cmocka_unit_test(test_stateless),
        cmocka_unit_test(test_bad_sources),     cmocka_unit_test(test_scru160_microseconds),
        cmocka_unit_test(test_scru160_mark),    cmocka_unit_test(test_life),
        cmocka_unit_test(test_overflow_events), cmocka_unit_test(test_wait),
        cmocka_unit_test(test_nested_calls),    cmocka_unit_test(test_not_initialized),
        cmocka_unit_test(test_system_sources),  cmocka_unit_test(test_scru64_spec),
        cmocka_unit_test(test_scru64_set_node), cmocka_unit_test(test_scru64_node_inside_a_call),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
