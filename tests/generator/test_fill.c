/* SPDX-License-Identifier: MIT */
/* test_fill.c: a fill gives the same as single calls at the same times: the same IDs from the same
 * bytes of the random source, the same events, the same refusals after the same number of IDs; and
 * single calls give the same as the pure machine. Two generators and a machine have the same
 * sources; one generator fills, the other makes single calls. Clocks move forward and back, draws
 * start counters near their ends, for all formats and options. Then what only a fill has: its end
 * before a reset, text, nesting. test_fork.c forks in fills. */
#include "../support/cases.h"
#include "../support/formats.h"

#define MOST_IDS    10000
#define SCRIPT_SIZE ((size_t)1 << 22)
#define START_US    UINT64_C(1700000000123456)

/* ---- Fills and single calls -------------------------------------------------- */

struct side {
    support_world world;
    sortid_generator generator;
};

static struct twins {
    const support_format *format;
    struct side filling, single;
    sortid_machine machine; /* steps with the single calls; not in mode wait, which sleeps */
    support_draws machine_draws;
    bool has_machine;
    uint8_t script[SCRIPT_SIZE];
    uint8_t filled[MOST_IDS * SUPPORT_MAX_SIZE], made[MOST_IDS * SUPPORT_MAX_SIZE];
    char what[80];
} twins;

/* Random bytes with runs of ones and zeros, so that counters begin near their ends. */
static void write_script(struct twins *t)
{
    support_random_bytes(t->script, sizeof t->script);
    for (size_t at = 0; at < sizeof t->script - 16;) {
        size_t length = (size_t)support_below(12);
        if (support_below(3) == 0)
            memset(t->script + at, support_below(3) == 0 ? 0x00 : 0xff, length);
        at += length + 1;
    }
}

static void begin_run(struct side *side, const uint8_t *script)
{
    support_world_init(&side->world, START_US, 0x00);
    side->world.draws.script = script;
    side->world.draws.script_size = SCRIPT_SIZE;
}

/* A time at which something happens: near the last one, in both directions. */
static uint64_t move_clock(uint64_t now_us)
{
    static const uint64_t steps[] = {0, 0, 1, 999, 1000, 5000, 256000, 999000, 3000000};
    uint64_t step = steps[support_below(COUNT_OF(steps))];
    if (support_below(8) == 0)
        return now_us - 10000000 - support_below(2000000); /* beyond all allowances except one */
    return support_below(4) == 0 ? now_us - step : now_us + step;
}

static size_t random_count(void)
{
    static const size_t counts[] = {1, 2, 3, 17, 255, 1024, 4096, 4097, MOST_IDS};
    return counts[support_below(COUNT_OF(counts))];
}

struct outcome {
    sortid_status status;
    size_t made;
    sortid_event events;
};

static struct outcome make_by_fill(struct twins *t, size_t count)
{
    struct outcome o = {SORTID_OK, 12345, 0xa5};
    o.status = t->format->fill(&t->filling.generator, t->filled, count, &o.made, &o.events);
    return o;
}

/* One single call, and a step of the machine that must give the same. */
static sortid_status make_one(struct twins *t, uint8_t *id, sortid_event *event)
{
    uint8_t stepped[SUPPORT_MAX_SIZE];
    sortid_event step_event = 0;
    sortid_random random = support_draws_source(&t->machine_draws);
    uint64_t now_us = t->single.world.clock.now_us;
    t->machine_draws.bytes = t->single.world.draws.bytes;
    sortid_status status = t->format->next(&t->single.generator, id, event);
    if (!t->has_machine)
        return status;
    EXPECT_STATUS(sortid_machine_step(&t->machine, stepped, now_us, &random, &step_event, NULL),
                  status, "%s: the machine", t->what);
    if (status == SORTID_OK) {
        EXPECT_BYTES(id, stepped, t->format->size, "%s: the machine", t->what);
        EXPECT(*event == step_event, "%s: the machine's event %u, %u", t->what, step_event, *event);
    }
    return status;
}

/* The same with single calls; a reset in the middle is left to the next call, and its draws are
 * lost, as in the fill. */
static struct outcome make_singly(struct twins *t, size_t count)
{
    struct outcome o = {SORTID_OK, 0, 0};
    for (; o.made < count; o.made++) {
        sortid_generator before = t->single.generator;
        sortid_machine machine_before = t->machine;
        sortid_event event = 0;
        uint8_t *id = t->made + o.made * t->format->size;
        o.status = make_one(t, id, &event);
        if (o.status == SORTID_OK && event == SORTID_EVENT_RESET && o.made > 0) {
            t->single.generator = before;
            t->machine = machine_before;
            break;
        }
        if (o.status != SORTID_OK)
            break;
        o.events |= event;
    }
    return o;
}

static void expect_same(const struct twins *t, const struct outcome *filled,
                        const struct outcome *made, unsigned turn)
{
    EXPECT(filled->made == made->made, "%s, turn %u: %zu IDs, singly %zu", t->what, turn,
           filled->made, made->made);
    EXPECT_BYTES(t->filled, t->made, made->made * t->format->size, "%s, turn %u", t->what, turn);
    EXPECT_STATUS(filled->status, made->status, "%s, turn %u", t->what, turn);
    EXPECT(filled->events == made->events, "%s, turn %u: events %u, singly %u", t->what, turn,
           filled->events, made->events);
}

static void run(struct twins *t, unsigned turns)
{
    for (unsigned turn = 0; turn < turns; turn++) {
        uint64_t now = move_clock(t->filling.world.clock.now_us);
        if (t->filling.world.draws.bytes > SCRIPT_SIZE / 2)
            t->filling.world.draws.bytes = 0;
        t->filling.world.clock.now_us = t->single.world.clock.now_us = now;
        t->single.world.draws.bytes = t->filling.world.draws.bytes;
        size_t count = random_count();
        struct outcome filled = make_by_fill(t, count), made = make_singly(t, count);
        expect_same(t, &filled, &made, turn);
    }
}

/* ---- The formats' options ------------------------------------------------------- */

#define BORROW_AND_STEP (SORTID_OPTION_BORROW | SORTID_OPTION_RANDOM_STEP)
#define NODE(size)                                                                                 \
    {                                                                                              \
        .node_id = 1, .node_id_size = (size)                                                       \
    }

static const struct variant {
    size_t format; /* index in support_formats */
    sortid_options options;
} variants[] = {
    {0, {0}},
    {0, {.flags = SORTID_OPTION_STATELESS}},
    {1, {0}},
    {2, {.guard_bits = 1}},
    {2, {.guard_bits = 1, .flags = SORTID_OPTION_FRACTION}},
    {2, {.guard_bits = 1, .extension_bits = 16}},
    {2, {.guard_bits = 1, .extension_bits = 7, .node_bits = 9, .node_id = 300}},
    {2, {.guard_bits = 1, .node_bits = 9, .node_id = 300, .flags = SORTID_OPTION_FRACTION}},
    {2, {.guard_bits = 3, .node_bits = 9, .node_id = 300}},
    {3, {.node = NODE(1)}},
    {3, {.node = NODE(8)}},
    {3, {.node = NODE(12)}},
    {3, {.node = NODE(20)}},
    {3, {.node = NODE(23)}},
    {4, {0}},
    {4, {.flags = SORTID_OPTION_STATELESS}},
    {4, {.flags = SORTID_OPTION_BORROW}},
    {4, {.flags = SORTID_OPTION_RANDOM_STEP}},
    {4, {.flags = BORROW_AND_STEP}},
    {4, {.guard_bits = 1}},
    {5, {0}},
    {5, {.flags = SORTID_OPTION_STATELESS}},
    {5, {.flags = SORTID_OPTION_FRACTION}},
    {5, {.guard_bits = 1}},
    {6, {0}},
    {6, {.flags = SORTID_OPTION_STATELESS}},
    {6, {.guard_bits = 1}},
};

static void begin_generator(struct twins *t, struct side *side, const sortid_options *options)
{
    begin_run(side, t->script);
    EXPECT_STATUS(
        sortid_generator_init(&side->generator, t->format->format(), options, &side->world.sources),
        SORTID_OK, "%s", t->what);
}

/* In mode wait both sleep, and their clocks advance by the same time. */
static void run_variant(const struct variant *variant, sortid_mode mode, uint64_t allowance_ms)
{
    struct twins *t = &twins;
    sortid_options options = variant->options;
    options.mode = (uint32_t)mode;
    options.allowance_ms = support_allowance(allowance_ms);
    t->format = &support_formats[variant->format];
    snprintf(t->what, sizeof t->what, "%s, variant %zu, mode %d, allowance %u", t->format->name,
             (size_t)(variant - variants), (int)mode, (unsigned)allowance_ms);
    begin_generator(t, &t->filling, &options);
    begin_generator(t, &t->single, &options);
    t->has_machine = mode != SORTID_MODE_WAIT;
    t->machine_draws = (support_draws){.script = t->script, .script_size = SCRIPT_SIZE};
    EXPECT_STATUS(sortid_machine_init(&t->machine, t->format->format(), &options), SORTID_OK, "%s",
                  t->what);
    run(t, 60);
}

TEST(variants)
{
    for (size_t i = 0; i < COUNT_OF(variants); i++) {
        if (i == 0 || variants[i].format != variants[i - 1].format)
            write_script(&twins);
        for (sortid_mode mode = SORTID_MODE_ABORT; mode <= SORTID_MODE_WAIT; mode++) {
            run_variant(&variants[i], mode, 10000);
            run_variant(&variants[i], mode, 0);
        }
    }
}

/* ---- Fills only ------------------------------------------------------------------- */

static void begin_at(struct side *side, const support_format *format, sortid_mode mode)
{
    twins.has_machine = false;
    begin_run(side, twins.script);
    EXPECT_STATUS(format->generator_init(&side->generator, mode, 10000, &side->world.sources),
                  SORTID_OK, "%s", format->name);
}

/* The next fill makes the reset before which a fill ended. */
static void reset_of(const support_format *format)
{
    static uint8_t ids[3 * SUPPORT_MAX_SIZE];
    struct side side;
    size_t made = 0;
    sortid_event event = 0;
    begin_at(&side, format, SORTID_MODE_RESET);
    EXPECT_OK(format->fill(&side.generator, ids, 3, &made, &event));
    assert_int_equal(made, 3);
    assert_int_equal(event, SORTID_EVENT_NEW_TIMESTAMP | SORTID_EVENT_COUNTER_INCREMENTED);
    side.world.clock.now_us -= 20000000;
    EXPECT_OK(format->fill(&side.generator, ids, 3, &made, &event));
    assert_int_equal(made, 3);
    assert_int_equal(event, SORTID_EVENT_RESET | SORTID_EVENT_COUNTER_INCREMENTED);
}

/* A clock that goes back after its first reading: the fill ends there. */
static void end_before_reset_of(const support_format *format)
{
    static uint8_t ids[6000 * SUPPORT_MAX_SIZE];
    struct side side;
    size_t made = 0;
    sortid_event event = 0;
    begin_at(&side, format, SORTID_MODE_RESET);
    side.world.clock.step_us = 0 - UINT64_C(20000000);
    EXPECT_OK(format->fill(&side.generator, ids, 6000, &made, &event));
    EXPECT(made >= 1 && made <= 4096, "%s: made %zu", format->name, made);
    EXPECT((event & SORTID_EVENT_RESET) == 0, "%s: a reset within the fill", format->name);
    EXPECT_OK(format->fill(&side.generator, ids, 1, &made, &event));
    assert_int_equal(event, SORTID_EVENT_RESET);
}

TEST(resets)
{
    memset(twins.script, 0, sizeof twins.script);
    support_each_format(reset_of);
    support_each_format(end_before_reset_of);
}

/* A buffer that is one byte too small for the texts: no ID is made. */
TEST_FORMATS(too_small)
{
    char text[200], untouched[200];
    struct side side;
    size_t written = 9, needed = 3 * (format->text_length + 1);
    sortid_event event = 9;
    memset(text, '#', sizeof text);
    memset(untouched, '#', sizeof untouched);
    begin_at(&side, format, SORTID_MODE_ABORT);
    EXPECT_STATUS(format->fill_text(&side.generator, text, needed - 1, &written, 3, '\n', &event),
                  SORTID_NO_SPACE, "%s", format->name);
    EXPECT(written == 0 && event == 0 && side.world.clock.calls == 0, "%s: %zu bytes", format->name,
           written);
    EXPECT_BYTES(text, untouched, sizeof text, "%s: text changed", format->name);
    EXPECT_STATUS(format->fill_text(&side.generator, text, needed, &written, 3, '\n', &event),
                  SORTID_OK, "%s", format->name);
    assert_int_equal(written, needed);
    EXPECT_STATUS(
        format->fill_text(&side.generator, text, needed, &written, SIZE_MAX, '\n', &event),
        SORTID_NO_SPACE, "%s: more bytes than there are numbers", format->name);
}

TEST_FORMATS(nothing)
{
    struct side side;
    sortid_generator empty = {{0}};
    size_t made = 9;
    sortid_event event = 9;
    EXPECT_STATUS(format->fill(&empty, NULL, 5, &made, &event), SORTID_NOT_INITIALIZED, "empty");
    EXPECT(made == 0 && event == 0, "%s: not initialized: %zu", format->name, made);
    made = 9;
    EXPECT_STATUS(format->fill_text(&empty, NULL, 0, &made, 0, '\n', &event),
                  SORTID_NOT_INITIALIZED, "empty, no text");
    EXPECT(made == 0, "%s: not initialized: %zu bytes", format->name, made);
    begin_at(&side, format, SORTID_MODE_ABORT);
    made = 9;
    EXPECT_OK(format->fill(&side.generator, NULL, 0, &made, NULL));
    EXPECT(made == 0 && side.world.clock.calls == 0, "%s: a fill of none", format->name);
    made = 9;
    static const int wrong[] = {'x', '\n' | SORTID_MORE, -1};
    for (size_t i = 0; i < COUNT_OF(wrong); i++)
        EXPECT_STATUS(format->fill_text(&side.generator, NULL, 0, &made, 3, wrong[i], NULL),
                      SORTID_BAD_OPTION, "separator %d", wrong[i]);
    EXPECT(made == 0 && side.world.clock.calls == 0, "%s: a refused separator", format->name);
}

/* A draw fails: the IDs before it are valid, and the next call continues after them as after single
 * calls. */
static void failing_draw_of(const support_format *format)
{
    struct twins *t = &twins;
    for (size_t fail_at = 1; fail_at < 12; fail_at++) {
        t->format = format;
        snprintf(t->what, sizeof t->what, "%s, draw %zu fails", format->name, fail_at);
        begin_at(&t->filling, format, SORTID_MODE_ABORT);
        begin_at(&t->single, format, SORTID_MODE_ABORT);
        t->filling.world.draws.fail_at = fail_at;
        t->filling.world.draws.failure = SORTID_RANDOM_FAILED;
        struct outcome filled = make_by_fill(t, MOST_IDS), made = make_singly(t, filled.made);
        bool failed = t->filling.world.draws.calls >= fail_at;
        made.status = failed ? SORTID_RANDOM_FAILED : SORTID_OK;
        expect_same(t, &filled, &made, 0);
        t->single.world.draws.bytes = t->filling.world.draws.bytes;
        filled = make_by_fill(t, 100), made = make_singly(t, 100);
        expect_same(t, &filled, &made, 1);
    }
}

TEST(failing_draws)
{
    support_random_bytes(twins.script, sizeof twins.script);
    support_each_format(failing_draw_of);
}

/* ---- Text ----------------------------------------------------------------------------- */

static void text_of(const support_format *format)
{
    static char text[MOST_IDS * 37], expected[MOST_IDS * 37];
    static const int separators[] = {SORTID_NO_SEPARATOR, '\n', 0, 255};
    struct twins *t = &twins;
    t->format = format;
    for (size_t s = 0; s < COUNT_OF(separators); s++) {
        size_t count = s == 0 ? MOST_IDS : random_count(), stride, written = 0;
        sortid_event event = 0;
        stride = format->text_length + (separators[s] != SORTID_NO_SEPARATOR);
        begin_at(&t->filling, format, SORTID_MODE_RESET);
        begin_at(&t->single, format, SORTID_MODE_RESET);
        memset(text, '#', sizeof text);
        EXPECT_STATUS(format->fill_text(&t->filling.generator, text, count * stride, &written,
                                        count, separators[s], &event),
                      SORTID_OK, "%s: text", format->name);
        struct outcome singly = make_singly(t, count);
        EXPECT(written == count * stride && event == singly.events, "%s: %zu bytes of text",
               format->name, written);
        for (size_t i = 0; i < count; i++) {
            format->print(expected + i * stride, t->made + i * format->size);
            if (separators[s] != SORTID_NO_SEPARATOR)
                expected[i * stride + format->text_length] = (char)separators[s];
        }
        EXPECT(memcmp(text, expected, count * stride) == 0, "%s: separator %d", format->name,
               separators[s]);
        EXPECT(count * stride == sizeof text || text[count * stride] == '#',
               "%s: written after the texts", format->name);
    }
}

TEST(text)
{
    support_random_bytes(twins.script, sizeof twins.script);
    support_each_format(text_of);
}

/* ---- Nesting ------------------------------------------------------------------------------ */

struct nest {
    const support_format *format;
    sortid_generator *generator;
    sortid_status status;
    size_t made;
};

static sortid_status call_inside(void *context, uint64_t *unix_us)
{
    struct nest *nest = context;
    uint8_t id[SUPPORT_MAX_SIZE];
    nest->status = nest->format->fill(nest->generator, id, 1, &nest->made, NULL);
    *unix_us = START_US;
    return SORTID_OK;
}

TEST_FORMATS(nesting)
{
    sortid_generator generator;
    struct nest nest = {format, &generator, SORTID_OK, 9};
    uint8_t ids[10 * SUPPORT_MAX_SIZE];
    sortid_sources sources;
    size_t made;
    sortid_sources_default(&sources);
    sources.clock = (sortid_clock){call_inside, &nest, 1};
    EXPECT_STATUS(format->generator_init(&generator, SORTID_MODE_RESET, 10000, &sources), SORTID_OK,
                  "%s", format->name);
    EXPECT_STATUS(format->fill(&generator, ids, 10, &made, NULL), SORTID_OK, "%s", format->name);
    EXPECT(made == 10 && nest.status == SORTID_BUSY && nest.made == 0, "%s: the nested call",
           format->name);
}

CASES_MAIN(NULL, NULL)
