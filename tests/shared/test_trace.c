/* SPDX-License-Identifier: MIT */
/* test_trace.c: a shared generator of one thread and a private generator with the same clock and
 * the same random draws: each call gives the same status, ID and event, and takes the same random
 * bytes, however the clock moves: on, back within the allowance, back beyond it (modes abort and
 * wait), across renewals; with failures of the sources. And the first ID in the format's first
 * timestamp. */
#include "state.h"

static const uint64_t start_us = UINT64_C(1700000000123456);

/* The sources of one generator. */
struct side {
    uint64_t clock_us;
    uint64_t random;
    uint64_t drawn, slept_us;
    bool random_fails;
};

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    const struct side *side = context;
    *unix_us = side->clock_us;
    return SORTID_OK;
}

static sortid_status draw(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    struct side *side = context;
    (void)unix_us;
    if (side->random_fails)
        return SORTID_RANDOM_FAILED;
    for (size_t i = 0; i < size; i++, side->drawn++)
        ((uint8_t *)bytes)[i] = (uint8_t)(support_next_random(&side->random) >> 56);
    return SORTID_OK;
}

static sortid_status sleep_on(void *context, uint64_t microseconds)
{
    struct side *side = context;
    side->slept_us += microseconds;
    side->clock_us += microseconds;
    return SORTID_OK;
}

static sortid_sources sources_of(struct side *side)
{
    return (sortid_sources){
        .clock = {read_clock, side, 1}, .random = {draw, side}, .sleep = {sleep_on, side}};
}

/* The clock's time at a call: it moves on, but at some calls it is behind, within the allowance or
 * beyond it. */
static uint64_t walk(uint64_t *base_us)
{
    switch (support_below(16)) {
    case 0:
        *base_us += support_below(3000000);
        break;
    case 1:
        return *base_us - support_below(9000000);
    case 2:
        return *base_us - support_below(60000000);
    case 3:
        *base_us += 1000000 + support_below(2000);
        break;
    case 4:
        *base_us += 256000;
        break;
    case 5:
    case 6:
    case 7:
        *base_us += support_below(2000);
        break;
    default:
        break;
    }
    return *base_us;
}

struct twins {
    const support_format *format;
    sortid_generator full;
    sortid_generator shared;
    struct side private_side, shared_side;
    uint64_t base_us;
    size_t calls, rollbacks, ids;
};

static void expect_same(const struct twins *t, sortid_status a, sortid_status b)
{
    EXPECT(a == b, "%s, call %zu: shared %s, private %s", t->format->name, t->calls,
           sortid_status_name(b), sortid_status_name(a));
    EXPECT(t->private_side.drawn == t->shared_side.drawn,
           "%s, call %zu: bytes drawn %llu, private %llu", t->format->name, t->calls,
           (unsigned long long)t->shared_side.drawn, (unsigned long long)t->private_side.drawn);
    EXPECT(t->private_side.slept_us == t->shared_side.slept_us, "%s, call %zu: slept",
           t->format->name, t->calls);
}

static void call_both(struct twins *t)
{
    uint8_t a[SUPPORT_MAX_SIZE] = {0}, b[SUPPORT_MAX_SIZE] = {0};
    sortid_event event = 99, shared_event = 99;
    sortid_status status = t->format->next(&t->full, a, &event);
    expect_same(t, status, t->format->next(&t->shared, b, &shared_event));
    EXPECT_BYTES(b, a, t->format->size, "%s, call %zu", t->format->name, t->calls);
    EXPECT(event == shared_event, "%s, call %zu: event %u, private %u", t->format->name, t->calls,
           shared_event, event);
    t->rollbacks += status == SORTID_ROLLBACK;
    t->ids += status == SORTID_OK;
}

/* A fill of up to many IDs, at times of more than one batch. */
static void fill_both(struct twins *t)
{
    enum { most = 6000 };
    static uint8_t a[most * SUPPORT_MAX_SIZE], b[sizeof a];
    size_t count = support_below(20) == 0 ? support_below(most) : support_below(200);
    size_t made = 0, shared_made = 0;
    sortid_event event = 99, shared_event = 99;
    sortid_status status = t->format->fill(&t->full, a, count, &made, &event);
    expect_same(t, status, t->format->fill(&t->shared, b, count, &shared_made, &shared_event));
    EXPECT(made == shared_made && event == shared_event,
           "%s, call %zu: made %zu, %u; private %zu, %u", t->format->name, t->calls, shared_made,
           shared_event, made, event);
    EXPECT_BYTES(b, a, made * t->format->size, "%s, fill %zu", t->format->name, t->calls);
    t->ids += made;
}

/* With options that the calls of the table of formats do not have. */
static void init_twins(struct twins *t, sortid_shared_state *state, sortid_mode mode,
                       uint32_t flags)
{
    const sortid_options options = {
        .mode = (uint32_t)mode, .flags = flags, .allowance_ms = ALLOWANCE_MS};
    const sortid_sources full = sources_of(&t->private_side), shared = sources_of(&t->shared_side);
    const support_format *format = t->format;
    clear_state(state);
    if (flags == 0) {
        init_shared(&t->shared, format, state, SORTID_SCOPE_THREADS, mode, &shared);
        EXPECT_OK(format->generator_init(&t->full, mode, ALLOWANCE_MS, &full));
        return;
    }
    EXPECT_OK(sortid_generator_attach(&t->shared, format->format(), state, SORTID_SCOPE_THREADS,
                                      &options, &shared));
    EXPECT_OK(sortid_generator_init(&t->full, format->format(), &options, &full));
}

static void trace(const support_format *format, sortid_mode mode, bool fills, uint32_t flags)
{
    static sortid_shared_state state;
    struct twins t = {.format = format, .base_us = start_us};
    t.private_side.random = support_random();
    t.shared_side = t.private_side;
    init_twins(&t, &state, mode, flags);
    for (t.calls = 0; t.calls < (fills ? 1500 : 20000); t.calls++) {
        t.private_side.clock_us = t.shared_side.clock_us = walk(&t.base_us);
        t.private_side.random_fails = t.shared_side.random_fails = !fills && support_below(50) == 0;
        if (fills && support_below(2) == 0)
            fill_both(&t);
        else
            call_both(&t);
    }
    EXPECT(t.ids > t.calls / 8, "%zu IDs", t.ids);
    if (mode == SORTID_MODE_ABORT)
        EXPECT(t.rollbacks > 0, "no rollback");
    else
        EXPECT(t.shared_side.slept_us > 0, "no wait");
}

static void trace_flags(const support_format *format, uint32_t flags)
{
    trace(format, SORTID_MODE_ABORT, false, flags);
    trace(format, SORTID_MODE_WAIT, false, flags);
    trace(format, SORTID_MODE_ABORT, true, flags);
    trace(format, SORTID_MODE_WAIT, true, flags);
}

TEST_FORMATS(traces)
{
    trace_flags(format, 0);
}

/* Each flag that shared generators of a format have. */
TEST(flags)
{
    trace_flags(SUPPORT_SCRU160, SORTID_OPTION_FRACTION);
    trace_flags(SUPPORT_UUIDV7, SORTID_OPTION_FRACTION);
    trace_flags(SUPPORT_ULID, SORTID_OPTION_BORROW);
    trace_flags(SUPPORT_ULID, SORTID_OPTION_RANDOM_STEP);
    trace_flags(SUPPORT_ULID, SORTID_OPTION_BORROW | SORTID_OPTION_RANDOM_STEP);
}

/* The number of that timestamp is the 0 of an empty state: the call begins a timestamp and does not
 * count on from zeros. */
TEST_FORMATS(first)
{
    static sortid_shared_state memory;
    support_world world;
    sortid_generator generator;
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0;
    support_world_init(&world, format->timestamp_zero * 1000 + 500, 0x40);
    clear_state(&memory);
    init_shared(&generator, format, &memory, SORTID_SCOPE_THREADS, SORTID_MODE_ABORT,
                &world.sources);
    sortid_status status = format->next(&generator, id, &event);
    if (status == SORTID_CLOCK_OUT_OF_RANGE) /* formats whose first timestamp is 1 */
        return;
    EXPECT_STATUS(status, SORTID_OK, "%s", format->name);
    EXPECT(event == SORTID_EVENT_NEW_TIMESTAMP, "%s: event %u", format->name, event);
}

CASES_MAIN(NULL, NULL)
