/* SPDX-License-Identifier: MIT */
/* test_overflow.c: what happens when a counter is full, through the pure machine of each format:
 * carry, the borrowed timestamp, a borrow that coincides with a renewal, the end of the range,
 * and the gap due to borrowing. The number of random bytes drawn is checked at each step.
 * Expectations are composed from constant fields of this file. */
#include "../support/oracle.h"
#include "../support/rig.h"

static const uint64_t now = UINT64_C(1700000000000); // ms; a whole number of 256

/* After the last ID of the range: refused twice, and usable once the clock is right. */
static void expect_exhausted(support_rig *rig, uint64_t unix_us)
{
    support_rig_refuse(rig, unix_us, SORTID_EXHAUSTED, PLACE);
    support_rig_refuse(rig, unix_us, SORTID_EXHAUSTED, PLACE);
    const support_format *format = rig->format;
    uint64_t timestamp = (now - format->timestamp_zero) / format->timestamp_unit;
    rig->draws.pattern = 0x00;
    support_rig_expect_zeros(rig, now * 1000, timestamp, 0, SORTID_RESET, PLACE);
    support_rig_expect_zeros(rig, now * 1000, timestamp, 1, SORTID_COUNTER_INCREMENTED, PLACE);
}

/* ---- scru128 ----------------------------------------------------------------------- */

static void test_scru128_carry(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    support_rig_init(&rig, SUPPORT_SCRU128, SORTID_MODE_ABORT, 10000);
    support_scru128_id(id, now, 0x123456, 0xfffffe, 0xa1a2a3a4);
    STEP(&rig, "\xff\xff\xfe\x12\x34\x56\xa1\xa2\xa3\xa4", now, id, SORTID_NEW_TIMESTAMP);
    support_scru128_id(id, now, 0x123456, 0xffffff, 0xb1b2b3b4);
    STEP(&rig, "\xb1\xb2\xb3\xb4", now, id, SORTID_COUNTER_INCREMENTED);
    support_scru128_id(id, now, 0x123457, 0, 0xc1c2c3c4);
    STEP(&rig, "\xc1\xc2\xc3\xc4", now, id, SORTID_COUNTER_CARRIED);
    support_scru128_id(id, now, 0x123457, 1, 0xd1d2d3d4);
    STEP(&rig, "\xd1\xd2\xd3\xd4", now, id, SORTID_COUNTER_INCREMENTED);
    support_scru128_id(id, now + 1, 0x123457, 0x010203, 0xe1e2e3e4); // the carried value stays
    STEP(&rig, "\x01\x02\x03\xe1\xe2\xe3\xe4", now + 1, id, SORTID_NEW_TIMESTAMP);
}

/* Both counters full: the next ms, counter_hi 0, counter_lo drawn; the renewal of counter_hi
 * keeps its own schedule. */
static void test_scru128_borrow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    support_rig_init(&rig, SUPPORT_SCRU128, SORTID_MODE_ABORT, 10000);
    support_scru128_id(id, now, 0xffffff, 0xffffff, 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\0\0\0\1", now, id, SORTID_NEW_TIMESTAMP);
    support_scru128_id(id, now + 1, 0, 0xabcdef, 2);
    STEP(&rig, "\xab\xcd\xef\0\0\0\2", now, id, SORTID_TIMESTAMP_BORROWED);
    support_scru128_id(id, now + 1, 0, 0xabcdf0, 3);
    STEP(&rig, "\0\0\0\3", now, id, SORTID_COUNTER_INCREMENTED);
    support_scru128_id(id, now + 1, 0, 0xabcdf1, 4);
    STEP(&rig, "\0\0\0\4", now + 1, id, SORTID_COUNTER_INCREMENTED);
    support_scru128_id(id, now + 999, 0, 0x111111, 5);
    STEP(&rig, "\x11\x11\x11\0\0\0\5", now + 999, id, SORTID_NEW_TIMESTAMP);
    support_scru128_id(id, now + 1000, 0x333333, 0x222222, 6);
    STEP(&rig, "\x22\x22\x22\x33\x33\x33\0\0\0\6", now + 1000, id, SORTID_NEW_TIMESTAMP);
}

/* The borrowed ms is a second past the last renewal: renewal wins over the 0. */
static void test_scru128_borrow_meets_renewal(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    support_rig_init(&rig, SUPPORT_SCRU128, SORTID_MODE_ABORT, 10000);
    support_scru128_id(id, now, 0xffffff, 0, 1);
    STEP(&rig, "\0\0\0\xff\xff\xff\0\0\0\1", now, id, SORTID_NEW_TIMESTAMP);
    support_scru128_id(id, now + 999, 0xffffff, 0xffffff, 2);
    STEP(&rig, "\xff\xff\xff\0\0\0\2", now + 999, id, SORTID_NEW_TIMESTAMP);
    support_scru128_id(id, now + 1000, 0x777777, 0x555555, 3);
    STEP(&rig, "\x55\x55\x55\x77\x77\x77\0\0\0\3", now + 999, id, SORTID_TIMESTAMP_BORROWED);
    support_scru128_id(id, now + 1999, 0x777777, 0x666666, 4);
    STEP(&rig, "\x66\x66\x66\0\0\0\4", now + 1999, id, SORTID_NEW_TIMESTAMP);
    support_scru128_id(id, now + 2000, 0x888888, 0x999999, 5);
    STEP(&rig, "\x99\x99\x99\x88\x88\x88\0\0\0\5", now + 2000, id, SORTID_NEW_TIMESTAMP);
}

static void test_scru128_exhausted(void **state)
{
    (void)state;
    const uint64_t last = UINT64_C(281474976710654); // 2^48 - 2: the one after is reserved
    support_rig rig;
    uint8_t id[16];
    support_rig_init(&rig, SUPPORT_SCRU128, SORTID_MODE_RESET, 10000);
    support_scru128_id(id, last, 0xffffff, 0xffffff, 1);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\0\0\0\1", last, id, SORTID_NEW_TIMESTAMP);
    expect_exhausted(&rig, last * 1000);
}

/* ---- scru128v1 ------------------------------------------------------------------------ */

static const uint64_t bias = UINT64_C(1577836800000);

static void test_scru128v1_borrow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    const uint64_t ts = now - bias;
    support_rig_init(&rig, SUPPORT_SCRU128V1, SORTID_MODE_ABORT, 10000);
    support_scru128v1_id(id, ts, 0xffffffe, 0x111111, 1);
    STEP(&rig, "\xff\xff\xff\xef\x11\x11\x11\0\0\0\1", now, id, SORTID_NEW_TIMESTAMP);
    support_scru128v1_id(id, ts, 0xfffffff, 0x111111, 2);
    STEP(&rig, "\0\0\0\2", now, id, SORTID_COUNTER_INCREMENTED);
    support_scru128v1_id(id, ts + 1, 0xabcdef0, 0x111111, 3);
    STEP(&rig, "\xab\xcd\xef\x0f\0\0\0\3", now, id, SORTID_TIMESTAMP_BORROWED);
    support_scru128v1_id(id, ts + 1, 0xabcdef1, 0x111111, 4);
    STEP(&rig, "\0\0\0\4", now, id, SORTID_COUNTER_INCREMENTED);
}

static void test_scru128v1_borrow_meets_renewal(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    const uint64_t ts = now - bias;
    support_rig_init(&rig, SUPPORT_SCRU128V1, SORTID_MODE_ABORT, 10000);
    support_scru128v1_id(id, ts, 0, 0x111111, 1);
    STEP(&rig, "\0\0\0\0\x11\x11\x11\0\0\0\1", now, id, SORTID_NEW_TIMESTAMP);
    support_scru128v1_id(id, ts + 999, 0xfffffff, 0x111111, 2);
    STEP(&rig, "\xff\xff\xff\xff\0\0\0\2", now + 999, id, SORTID_NEW_TIMESTAMP);
    support_scru128v1_id(id, ts + 1000, 0x2222222, 0x333333, 3);
    STEP(&rig, "\x22\x22\x22\x2f\x33\x33\x33\0\0\0\3", now + 999, id, SORTID_TIMESTAMP_BORROWED);
    support_scru128v1_id(id, ts + 1999, 0x4444444, 0x333333, 4);
    STEP(&rig, "\x44\x44\x44\x4f\0\0\0\4", now + 1999, id, SORTID_NEW_TIMESTAMP);
    support_scru128v1_id(id, ts + 2000, 0x5555555, 0x666666, 5);
    STEP(&rig, "\x55\x55\x55\x5f\x66\x66\x66\0\0\0\5", now + 2000, id, SORTID_NEW_TIMESTAMP);
}

static void test_scru128v1_exhausted(void **state)
{
    (void)state;
    const uint64_t last = UINT64_C(17592186044414); // 2^44 - 2
    support_rig rig;
    uint8_t id[16];
    support_rig_init(&rig, SUPPORT_SCRU128V1, SORTID_MODE_RESET, 10000);
    support_scru128v1_id(id, last, 0xfffffff, 0, 1);
    STEP(&rig, "\xff\xff\xff\xff\0\0\0\0\0\0\1", last + bias, id, SORTID_NEW_TIMESTAMP);
    expect_exhausted(&rig, (last + bias) * 1000);
}

/* ---- scru64 ------------------------------------------------------------------------------ */

static void test_scru64_borrow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[8];
    const uint64_t tick = now / 256;
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_ABORT, 10000);
    support_scru64_id(id, tick, 0x2afffe);
    STEP(&rig, "\xff\xfe", now, id, SORTID_NEW_TIMESTAMP);
    support_scru64_id(id, tick, 0x2affff);
    STEP(&rig, "", now, id, SORTID_COUNTER_INCREMENTED);
    support_scru64_id(id, tick + 1, 0x2aabcd);
    STEP(&rig, "\xab\xcd", now, id, SORTID_TIMESTAMP_BORROWED);
    support_scru64_id(id, tick + 1, 0x2aabce);
    STEP(&rig, "", now + 256, id, SORTID_COUNTER_INCREMENTED);
}

/* Borrowing may go as far ahead as the allowance, and one step more. */
static void test_scru64_borrow_to_the_allowance(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[8];
    const uint64_t tick = now / 256;
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_ABORT, 10000);
    support_scru64_id(id, tick, 0x2affff);
    STEP(&rig, "\xff\xff", now, id, SORTID_NEW_TIMESTAMP);
    for (uint64_t ahead = 1; ahead <= 40; ahead++) {
        support_scru64_id(id, tick + ahead, 0x2affff);
        STEP(&rig, "\xff\xff", now, id, SORTID_TIMESTAMP_BORROWED);
    }
    support_rig_refuse(&rig, now * 1000, SORTID_ROLLBACK, PLACE);
    support_scru64_id(id, tick + 41, 0x2a0000);
    STEP(&rig, "\0\0", now + 256, id, SORTID_TIMESTAMP_BORROWED);
}

/* A machine that continues after an earlier ID with a full counter. */
static void begin_after(support_rig *rig, uint64_t tick, uint32_t node_ctr)
{
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    support_scru64_id(spec.last.bytes, tick, node_ctr);
    const sortid_options options = {.mode = SORTID_MODE_RESET, .node = &spec};
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru64_format(), &options), SORTID_OK,
                  "init");
    support_rig_adopt(rig, SUPPORT_SCRU64, &machine, 0x00);
}

static void test_scru64_full_earlier_id(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[8];
    begin_after(&rig, now / 256, 0x2affff);
    support_scru64_id(id, now / 256 + 1, 0x2a1234);
    STEP(&rig, "\x12\x34", now, id, SORTID_TIMESTAMP_BORROWED);
}

static void test_scru64_exhausted(void **state)
{
    (void)state;
    const uint64_t last = UINT64_C(282429536479); // the tick after it is reserved
    support_rig rig;
    begin_after(&rig, last, 0x2affff);
    expect_exhausted(&rig, last * 256000);
}

/* ---- scru160 ------------------------------------------------------------------------------ */

/* IDs of one timestamp until the 16 (or, in us, 6) counter bits are full: all of
 * them must count; `id` holds the first on entry and the last on return. */
static void fill_counter(support_rig *rig, uint64_t unix_us, uint8_t *id, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        oracle_increment(id, 8); // the counter ends where the eighth byte does
        support_rig_expect(rig, unix_us, id, SORTID_COUNTER_INCREMENTED, PLACE);
    }
}

/* The first ID of a ms with draws of ones: the counter starts at 7fff. */
static void first_of_ms(support_rig *rig, uint64_t unix_us, uint64_t timestamp, sortid_event event,
                        uint8_t *id)
{
    support_scru160_id(id, timestamp, 0x7fff, 0xffff, 0xffff, UINT64_MAX);
    support_rig_expect(rig, unix_us, id, event, PLACE);
}

/* That one and all that follow, up to the full counter. */
static void fill_ms(support_rig *rig, uint64_t unix_us, uint64_t timestamp, sortid_event event)
{
    uint8_t id[20];
    first_of_ms(rig, unix_us, timestamp, event, id);
    fill_counter(rig, unix_us, id, 0x8000);
}

static void begin_scru160(support_rig *rig, sortid_mode mode, uint64_t allowance_ms)
{
    support_rig_init(rig, SUPPORT_SCRU160, mode, allowance_ms);
    rig->draws.pattern = 0xff;
}

static void test_scru160_borrow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin_scru160(&rig, SORTID_MODE_ABORT, 10000);
    fill_ms(&rig, now * 1000, now, SORTID_NEW_TIMESTAMP);
    support_scru160_id(id, now + 1, 0x091a, 0xaaaa, 0xbbbb, UINT64_C(0x0102030405060708));
    STEP(&rig, "\x12\x34\xaa\xaa\xbb\xbb\1\2\3\4\5\6\7\x08", now, id, SORTID_TIMESTAMP_BORROWED);
    support_scru160_id(id, now + 1, 0x091b, 0xcccc, 0xdddd, UINT64_C(0x1112131415161718));
    STEP(&rig, "\xcc\xcc\xdd\xdd\x11\x12\x13\x14\x15\x16\x17\x18", now, id,
         SORTID_COUNTER_INCREMENTED);
}

static void test_scru160_exhausted(void **state)
{
    (void)state;
    const uint64_t last = UINT64_C(281474976710654);
    support_rig rig;
    begin_scru160(&rig, SORTID_MODE_RESET, 10000);
    fill_ms(&rig, last * 1000, last, SORTID_NEW_TIMESTAMP);
    expect_exhausted(&rig, last * 1000);
}

/* Mode reset: a gap due to borrowing alone is refused as in mode abort, until the clock is near
 * enough. */
static void test_scru160_gap_by_borrowing(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin_scru160(&rig, SORTID_MODE_RESET, 1);
    fill_ms(&rig, now * 1000, now, SORTID_NEW_TIMESTAMP);
    fill_ms(&rig, now * 1000, now + 1, SORTID_TIMESTAMP_BORROWED);
    first_of_ms(&rig, now * 1000, now + 2, SORTID_TIMESTAMP_BORROWED, id);
    support_rig_refuse(&rig, now * 1000, SORTID_ROLLBACK, PLACE);
    support_rig_refuse(&rig, now * 1000 + 999, SORTID_ROLLBACK, PLACE);
    fill_counter(&rig, now * 1000 + 1000, id, 0x8000);
    first_of_ms(&rig, now * 1000 + 1000, now + 3, SORTID_TIMESTAMP_BORROWED, id);
    support_rig_refuse(&rig, now * 1000 + 1999, SORTID_ROLLBACK, PLACE);
    /* The greatest clock value was now + 1: going back by the allowance does not reset, going
     * back by more does. */
    support_rig_refuse(&rig, now * 1000, SORTID_ROLLBACK, PLACE);
    first_of_ms(&rig, (now - 1) * 1000, now - 1, SORTID_RESET, id);
}

static void test_scru160_gap_in_wait(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin_scru160(&rig, SORTID_MODE_WAIT, 0);
    fill_ms(&rig, now * 1000, now, SORTID_NEW_TIMESTAMP);
    first_of_ms(&rig, now * 1000, now + 1, SORTID_TIMESTAMP_BORROWED, id);
    support_rig_expect_wait(&rig, now * 1000 + 10, 990, PLACE);
}

static void begin_microseconds(support_rig *rig, sortid_mode mode, uint64_t allowance_ms)
{
    sortid_options options;
    options = (sortid_options){0};
    options.mode = mode;
    options.allowance_ms = support_allowance(allowance_ms);
    options.flags |= SORTID_FRACTION;
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru160_format(), &options), SORTID_OK,
                  "init");
    support_rig_adopt(rig, SUPPORT_SCRU160, &machine, 0xff);
}

/* The first ID of a us with draws of ones: its six bits of counter start at 31. */
static void first_of_us(support_rig *rig, uint64_t clock_us, uint64_t unix_us, sortid_event event,
                        uint8_t *id)
{
    uint32_t counter = (uint32_t)(unix_us % 1000) << 6 | 31;
    support_scru160_id(id, unix_us / 1000, counter, 0xffff, 0xffff, UINT64_MAX);
    support_rig_expect(rig, clock_us, id, event, PLACE);
}

static void fill_us(support_rig *rig, uint64_t clock_us, uint64_t unix_us, sortid_event event)
{
    uint8_t id[20];
    first_of_us(rig, clock_us, unix_us, event, id);
    fill_counter(rig, clock_us, id, 32);
}

/* The next us, and after 999 the 0 of the next ms. */
static void test_scru160_borrow_microsecond(void **state)
{
    (void)state;
    const uint64_t us = now * 1000 + 998;
    support_rig rig;
    begin_microseconds(&rig, SORTID_MODE_ABORT, 10000);
    fill_us(&rig, us, us, SORTID_NEW_TIMESTAMP);
    fill_us(&rig, us, us + 1, SORTID_TIMESTAMP_BORROWED);
    fill_us(&rig, us, us + 2, SORTID_TIMESTAMP_BORROWED);
    fill_us(&rig, us + 5, us + 5, SORTID_NEW_TIMESTAMP);
}

static void test_scru160_gap_in_microseconds(void **state)
{
    (void)state;
    const uint64_t us = now * 1000 + 998;
    support_rig rig;
    uint8_t id[20];
    begin_microseconds(&rig, SORTID_MODE_RESET, 0);
    fill_us(&rig, us, us, SORTID_NEW_TIMESTAMP);
    first_of_us(&rig, us, us + 1, SORTID_TIMESTAMP_BORROWED, id);
    support_rig_refuse(&rig, us, SORTID_ROLLBACK, PLACE);
}

static void test_scru160_exhausted_microsecond(void **state)
{
    (void)state;
    const uint64_t last_us = UINT64_C(281474976710654) * 1000 + 999;
    support_rig rig;
    begin_microseconds(&rig, SORTID_MODE_RESET, 10000);
    fill_us(&rig, last_us, last_us, SORTID_NEW_TIMESTAMP);
    support_rig_refuse(&rig, last_us, SORTID_EXHAUSTED, PLACE);
    fill_us(&rig, now * 1000, now * 1000, SORTID_RESET);
}

/* ---- ulid ------------------------------------------------------------------------------------ */

static void read_ulid(uint8_t *id, const char *text)
{
    EXPECT(oracle_parse(id, 16, SUPPORT_ULID->alphabet, text, 26), "%s", text);
}

/* A machine that has just made the ULID `text`, at its own ms. */
static uint64_t begin_ulid(support_rig *rig, const sortid_options *options, const char *text)
{
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_ulid_format(), options), SORTID_OK, "init");
    support_rig_adopt(rig, SUPPORT_ULID, &machine, 0x00);
    uint8_t id[16];
    read_ulid(id, text);
    uint64_t unix_ms = support_timestamp(SUPPORT_ULID, id);
    support_rig_step(rig, (const char *)id + 6, 10, unix_ms * 1000, id, SORTID_NEW_TIMESTAMP,
                     PLACE);
    return unix_ms;
}

static void expect_ulid(support_rig *rig, uint64_t unix_ms, const char *text)
{
    uint8_t id[16];
    read_ulid(id, text);
    STEP(rig, "", unix_ms, id, SORTID_COUNTER_INCREMENTED);
}

static void test_ulid_known_pairs(void **state)
{
    (void)state;
    support_rig rig;
    uint64_t ms = begin_ulid(&rig, NULL, "01BX5ZZKBKACTAV9WEVGEMMVRZ");
    expect_ulid(&rig, ms, "01BX5ZZKBKACTAV9WEVGEMMVS0");
    ms = begin_ulid(&rig, NULL, "01BX5ZZKBKAZZZZZZZZZZZZZZZ");
    expect_ulid(&rig, ms, "01BX5ZZKBKB000000000000000");
    ms = begin_ulid(&rig, NULL, "01ARYZ6S41YYYYYYYYYYYYYYYY");
    assert_true(ms == UINT64_C(1469918176385));
    expect_ulid(&rig, ms, "01ARYZ6S41YYYYYYYYYYYYYYYZ");
    expect_ulid(&rig, ms, "01ARYZ6S41YYYYYYYYYYYYYYZ0");
    expect_ulid(&rig, ms - 1, "01ARYZ6S41YYYYYYYYYYYYYYZ1"); // an older clock keeps the order
}

/* The document's rule: generation fails until the clock has passed the ms. */
static void test_ulid_overflow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    uint64_t ms = begin_ulid(&rig, NULL, "01BX5ZZKBKZZZZZZZZZZZZZZZY");
    expect_ulid(&rig, ms, "01BX5ZZKBKZZZZZZZZZZZZZZZZ");
    support_rig_refuse(&rig, ms * 1000, SORTID_OVERFLOW, PLACE);
    support_rig_refuse(&rig, ms * 1000 + 999, SORTID_OVERFLOW, PLACE);
    support_rig_refuse(&rig, (ms - 10000) * 1000, SORTID_OVERFLOW, PLACE);
    support_rig_refuse(&rig, ms * 1000, SORTID_OVERFLOW, PLACE);
    support_ulid_id(id, ms + 1, 0x0102, UINT64_C(0x030405060708090a));
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a", ms + 1, id, SORTID_NEW_TIMESTAMP);
}

static void test_ulid_borrow(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_BORROW;
    options.allowance_ms = SORTID_ALLOWANCE_NONE;
    uint64_t ms = begin_ulid(&rig, &options, "01BX5ZZKBKZZZZZZZZZZZZZZZZ");
    support_ulid_id(id, ms + 1, 0xffff, UINT64_MAX);
    STEP(&rig, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", ms, id, SORTID_TIMESTAMP_BORROWED);
    support_ulid_id(id, ms + 2, 0x0102, UINT64_C(0x030405060708090a));
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a", ms + 1, id, SORTID_TIMESTAMP_BORROWED);
}

static void test_ulid_end_of_range(void **state)
{
    (void)state;
    support_rig rig;
    sortid_options options;
    options = (sortid_options){0};
    uint64_t ms = begin_ulid(&rig, &options, "7ZZZZZZZZZZZZZZZZZZZZZZZZY");
    expect_ulid(&rig, ms, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    support_rig_refuse(&rig, ms * 1000, SORTID_OVERFLOW, PLACE);
    options.flags |= SORTID_BORROW;
    begin_ulid(&rig, &options, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    expect_exhausted(&rig, ms * 1000);
}

/* The document's call with 100000 after 150000 needs an allowance of 50,000. */
static void test_ulid_older_seed(void **state)
{
    (void)state;
    support_rig rig;
    support_rig_init(&rig, SUPPORT_ULID, SORTID_MODE_RESET, 50000);
    support_rig_expect_zeros(&rig, 150000000, 150000, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_zeros(&rig, 150000000, 150000, 1, SORTID_COUNTER_INCREMENTED, PLACE);
    support_rig_expect_zeros(&rig, 100000000, 150000, 2, SORTID_COUNTER_INCREMENTED, PLACE);
    support_rig_init(&rig, SUPPORT_ULID, SORTID_MODE_RESET, 10000);
    support_rig_expect_zeros(&rig, 150000000, 150000, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_zeros(&rig, 100000000, 100000, 0, SORTID_RESET, PLACE);
}

/* ---- The gap that borrowing makes
 * ---------------------------------------------------------------- */

/* Formats with large enough counters: allowance 0, mode reset; the borrowed timestamp counts as
 * a rollback at the next call, not before. */
static void expect_reset_after_borrow(support_rig *rig, sortid_event first, sortid_event second)
{
    const support_format *format = rig->format;
    sortid_event event = 0;
    uint8_t id[SUPPORT_MAX_SIZE];
    const sortid_event expected[] = {first, second, SORTID_RESET};
    for (size_t i = 0; i < COUNT_OF(expected); i++) {
        EXPECT_STATUS(
            sortid_machine_step(&rig->machine, id, now * 1000, &rig->random, &event, NULL),
            SORTID_OK, "%s: step %zu", format->name, i);
        EXPECT(event == expected[i], "%s: step %zu: event %u", format->name, i, event);
    }
    EXPECT(format->unix_ms(id) == now, "%s: not back at the clock's time", format->name);
}

static void test_gap_resets(void **state)
{
    (void)state;
    static const size_t formats[] = {0, 1, 3, 5, 6}; // scru128, scru128v1, scru64, uuidv7, ksuid
    support_rig rig;
    for (size_t i = 0; i < COUNT_OF(formats); i++) {
        support_rig_init(&rig, &support_formats[formats[i]], SORTID_MODE_RESET, 0);
        rig.draws.pattern = 0xff;
        expect_reset_after_borrow(&rig, SORTID_NEW_TIMESTAMP, SORTID_TIMESTAMP_BORROWED);
    }
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_BORROW;
    options.allowance_ms = SORTID_ALLOWANCE_NONE;
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_ulid_format(), &options), SORTID_OK, "init");
    support_rig_adopt(&rig, SUPPORT_ULID, &machine, 0xff);
    expect_reset_after_borrow(&rig, SORTID_NEW_TIMESTAMP, SORTID_TIMESTAMP_BORROWED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scru128_carry),
        cmocka_unit_test(test_scru128_borrow),
        cmocka_unit_test(test_scru128_borrow_meets_renewal),
        cmocka_unit_test(test_scru128_exhausted),
        cmocka_unit_test(test_scru128v1_borrow),
        cmocka_unit_test(test_scru128v1_borrow_meets_renewal),
        cmocka_unit_test(test_scru128v1_exhausted),
        cmocka_unit_test(test_scru64_borrow),
        cmocka_unit_test(test_scru64_borrow_to_the_allowance),
        cmocka_unit_test(test_scru64_full_earlier_id),
        cmocka_unit_test(test_scru64_exhausted),
        cmocka_unit_test(test_scru160_borrow),
        cmocka_unit_test(test_scru160_exhausted),
        cmocka_unit_test(test_scru160_gap_by_borrowing),
        cmocka_unit_test(test_scru160_gap_in_wait),
        cmocka_unit_test(test_scru160_borrow_microsecond),
        cmocka_unit_test(test_scru160_gap_in_microseconds),
        cmocka_unit_test(test_scru160_exhausted_microsecond),
        cmocka_unit_test(test_ulid_known_pairs),
        cmocka_unit_test(test_ulid_overflow),
        cmocka_unit_test(test_ulid_borrow),
        cmocka_unit_test(test_ulid_end_of_range),
        cmocka_unit_test(test_ulid_older_seed),
        cmocka_unit_test(test_gap_resets),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
