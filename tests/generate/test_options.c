/* SPDX-License-Identifier: MIT */
/* test_options.c: every option of every format through the pure machine: the defaults, what each
 * option does to the bits of an ID and to the random bytes drawn, and every value that an _init
 * refuses, with nothing written. The generators check the clock's resolution. Expectations are
 * composed from constant fields of this file. */
#include "../support/oracle.h"
#include "../support/rig.h"

static const uint64_t now = UINT64_C(1700000000000); // ms; a whole number of 256

/* ---- Defaults, and values that every format refuses --------------------------------- */

static const sortid_scru64_node_spec node_42 = {.node_id = 42, .node_id_size = 8};

/* The smallest options that a generator of the format takes. */
static sortid_options defaults_of(const support_format *format)
{
    return (sortid_options){.node = format == SUPPORT_SCRU64 ? &node_42 : NULL};
}

/* The defaults, as observed from a machine: each ID increments the last one while the clock is
 * at most the default allowance behind; beyond that the mode decides. */
static void expect_defaults(const support_format *format, const sortid_options *options,
                            sortid_mode mode)
{
    sortid_machine machine = {{0}};
    support_rig rig;
    EXPECT_STATUS(sortid_machine_init(&machine, format->format(), options), SORTID_OK, "%s",
                  format->name);
    support_rig_adopt(&rig, format, &machine, 0x00);
    uint64_t timestamp = (now - format->timestamp_zero) / format->timestamp_unit;
    uint64_t allowed = timestamp - 10000 / format->timestamp_unit;
    support_rig_expect_zeros(&rig, now * 1000, timestamp, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_zeros(&rig, support_unix_us(format, allowed), timestamp, 1,
                             SORTID_COUNTER_INCREMENTED, PLACE);
    if (mode == SORTID_MODE_ABORT)
        support_rig_refuse(&rig, support_unix_us(format, allowed - 1), SORTID_ROLLBACK, PLACE);
    else
        support_rig_expect_zeros(&rig, support_unix_us(format, allowed - 1), allowed - 1, 0,
                                 SORTID_RESET, PLACE);
}

static void defaults_by_name(const support_format *format, sortid_mode mode)
{
    sortid_options options = defaults_of(format);
    expect_defaults(format, &options, mode);
    options.mode = (uint32_t)mode;
    options.allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS;
    expect_defaults(format, &options, mode);
}

/* ulid counts by 1 from 80 random bits, without a guard, and does not borrow. */
static void ulid_defaults(const sortid_options *options)
{
    sortid_machine machine = {{0}};
    support_rig rig;
    uint8_t id[16];
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_ulid_format(), options), SORTID_OK, "ulid");
    support_rig_adopt(&rig, SUPPORT_ULID, &machine, 0x00);
    support_ulid_id(id, now, 0xffff, UINT64_MAX - 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xfe", now, id, SORTID_NEW_TIMESTAMP);
    support_ulid_id(id, now, 0xffff, UINT64_MAX);
    STEP(&rig, "", now, id, SORTID_COUNTER_INCREMENTED);
    support_rig_refuse(&rig, now * 1000, SORTID_OVERFLOW, PLACE);
}

/* Those of scru160 are in test_scru160_default, the guard of scru64 in test_scru64_guard. */
static void test_defaults(void **state)
{
    (void)state;
    const sortid_options zeros = {0}, no_guard = {.guard_bits = SORTID_GUARD_NONE};
    assert_int_equal(SORTID_DEFAULT_ALLOWANCE_MS, 10000);
    defaults_by_name(SUPPORT_SCRU128, SORTID_MODE_RESET);
    defaults_by_name(SUPPORT_SCRU128V1, SORTID_MODE_RESET);
    defaults_by_name(SUPPORT_SCRU160, SORTID_MODE_RESET);
    defaults_by_name(SUPPORT_SCRU64, SORTID_MODE_ABORT);
    defaults_by_name(SUPPORT_ULID, SORTID_MODE_RESET);
    defaults_by_name(SUPPORT_UUIDV7, SORTID_MODE_RESET);
    defaults_by_name(SUPPORT_KSUID, SORTID_MODE_RESET);
    ulid_defaults(NULL);
    ulid_defaults(&zeros);
    ulid_defaults(&no_guard);
}

static void null_options(const support_format *format)
{
    expect_defaults(format, NULL, SORTID_MODE_RESET);
}

/* `options` NULL means the defaults; scru64 has no default for its node. */
static void test_null_options(void **state)
{
    (void)state;
    support_each_but_scru64(null_options);
    sortid_machine machine, before;
    sortid_scru64_generator generator, generator_before;
    memset(&before, 0xa5, sizeof before);
    memset(&generator_before, 0xa5, sizeof generator_before);
    machine = before;
    generator = generator_before;
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru64_format(), NULL), SORTID_NO_NODE_SPEC,
                  "machine");
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru64_format(), &(sortid_options){0}),
                  SORTID_NO_NODE_SPEC, "machine, zeros");
    EXPECT_STATUS(sortid_scru64_generator_init(&generator, NULL, NULL), SORTID_NO_NODE_SPEC,
                  "generator");
    EXPECT_BYTES(&machine, &before, sizeof machine, "machine touched");
    EXPECT_BYTES(&generator, &generator_before, sizeof generator, "generator touched");
}

/* Machine and generator refuse these options, and write nothing. */
static void expect_status(const support_format *format, const sortid_options *options,
                          sortid_status status, const char *what)
{
    sortid_machine machine, machine_before;
    sortid_generator generator, generator_before;
    memset(&machine_before, 0xa5, sizeof machine_before);
    memset(&generator_before, 0xa5, sizeof generator_before);
    machine = machine_before;
    generator = generator_before;
    EXPECT_STATUS(sortid_machine_init(&machine, format->format(), options), status, "%s: %s",
                  format->name, what);
    EXPECT_BYTES(&machine, &machine_before, sizeof machine, "%s: machine touched", format->name);
    EXPECT_STATUS(sortid_generator_init(&generator, format->format(), options, NULL), status,
                  "%s: %s", format->name, what);
    EXPECT_BYTES(&generator, &generator_before, sizeof generator, "%s: generator touched",
                 format->name);
}

static void expect_refused(const support_format *format, const sortid_options *options,
                           const char *what)
{
    expect_status(format, options, SORTID_BAD_OPTION, what);
}

static void bad_modes(const support_format *format)
{
    static const int bad[] = {4, 5, -1, 255};
    support_world world;
    support_world_init(&world, now * 1000, 0x00);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        sortid_generator storage, untouched;
        memset(&untouched, 0xa5, sizeof untouched);
        storage = untouched;
        EXPECT_STATUS(format->machine_init(&storage, (sortid_mode)bad[i], 10000), SORTID_BAD_OPTION,
                      "%s: mode %d", format->name, bad[i]);
        EXPECT_STATUS(format->generator_init(&storage, (sortid_mode)bad[i], 10000, &world.sources),
                      SORTID_BAD_OPTION, "%s: mode %d", format->name, bad[i]);
        EXPECT_BYTES(&storage, &untouched, sizeof storage, "%s: storage touched", format->name);
    }
}

static void test_bad_modes(void **state)
{
    (void)state;
    support_each_format(bad_modes);
}

/* Options without a meaning yet must be zero. */
static void reserved_of(const support_format *format)
{
    const sortid_options defaults = defaults_of(format);
    sortid_options options = defaults;
    assert_int_equal(COUNT_OF(options.reserved), 6);
    for (size_t place = 0; place < COUNT_OF(options.reserved); place++) {
        options = defaults;
        options.reserved[place] = UINT64_C(1) << 63;
        expect_refused(format, &options, "reserved");
    }
    options = defaults;
    options.reserved8 = 1;
    expect_refused(format, &options, "reserved8");
    for (unsigned bit = 4; bit < 32; bit++) {
        options = defaults;
        options.flags = UINT32_C(1) << bit;
        expect_refused(format, &options, "an unknown flag");
    }
}

static void test_reserved(void **state)
{
    (void)state;
    support_each_format(reserved_of);
}

/* The flags of a format, and whether it has a guard; in the order of support_formats. */
static const struct {
    uint32_t flags;
    bool guard;
} taken[SUPPORT_FORMATS] = {
    {SORTID_STATELESS, false},
    {0, false},
    {SORTID_FRACTION, true},
    {0, true},
    {SORTID_STATELESS | SORTID_BORROW | SORTID_RANDOM_STEP, true},
    {SORTID_STATELESS | SORTID_FRACTION, true},
    {SORTID_STATELESS, true},
};

static sortid_status cover_all(void *context, uint64_t timestamp, uint32_t flags)
{
    (void)timestamp, (void)flags, (void)context;
    return SORTID_OK;
}

/* An option of another format is refused, and one of the format is accepted. */
static void other_options_of(const support_format *format)
{
    const size_t index = (size_t)(format - support_formats);
    const sortid_options defaults = defaults_of(format);
    const sortid_bound bound = {cover_all, NULL};
    sortid_options options;
    sortid_machine machine = {{0}};
    for (uint32_t flag = 1; flag <= SORTID_FRACTION; flag <<= 1) {
        options = defaults;
        options.flags = flag;
        if ((taken[index].flags & flag) == 0)
            expect_refused(format, &options, "a flag that the format lacks");
        else
            EXPECT_STATUS(sortid_machine_init(&machine, format->format(), &options), SORTID_OK,
                          "%s: flag %u", format->name, flag);
    }
    options = defaults;
    options.guard_bits = 1;
    if (!taken[index].guard)
        expect_refused(format, &options, "guard_bits");
    else
        EXPECT_STATUS(sortid_machine_init(&machine, format->format(), &options), SORTID_OK,
                      "%s: guard_bits", format->name);
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
        options = (sortid_options){.node = &node_42};
        expect_refused(format, &options, "node");
        options = (sortid_options){.mode = SORTID_MODE_ABORT, .bound = &bound};
        expect_refused(format, &options, "bound");
    }
}

static void test_other_options(void **state)
{
    (void)state;
    support_each_format(other_options_of);
}

/* Zero bytes are no machine. */
static void zero_bytes(const support_format *format)
{
    support_rig rig;
    sortid_machine zero;
    memset(&zero, 0, sizeof zero);
    support_rig_adopt(&rig, format, &zero, 0x00);
    support_rig_refuse(&rig, now * 1000, SORTID_NOT_INITIALIZED, PLACE);
}

static void test_zero_bytes(void **state)
{
    (void)state;
    support_each_format(zero_bytes);
}

/* ---- The clock's resolution ------------------------------------------------------------ */

static void resolution_of(const support_format *format)
{
    support_world world;
    sortid_generator storage, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    storage = untouched;
    support_world_init(&world, now * 1000, 0x00);
    world.sources.clock.resolution_us = 0;
    EXPECT_STATUS(format->generator_init(&storage, SORTID_MODE_ABORT, 10000, &world.sources),
                  SORTID_BAD_OPTION, "%s: resolution 0", format->name);
    EXPECT_BYTES(&storage, &untouched, sizeof storage, "%s: storage touched", format->name);
    world.sources.clock.resolution_us = 1000;
    EXPECT_STATUS(format->generator_init(&storage, SORTID_MODE_ABORT, 10000, &world.sources),
                  SORTID_OK, "%s: resolution 1000", format->name);
}

/* A fraction of the ms needs a clock of microseconds. */
static void fraction_resolution_of(const support_format *format)
{
    static const uint32_t coarse[] = {0, 2, 10, 1000, 1000000};
    const sortid_options options = {.flags = SORTID_FRACTION};
    support_world world;
    sortid_generator generator = {{0}};
    support_world_init(&world, now * 1000, 0x00);
    EXPECT_STATUS(sortid_generator_init(&generator, format->format(), &options, &world.sources),
                  SORTID_OK, "%s: resolution 1", format->name);
    EXPECT_STATUS(sortid_generator_init(&generator, format->format(), &options, NULL), SORTID_OK,
                  "%s: the system's clock", format->name);
    for (size_t i = 0; i < COUNT_OF(coarse); i++) {
        world.sources.clock.resolution_us = coarse[i];
        EXPECT_STATUS(sortid_generator_init(&generator, format->format(), &options, &world.sources),
                      SORTID_BAD_OPTION, "%s: resolution %u", format->name, coarse[i]);
    }
}

static void test_resolution(void **state)
{
    (void)state;
    support_each_format(resolution_of);
    fraction_resolution_of(SUPPORT_SCRU160);
    fraction_resolution_of(SUPPORT_UUIDV7);
}

/* ---- scru128, ulid: stateless ------------------------------------------------------------ */

/* No state: each ID consists of its clock value and its draws, whatever came before; the clock
 * may jump, but only within the format's range. */
static void expect_stateless(support_rig *rig, const uint8_t *tail)
{
    static const char script[] = "\1\2\3\4\5\6\7\x08\x09\x0a";
    static const uint64_t clock_ms[] = {UINT64_C(1700000000000), UINT64_C(1700000000000),
                                        UINT64_C(1600000000000), 1, UINT64_C(1700000000001)};
    for (size_t i = 0; i < COUNT_OF(clock_ms); i++) {
        uint8_t id[16], expected[16];
        memcpy(expected, tail, sizeof expected);
        oracle_set_bits(expected, 0, 48, clock_ms[i]);
        support_rig_script(rig, script, sizeof script - 1);
        EXPECT_STATUS(
            sortid_machine_step(&rig->machine, id, clock_ms[i] * 1000, &rig->random, NULL, NULL),
            SORTID_OK, "%s: call %zu", rig->format->name, i);
        EXPECT_BYTES(id, expected, sizeof id, "%s: call %zu", rig->format->name, i);
        EXPECT(rig->draws.bytes == 10, "%s: %zu bytes drawn", rig->format->name, rig->draws.bytes);
    }
    support_rig_refuse(rig, UINT64_C(281474976710656) * 1000, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
}

static void test_scru128_stateless(void **state)
{
    (void)state;
    sortid_options options = {0};
    options.flags |= SORTID_STATELESS;
    options.mode = SORTID_MODE_ABORT;
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru128_format(), &options), SORTID_OK,
                  "init");
    support_rig rig;
    support_rig_adopt(&rig, SUPPORT_SCRU128, &machine, 0x00);
    uint8_t tail[16]; // counter_lo is drawn before counter_hi
    support_scru128_id(tail, 0, 0x040506, 0x010203, 0x0708090a);
    expect_stateless(&rig, tail);
    support_rig_refuse(&rig, 999, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
    support_rig_refuse(&rig, UINT64_C(281474976710655) * 1000, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
}

static void test_ulid_stateless(void **state)
{
    (void)state;
    sortid_options options = {0};
    options.flags |= SORTID_STATELESS;
    options.mode = SORTID_MODE_ABORT;
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_ulid_format(), &options), SORTID_OK, "init");
    support_rig rig;
    support_rig_adopt(&rig, SUPPORT_ULID, &machine, 0x00);
    uint8_t tail[16];
    support_ulid_id(tail, 0, 0x0102, UINT64_C(0x030405060708090a));
    expect_stateless(&rig, tail);
}

/* ---- ulid: step and guard -------------------------------------------------------------------- */

static void begin_ulid(support_rig *rig, const sortid_options *options)
{
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_ulid_format(), options), SORTID_OK, "init");
    support_rig_adopt(rig, SUPPORT_ULID, &machine, 0x00);
}

/* A step of 1 to 2^32: four random bytes, plus one. */
static void test_ulid_random_step(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    sortid_options options = {0};
    options.flags |= SORTID_RANDOM_STEP;
    begin_ulid(&rig, &options);
    support_ulid_id(id, now, 0x0000, UINT64_C(0xfffffffe00000000));
    STEP_US(&rig, "\0\0\xff\xff\xff\xfe\0\0\0\0", now * 1000, id, SORTID_NEW_TIMESTAMP);
    support_ulid_id(id, now, 0x0000, UINT64_C(0xfffffffe00000001));
    STEP_US(&rig, "\0\0\0\0", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    support_ulid_id(id, now, 0x0000, UINT64_C(0xffffffff00000001));
    STEP_US(&rig, "\xff\xff\xff\xff", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    support_ulid_id(id, now, 0x0000, UINT64_C(0xffffffff01020306));
    STEP_US(&rig, "\1\2\3\4", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    support_ulid_id(id, now, 0x0001, UINT64_C(0x0000000001020306)); // over bit 64
    STEP_US(&rig, "\xff\xff\xff\xff", now * 1000, id, SORTID_COUNTER_INCREMENTED);
}

/* A step that does not fit overflows; the next call draws again. */
static void test_ulid_step_overflow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    sortid_options options = {0};
    options.flags |= SORTID_RANDOM_STEP;
    begin_ulid(&rig, &options);
    support_ulid_id(id, now, 0xffff, UINT64_C(0xfffffffffffffff0));
    STEP_US(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xf0", now * 1000, id, SORTID_NEW_TIMESTAMP);
    support_rig_script(&rig, "\0\0\0\x0f\0\0\0\x0f", 8); // a step of 16, twice
    support_rig_refuse(&rig, now * 1000, SORTID_OVERFLOW, PLACE);
    support_ulid_id(id, now, 0xffff, UINT64_MAX);
    STEP_US(&rig, "\0\0\0\x0e", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    support_rig_refuse(&rig, now * 1000, SORTID_OVERFLOW, PLACE);
}

static void test_ulid_step_borrow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    sortid_options options = {0};
    options.flags |= SORTID_RANDOM_STEP;
    options.flags |= SORTID_BORROW;
    begin_ulid(&rig, &options);
    support_ulid_id(id, now, 0xffff, UINT64_C(0xfffffffffffffff0));
    STEP_US(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xf0", now * 1000, id, SORTID_NEW_TIMESTAMP);
    support_ulid_id(id, now + 1, 0x0102, UINT64_C(0x030405060708090a));
    STEP_US(&rig, "\0\0\0\x0f\1\2\3\4\5\6\7\x08\x09\x0a", now * 1000, id,
            SORTID_TIMESTAMP_BORROWED);
}

static void test_ulid_guard(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    sortid_options options = {0};
    options.guard_bits = 1;
    begin_ulid(&rig, &options);
    support_ulid_id(id, now, 0x7fff, UINT64_MAX);
    STEP_US(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", now * 1000, id, SORTID_NEW_TIMESTAMP);
    support_ulid_id(id, now, 0x8000, 0);
    STEP_US(&rig, "", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    support_ulid_id(id, now + 1, 0, 0);
    STEP_US(&rig, "\0\0\0\0\0\0\0\0\0\0", (now + 1) * 1000, id, SORTID_NEW_TIMESTAMP);
}

static void test_ulid_refused_guard(void **state)
{
    (void)state;
    static const uint8_t bad[] = {2, 16, 80, 254};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const sortid_options options = {.guard_bits = bad[i]};
        expect_refused(SUPPORT_ULID, &options, "guard");
    }
}

/* ---- scru160: extension, node, guard, microseconds ----------------------- */

static void scru160_options(sortid_options *options, unsigned extension, unsigned node_bits,
                            uint32_t node_id, unsigned guard)
{
    *options = (sortid_options){0};
    options->extension_bits = (uint8_t)extension;
    options->node_bits = (uint8_t)node_bits;
    options->node_id = node_id;
    options->guard_bits = (uint8_t)guard;
}

static void begin_scru160(support_rig *rig, const sortid_options *options)
{
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru160_format(), options), SORTID_OK,
                  "init");
    support_rig_adopt(rig, SUPPORT_SCRU160, &machine, 0x00);
}

/* Default: 15 random bits, the top ones of two bytes; then 16, then 80. */
static void test_scru160_default(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin_scru160(&rig, NULL);
    support_scru160_id(id, now, 0x7ffe, 0x1234, 0x0102, UINT64_C(0x030405060708090a));
    STEP_US(&rig, "\xff\xfd\x12\x34\1\2\3\4\5\6\7\x08\x09\x0a", now * 1000, id,
            SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now, 0x7fff, 0x5678, 0x1112, UINT64_C(0x131415161718191a));
    STEP_US(&rig, "\x56\x78\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a", now * 1000, id,
            SORTID_COUNTER_INCREMENTED);
}

/* Four more counter bits, five of node id, seven random bits. */
static void test_scru160_extension_and_node(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    sortid_options options;
    scru160_options(&options, 4, 5, 0x15, 1);
    begin_scru160(&rig, &options);
    /* 19 bits of 12345f are 091a2; 7 bits of ab are 55. */
    support_scru160_id(id, now, 0x091a, 2 << 12 | 0x15 << 7 | 0x55, 0x0102,
                       UINT64_C(0x030405060708090a));
    STEP_US(&rig, "\x12\x34\x5f\xab\1\2\3\4\5\6\7\x08\x09\x0a", now * 1000, id,
            SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now, 0x091a, 3 << 12 | 0x15 << 7 | 0x7f, 0, 1);
    STEP_US(&rig, "\xff\0\0\0\0\0\0\0\0\0\1", now * 1000, id, SORTID_COUNTER_INCREMENTED);
}

/* The extension's carry goes into the field `counter`; its overflow borrows. */
static void test_scru160_extension_carry(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    sortid_options options;
    scru160_options(&options, 1, 15, 0x7abc, 1);
    begin_scru160(&rig, &options);
    support_scru160_id(id, now, 0x7fff, 0xfabc, 0, 1); // 17 bits: ffff
    STEP_US(&rig, "\xff\xff\0\0\0\0\0\0\0\0\0\1", now * 1000, id, SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now, 0x8000, 0x7abc, 0, 2); // 10000
    STEP_US(&rig, "\0\0\0\0\0\0\0\0\0\2", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    rig.draws.script_size = 0;
    for (uint32_t counter = 0x10001; counter <= 0x1ffff; counter++) {
        support_scru160_id(id, now, counter >> 1, (counter & 1) << 15 | 0x7abc, 0, 0);
        support_rig_expect(&rig, now * 1000, id, SORTID_COUNTER_INCREMENTED, PLACE);
    }
    support_scru160_id(id, now + 1, 0x0000, 0xfabc, 0, 3);
    STEP_US(&rig, "\0\1\0\0\0\0\0\0\0\0\0\3", now * 1000, id, SORTID_TIMESTAMP_BORROWED);
}

/* All of random16 for one purpose. */
static void test_scru160_whole_random16(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    sortid_options options;
    scru160_options(&options, 16, 0, 0, 1);
    begin_scru160(&rig, &options);
    support_scru160_id(id, now, 0x7fff, 0xffff, 0, 1); // 31 bits of ffffffff
    STEP_US(&rig, "\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\1", now * 1000, id, SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now, 0x8000, 0x0000, 0, 2);
    STEP_US(&rig, "\0\0\0\0\0\0\0\0\0\2", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    scru160_options(&options, 0, 16, 0xbeef, 1);
    begin_scru160(&rig, &options);
    support_scru160_id(id, now, 0x7fff, 0xbeef, 0, 3);
    STEP_US(&rig, "\xff\xff\0\0\0\0\0\0\0\0\0\3", now * 1000, id, SORTID_NEW_TIMESTAMP);
    scru160_options(&options, 0, 0, 0, 16); // no random start at all
    begin_scru160(&rig, &options);
    support_scru160_id(id, now, 0x0000, 0x1234, 0, 4);
    STEP_US(&rig, "\x12\x34\0\0\0\0\0\0\0\0\0\4", now * 1000, id, SORTID_NEW_TIMESTAMP);
    scru160_options(&options, 0, 0, 0, 8);
    begin_scru160(&rig, &options);
    support_scru160_id(id, now, 0x00ff, 0x1234, 0, 5);
    STEP_US(&rig, "\xff\x12\x34\0\0\0\0\0\0\0\0\0\5", now * 1000, id, SORTID_NEW_TIMESTAMP);
}

/* Ten bits of microsecond, six of counter, and k more below them. */
static void test_scru160_microseconds(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    sortid_options options = {0};
    options.flags |= SORTID_FRACTION;
    begin_scru160(&rig, &options);
    support_scru160_id(id, now, 999 << 6 | 31, 0x1234, 0, 1);
    STEP_US(&rig, "\xff\x12\x34\0\0\0\0\0\0\0\0\0\1", now * 1000 + 999, id, SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now, 999 << 6 | 32, 0x1234, 0, 2);
    STEP_US(&rig, "\x12\x34\0\0\0\0\0\0\0\0\0\2", now * 1000 + 999, id, SORTID_COUNTER_INCREMENTED);
    support_scru160_id(id, now + 1, 0 << 6 | 2, 0x1234, 0, 3);
    STEP_US(&rig, "\x17\x12\x34\0\0\0\0\0\0\0\0\0\3", now * 1000 + 1000, id, SORTID_NEW_TIMESTAMP);
    scru160_options(&options, 4, 5, 0x15, 1);
    options.flags |= SORTID_FRACTION;
    begin_scru160(&rig, &options);
    /* 9 bits of ffff are 1ff: 0 1111 1111 1; the top 6 of its 10 bits are 31. */
    support_scru160_id(id, now, 7 << 6 | 31, 0xf << 12 | 0x15 << 7 | 0x55, 0, 4);
    STEP_US(&rig, "\xff\xff\xab\0\0\0\0\0\0\0\0\0\4", now * 1000 + 7, id, SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now, 7 << 6 | 32, 0x0 << 12 | 0x15 << 7 | 0x55, 0, 5);
    STEP_US(&rig, "\xab\0\0\0\0\0\0\0\0\0\5", now * 1000 + 7, id, SORTID_COUNTER_INCREMENTED);
}

static void test_scru160_refused(void **state)
{
    (void)state;
    static const struct {
        unsigned extension, node_bits;
        uint32_t node_id;
        unsigned guard;
        bool microseconds;
        bool good;
    } cases[] = {
        /* 255: SORTID_GUARD_NONE, which scru160 does not take */
        {16, 0, 0, 32, false, true},     {17, 0, 0, 1, false, false},
        {255, 0, 0, 1, false, false},    {0, 17, 0, 1, false, false},
        {0, 255, 0, 1, false, false},    {8, 8, 255, 1, false, true},
        {8, 9, 0, 1, false, false},      {9, 8, 0, 1, false, false},
        {16, 1, 0, 1, false, false},     {1, 16, 0, 1, false, false},
        {0, 0, 1, 1, false, false},      {0, 1, 1, 1, false, true},
        {0, 1, 2, 1, false, false},      {0, 16, 65535, 1, false, true},
        {0, 16, 65536, 1, false, false}, {0, 8, UINT32_MAX, 1, false, false},
        {0, 0, 0, 0, false, true},       {0, 0, 0, 16, false, true},
        {0, 0, 0, 17, false, false},     {0, 0, 0, 255, false, false},
        {4, 0, 0, 20, false, true},      {4, 0, 0, 21, false, false},
        {0, 0, 0, 6, true, true},        {0, 0, 0, 7, true, false},
        {4, 0, 0, 10, true, true},       {4, 0, 0, 11, true, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sortid_options options;
        scru160_options(&options, cases[i].extension, cases[i].node_bits, cases[i].node_id,
                        cases[i].guard);
        options.flags = cases[i].microseconds ? SORTID_FRACTION : 0;
        char what[16];
        snprintf(what, sizeof what, "case %zu", i);
        sortid_machine machine = {{0}};
        if (cases[i].good)
            EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru160_format(), &options),
                          SORTID_OK, "%s", what);
        else
            expect_refused(SUPPORT_SCRU160, &options, what);
    }
}

/* ---- scru64: guard, node ---------------------------------------------- */

static void begin_scru64(support_rig *rig, uint32_t size, uint32_t node_id, uint8_t guard)
{
    const sortid_scru64_node_spec spec = {.node_id = node_id, .node_id_size = size};
    const sortid_options options = {.guard_bits = guard, .node = &spec};
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru64_format(), &options), SORTID_OK,
                  "init");
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
    support_rig_expect(&rig, now * 1000, id, SORTID_NEW_TIMESTAMP, PLACE);
    EXPECT(rig.draws.bytes == drawn, "size %u, guard %d: %zu bytes drawn", size, guard,
           rig.draws.bytes);
}

static void test_scru64_guard(void **state)
{
    (void)state;
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

/* Surplus low bits are dropped: 13 bits of two bytes are the top ones. */
static void test_scru64_draw(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[8];
    begin_scru64(&rig, 8, 42, 3);
    support_scru64_id(id, now / 256, 42 << 16 | 0x0246);
    STEP_US(&rig, "\x12\x37", now * 1000, id, SORTID_NEW_TIMESTAMP);
}

static void test_scru64_refused_guard(void **state)
{
    (void)state;
    static const uint8_t bad[] = {17, 24, 25, 127, 128, 254};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        const sortid_options options = {.guard_bits = bad[i], .node = &node_42};
        expect_refused(SUPPORT_SCRU64, &options, "guard");
    }
}

static void expect_refused_spec(const sortid_scru64_node_spec *spec, sortid_status status)
{
    const sortid_options options = {.node = spec};
    char what[32];
    snprintf(what, sizeof what, "%u/%u", spec->node_id, spec->node_id_size);
    expect_status(SUPPORT_SCRU64, &options, status, what);
}

/* An _init checks a spec that no parse has checked. */
static void test_scru64_refused_spec(void **state)
{
    (void)state;
    static const uint32_t bad_sizes[] = {0, 24, 25, 64, UINT32_MAX};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_null_options),
        cmocka_unit_test(test_bad_modes),
        cmocka_unit_test(test_reserved),
        cmocka_unit_test(test_other_options),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_resolution),
        cmocka_unit_test(test_scru128_stateless),
        cmocka_unit_test(test_ulid_stateless),
        cmocka_unit_test(test_ulid_random_step),
        cmocka_unit_test(test_ulid_step_overflow),
        cmocka_unit_test(test_ulid_step_borrow),
        cmocka_unit_test(test_ulid_guard),
        cmocka_unit_test(test_ulid_refused_guard),
        cmocka_unit_test(test_scru160_default),
        cmocka_unit_test(test_scru160_extension_and_node),
        cmocka_unit_test(test_scru160_extension_carry),
        cmocka_unit_test(test_scru160_whole_random16),
        cmocka_unit_test(test_scru160_microseconds),
        cmocka_unit_test(test_scru160_refused),
        cmocka_unit_test(test_scru64_guard),
        cmocka_unit_test(test_scru64_draw),
        cmocka_unit_test(test_scru64_refused_guard),
        cmocka_unit_test(test_scru64_refused_spec),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
