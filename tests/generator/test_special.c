/* SPDX-License-Identifier: MIT */
/* test_special.c: private generators of one format with what others lack, with scripted sources:
 * the node of scru64, read, changed, and requested inside a call; how far back scru160 looks when
 * it resets; IDs without state in 1970. tests/generate/test_options.c has the clock that
 * SORTID_OPTION_FRACTION needs, test_private.c what all formats have. */
#include "../support/bench.h"
#include "../support/cases.h"

static const uint64_t now_ms = UINT64_C(1700000000000); // a whole number of 256

/* ---- scru64: its node ------------------------------------------------------------------ */

static void begin_scru64(support_bench *b, sortid_scru64_generator *generator)
{
    const sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8};
    const sortid_options options = {.node = spec};
    b->format = SUPPORT_SCRU64;
    support_world_init(&b->world, now_ms * 1000, 0x00);
    EXPECT_OK(sortid_scru64_generator_init(generator, &options, &b->world.sources));
}

static void expect_spec(const sortid_scru64_generator *generator, const char *expected)
{
    sortid_scru64_node_spec spec;
    char text[SORTID_SCRU64_NODE_SPEC_SIZE];
    EXPECT_STATUS(sortid_generator_node(&generator->base, &spec), SORTID_OK, "%s", expected);
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
    EXPECT_OK(sortid_scru64_generator_next(generator, &id, &happened));
    EXPECT_BYTES(&id, expected, sizeof id, "generate");
    assert_int_equal(happened, event);
}

/* "node/size" until the first ID, then "ID/size". 0ugzz2plp5a8 is tick
 * 6640625000 with node 42 of 8 bits and counter 0. */
TEST(scru64_spec)
{
    support_bench b;
    sortid_scru64_generator generator = {{{0}}};
    begin_scru64(&b, &generator);
    expect_spec(&generator, "42/8");
    expect_scru64(&generator, now_ms / 256, 42 << 16, SORTID_EVENT_NEW_TIMESTAMP);
    expect_spec(&generator, "0ugzz2plp5a8/8");
    expect_scru64(&generator, now_ms / 256, 42 << 16 | 1, SORTID_EVENT_COUNTER_INCREMENTED);
    expect_spec(&generator, "0ugzz2plp5a9/8");
}

/* A clock that changes the node of the generator that reads it. */
typedef struct meddling {
    sortid_scru64_generator *generator;
    sortid_status set, got;
} meddling;

static sortid_status change_node(void *context, uint64_t *unix_us)
{
    meddling *m = context;
    const sortid_scru64_node_spec spec = {.node_id = 3, .node_id_size = 4};
    sortid_scru64_node_spec node;
    m->set = sortid_generator_set_node(&m->generator->base, &spec);
    m->got = sortid_generator_node(&m->generator->base, &node);
    *unix_us = now_ms * 1000;
    return SORTID_OK;
}

TEST(scru64_node_inside_a_call)
{
    support_bench b;
    sortid_scru64_generator generator = {{{0}}};
    meddling m = {&generator, SORTID_OK, SORTID_OK};
    const sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8};
    support_bench_init(&b, SUPPORT_SCRU64, SORTID_MODE_ABORT, now_ms * 1000, 0x00);
    sortid_sources sources = b.world.sources;
    sources.clock = (sortid_clock){change_node, &m, 1};
    const sortid_options options = {.node = spec};
    EXPECT_OK(sortid_scru64_generator_init(&generator, &options, &sources));
    expect_scru64(&generator, now_ms / 256, 42 << 16, SORTID_EVENT_NEW_TIMESTAMP);
    EXPECT_STATUS(m.set, SORTID_BUSY, "set_node");
    EXPECT_STATUS(m.got, SORTID_BUSY, "node_spec");
    expect_scru64(&generator, now_ms / 256, 42 << 16 | 1, SORTID_EVENT_COUNTER_INCREMENTED);
}

/* Sets another node at any time; a bad one changes nothing. */
TEST(scru64_set_node)
{
    support_bench b;
    sortid_scru64_generator generator = {{{0}}};
    begin_scru64(&b, &generator);
    expect_scru64(&generator, now_ms / 256, 42 << 16, SORTID_EVENT_NEW_TIMESTAMP);
    sortid_scru64_generator before = generator;
    sortid_scru64_node_spec bad = {.node_id = 256, .node_id_size = 8};
    EXPECT_STATUS(sortid_generator_set_node(&generator.base, &bad), SORTID_OUT_OF_RANGE, "256/8");
    bad = (sortid_scru64_node_spec){.node_id = 0, .node_id_size = 24};
    EXPECT_STATUS(sortid_generator_set_node(&generator.base, &bad), SORTID_OUT_OF_RANGE, "0/24");
    bad = (sortid_scru64_node_spec){.node_id_size = 8, .has_last = true};
    EXPECT_STATUS(sortid_generator_set_node(&generator.base, &bad), SORTID_RESERVED, "last 0");
    EXPECT_BYTES(&generator, &before, sizeof before, "changed by a bad node");
    const sortid_scru64_node_spec other = {.node_id = 3, .node_id_size = 4};
    EXPECT_OK(sortid_generator_set_node(&generator.base, &other));
    expect_spec(&generator, "3/4");
    /* After the other node's ID in the same tick of the clock: in the next tick. */
    expect_scru64(&generator, now_ms / 256 + 1, 3 << 20, SORTID_EVENT_TIMESTAMP_BORROWED);
    /* The node's own earlier ID does not go back. */
    sortid_scru64_node_spec earlier = {.node_id = 3, .node_id_size = 4, .has_last = true};
    support_scru64_id(earlier.last.bytes, now_ms / 256, 3 << 20 | 9);
    EXPECT_OK(sortid_generator_set_node(&generator.base, &earlier));
    expect_scru64(&generator, now_ms / 256 + 1, 3 << 20 | 1, SORTID_EVENT_COUNTER_INCREMENTED);
    sortid_scru64_node_spec later = {.node_id = 5, .node_id_size = 4, .has_last = true};
    support_scru64_id(later.last.bytes, now_ms / 256 + 2, 5 << 20 | 77);
    EXPECT_OK(sortid_generator_set_node(&generator.base, &later));
    expect_scru64(&generator, now_ms / 256 + 2, 5 << 20 | 78, SORTID_EVENT_COUNTER_INCREMENTED);
    /* The same node again, without an ID, changes nothing. */
    later.has_last = false;
    EXPECT_OK(sortid_generator_set_node(&generator.base, &later));
    expect_scru64(&generator, now_ms / 256 + 2, 5 << 20 | 79, SORTID_EVENT_COUNTER_INCREMENTED);
    /* After the node's own later ID. */
    later.has_last = true;
    support_scru64_id(later.last.bytes, now_ms / 256 + 2, 5 << 20 | 99);
    EXPECT_OK(sortid_generator_set_node(&generator.base, &later));
    expect_scru64(&generator, now_ms / 256 + 2, 5 << 20 | 100, SORTID_EVENT_COUNTER_INCREMENTED);
    /* The same number with another size is another node; its earlier ID does not go back. */
    sortid_scru64_node_spec wider = {.node_id = 5, .node_id_size = 8, .has_last = true};
    support_scru64_id(wider.last.bytes, now_ms / 256, 5 << 16);
    EXPECT_OK(sortid_generator_set_node(&generator.base, &wider));
    expect_scru64(&generator, now_ms / 256 + 3, 5 << 16, SORTID_EVENT_TIMESTAMP_BORROWED);
}

/* ---- scru160: resets and microseconds -------------------------------------------------- */

/* scru160 resets only if the clock itself went back too far. The clock was in the borrowed ms too
 * before that, if only for an ID that was counted on. */
TEST(scru160_mark)
{
    support_bench b;
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_event event = 0;
    support_bench_init(&b, SUPPORT_SCRU160, SORTID_MODE_RESET, now_ms * 1000, 0xff);
    while (event != SORTID_EVENT_TIMESTAMP_BORROWED) /* from a counter of 0x7fff */
        EXPECT_OK(SUPPORT_SCRU160->next(&b.generator, id, &event));
    b.world.clock.now_us += 1000;
    EXPECT_OK(SUPPORT_SCRU160->next(&b.generator, id, &event));
    assert_int_equal(event, SORTID_EVENT_COUNTER_INCREMENTED);
    b.world.clock.now_us -= 10001000;
    EXPECT_OK(SUPPORT_SCRU160->next(&b.generator, id, &event));
    assert_int_equal(event, SORTID_EVENT_RESET);
}

/* ---- Stateless generators -------------------------------------------------------------------- */

/* A clock at the first us of 1970 after an ID of now, as on a machine without a battery. */
static void expect_random_in_1970(const support_format *format)
{
    const sortid_options options = {.flags = SORTID_OPTION_STATELESS};
    support_world world;
    sortid_generator generator;
    support_world_init(&world, now_ms * 1000, 0x5a);
    if (sortid_generator_init(&generator, format->format(), &options, &world.sources) != SORTID_OK)
        return; /* not a format with stateless IDs */
    const bool begins_later = format->reserves_ends || format->timestamp_zero > 0;
    for (uint64_t now_us = now_ms * 1000; now_us != 9; now_us = now_us > 9 ? 5 : now_us + 1) {
        uint8_t id[SUPPORT_MAX_SIZE];
        sortid_event event = 0;
        const bool has_time = now_us > 9 || !begins_later;
        world.clock.now_us = now_us;
        EXPECT_STATUS(sortid_generator_next(&generator, id, &event),
                      has_time ? SORTID_OK : SORTID_CLOCK_OUT_OF_RANGE, "%s at %llu us",
                      format->name, (unsigned long long)now_us);
        if (!has_time)
            continue;
        EXPECT(event == SORTID_EVENT_NEW_TIMESTAMP, "event %u", event);
        EXPECT(format->unix_ms(id) == now_us / 1000, "another time");
    }
}

TEST(stateless_in_1970)
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        expect_random_in_1970(&support_formats[i]);
}

CASES_MAIN(NULL, NULL)
