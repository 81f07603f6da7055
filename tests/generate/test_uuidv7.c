/* SPDX-License-Identifier: MIT */
/* test_uuidv7.c: what is special about uuidv7, through the pure machine: no timestamp is reserved,
 * a full counter, the end of the range, the guard, IDs without state, and the fraction of the
 * millisecond, which is that of PostgreSQL 18. Expectations are composed from fields written down
 * here; those of the counter are in the vectors, see test_uuidv7_trace.c. */
#include "../support/oracle.h"
#include "../support/rig.h"

static const uint64_t now = UINT64_C(1700000000000); // ms
static const uint64_t last_ms = UINT64_C(281474976710655);

static void begin(support_rig *rig, const sortid_options *options)
{
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_uuidv7_format(), options), SORTID_OK,
                  "init");
    support_rig_adopt(rig, SUPPORT_UUIDV7, &machine, 0x00);
}

static void counter_id(uint8_t *id, uint64_t timestamp, uint64_t counter, uint32_t tail)
{
    support_uuidv7_id(id, timestamp, (uint32_t)(counter >> 30),
                      (counter & UINT64_C(0x3fffffff)) << 32 | tail);
}

/* ---- The counter -------------------------------------------------------------------- */

/* 42 bits of 6 bytes, then 32 bits; a carry out of rand_b is no event of its own. */
static void test_counter(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, NULL);
    counter_id(id, now, UINT64_C(0x0123bfffffff), 0x01020304);
    STEP(&rig, "\x48\xef\xff\xff\xff\xc0\1\2\3\4", now, id, SORTID_NEW_TIMESTAMP);
    counter_id(id, now, UINT64_C(0x0123c0000000), 0x05060708);
    STEP(&rig, "\5\6\7\x08", now, id, SORTID_COUNTER_INCREMENTED);
}

static void test_overflow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, NULL);
    counter_id(id, now, UINT64_C(0x3fffffffffe), 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\x80\0\0\0\1", now, id, SORTID_NEW_TIMESTAMP);
    counter_id(id, now, UINT64_C(0x3ffffffffff), 2);
    STEP(&rig, "\0\0\0\2", now, id, SORTID_COUNTER_INCREMENTED);
    counter_id(id, now + 1, UINT64_C(0x2af37bc8042), 3);
    STEP(&rig, "\xab\xcd\xef\x20\x10\x80\0\0\0\3", now, id, SORTID_TIMESTAMP_BORROWED);
    counter_id(id, now + 1, UINT64_C(0x2af37bc8043), 4);
    STEP(&rig, "\0\0\0\4", now + 1, id, SORTID_COUNTER_INCREMENTED);
}

/* The first and the last timestamp are made, and one beyond it is none. */
static void test_ends(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, &(sortid_options){.mode = SORTID_MODE_ABORT});
    counter_id(id, 0, 0, 0);
    STEP_US(&rig, "\0\0\0\0\0\0\0\0\0\0", 0, id, SORTID_NEW_TIMESTAMP);
    counter_id(id, 0, 1, 0);
    STEP_US(&rig, "\0\0\0\0", 999, id, SORTID_COUNTER_INCREMENTED);
    counter_id(id, last_ms, UINT64_C(0x3ffffffffff), 5);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\0\0\0\5", last_ms, id, SORTID_NEW_TIMESTAMP);
    support_rig_refuse(&rig, last_ms * 1000, SORTID_EXHAUSTED, PLACE);
    support_rig_refuse(&rig, (last_ms - 10000) * 1000, SORTID_EXHAUSTED, PLACE);
    support_rig_refuse(&rig, (last_ms - 10001) * 1000, SORTID_ROLLBACK, PLACE);
    support_rig_refuse(&rig, (last_ms + 1) * 1000, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
}

static void test_fork(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, NULL);
    counter_id(id, now, 0, 0);
    STEP(&rig, "\0\0\0\0\0\0\0\0\0\0", now, id, SORTID_NEW_TIMESTAMP);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    counter_id(id, now + 1, UINT64_C(0x00408101c20), 0x07080900);
    STEP(&rig, "\1\2\4\7\x08\x1f\7\x08\x09\0", now, id, SORTID_TIMESTAMP_BORROWED);
}

/* ---- The guard ------------------------------------------------------------------------ */

static void test_guard(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, &(sortid_options){.guard_bits = 1});
    counter_id(id, now, UINT64_C(0x1ffffffffff), 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\0\0\0\1", now, id, SORTID_NEW_TIMESTAMP);
    counter_id(id, now, UINT64_C(0x20000000000), 2); // the guard's room
    STEP(&rig, "\0\0\0\2", now, id, SORTID_COUNTER_INCREMENTED);
    begin(&rig, &(sortid_options){.guard_bits = SORTID_GUARD_NONE});
    counter_id(id, now, UINT64_C(0x3ffffffffff), 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\0\0\0\1", now, id, SORTID_NEW_TIMESTAMP);
}

static void refused(sortid_options options, const char *what)
{
    sortid_machine machine, before;
    memset(&before, 0xa5, sizeof before);
    machine = before;
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_uuidv7_format(), &options),
                  SORTID_BAD_OPTION, "%s", what);
    EXPECT_BYTES(&machine, &before, sizeof machine, "%s: machine touched", what);
}

static void test_refused_options(void **state)
{
    (void)state;
    for (unsigned bits = 2; bits < SORTID_GUARD_NONE; bits++)
        refused((sortid_options){.guard_bits = (uint8_t)bits}, "guard");
    refused((sortid_options){.flags = SORTID_STATELESS | SORTID_FRACTION}, "both");
    refused((sortid_options){.flags = SORTID_STATELESS, .guard_bits = 1}, "stateless, guard");
    refused((sortid_options){.flags = SORTID_FRACTION, .guard_bits = 1}, "fraction, guard");
}

/* ---- Without state ------------------------------------------------------------------------ */

/* The 74 bits in their order, whatever came before. */
static void test_stateless(void **state)
{
    (void)state;
    static const uint64_t clock_ms[] = {UINT64_C(1700000000000), UINT64_C(1700000000000), 0,
                                        UINT64_C(281474976710655), UINT64_C(1600000000000)};
    support_rig rig;
    begin(&rig, &(sortid_options){.flags = SORTID_STATELESS, .mode = SORTID_MODE_ABORT});
    for (size_t i = 0; i < COUNT_OF(clock_ms); i++) {
        uint8_t id[16];
        support_uuidv7_id(id, clock_ms[i], 0x123, UINT64_C(0x115679bde0060840));
        STEP(&rig, "\x12\x34\x55\x9e\x6f\x78\x01\x82\x10\x3f", clock_ms[i], id,
             SORTID_NEW_TIMESTAMP);
    }
    support_rig_refuse(&rig, (last_ms + 1) * 1000, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
}

/* ---- The fraction of the millisecond --------------------------------------------------------- */

static void begin_fraction(support_rig *rig, sortid_mode mode)
{
    begin(rig, &(sortid_options){.flags = SORTID_FRACTION, .mode = (uint32_t)mode});
}

#define DRAW "\x44\x44\x44\x44\x44\x44\x44\x47" /* 62 bits: 0x1111111111111111 */

static void expect_fraction(support_rig *rig, uint64_t unix_us, uint64_t timestamp,
                            uint32_t fraction, sortid_event event, const char *place)
{
    uint8_t id[16];
    support_uuidv7_id(id, timestamp, fraction, UINT64_C(0x1111111111111111));
    support_rig_step(rig, DRAW, 8, unix_us, id, event, place);
}

/* PostgreSQL 18, src/backend/utils/adt/uuid.c, generate_uuidv7: the nanoseconds of the ms, times
 * 4096, by 1,000,000; its clock counts microseconds on some systems. */
static uint32_t postgres_fraction(uint64_t unix_us)
{
    uint64_t ns = unix_us * 1000;
    return (uint32_t)(ns % 1000000 * (1 << 12) / 1000000);
}

/* Each microsecond of a ms has a fraction of its own. */
static void test_fraction(void **state)
{
    (void)state;
    support_rig rig;
    begin_fraction(&rig, SORTID_MODE_ABORT);
    for (uint64_t us = 0; us < 2000; us++)
        expect_fraction(&rig, now * 1000 + us, now + us / 1000, postgres_fraction(now * 1000 + us),
                        SORTID_NEW_TIMESTAMP, PLACE);
    assert_int_equal(postgres_fraction(999), 4091);
    assert_int_equal(postgres_fraction(1), 4);
    assert_int_equal(postgres_fraction(125), 512);
}

/* A clock that is not later: the last number + 1, which may be of the next ms. */
static void test_fraction_counts(void **state)
{
    (void)state;
    support_rig rig;
    const uint64_t us = now * 1000;
    begin_fraction(&rig, SORTID_MODE_ABORT);
    expect_fraction(&rig, us + 999, now, 4091, SORTID_NEW_TIMESTAMP, PLACE);
    expect_fraction(&rig, us + 999, now, 4092, SORTID_COUNTER_INCREMENTED, PLACE);
    expect_fraction(&rig, us, now, 4093, SORTID_COUNTER_INCREMENTED, PLACE);
    expect_fraction(&rig, us - 10000000, now, 4094, SORTID_COUNTER_INCREMENTED, PLACE);
    expect_fraction(&rig, us - 1, now, 4095, SORTID_COUNTER_INCREMENTED, PLACE);
    expect_fraction(&rig, us + 999, now + 1, 0, SORTID_TIMESTAMP_BORROWED, PLACE);
    expect_fraction(&rig, us + 1000, now + 1, 1, SORTID_COUNTER_INCREMENTED, PLACE);
    expect_fraction(&rig, us + 1001, now + 1, 4, SORTID_NEW_TIMESTAMP, PLACE);
    expect_fraction(&rig, us + 1001, now + 1, 5, SORTID_COUNTER_INCREMENTED, PLACE);
    expect_fraction(&rig, us + 1002, now + 1, 8, SORTID_NEW_TIMESTAMP, PLACE);
}

/* Further behind than the allowance, which counts in ms: the mode decides. */
static void test_fraction_rollback(void **state)
{
    (void)state;
    support_rig rig;
    const uint64_t us = now * 1000, back = us - 10000000 - 1;
    begin_fraction(&rig, SORTID_MODE_ABORT);
    expect_fraction(&rig, us + 500, now, 2048, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_refuse(&rig, back, SORTID_ROLLBACK, PLACE);
    expect_fraction(&rig, us - 10000000, now, 2049, SORTID_COUNTER_INCREMENTED, PLACE);
    begin_fraction(&rig, SORTID_MODE_WAIT);
    expect_fraction(&rig, us + 500, now, 2048, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_wait(&rig, back, 1, PLACE);
    support_rig_expect_wait(&rig, back - 999, 1000, PLACE);
    begin_fraction(&rig, SORTID_MODE_RESET);
    expect_fraction(&rig, us + 500, now, 2048, SORTID_NEW_TIMESTAMP, PLACE);
    expect_fraction(&rig, back, now - 10001, 4091, SORTID_RESET, PLACE);
    expect_fraction(&rig, back, now - 10001, 4092, SORTID_COUNTER_INCREMENTED, PLACE);
}

static void test_fraction_ends(void **state)
{
    (void)state;
    support_rig rig;
    begin_fraction(&rig, SORTID_MODE_ABORT);
    expect_fraction(&rig, 0, 0, 0, SORTID_NEW_TIMESTAMP, PLACE);
    expect_fraction(&rig, 0, 0, 1, SORTID_COUNTER_INCREMENTED, PLACE);
    begin_fraction(&rig, SORTID_MODE_RESET);
    expect_fraction(&rig, last_ms * 1000 + 999, last_ms, 4091, SORTID_NEW_TIMESTAMP, PLACE);
    for (uint32_t fraction = 4092; fraction <= 4095; fraction++)
        expect_fraction(&rig, last_ms * 1000 + 999, last_ms, fraction, SORTID_COUNTER_INCREMENTED,
                        PLACE);
    support_rig_refuse(&rig, last_ms * 1000 + 999, SORTID_EXHAUSTED, PLACE);
    support_rig_refuse(&rig, (last_ms + 1) * 1000, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
    expect_fraction(&rig, now * 1000, now, 0, SORTID_RESET, PLACE);
}

/* The greater of the clock and the last number + 1; parent and child differ by their random bits. */
static void test_fraction_fork(void **state)
{
    (void)state;
    support_rig rig;
    const uint64_t us = now * 1000;
    begin_fraction(&rig, SORTID_MODE_ABORT);
    expect_fraction(&rig, us + 500, now, 2048, SORTID_NEW_TIMESTAMP, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    expect_fraction(&rig, us + 500, now, 2049, SORTID_COUNTER_INCREMENTED, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    expect_fraction(&rig, us + 501, now, 2052, SORTID_NEW_TIMESTAMP, PLACE);
    expect_fraction(&rig, us + 999, now, 4091, SORTID_NEW_TIMESTAMP, PLACE);
    for (uint32_t fraction = 4092; fraction <= 4095; fraction++)
        expect_fraction(&rig, us, now, fraction, SORTID_COUNTER_INCREMENTED, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    expect_fraction(&rig, us + 999, now + 1, 0, SORTID_TIMESTAMP_BORROWED, PLACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counter),
        cmocka_unit_test(test_overflow),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_guard),
        cmocka_unit_test(test_refused_options),
        cmocka_unit_test(test_stateless),
        cmocka_unit_test(test_fraction),
        cmocka_unit_test(test_fraction_counts),
        cmocka_unit_test(test_fraction_rollback),
        cmocka_unit_test(test_fraction_ends),
        cmocka_unit_test(test_fraction_fork),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
