/* SPDX-License-Identifier: MIT */
/* test_memory.c: shared generators on a state in memory, one after another in one thread: raising
 * the state to a last ID; IDs, events and failures with scripted sources; fills; nested calls.
 * test_memory_join.c tests who may join, test_hammer.c threads and processes at once,
 * test_fork_shared.c forks. */
#include "state.h"

#include <signal.h>

static const uint64_t now_ms = UINT64_C(1700000000000); // a whole number of 256

static sortid_shared_state memory;

static uint64_t timestamp_of(const support_format *format, uint64_t unix_ms)
{
    return (unix_ms - format->timestamp_zero) / format->timestamp_unit;
}

/* ---- Raising the state to a last ID -------------------------------------------------------- */

static void join_at_last(sortid_scru64_generator *generator, uint64_t timestamp, uint32_t counter,
                         const sortid_sources *sources)
{
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    support_scru64_id(spec.last.bytes, timestamp, 42 << 16 | counter);
    const sortid_options options = {.node = spec};
    EXPECT_OK(sortid_generator_attach(&generator->base, sortid_scru64_format(), &memory,
                                      SORTID_SCOPE_THREADS, &options, sources));
}

static void expect_scru64(sortid_generator *generator, uint64_t timestamp, uint32_t counter)
{
    uint8_t id[8], expected[8];
    EXPECT_OK(SUPPORT_SCRU64->next(generator, id, NULL));
    support_scru64_id(expected, timestamp, 42 << 16 | counter);
    EXPECT_BYTES(id, expected, 8, "timestamp %llu", (unsigned long long)timestamp);
}

/* The state rises to a spec's last ID if that is later, for all generators on it. */
TEST(raise)
{
    support_world world;
    sortid_generator first, second;
    uint64_t now = timestamp_of(SUPPORT_SCRU64, now_ms);
    support_world_init(&world, now_ms * 1000, 0);
    clear_state(&memory);
    join_at_last((void *)&first, now + 3, 7, &world.sources);
    expect_scru64(&first, now + 3, 8);
    join_at_last((void *)&second, now + 3, 8, &world.sources); /* the state's last ID */
    expect_scru64(&first, now + 3, 9);
    join_at_last((void *)&second, now + 3, 2, &world.sources); /* lower */
    expect_scru64(&second, now + 3, 10);
    join_at_last((void *)&second, now + 2, 500, &world.sources);
    expect_scru64(&second, now + 3, 11);
    join_at_last((void *)&second, now + 3, 500, &world.sources); /* higher */
    expect_scru64(&first, now + 3, 501);
    join_at_last((void *)&second, now + 9, 1, &world.sources);
    expect_scru64(&first, now + 9, 2);
    expect_scru64(&second, now + 9, 3);
    world.clock.now_us += UINT64_C(256000) * 20;
    expect_scru64(&first, now + 20, 0);
}

/* A last ID far ahead of the clock: a rollback like any other. */
TEST(raise_far)
{
    support_world world;
    sortid_generator generator;
    uint8_t id[8];
    uint64_t now = timestamp_of(SUPPORT_SCRU64, now_ms);
    support_world_init(&world, now_ms * 1000, 0);
    clear_state(&memory);
    join_at_last((void *)&generator, now + 1000, 7, &world.sources);
    EXPECT_STATUS(SUPPORT_SCRU64->next(&generator, id, NULL), SORTID_ROLLBACK, "far");
    world.clock.now_us += UINT64_C(256000) * 970;
    expect_scru64(&generator, now + 1000, 8);
}

/* ---- Events ------------------------------------------------------------------------------ */

/* With the sources of the system and the published clock: IDs of one time are counted up. */
TEST_FORMATS(events)
{
    sortid_generator g;
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0, all = 0;
    sortid_sources sources;
    sortid_published published;
    sortid_sources_default(&sources);
    sortid_published_init(&published);
    sortid_published_set(&published, now_ms * 1000);
    sortid_clock_published(&sources.clock, &published, 1);
    clear_state(&memory);
    init_shared(&g, format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_WAIT, &sources);
    EXPECT_OK(format->next(&g, id, &event));
    EXPECT(event == SORTID_EVENT_NEW_TIMESTAMP, "first event %u", event);
    for (int i = 0; i < 100000 && (all & SORTID_EVENT_COUNTER_INCREMENTED) == 0; i++) {
        event = 0;
        EXPECT_OK(format->next(&g, id, &event));
        EXPECT(event != 0, "no event");
        all |= event;
    }
    EXPECT((all & SORTID_EVENT_COUNTER_INCREMENTED) != 0, "events %u", all);
}

/* ---- Failures ---------------------------------------------------------------------------- */

/* Lets the next call of a source fail with the status of that source, behind an allowance if
 * `behind`. The clock then fails in the second reading, which checks whether it is really behind:
 * the call does not sleep. */
static void break_source(support_world *world, sortid_status status, bool behind)
{
    world->clock.failure = world->draws.failure = world->naps.failure = status;
    if (status == SORTID_CLOCK_FAILED)
        world->clock.fail_at = world->clock.calls + 1 + behind;
    else if (status == SORTID_RANDOM_FAILED)
        world->draws.fail_at = world->draws.calls + 1;
    else
        world->naps.fail_at = world->naps.calls + 1;
    world->clock.now_us -= behind ? 2 * ALLOWANCE_MS * 1000 : 0;
}

/* A clock that stops: the call ends after ten times the wait, and a second. */
TEST_FORMATS(clock_stopped)
{
    support_world world;
    support_clock elsewhere = {0};
    sortid_generator g;
    uint8_t id[SUPPORT_MAX_SIZE];
    size_t made = 99;
    support_world_init(&world, now_ms * 1000, 0);
    clear_state(&memory);
    init_shared(&g, format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_WAIT, &world.sources);
    EXPECT_OK(format->next(&g, id, NULL));
    world.clock.now_us -= 60000000;
    world.naps.clock = &elsewhere;
    EXPECT_GIVES(format->next(&g, id, NULL), SORTID_CLOCK_STOPPED);
    EXPECT(world.naps.calls == 10, "%zu sleeps", world.naps.calls);
    EXPECT_GIVES(format->fill(&g, id, 1, &made, NULL), SORTID_CLOCK_STOPPED);
    EXPECT(made == 0 && world.naps.calls == 20, "fill");
    world.naps.clock = &world.clock; /* it moves again */
    EXPECT_OK(format->next(&g, id, NULL));
}

/* One source fails in a call of each kind: nothing changes, and later calls succeed. */
static void failure_of(const support_format *format, sortid_status status, bool behind)
{
    support_world world;
    sortid_generator g;
    uint8_t id[SUPPORT_MAX_SIZE], ids[8 * SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    size_t made = 99;
    support_world_init(&world, now_ms * 1000, 0);
    clear_state(&memory);
    init_shared(&g, format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_WAIT, &world.sources);
    EXPECT_OK(format->next(&g, id, NULL));
    uint64_t start_us = world.clock.now_us += format->timestamp_unit * 1000; /* the next draws */
    sortid_shared_state before = memory;
    memset(id, 0xa5, sizeof id);
    memcpy(expected, id, sizeof id);
    sortid_event event = 99;
    break_source(&world, status, behind);
    EXPECT_GIVES(format->next(&g, id, &event), status);
    EXPECT_BYTES(id, expected, sizeof id, "output changed");
    EXPECT(event == 99, "event changed");
    world.clock.now_us = start_us;
    break_source(&world, status, behind);
    EXPECT_GIVES(format->fill(&g, ids, 8, &made, NULL), status);
    EXPECT(made == 0, "made %zu", made);
    EXPECT_BYTES(&memory, &before, sizeof before, "state changed");
    world.clock.now_us = start_us;
    EXPECT_OK(format->next(&g, id, NULL));
    support_zeros_id(expected, format, timestamp_of(format, now_ms) + 1, 0);
    EXPECT_BYTES(id, expected, format->size, "then");
}

TEST_FORMATS(failures)
{
    failure_of(format, SORTID_CLOCK_FAILED, false);
    failure_of(format, SORTID_CLOCK_FAILED, true);
    failure_of(format, SORTID_RANDOM_FAILED, false);
    failure_of(format, SORTID_SLEEP_FAILED, true);
}

/* ---- Fills ------------------------------------------------------------------------------- */

enum { most = 5000 };
static uint8_t filled[(size_t)most * SUPPORT_MAX_SIZE];
static char texts[(size_t)most * SUPPORT_MAX_TEXT];

static void fill_above(uint8_t *last, const support_format *format, size_t count,
                       sortid_generator *g)
{
    size_t made = 0;
    sortid_event events = 0;
    EXPECT_STATUS(format->fill(g, filled, count, &made, &events), SORTID_OK, "%zu", count);
    EXPECT(made == count && events != 0, "made %zu of %zu", made, count);
    EXPECT(memcmp(last, filled, format->size) < 0, "fill %zu is not above", count);
    expect_increasing(filled, count, format, PLACE);
    memcpy(last, filled + (count - 1) * format->size, format->size);
}

static void fill_text_above(uint8_t *last, const support_format *format, size_t count,
                            sortid_generator *g)
{
    size_t written = 0, done = 0, consumed = 0, length = count * (format->text_length + 1);
    EXPECT_STATUS(format->fill_text(g, texts, sizeof texts, &written, count, '\n', NULL), SORTID_OK,
                  "%zu", count);
    EXPECT(written == length, "wrote %zu of %zu", written, length);
    EXPECT_OK(format->parse_many(filled, count, &done, &consumed, texts, length, '\n', NULL));
    EXPECT(done == count && consumed == length, "read %zu of %zu", done, count);
    EXPECT(memcmp(last, filled, format->size) < 0, "fill_text %zu is not above", count);
    expect_increasing(filled, count, format, PLACE);
    memcpy(last, filled + (count - 1) * format->size, format->size);
}

/* By two generators in turn, with single IDs between the fills. */
TEST_FORMATS(fills)
{
    static const size_t counts[] = {1,   2,    3,    4,    5,    7,    8,    9,   15,
                                    16,  17,   63,   64,   65,   255,  256,  511, 512,
                                    513, 1024, 1025, 4095, 4096, 4097, 4999, most};
    sortid_generator all[2];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    clear_state(&memory);
    init_shared(&all[0], format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT, NULL);
    init_shared(&all[1], format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_WAIT, NULL);
    for (size_t i = 0; i < 3 * COUNT_OF(counts); i++) {
        bool chosen = i < COUNT_OF(counts);
        size_t count = chosen ? counts[i] : 1 + (size_t)support_below(most);
        fill_above(last, format, count, &all[support_below(2)]);
        make_above(last, format, &all[support_below(2)], PLACE);
        fill_text_above(last, format, count, &all[support_below(2)]);
    }
}

/* For ulid: one generator adds random increments, the other increments of 1. */
TEST(random_step)
{
    sortid_options options;
    sortid_generator all[2];
    uint8_t last[SUPPORT_MAX_SIZE] = {0};
    options = (sortid_options){0};
    options.mode = SORTID_MODE_WAIT;
    options.flags |= SORTID_OPTION_RANDOM_STEP;
    clear_state(&memory);
    EXPECT_OK(sortid_generator_attach(&all[0], sortid_ulid_format(), &memory, SORTID_SCOPE_THREADS,
                                      &options, NULL));
    init_shared(&all[1], SUPPORT_ULID, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT, NULL);
    for (int i = 0; i < 200; i++) {
        fill_above(last, SUPPORT_ULID, 1 + (size_t)support_below(600), &all[support_below(2)]);
        make_above(last, SUPPORT_ULID, &all[support_below(2)], PLACE);
    }
}

/* ---- A call inside a call ------------------------------------------------------------------ */

/* Sources that raise a signal, whose handler makes an ID on the same state: with the same
 * generator, or with another one that has its own clock. */
static struct nesting {
    const support_format *format;
    sortid_generator *inside; /* makes the handler's ID */
    uint64_t clock_us, inside_clock_us;
    uint64_t clock_after_us; /* the outer clock's time from its second reading on */
    bool in_clock, in_random;
    size_t made;
    uint8_t ids[64 * SUPPORT_MAX_SIZE];
} nesting;

static void make_inside(int number)
{
    struct nesting *n = &nesting;
    uint64_t clock_us = n->clock_us;
    bool in_clock = n->in_clock, in_random = n->in_random;
    (void)number;
    n->in_clock = n->in_random = false;
    n->clock_us = n->inside_clock_us;
    if (n->format->next(n->inside, n->ids + n->made * n->format->size, NULL) == SORTID_OK)
        n->made++;
    n->clock_us = clock_us;
    n->in_clock = in_clock && n->clock_after_us == 0;
    n->in_random = in_random && n->clock_after_us == 0;
    if (n->made > 16)
        n->in_clock = n->in_random = false; /* lets the outer call end */
}

static sortid_status read_and_raise(void *context, uint64_t *unix_us)
{
    struct nesting *n = context;
    *unix_us = n->clock_us;
    if (n->in_clock)
        raise(SIGUSR1);
    if (n->clock_after_us != 0)
        n->clock_us = n->clock_after_us;
    return SORTID_OK;
}

static sortid_status draw_and_raise(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    struct nesting *n = context;
    (void)unix_us;
    memset(bytes, 0, size);
    if (n->in_random)
        raise(SIGUSR1);
    return SORTID_OK;
}

static void begin_nesting(const support_format *format, sortid_generator *generator,
                          sortid_mode mode)
{
    sortid_sources sources;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){read_and_raise, &nesting, 1};
    sources.random = (sortid_random){draw_and_raise, &nesting};
    nesting = (struct nesting){.format = format,
                               .inside = generator,
                               .clock_us = now_ms * 1000,
                               .inside_clock_us = now_ms * 1000};
    clear_state(&memory);
    init_shared(generator, format, &memory, SORTID_SCOPE_THREADS, mode, &sources);
}

/* Each call succeeds: the outer one gives an ID above those made inside, or below if it was the
 * first to commit; no ID is given twice. */
TEST_FORMATS(nested)
{
    sortid_generator generator;
    uint8_t *id;
    size_t made = 0;
    for (int i = 0; i < 4; i++) {
        begin_nesting(format, &generator, SORTID_MODE_ABORT);
        bool filled_outside = i >= 2;
        nesting.in_clock = i % 2 == 0;
        nesting.in_random = i % 2 == 1;
        id = nesting.ids + 32 * format->size;
        if (filled_outside)
            EXPECT_OK(format->fill(&generator, id, 8, &made, NULL));
        else
            EXPECT_OK(format->next(&generator, id, NULL));
        size_t outside = filled_outside ? 8 : 1;
        EXPECT(nesting.made > 0, "no ID inside");
        expect_increasing(nesting.ids, nesting.made, format, PLACE);
        expect_increasing(id, outside, format, PLACE);
        memcpy(nesting.ids + nesting.made * format->size, id, outside * format->size);
        EXPECT(support_all_differ(nesting.ids, nesting.made + outside, format->size),
               "an ID twice");
    }
}

/* A process is stopped between its clock reading and its snapshot of the state for longer than the
 * allowance, while others continue with the clock: this is no rollback. */
TEST_FORMATS(stopped)
{
    static const sortid_mode modes[] = {SORTID_MODE_ABORT, SORTID_MODE_WAIT};
    sortid_generator generator;
    uint8_t id[SUPPORT_MAX_SIZE];
    size_t made;
    for (size_t i = 0; i < 2 * COUNT_OF(modes); i++) {
        begin_nesting(format, &generator, modes[i % 2]);
        EXPECT_OK(format->next(&generator, id, NULL));
        nesting.in_clock = true;
        nesting.inside_clock_us = nesting.clock_after_us =
            nesting.clock_us + 6 * ALLOWANCE_MS * 1000;
        if (i / 2 == 0)
            EXPECT_STATUS(format->next(&generator, id, NULL), SORTID_OK, "%s mode %d", format->name,
                          (int)modes[i % 2]);
        else
            EXPECT_STATUS(format->fill(&generator, id, 1, &made, NULL), SORTID_OK,
                          "%s mode %d, fill", format->name, (int)modes[i % 2]);
        EXPECT(nesting.made == 1, "%zu inside", nesting.made);
        EXPECT(memcmp(nesting.ids, id, format->size) < 0, "not above");
    }
}

int main(void)
{
    support_begin();
    signal(SIGUSR1, make_inside);
    return cases_run(NULL, NULL);
}
