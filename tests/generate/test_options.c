/* SPDX-License-Identifier: MIT */
/* test_options.c: every option of every format through the pure machine: the
 * defaults, what each option does to the bits of an ID and to the random bytes
 * drawn, and every value that an _init refuses, with nothing written. The
 * clock's resolution is asked for by the generators. Expectations are composed
 * from fields written down here. */
#include "../support/oracle.h"
#include "../support/rig.h"

static const uint64_t now = UINT64_C(1700000000000); // ms; a whole number of 256

/* ---- Defaults, and values that every format refuses --------------------------------- */

#define EXPECT_DEFAULTS(f, expected_mode)                                                          \
    do {                                                                                           \
        sortid_##f##_options options;                                                              \
        memset(&options, 0xa5, sizeof options);                                                    \
        sortid_##f##_options_default(&options);                                                    \
        EXPECT(options.mode == (expected_mode), #f ": mode");                                      \
        EXPECT(options.allowance_ms == 10000, #f ": allowance");                                   \
        for (size_t i = 0; i < COUNT_OF(options.zero); i++)                                        \
            EXPECT(options.zero[i] == 0, #f ": zero[%zu]", i);                                     \
    } while (0)

static void test_defaults(void **state)
{
    (void)state;
    assert_int_equal(SORTID_DEFAULT_ALLOWANCE_MS, 10000);
    EXPECT_DEFAULTS(scru128, SORTID_MODE_RESET);
    EXPECT_DEFAULTS(scru128v1, SORTID_MODE_RESET);
    EXPECT_DEFAULTS(scru160, SORTID_MODE_RESET);
    EXPECT_DEFAULTS(scru64, SORTID_MODE_ABORT);
    EXPECT_DEFAULTS(ulid, SORTID_MODE_RESET);
    sortid_scru128_options scru128;
    sortid_scru128_options_default(&scru128);
    assert_false(scru128.stateless);
    sortid_scru160_options scru160;
    sortid_scru160_options_default(&scru160);
    assert_true(!scru160.microseconds && scru160.counter_extension_bits == 0 &&
                scru160.node_bits == 0 && scru160.overflow_guard_bits == 1 && scru160.node_id == 0);
    sortid_scru64_options scru64;
    sortid_scru64_options_default(&scru64);
    assert_int_equal(scru64.overflow_guard_bits, -1);
    sortid_ulid_options ulid;
    sortid_ulid_options_default(&ulid);
    assert_true(!ulid.stateless && !ulid.borrow && !ulid.random_step && !ulid.overflow_guard);
}

/* `options` NULL means the defaults: seen by what a far step back does. */
static void expect_null_options(const support_format *format, const void *machine, sortid_mode mode)
{
    support_rig rig;
    support_rig_adopt(&rig, format, machine, 0x00);
    uint64_t timestamp = (now - format->timestamp_zero) / format->timestamp_unit;
    uint64_t back = timestamp - 20000 / format->timestamp_unit;
    support_rig_expect_zeros(&rig, now * 1000, timestamp, 0, SORTID_NEW_TIMESTAMP, PLACE);
    if (mode == SORTID_MODE_ABORT)
        support_rig_refuse(&rig, support_unix_us(format, back), SORTID_ROLLBACK, PLACE);
    else
        support_rig_expect_zeros(&rig, support_unix_us(format, back), back, 0, SORTID_RESET, PLACE);
}

#define EXPECT_NULL_OPTIONS(f, format)                                                             \
    do {                                                                                           \
        sortid_##f##_machine machine;                                                              \
        EXPECT_STATUS(sortid_##f##_machine_init(&machine, NULL), SORTID_OK, #f);                   \
        expect_null_options(format, &machine, SORTID_MODE_RESET);                                  \
    } while (0)

static const sortid_scru64_node_spec node_42 = {.node_id = 42, .node_id_size = 8};

static void test_null_options(void **state)
{
    (void)state;
    EXPECT_NULL_OPTIONS(scru128, SUPPORT_SCRU128);
    EXPECT_NULL_OPTIONS(scru128v1, SUPPORT_SCRU128V1);
    EXPECT_NULL_OPTIONS(scru160, SUPPORT_SCRU160);
    EXPECT_NULL_OPTIONS(ulid, SUPPORT_ULID);
    sortid_scru64_machine machine = {{0}};
    EXPECT_STATUS(sortid_scru64_machine_init(&machine, &node_42, NULL), SORTID_OK, "scru64");
    expect_null_options(SUPPORT_SCRU64, &machine, SORTID_MODE_ABORT);
}

static void bad_modes(const support_format *format)
{
    static const int bad[] = {0, 4, 5, -1, 255};
    support_world world;
    support_world_init(&world, now * 1000, 0x00);
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        support_generator storage, untouched;
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

#define EXPECT_REFUSED(f, NODE, options, what)                                                     \
    do {                                                                                           \
        sortid_##f##_machine machine, before;                                                      \
        memset(&before, 0xa5, sizeof before);                                                      \
        machine = before;                                                                          \
        EXPECT_STATUS(sortid_##f##_machine_init(&machine, NODE(options)), SORTID_BAD_OPTION,       \
                      #f ": %s", what);                                                            \
        EXPECT_BYTES(&machine, &before, sizeof machine, #f ": machine touched");                   \
        sortid_##f##_generator generator, before_it;                                               \
        memset(&before_it, 0xa5, sizeof before_it);                                                \
        generator = before_it;                                                                     \
        EXPECT_STATUS(sortid_##f##_generator_init(&generator, NODE(options), NULL),                \
                      SORTID_BAD_OPTION, #f ": %s", what);                                         \
        EXPECT_BYTES(&generator, &before_it, sizeof generator, #f ": generator touched");          \
    } while (0)
#define NO_NODE(options) options
#define NODE_42(options) &node_42, options

#define EXPECT_ZERO_CHECKED(f, NODE)                                                               \
    do {                                                                                           \
        for (size_t place = 0; place < 4; place++) {                                               \
            sortid_##f##_options options;                                                          \
            sortid_##f##_options_default(&options);                                                \
            options.zero[place] = UINT64_C(1) << 63;                                               \
            EXPECT_REFUSED(f, NODE, &options, "zero");                                             \
        }                                                                                          \
    } while (0)

static void test_room_to_grow(void **state)
{
    (void)state;
    EXPECT_ZERO_CHECKED(scru128, NO_NODE);
    EXPECT_ZERO_CHECKED(scru128v1, NO_NODE);
    EXPECT_ZERO_CHECKED(scru160, NO_NODE);
    EXPECT_ZERO_CHECKED(scru64, NODE_42);
    EXPECT_ZERO_CHECKED(ulid, NO_NODE);
}

/* Zero bytes are no machine. */
static void zero_bytes(const support_format *format)
{
    support_rig rig;
    support_machine zero;
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
    support_generator storage, untouched;
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

static void test_resolution(void **state)
{
    (void)state;
    support_each_format(resolution_of);
    static const uint32_t coarse[] = {0, 2, 10, 1000, 1000000};
    sortid_scru160_options options;
    sortid_scru160_options_default(&options);
    options.microseconds = true;
    support_world world;
    sortid_scru160_generator generator = {{0}};
    support_world_init(&world, now * 1000, 0x00);
    EXPECT_STATUS(sortid_scru160_generator_init(&generator, &options, &world.sources), SORTID_OK,
                  "resolution 1");
    EXPECT_STATUS(sortid_scru160_generator_init(&generator, &options, NULL), SORTID_OK,
                  "the system's clock");
    for (size_t i = 0; i < COUNT_OF(coarse); i++) {
        world.sources.clock.resolution_us = coarse[i];
        EXPECT_STATUS(sortid_scru160_generator_init(&generator, &options, &world.sources),
                      SORTID_BAD_OPTION, "resolution %u", coarse[i]);
    }
}

/* ---- scru128, ulid: stateless ------------------------------------------------------------ */

/* No state: each ID is its clock and its draws, whatever came before; the clock
 * goes as it likes, but only within the format's range. */
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
        EXPECT_STATUS(rig->format->machine_step(id, NULL, NULL, &rig->machine, clock_ms[i] * 1000,
                                                &rig->random),
                      SORTID_OK, "%s: call %zu", rig->format->name, i);
        EXPECT_BYTES(id, expected, sizeof id, "%s: call %zu", rig->format->name, i);
        EXPECT(rig->draws.bytes == 10, "%s: %zu bytes drawn", rig->format->name, rig->draws.bytes);
    }
    support_rig_refuse(rig, UINT64_C(281474976710656) * 1000, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
}

static void test_scru128_stateless(void **state)
{
    (void)state;
    sortid_scru128_options options;
    sortid_scru128_options_default(&options);
    options.stateless = true;
    options.mode = SORTID_MODE_ABORT;
    sortid_scru128_machine machine = {{0}};
    EXPECT_STATUS(sortid_scru128_machine_init(&machine, &options), SORTID_OK, "init");
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
    sortid_ulid_options options;
    sortid_ulid_options_default(&options);
    options.stateless = true;
    options.mode = SORTID_MODE_ABORT;
    sortid_ulid_machine machine = {{0}};
    EXPECT_STATUS(sortid_ulid_machine_init(&machine, &options), SORTID_OK, "init");
    support_rig rig;
    support_rig_adopt(&rig, SUPPORT_ULID, &machine, 0x00);
    uint8_t tail[16];
    support_ulid_id(tail, 0, 0x0102, UINT64_C(0x030405060708090a));
    expect_stateless(&rig, tail);
}

/* ---- ulid: step and guard -------------------------------------------------------------------- */

static void begin_ulid(support_rig *rig, const sortid_ulid_options *options)
{
    sortid_ulid_machine machine = {{0}};
    EXPECT_STATUS(sortid_ulid_machine_init(&machine, options), SORTID_OK, "init");
    support_rig_adopt(rig, SUPPORT_ULID, &machine, 0x00);
}

/* A step of 1 to 2^32: four random bytes, plus one. */
static void test_ulid_random_step(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    sortid_ulid_options options;
    sortid_ulid_options_default(&options);
    options.random_step = true;
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

/* A step that does not fit is the overflow; the next call draws again. */
static void test_ulid_step_overflow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    sortid_ulid_options options;
    sortid_ulid_options_default(&options);
    options.random_step = true;
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
    sortid_ulid_options options;
    sortid_ulid_options_default(&options);
    options.random_step = true;
    options.borrow = true;
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
    sortid_ulid_options options;
    sortid_ulid_options_default(&options);
    options.overflow_guard = true;
    begin_ulid(&rig, &options);
    support_ulid_id(id, now, 0x7fff, UINT64_MAX);
    STEP_US(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", now * 1000, id, SORTID_NEW_TIMESTAMP);
    support_ulid_id(id, now, 0x8000, 0);
    STEP_US(&rig, "", now * 1000, id, SORTID_COUNTER_INCREMENTED);
    support_ulid_id(id, now + 1, 0, 0);
    STEP_US(&rig, "\0\0\0\0\0\0\0\0\0\0", (now + 1) * 1000, id, SORTID_NEW_TIMESTAMP);
}

/* ---- scru160: extension, node, guard, microseconds
 * ----------------------------------------------- */

static void scru160_options(sortid_scru160_options *options, unsigned extension, unsigned node_bits,
                            uint32_t node_id, unsigned guard)
{
    sortid_scru160_options_default(options);
    options->counter_extension_bits = (uint8_t)extension;
    options->node_bits = (uint8_t)node_bits;
    options->node_id = node_id;
    options->overflow_guard_bits = (uint8_t)guard;
}

static void begin_scru160(support_rig *rig, const sortid_scru160_options *options)
{
    sortid_scru160_machine machine = {{0}};
    EXPECT_STATUS(sortid_scru160_machine_init(&machine, options), SORTID_OK, "init");
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
    sortid_scru160_options options;
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
    sortid_scru160_options options;
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
    sortid_scru160_options options;
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
    sortid_scru160_options options;
    sortid_scru160_options_default(&options);
    options.microseconds = true;
    begin_scru160(&rig, &options);
    support_scru160_id(id, now, 999 << 6 | 31, 0x1234, 0, 1);
    STEP_US(&rig, "\xff\x12\x34\0\0\0\0\0\0\0\0\0\1", now * 1000 + 999, id, SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now, 999 << 6 | 32, 0x1234, 0, 2);
    STEP_US(&rig, "\x12\x34\0\0\0\0\0\0\0\0\0\2", now * 1000 + 999, id, SORTID_COUNTER_INCREMENTED);
    support_scru160_id(id, now + 1, 0 << 6 | 2, 0x1234, 0, 3);
    STEP_US(&rig, "\x17\x12\x34\0\0\0\0\0\0\0\0\0\3", now * 1000 + 1000, id, SORTID_NEW_TIMESTAMP);
    scru160_options(&options, 4, 5, 0x15, 1);
    options.microseconds = true;
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
        {16, 0, 0, 32, false, true},     {17, 0, 0, 1, false, false},
        {255, 0, 0, 1, false, false},    {0, 17, 0, 1, false, false},
        {0, 255, 0, 1, false, false},    {8, 8, 255, 1, false, true},
        {8, 9, 0, 1, false, false},      {9, 8, 0, 1, false, false},
        {16, 1, 0, 1, false, false},     {1, 16, 0, 1, false, false},
        {0, 0, 1, 1, false, false},      {0, 1, 1, 1, false, true},
        {0, 1, 2, 1, false, false},      {0, 16, 65535, 1, false, true},
        {0, 16, 65536, 1, false, false}, {0, 8, UINT32_MAX, 1, false, false},
        {0, 0, 0, 0, false, false},      {0, 0, 0, 16, false, true},
        {0, 0, 0, 17, false, false},     {0, 0, 0, 255, false, false},
        {4, 0, 0, 20, false, true},      {4, 0, 0, 21, false, false},
        {0, 0, 0, 6, true, true},        {0, 0, 0, 7, true, false},
        {4, 0, 0, 10, true, true},       {4, 0, 0, 11, true, false},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        sortid_scru160_options options;
        scru160_options(&options, cases[i].extension, cases[i].node_bits, cases[i].node_id,
                        cases[i].guard);
        options.microseconds = cases[i].microseconds;
        char what[16];
        snprintf(what, sizeof what, "case %zu", i);
        sortid_scru160_machine taken;
        if (cases[i].good)
            EXPECT_STATUS(sortid_scru160_machine_init(&taken, &options), SORTID_OK, "%s", what);
        else
            EXPECT_REFUSED(scru160, NO_NODE, &options, what);
    }
}

/* ---- scru64: guard, node
 * ------------------------------------------------------------------------- */

static void begin_scru64(support_rig *rig, uint32_t size, uint32_t node_id, int32_t guard)
{
    sortid_scru64_node_spec spec = {.node_id = node_id, .node_id_size = size};
    sortid_scru64_options options;
    sortid_scru64_options_default(&options);
    options.overflow_guard_bits = guard;
    sortid_scru64_machine machine = {{0}};
    EXPECT_STATUS(sortid_scru64_machine_init(&machine, &spec, &options), SORTID_OK, "init");
    support_rig_adopt(rig, SUPPORT_SCRU64, &machine, 0xff);
}

/* The first counter with draws of ones, and the bytes drawn for it. */
static void expect_start(uint32_t size, int32_t guard, uint32_t counter, size_t drawn)
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
    expect_start(1, -1, 0x7fffff, 3);
    expect_start(8, -1, 0xffff, 2);
    expect_start(19, -1, 31, 1); // no guard below 20
    expect_start(20, -1, 7, 1);  // one bit from 20 on
    expect_start(21, -1, 3, 1);
    expect_start(22, -1, 1, 1);
    expect_start(23, -1, 0, 0);
    expect_start(23, 0, 1, 1);
    expect_start(20, 0, 15, 1);
    expect_start(8, 3, 0x1fff, 2);
    expect_start(8, 8, 0xff, 1);
    for (uint32_t size = 1; size <= 23; size++)
        expect_start(size, (int32_t)(24 - size), 0, 0);
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
    static const int32_t bad[] = {-2, 17, 24, 255, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        sortid_scru64_options options;
        sortid_scru64_options_default(&options);
        options.overflow_guard_bits = bad[i];
        EXPECT_REFUSED(scru64, NODE_42, &options, "guard");
    }
}

static void expect_refused_spec(const sortid_scru64_node_spec *spec, sortid_status status)
{
    sortid_scru64_machine machine, untouched;
    memset(&untouched, 0xa5, sizeof untouched);
    machine = untouched;
    EXPECT_STATUS(sortid_scru64_machine_init(&machine, spec, NULL), status, "%u/%u", spec->node_id,
                  spec->node_id_size);
    EXPECT_BYTES(&machine, &untouched, sizeof machine, "machine touched");
    sortid_scru64_generator generator = {{0}};
    EXPECT_STATUS(sortid_scru64_generator_init(&generator, spec, NULL, NULL), status, "%u/%u",
                  spec->node_id, spec->node_id_size);
}

/* An _init checks a spec that no parse has seen. */
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
        cmocka_unit_test(test_room_to_grow),
        cmocka_unit_test(test_zero_bytes),
        cmocka_unit_test(test_resolution),
        cmocka_unit_test(test_scru128_stateless),
        cmocka_unit_test(test_ulid_stateless),
        cmocka_unit_test(test_ulid_random_step),
        cmocka_unit_test(test_ulid_step_overflow),
        cmocka_unit_test(test_ulid_step_borrow),
        cmocka_unit_test(test_ulid_guard),
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
