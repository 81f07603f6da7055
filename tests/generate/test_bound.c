/* SPDX-License-Identifier: MIT */
/* test_bound.c: a bound, which scru64 calls for each tick: machine and generator make no ID of a
 * tick that it has not covered, call it once for a tick, fail or wait by mode, and leave
 * everything unchanged on failure. The bound of these tests is a number. */
#include "../support/cases.h"
#include "../support/rig.h"

#define NODE_SIZE UINT32_C(8)
static const sortid_scru64_node_spec node = {.node_id = 42, .node_id_size = NODE_SIZE};
static const uint64_t tick_us = UINT64_C(256000);
static const uint64_t now = UINT64_C(6640625000); // a tick of 2023

/* Covers ticks below `below`, and records how it was called. */
struct limit {
    uint64_t below;
    sortid_status beyond; // its status from there on
    unsigned asked;
    uint64_t last;
    bool may_wait;
};

static sortid_status cover(void *context, uint64_t timestamp, uint32_t flags)
{
    struct limit *limit = context;
    limit->asked++;
    limit->last = timestamp;
    limit->may_wait = flags == SORTID_COVER_MAY_WAIT;
    return timestamp < limit->below ? SORTID_OK : limit->beyond;
}

struct bench {
    struct limit limit;
    sortid_bound bound;
    sortid_machine machine;
};

static void begin(struct bench *b, uint64_t below, sortid_mode mode,
                  const sortid_scru64_node_spec *spec)
{
    *b = (struct bench){.limit = {.below = below, .beyond = SORTID_BOUND_REACHED}};
    b->bound = (sortid_bound){.cover = cover, .context = &b->limit};
    const sortid_options options = {.mode = (uint32_t)mode, .node = *spec, .bound = b->bound};
    assert_int_equal(sortid_machine_init(&b->machine, sortid_scru64_format(), &options), SORTID_OK);
}

static void expect(struct bench *b, uint64_t tick, uint64_t unix_us, unsigned asked)
{
    sortid_scru64 id;
    sortid_scru64_fields fields;
    assert_int_equal(
        sortid_machine_step(&b->machine, id.bytes, unix_us, &support_zeros, NULL, NULL), SORTID_OK);
    sortid_scru64_to_fields(&fields, &id);
    assert_int_equal(fields.timestamp, tick);
    assert_int_equal(b->limit.asked, asked);
}

/* A step that fails leaves machine and outputs unchanged; *wait_us is set only in mode wait. */
static void refuse(struct bench *b, uint64_t unix_us, sortid_status status, uint64_t waits)
{
    sortid_scru64 id, id_before;
    sortid_event event = 77;
    uint64_t wait_us = 0;
    const sortid_machine before = b->machine;
    memset(&id, 0xa5, sizeof id);
    memset(&id_before, 0xa5, sizeof id_before);
    assert_int_equal(
        sortid_machine_step(&b->machine, id.bytes, unix_us, &support_zeros, &event, &wait_us),
        status);
    assert_int_equal(wait_us, waits);
    assert_int_equal(event, 77);
    assert_memory_equal(&id, &id_before, sizeof id);
    assert_memory_equal(&before, &b->machine, sizeof before);
}

/* ---- The machine --------------------------------------------------------------------- */

TEST(asked_once_a_tick)
{
    struct bench b;
    begin(&b, now + 2, SORTID_MODE_ABORT, &node);
    for (unsigned i = 0; i < 1000; i++)
        expect(&b, now, now * tick_us, 1);
    assert_int_equal(b.limit.last, now);
    assert_false(b.limit.may_wait);
    for (unsigned i = 0; i < 1000; i++)
        expect(&b, now + 1, (now + 1) * tick_us, 2);
    refuse(&b, (now + 2) * tick_us, SORTID_BOUND_REACHED, 0);
    assert_int_equal(b.limit.last, now + 2);
    b.limit.below = now + 3;
    expect(&b, now + 2, (now + 2) * tick_us, 4);
}

/* A full counter borrows a tick: the bound is called for that tick, not for the clock's. */
TEST(borrowed_tick)
{
    struct bench b;
    const unsigned full = 1U << (24 - NODE_SIZE);
    begin(&b, now + 1, SORTID_MODE_ABORT, &node);
    for (unsigned i = 0; i < full; i++)
        expect(&b, now, now * tick_us, 1);
    refuse(&b, now * tick_us, SORTID_BOUND_REACHED, 0);
    assert_int_equal(b.limit.last, now + 1);
    b.limit.below++;
    expect(&b, now + 1, now * tick_us, 3);
}

TEST(modes)
{
    struct bench b;
    begin(&b, now, SORTID_MODE_WAIT, &node);
    refuse(&b, now * tick_us, SORTID_WAIT, 10000);
    assert_true(b.limit.may_wait);
    b.limit.beyond = SORTID_RESERVATION_LOST;
    refuse(&b, now * tick_us, SORTID_RESERVATION_LOST, 0);
    begin(&b, now, SORTID_MODE_ABORT, &node);
    b.limit.beyond = SORTID_RESERVATION_LOST;
    refuse(&b, now * tick_us, SORTID_RESERVATION_LOST, 0);
}

/* A machine may continue in the tick of a spec's last ID, but only after the bound has covered
 * it. */
TEST(given_tick)
{
    struct bench b;
    sortid_scru64_node_spec spec = node;
    const sortid_scru64_fields fields = {.timestamp = now,
                                         .node_ctr = UINT32_C(42) << (24 - NODE_SIZE) | 7};
    spec.has_last = true;
    assert_int_equal(sortid_scru64_from_fields(&spec.last, &fields, NULL), SORTID_OK);
    begin(&b, now, SORTID_MODE_ABORT, &spec);
    refuse(&b, now * tick_us, SORTID_BOUND_REACHED, 0);
    b.limit.below = now + 1;
    expect(&b, now, now * tick_us, 2);
    expect(&b, now, now * tick_us, 2);
}

/* Also with a state, because other generators on it would not ask the bound. */
TEST(refused_options)
{
    struct limit limit = {.below = now};
    const sortid_bound bound = {.cover = cover, .context = &limit};
    sortid_machine machine;
    sortid_shared_state memory = {{0}};
    const sortid_shared_state zeros = {{0}};
    sortid_generator shared;
    sortid_options options = {.mode = SORTID_MODE_RESET, .node = node, .bound = bound};
    assert_int_equal(sortid_machine_init(&machine, sortid_scru64_format(), &options),
                     SORTID_BAD_OPTION);
    options.mode = SORTID_MODE_ABORT;
    assert_int_equal(sortid_generator_attach(&shared, sortid_scru64_format(), &memory,
                                             SORTID_SCOPE_THREADS, &options, NULL),
                     SORTID_BAD_OPTION);
    assert_memory_equal(&memory, &zeros, sizeof memory);
    assert_int_equal(limit.asked, 0);
    options.bound.reserved[1] = 1;
    assert_int_equal(sortid_machine_init(&machine, sortid_scru64_format(), &options),
                     SORTID_BAD_OPTION);
    options.bound = (sortid_bound){.context = &limit}; // none
    assert_int_equal(sortid_machine_init(&machine, sortid_scru64_format(), &options), SORTID_OK);
}

/* The machine uses its own copy of the bound. */
TEST(is_copied)
{
    struct bench b;
    begin(&b, now + 1, SORTID_MODE_ABORT, &node);
    memset(&b.bound, 0, sizeof b.bound);
    expect(&b, now, now * tick_us, 1);
    refuse(&b, (now + 1) * tick_us, SORTID_BOUND_REACHED, 0);
}

/* ---- The generator ------------------------------------------------------------------- */

/* Raises the bound in sleep 301, after 3 s: the clock does not move, and is not waited for. */
static sortid_status sleep_and_raise(void *context, uint64_t microseconds)
{
    struct limit *limit = context;
    assert_int_equal(microseconds, 10000);
    if (limit->asked == 301)
        limit->below++;
    return SORTID_OK;
}

static void prepare(sortid_scru64_generator *generator, struct limit *limit,
                    const sortid_bound *bound, uint64_t *clock, sortid_mode mode)
{
    sortid_sources sources = support_fixed_sources(clock);
    sources.sleep = (sortid_sleep){sleep_and_raise, limit};
    const sortid_options options = {.mode = (uint32_t)mode, .node = node, .bound = *bound};
    assert_int_equal(sortid_scru64_generator_init(generator, &options, &sources), SORTID_OK);
}

TEST(generator_waits)
{
    uint64_t clock = now * tick_us;
    struct limit limit = {.below = now, .beyond = SORTID_BOUND_REACHED};
    const sortid_bound bound = {.cover = cover, .context = &limit};
    sortid_scru64_generator generator;
    sortid_scru64 id;
    prepare(&generator, &limit, &bound, &clock, SORTID_MODE_WAIT);
    assert_int_equal(sortid_scru64_generator_next(&generator, &id, NULL), SORTID_OK);
    assert_int_equal(limit.asked, 302);
}

/* A fill makes the IDs below the bound, and reports how many. */
TEST(fill_ends_at_the_bound)
{
    enum { FULL = 1 << (24 - NODE_SIZE), WANTED = 2 * FULL + 10 };
    uint64_t clock = now * tick_us;
    struct limit limit = {.below = now + 2, .beyond = SORTID_BOUND_REACHED};
    const sortid_bound bound = {.cover = cover, .context = &limit};
    sortid_scru64_generator generator;
    sortid_scru64 *ids = calloc(WANTED, sizeof *ids);
    size_t made;
    assert_non_null(ids);
    prepare(&generator, &limit, &bound, &clock, SORTID_MODE_ABORT);
    assert_int_equal(sortid_scru64_generator_fill(&generator, ids, WANTED, &made, NULL),
                     SORTID_BOUND_REACHED);
    assert_int_equal(made, 2 * FULL);
    assert_int_equal(limit.asked, 3);
    assert_int_equal(sortid_scru64_unix_ms(&ids[made - 1]), (now + 1) * 256);
    limit.below++;
    assert_int_equal(sortid_scru64_generator_fill(&generator, ids, 10, &made, NULL), SORTID_OK);
    assert_int_equal(sortid_scru64_unix_ms(&ids[0]), (now + 2) * 256);
    free(ids);
}

/* The bound is one node's. */
TEST(no_other_node)
{
    uint64_t clock = now * tick_us;
    struct limit limit = {.below = now + 2};
    const sortid_bound bound = {.cover = cover, .context = &limit};
    sortid_scru64_generator generator;
    prepare(&generator, &limit, &bound, &clock, SORTID_MODE_ABORT);
    assert_int_equal(sortid_generator_set_node(&generator.base, &node), SORTID_BAD_OPTION);
}

CASES_MAIN(NULL, NULL)
