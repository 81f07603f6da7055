/* SPDX-License-Identifier: MIT */
/* test_options.c: the options of every format through the pure machine: the defaults, and every
 * value that an _init takes or refuses, then with nothing written; the guard of scru64 by node id
 * size, and the fraction of uuidv7 at each microsecond. The generators check the clock's
 * resolution. What else an option does to the IDs is in traces/. */
#include "../support/cases.h"
#include "../support/oracle.h"
#include "../support/rig.h"

static const uint64_t now = UINT64_C(1700000000000); // ms; a whole number of 256

/* ---- Defaults, and values that every format refuses --------------------------------- */

static const sortid_scru64_node_spec node_42 = {.node_id = 42, .node_id_size = 8};

/* The smallest options that a generator of the format takes. */
static sortid_options defaults_of(const support_format *format)
{
    return (sortid_options){.node = format == SUPPORT_SCRU64 ? node_42 : SUPPORT_NO_NODE};
}

/* The defaults, as observed from a machine: each ID increments the last one while the clock is
 * at most the default allowance behind; beyond that the mode decides. */
static void expect_defaults(const support_format *format, const sortid_options *options,
                            sortid_mode mode)
{
    sortid_machine machine = {{0}};
    support_rig rig;
    EXPECT_OK(sortid_machine_init(&machine, format->format(), options));
    support_rig_adopt(&rig, format, &machine, 0x00);
    uint64_t timestamp = (now - format->timestamp_zero) / format->timestamp_unit;
    uint64_t allowed = timestamp - 10000 / format->timestamp_unit;
    support_rig_expect_zeros(&rig, now * 1000, timestamp, 0, SORTID_EVENT_NEW_TIMESTAMP, PLACE);
    support_rig_expect_zeros(&rig, support_unix_us(format, allowed), timestamp, 1,
                             SORTID_EVENT_COUNTER_INCREMENTED, PLACE);
    if (mode == SORTID_MODE_ABORT)
        support_rig_refuse(&rig, support_unix_us(format, allowed - 1), SORTID_ROLLBACK, PLACE);
    else
        support_rig_expect_zeros(&rig, support_unix_us(format, allowed - 1), allowed - 1, 0,
                                 SORTID_EVENT_RESET, PLACE);
}

static void default_options(const support_format *format)
{
    sortid_options options = defaults_of(format);
    sortid_mode mode = format == SUPPORT_SCRU64 ? SORTID_MODE_ABORT : SORTID_MODE_RESET;
    expect_defaults(format, &options, mode);
    options.mode = (uint32_t)mode;
    options.allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS;
    expect_defaults(format, &options, mode);
}

TEST(defaults)
{
    assert_int_equal(SORTID_DEFAULT_ALLOWANCE_MS, 10000);
    support_each_format(default_options);
}

/* What machine and generator say to these options; a refusal writes nothing. */
static void expect_status(const support_format *format, const sortid_options *options,
                          sortid_status status, const char *what)
{
    sortid_machine machine, machine_before;
    sortid_generator generator, generator_before;
    memset(&machine_before, 0xa5, sizeof machine_before);
    memset(&generator_before, 0xa5, sizeof generator_before);
    machine = machine_before;
    generator = generator_before;
    EXPECT_STATUS(sortid_machine_init(&machine, format->format(), options), status, "%s", what);
    EXPECT_STATUS(sortid_generator_init(&generator, format->format(), options, NULL), status, "%s",
                  what);
    if (status == SORTID_OK)
        return;
    EXPECT_BYTES(&machine, &machine_before, sizeof machine, "machine touched");
    EXPECT_BYTES(&generator, &generator_before, sizeof generator, "generator touched");
}

/* `options` NULL means the defaults; scru64 has no default for its node. */
TEST_FORMATS(null_options)
{
    sortid_scru64_generator generator;
    if (format != SUPPORT_SCRU64) {
        expect_defaults(format, NULL, SORTID_MODE_RESET);
        return;
    }
    expect_status(format, NULL, SORTID_NO_NODE_SPEC, "NULL");
    expect_status(format, &(sortid_options){0}, SORTID_NO_NODE_SPEC, "zeros");
    EXPECT_GIVES(sortid_scru64_generator_init(&generator, NULL, NULL), SORTID_NO_NODE_SPEC);
}

static void expect_taken(const support_format *format, const sortid_options *options, bool is_taken,
                         const char *what)
{
    expect_status(format, options, is_taken ? SORTID_OK : SORTID_BAD_OPTION, what);
}

static void expect_refused(const support_format *format, const sortid_options *options,
                           const char *what)
{
    expect_taken(format, options, false, what);
}

TEST_FORMATS(bad_modes)
{
    static const int bad[] = {4, 5, -1, 255};
    support_world world;
    support_world_init(&world, now * 1000, 0x00);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        sortid_generator storage, untouched;
        memset(&untouched, 0xa5, sizeof untouched);
        storage = untouched;
        EXPECT_STATUS(format->machine_init(&storage, (sortid_mode)bad[i], 10000), SORTID_BAD_OPTION,
                      "mode %d", bad[i]);
        EXPECT_STATUS(format->generator_init(&storage, (sortid_mode)bad[i], 10000, &world.sources),
                      SORTID_BAD_OPTION, "mode %d", bad[i]);
        EXPECT_BYTES(&storage, &untouched, sizeof storage, "storage touched");
    }
}

/* Each byte for later versions must be 0, also within the structs in the options. */
TEST_FORMATS(reserved)
{
    static const struct {
        size_t offset, size;
    } places[] = {
#define PLACE_OF(member) {offsetof(sortid_options, member), sizeof((sortid_options *)0)->member}
        PLACE_OF(reserved8),     PLACE_OF(reserved),       PLACE_OF(node.reserved8),
        PLACE_OF(node.reserved), PLACE_OF(bound.reserved),
    };
    for (size_t i = 0; i < COUNT_OF(places); i++)
        for (size_t j = 0; j < places[i].size; j++) {
            sortid_options options = defaults_of(format);
            ((uint8_t *)&options)[places[i].offset + j] = 1;
            expect_refused(format, &options, "reserved");
        }
    for (unsigned bit = 4; bit < 32; bit++) {
        sortid_options options = defaults_of(format);
        options.flags = UINT32_C(1) << bit;
        expect_refused(format, &options, "an unknown flag");
    }
}

/* The same in structs that other calls take. */
TEST(reserved_elsewhere)
{
    support_world world;
    sortid_scru64_generator generator;
    sortid_options options = defaults_of(SUPPORT_SCRU64);
    support_world_init(&world, now * 1000, 0x00);
    for (size_t i = 0; i < sizeof world.sources.reserved; i++) {
        sortid_sources sources = world.sources;
        ((uint8_t *)sources.reserved)[i] = 1;
        EXPECT_STATUS(sortid_scru64_generator_init(&generator, &options, &sources),
                      SORTID_BAD_OPTION, "sources, byte %zu", i);
    }
    EXPECT_OK(sortid_scru64_generator_init(&generator, &options, &world.sources));
    sortid_scru64_node_spec specs[] = {node_42, node_42};
    specs[0].reserved8[6] = 1;
    specs[1].reserved[1] = 1;
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        char text[SORTID_SCRU64_NODE_SPEC_SIZE];
        EXPECT_STATUS(sortid_generator_set_node(&generator.base, &specs[i]), SORTID_BAD_OPTION,
                      "spec %zu", i);
        EXPECT(sortid_scru64_node_spec_print(text, &specs[i]) == 0, "spec %zu", i);
    }
}

/* What a format takes besides what all do: flags, guard bits up to a number, and none. In the order
 * of support_formats. */
static const struct {
    uint32_t flags;
    uint8_t most_guard_bits;
    bool no_guard;
} taken[SUPPORT_FORMATS] = {
    {SORTID_OPTION_STATELESS, 0, false},
    {0, 0, false},
    {SORTID_OPTION_FRACTION, 16, false},
    {0, 16, true},
    {SORTID_OPTION_STATELESS | SORTID_OPTION_BORROW | SORTID_OPTION_RANDOM_STEP, 1, true},
    {SORTID_OPTION_STATELESS | SORTID_OPTION_FRACTION, 1, true},
    {SORTID_OPTION_STATELESS, 1, true},
};

static sortid_status cover_all(void *context, uint64_t timestamp, uint32_t flags)
{
    (void)timestamp, (void)flags, (void)context;
    return SORTID_OK;
}

/* An option of another format is refused, and one of the format is accepted. */
TEST_FORMATS(other_options)
{
    const size_t index = (size_t)(format - support_formats);
    const sortid_options defaults = defaults_of(format);
    const sortid_bound bound = {.cover = cover_all, .context = NULL};
    sortid_options options;
    for (uint32_t flag = 1; flag <= SORTID_OPTION_FRACTION; flag <<= 1) {
        options = defaults;
        options.flags = flag;
        expect_taken(format, &options, (taken[index].flags & flag) != 0, "a flag");
    }
    for (unsigned bits = 1; bits <= UINT8_MAX; bits++) {
        options = defaults;
        options.guard_bits = (uint8_t)bits;
        expect_taken(format, &options,
                     bits == SORTID_GUARD_NONE ? taken[index].no_guard
                                               : bits <= taken[index].most_guard_bits,
                     "guard_bits");
    }
    if (format != SUPPORT_SCRU160) {
        options = defaults;
        options.extension_bits = 1;
        expect_refused(format, &options, "extension_bits");
        options = defaults;
        options.node_bits = 1;
        expect_refused(format, &options, "node_bits");
        options = defaults;
        options.node_id = 1;
        expect_refused(format, &options, "node_id");
    }
    if (format != SUPPORT_SCRU64) {
        options = (sortid_options){.node = node_42};
        expect_refused(format, &options, "node");
        options = (sortid_options){.mode = SORTID_MODE_ABORT, .bound = bound};
        expect_refused(format, &options, "bound");
    }
}

/* Every pair of flags and a guard, which is the last one here: a format takes both if it takes each
 * and they do not contradict each other. */
TEST_FORMATS(pairs)
{
    enum { GUARD = SORTID_OPTION_BOUND_IN_STATE << 1 };
    const size_t index = (size_t)(format - support_formats);
    const uint32_t known = taken[index].flags | (taken[index].most_guard_bits > 0 ? GUARD : 0);
    for (uint32_t a = 1; a < GUARD; a <<= 1)
        for (uint32_t b = a << 1; b <= GUARD; b <<= 1) {
            bool contradict =
                a == SORTID_OPTION_STATELESS ||
                (a == SORTID_OPTION_FRACTION && b == GUARD && format == SUPPORT_UUIDV7);
            sortid_options options = defaults_of(format);
            char what[32];
            options.flags = (a | b) & ~(uint32_t)GUARD;
            options.guard_bits = b == GUARD;
            snprintf(what, sizeof what, "%u and %u", (unsigned)a, (unsigned)b);
            expect_taken(format, &options, ((a | b) & ~known) == 0 && !contradict, what);
        }
}

/* ---- The clock's resolution ------------------------------------------------------------ */

/* A fraction of the ms needs a clock of microseconds, which a generator gets that has no sources;
 * the default clock is good for whole ms only. */
static void fraction_resolution_of(const support_format *format)
{
    static const uint32_t coarse[] = {0, 2, 10, 1000, 1000000};
    const sortid_options options = {.flags = SORTID_OPTION_FRACTION};
    support_world world;
    sortid_generator generator = {{0}};
    sortid_sources of_ms;
    uint8_t id[SUPPORT_MAX_SIZE];
    sortid_sources_default(&of_ms);
    support_world_init(&world, now * 1000, 0x00);
    EXPECT_OK(sortid_generator_init(&generator, format->format(), &options, &world.sources));
    EXPECT_GIVES(sortid_generator_init(&generator, format->format(), &options, &of_ms),
                 SORTID_BAD_OPTION);
    EXPECT_OK(sortid_generator_init(&generator, format->format(), NULL, &of_ms));
    EXPECT_OK(sortid_generator_init(&generator, format->format(), &options, NULL));
    EXPECT_OK(sortid_generator_next(&generator, id, NULL));
    for (size_t i = 0; i < COUNT_OF(coarse); i++) {
        world.sources.clock.resolution_us = coarse[i];
        EXPECT_STATUS(sortid_generator_init(&generator, format->format(), &options, &world.sources),
                      SORTID_BAD_OPTION, "resolution %u", coarse[i]);
    }
}

TEST(resolution)
{
    fraction_resolution_of(SUPPORT_SCRU160);
    fraction_resolution_of(SUPPORT_UUIDV7);
}

/* ---- scru160: extension, node, guard, fraction ---------------------------- */

TEST(scru160_options)
{
    static const struct {
        uint8_t extension_bits, node_bits;
        uint32_t node_id;
        uint8_t guard_bits;
        uint32_t flags;
        bool good;
    } cases[] = {
        {16, 0, 0, 32, 0, true},
        {17, 0, 0, 1, 0, false},
        {255, 0, 0, 1, 0, false},
        {0, 17, 0, 1, 0, false},
        {0, 255, 0, 1, 0, false},
        {8, 8, 255, 1, 0, true},
        {8, 9, 0, 1, 0, false},
        {9, 8, 0, 1, 0, false},
        {16, 1, 0, 1, 0, false},
        {1, 16, 0, 1, 0, false},
        {0, 0, 1, 1, 0, false},
        {0, 1, 1, 1, 0, true},
        {0, 1, 2, 1, 0, false},
        {0, 16, 65535, 1, 0, true},
        {0, 16, 65536, 1, 0, false},
        {0, 8, UINT32_MAX, 1, 0, false},
        {4, 0, 0, 20, 0, true},
        {4, 0, 0, 21, 0, false},
        {0, 0, 0, 6, SORTID_OPTION_FRACTION, true},
        {0, 0, 0, 7, SORTID_OPTION_FRACTION, false},
        {4, 0, 0, 10, SORTID_OPTION_FRACTION, true},
        {4, 0, 0, 11, SORTID_OPTION_FRACTION, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const sortid_options options = {.extension_bits = cases[i].extension_bits,
                                        .node_bits = cases[i].node_bits,
                                        .node_id = cases[i].node_id,
                                        .guard_bits = cases[i].guard_bits,
                                        .flags = cases[i].flags};
        char what[16];
        snprintf(what, sizeof what, "case %zu", i);
        expect_taken(SUPPORT_SCRU160, &options, cases[i].good, what);
    }
}

/* ---- scru64: guard, node ---------------------------------------------- */

static void begin_scru64(support_rig *rig, uint32_t size, uint32_t node_id, uint8_t guard)
{
    const sortid_scru64_node_spec spec = {.node_id = node_id, .node_id_size = size};
    const sortid_options options = {.guard_bits = guard, .node = spec};
    sortid_machine machine = {{0}};
    EXPECT_OK(sortid_machine_init(&machine, sortid_scru64_format(), &options));
    support_rig_adopt(rig, SUPPORT_SCRU64, &machine, 0xff);
}

/* The first counter with draws of ones, and the bytes drawn for it. */
static void expect_start(uint32_t size, uint8_t guard, uint32_t counter, size_t drawn)
{
    support_rig rig;
    uint8_t id[8];
    uint32_t node_id = (UINT32_C(1) << size) - 1;
    begin_scru64(&rig, size, node_id, guard);
    support_scru64_id(id, now / 256, node_id << (24 - size) | counter);
    support_rig_expect(&rig, now * 1000, id, SORTID_EVENT_NEW_TIMESTAMP, PLACE);
    EXPECT(rig.draws.bytes == drawn, "size %u, guard %d: %zu bytes drawn", size, guard,
           rig.draws.bytes);
}

TEST(scru64_guard)
{
    expect_start(1, 0, 0x7fffff, 3);
    expect_start(8, 0, 0xffff, 2);
    expect_start(19, 0, 31, 1); // no guard below 20
    expect_start(20, 0, 7, 1);  // one bit from 20 on
    expect_start(21, 0, 3, 1);
    expect_start(22, 0, 1, 1);
    expect_start(23, 0, 0, 0);
    expect_start(23, SORTID_GUARD_NONE, 1, 1);
    expect_start(20, SORTID_GUARD_NONE, 15, 1);
    expect_start(8, 3, 0x1fff, 2);
    expect_start(8, 8, 0xff, 1);
    for (uint32_t size = 1; size <= 23; size++)
        expect_start(size, (uint8_t)(24 - size), 0, 0);
}

static void expect_refused_spec(const sortid_scru64_node_spec *spec, sortid_status status)
{
    const sortid_options options = {.node = *spec};
    char what[32];
    snprintf(what, sizeof what, "%u/%u", spec->node_id, spec->node_id_size);
    expect_status(SUPPORT_SCRU64, &options, status, what);
}

/* An _init checks a spec that no parse has checked. */
TEST(scru64_refused_spec)
{
    static const uint32_t bad_sizes[] = {24, 25, 64, UINT32_MAX};
    expect_refused_spec(&(sortid_scru64_node_spec){.node_id = 42}, SORTID_NO_NODE_SPEC);
    for (size_t i = 0; i < COUNT_OF(bad_sizes); i++)
        expect_refused_spec(&(sortid_scru64_node_spec){.node_id_size = bad_sizes[i]},
                            SORTID_OUT_OF_RANGE);
    for (uint32_t size = 1; size <= 23; size++)
        expect_refused_spec(
            &(sortid_scru64_node_spec){.node_id = UINT32_C(1) << size, .node_id_size = size},
            SORTID_OUT_OF_RANGE);
    sortid_scru64_node_spec spec = {.node_id = 0, .node_id_size = 8, .has_last = true};
    support_scru64_id(spec.last.bytes, 0, 5);
    expect_refused_spec(&spec, SORTID_RESERVED);
    support_scru64_id(spec.last.bytes, UINT64_C(282429536480), 5);
    expect_refused_spec(&spec, SORTID_RESERVED);
    support_scru64_id(spec.last.bytes, UINT64_C(282429536481), 5); // beyond 36^12 - 1
    expect_refused_spec(&spec, SORTID_OUT_OF_RANGE);
}

/* ---- uuidv7: the fraction of the millisecond ------------------------------------------- */

/* PostgreSQL 18, src/backend/utils/adt/uuid.c, generate_uuidv7: the nanoseconds of the ms, times
 * 4096, by 1,000,000; its clock counts microseconds on some systems. */
static uint32_t postgres_fraction(uint64_t unix_us)
{
    uint64_t ns = unix_us * 1000;
    return (uint32_t)(ns % 1000000 * (1 << 12) / 1000000);
}

/* Each microsecond of a ms has its own fraction. */
TEST(uuidv7_fraction)
{
    const sortid_options options = {.mode = SORTID_MODE_ABORT, .flags = SORTID_OPTION_FRACTION};
    sortid_machine machine = {{0}};
    support_rig rig;
    EXPECT_OK(sortid_machine_init(&machine, sortid_uuidv7_format(), &options));
    support_rig_adopt(&rig, SUPPORT_UUIDV7, &machine, 0x00);
    for (uint64_t us = now * 1000; us < (now + 2) * 1000; us++) {
        uint8_t id[16];
        support_id_at(id, SUPPORT_UUIDV7, us / 1000, false);
        oracle_set_bits(id, 52, 12, postgres_fraction(us));
        support_rig_expect(&rig, us, id, SORTID_EVENT_NEW_TIMESTAMP, PLACE);
    }
    assert_int_equal(postgres_fraction(999), 4091);
    assert_int_equal(postgres_fraction(1), 4);
    assert_int_equal(postgres_fraction(125), 512);
}

/* ---- scru160 and uuidv7 with the fraction: borrowing ----------------------------------- */

/* A clock that does not move: `count` IDs increase in mode reset, up to the number after that of
 * the clock and the allowance, then SORTID_ROLLBACK. Only a clock that went back resets. */
static void borrow_fractions(const support_format *format, size_t count)
{
    const sortid_options options = {.flags = SORTID_OPTION_FRACTION, .allowance_ms = 1};
    uint8_t id[SUPPORT_MAX_SIZE], last[SUPPORT_MAX_SIZE] = {0};
    sortid_event event;
    sortid_machine machine = {{0}};
    support_rig rig;
    EXPECT_OK(sortid_machine_init(&machine, format->format(), &options));
    support_rig_adopt(&rig, format, &machine, 0x00);
    for (size_t i = 0; i < count; i++) {
        EXPECT_STATUS(sortid_machine_step(&rig.machine, id, now * 1000, &rig.random, &event, NULL),
                      SORTID_OK, "ID %zu", i);
        EXPECT(memcmp(last, id, format->size) < 0, "ID %zu is not above the one before", i);
        memcpy(last, id, format->size);
    }
    support_rig_refuse(&rig, now * 1000, SORTID_ROLLBACK, format->name);
    support_rig_refuse(&rig, now * 1000 - 1000, SORTID_ROLLBACK, format->name);
    EXPECT_OK(sortid_machine_step(&rig.machine, id, now * 1000 - 1001, &rig.random, &event, NULL));
    assert_int_equal(event, SORTID_EVENT_RESET);
}

TEST(fractions_borrow)
{
    borrow_fractions(SUPPORT_SCRU160, 1001 * 64 + 1); /* 64 IDs for each us */
    borrow_fractions(SUPPORT_UUIDV7, 4096 + 2);
}

CASES_MAIN(NULL, NULL)
