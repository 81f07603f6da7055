/* SPDX-License-Identifier: MIT */
/* test_fork_machine.c: the pure machine after the notice of a fork: its next ID has the
 * timestamp max(clock, last + 1), and every counter and random field is drawn again; the mode
 * decides about a clock too far behind; a step that fails does not lose the notice; a scru64
 * machine refuses. Expectations are composed from constant fields of this file; no process is
 * forked. */
#include "../support/oracle.h"
#include "../support/rig.h"

static const uint64_t now_ms = UINT64_C(1700000000000);

/* The timestamp of now; scru64, in ticks of 256 ms, is not asked for. */
static uint64_t now_of(const support_format *format)
{
    return (now_ms - format->timestamp_zero) / format->timestamp_unit;
}

/* Unix microseconds of now and so many timestamps. */
static uint64_t us_after(const support_format *format, int64_t timestamps)
{
    return (now_ms + (uint64_t)timestamps * format->timestamp_unit) * 1000;
}

/* A machine that has made two IDs at now, and then gets the notice of a fork. */
static void begin(support_rig *rig, const support_format *format, sortid_mode mode)
{
    uint64_t now = now_of(format);
    support_rig_init(rig, format, mode, 10000 * format->timestamp_unit);
    support_rig_expect_zeros(rig, now_ms * 1000, now, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_zeros(rig, now_ms * 1000, now, 1, SORTID_COUNTER_INCREMENTED, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig->machine), SORTID_OK, "after a fork");
}

/* ---- The timestamp ----------------------------------------------------------------- */

/* The clock at, behind, one ahead of and far ahead of the last ID. */
static void timestamp_after_fork(const support_format *format)
{
    static const struct {
        int64_t clock, timestamp;
        sortid_event event;
    } cases[] = {
        {0, 1, SORTID_TIMESTAMP_BORROWED},      {-1, 1, SORTID_TIMESTAMP_BORROWED},
        {-10000, 1, SORTID_TIMESTAMP_BORROWED}, {1, 1, SORTID_NEW_TIMESTAMP},
        {2, 2, SORTID_NEW_TIMESTAMP},           {5000, 5000, SORTID_NEW_TIMESTAMP},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        support_rig rig;
        begin(&rig, format, SORTID_MODE_ABORT);
        uint64_t us = us_after(format, cases[i].clock);
        uint64_t timestamp = now_of(format) + (uint64_t)cases[i].timestamp;
        support_rig_expect_zeros(&rig, us, timestamp, 0, cases[i].event, PLACE);
        support_rig_expect_zeros(&rig, support_unix_us(format, timestamp), timestamp, 1,
                                 SORTID_COUNTER_INCREMENTED, PLACE);
    }
}

/* Two notices are the same as one; a notice before the first ID changes nothing. */
static void told_again(const support_format *format)
{
    support_rig rig;
    uint64_t now = now_of(format);
    begin(&rig, format, SORTID_MODE_ABORT);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    support_rig_expect_zeros(&rig, now_ms * 1000, now + 1, 0, SORTID_TIMESTAMP_BORROWED, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    support_rig_expect_zeros(&rig, now_ms * 1000, now + 2, 0, SORTID_TIMESTAMP_BORROWED, PLACE);
    support_rig_init(&rig, format, SORTID_MODE_ABORT, 10000);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    support_rig_expect_zeros(&rig, now_ms * 1000, now, 0, SORTID_NEW_TIMESTAMP, PLACE);
}

static void test_timestamp(void **state)
{
    (void)state;
    support_each_but_scru64(timestamp_after_fork);
    support_each_but_scru64(told_again);
}

/* ---- A clock too far behind ------------------------------------------------------------ */

static void rollback_after_fork(const support_format *format)
{
    support_rig rig;
    uint64_t now = now_of(format), back_us = us_after(format, -10001);
    uint64_t unit_us = format->timestamp_unit * 1000;
    begin(&rig, format, SORTID_MODE_ABORT);
    support_rig_refuse(&rig, back_us, SORTID_ROLLBACK, PLACE);
    support_rig_expect_zeros(&rig, now_ms * 1000, now + 1, 0, SORTID_TIMESTAMP_BORROWED, PLACE);
    begin(&rig, format, SORTID_MODE_WAIT);
    support_rig_expect_wait(&rig, back_us + 1, unit_us - 1, PLACE);
    support_rig_expect_zeros(&rig, back_us + unit_us, now + 1, 0, SORTID_TIMESTAMP_BORROWED, PLACE);
    begin(&rig, format, SORTID_MODE_RESET);
    support_rig_expect_zeros(&rig, back_us, now - 10001, 0, SORTID_RESET, PLACE);
    support_rig_expect_zeros(&rig, back_us, now - 10001, 1, SORTID_COUNTER_INCREMENTED, PLACE);
}

static void test_rollback(void **state)
{
    (void)state;
    support_each_but_scru64(rollback_after_fork);
}

/* ---- The end of the range ------------------------------------------------------------------ */

/* last + 1 is reserved or not a timestamp: an error, unless the mode resets. */
static void end_after_fork(const support_format *format)
{
    support_rig rig;
    uint64_t last = format->timestamp_max - (format->reserves_ends ? 1 : 0);
    uint64_t last_us = support_unix_us(format, last);
    support_rig_init(&rig, format, SORTID_MODE_RESET, 10000 * format->timestamp_unit);
    support_rig_expect_zeros(&rig, last_us, last, 0, SORTID_NEW_TIMESTAMP, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    support_rig_refuse(&rig, last_us, SORTID_EXHAUSTED, PLACE);
    support_rig_refuse(&rig, last_us - 10000000 * format->timestamp_unit, SORTID_EXHAUSTED, PLACE);
    support_rig_expect_zeros(&rig, now_ms * 1000, now_of(format), 0, SORTID_RESET, PLACE);
}

static void test_end_of_range(void **state)
{
    (void)state;
    support_each_but_scru64(end_after_fork);
}

/* ---- Every field is drawn again --------------------------------------------------------------- */

/* counter_hi too, though no second has passed; its second starts again. */
static void test_scru128_fields(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, SUPPORT_SCRU128, SORTID_MODE_ABORT);
    support_scru128_id(id, now_ms + 1, 0x040506, 0x010203, 0x0708090a);
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a", now_ms, id, SORTID_TIMESTAMP_BORROWED);
    support_scru128_id(id, now_ms + 1000, 0x040506, 0x111213, 0x14151617);
    STEP(&rig, "\x11\x12\x13\x14\x15\x16\x17", now_ms + 1000, id, SORTID_NEW_TIMESTAMP);
    support_scru128_id(id, now_ms + 1001, 0x242526, 0x212223, 0x2728292a);
    STEP(&rig, "\x21\x22\x23\x24\x25\x26\x27\x28\x29\x2a", now_ms + 1001, id, SORTID_NEW_TIMESTAMP);
}

static void test_scru128v1_fields(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    const uint64_t now = now_of(SUPPORT_SCRU128V1);
    begin(&rig, SUPPORT_SCRU128V1, SORTID_MODE_ABORT);
    support_scru128v1_id(id, now + 1, 0x0102030, 0x050607, 0x08090a0b);
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a\x0b", now_ms, id, SORTID_TIMESTAMP_BORROWED);
    support_scru128v1_id(id, now + 1000, 0x1112131, 0x050607, 0x15161718);
    STEP(&rig, "\x11\x12\x13\x14\x15\x16\x17\x18", now_ms + 1000, id, SORTID_NEW_TIMESTAMP);
    support_scru128v1_id(id, now + 1001, 0x2122232, 0x252627, 0x28292a2b);
    STEP(&rig, "\x21\x22\x23\x24\x25\x26\x27\x28\x29\x2a\x2b", now_ms + 1001, id,
         SORTID_NEW_TIMESTAMP);
}

/* The same where the clock has passed the last ID, and nothing is borrowed. */
static void test_fields_at_new_timestamp(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, SUPPORT_SCRU128, SORTID_MODE_ABORT);
    support_scru128_id(id, now_ms + 10, 0x040506, 0x010203, 0x0708090a);
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a", now_ms + 10, id, SORTID_NEW_TIMESTAMP);
    begin(&rig, SUPPORT_SCRU128V1, SORTID_MODE_ABORT);
    support_scru128v1_id(id, now_of(SUPPORT_SCRU128V1) + 10, 0x0102030, 0x050607, 0x08090a0b);
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a\x0b", now_ms + 10, id, SORTID_NEW_TIMESTAMP);
}

static void test_scru160_fields(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[20];
    begin(&rig, SUPPORT_SCRU160, SORTID_MODE_ABORT);
    support_scru160_id(id, now_ms + 1, 0x0081, 0x0304, 0x0506, UINT64_C(0x0708090a0b0c0d0e));
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e", now_ms, id, SORTID_TIMESTAMP_BORROWED);
}

static void test_ulid_fields(void **state)
{
    (void)state;
    support_rig rig;
    uint8_t id[16];
    begin(&rig, SUPPORT_ULID, SORTID_MODE_ABORT); // `borrow` is off
    support_ulid_id(id, now_ms + 1, 0x0102, UINT64_C(0x030405060708090a));
    STEP(&rig, "\1\2\3\4\5\6\7\x08\x09\x0a", now_ms, id, SORTID_TIMESTAMP_BORROWED);
}

/* With microseconds the timestamp after the last is the next microsecond. */
static void test_scru160_microseconds(void **state)
{
    (void)state;
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_FRACTION;
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru160_format(), &options), SORTID_OK,
                  "init");
    support_rig rig;
    uint8_t id[20];
    support_rig_adopt(&rig, SUPPORT_SCRU160, &machine, 0x00);
    support_scru160_id(id, now_ms, 999 << 6, 0, 0, 0);
    support_rig_expect(&rig, now_ms * 1000 + 999, id, SORTID_NEW_TIMESTAMP, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    support_scru160_id(id, now_ms + 1, 0, 0, 0, 0);
    support_rig_expect(&rig, now_ms * 1000 + 999, id, SORTID_TIMESTAMP_BORROWED, PLACE);
}

/* ---- A step that fails forgets nothing ---------------------------------------------------------
 */

static void failing_draws(const support_format *format)
{
    support_rig rig;
    begin(&rig, format, SORTID_MODE_ABORT);
    rig.draws.failure = SORTID_RANDOM_FAILED;
    support_rig_refuse(&rig, UINT64_MAX, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
    for (int i = 0; i < 2; i++) {
        uint8_t id[SUPPORT_MAX_SIZE];
        rig.draws.fail_at = rig.draws.calls + 1;
        EXPECT_STATUS(sortid_machine_step(&rig.machine, id, now_ms * 1000, &rig.random, NULL, NULL),
                      SORTID_RANDOM_FAILED, "%s", format->name);
    }
    support_rig_expect_zeros(&rig, now_ms * 1000, now_of(format) + 1, 0, SORTID_TIMESTAMP_BORROWED,
                             PLACE);
}

static void test_failing_draws(void **state)
{
    (void)state;
    support_each_but_scru64(failing_draws);
}

/* ---- Machines without state --------------------------------------------------------------------
 */

static void test_stateless(void **state)
{
    (void)state;
    sortid_options options;
    options = (sortid_options){0};
    options.flags |= SORTID_STATELESS;
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru128_format(), &options), SORTID_OK,
                  "init");
    support_rig rig;
    uint8_t id[16], out[16];
    support_rig_adopt(&rig, SUPPORT_SCRU128, &machine, 0x00);
    support_scru128_id(id, now_ms, 0, 0, 0);
    for (int i = 0; i < 3; i++) {
        EXPECT_STATUS(
            sortid_machine_step(&rig.machine, out, now_ms * 1000, &rig.random, NULL, NULL),
            SORTID_OK, "step %d", i);
        EXPECT_BYTES(out, id, sizeof id, "step %d", i);
        EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    }
}

/* ---- scru64: its node id is the parent's --------------------------------------------------------
 */

static void test_scru64(void **state)
{
    (void)state;
    support_rig rig;
    uint64_t tick = now_ms / 256;
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_RESET, 10000);
    support_rig_expect_zeros(&rig, now_ms * 1000, tick, 0, SORTID_NEW_TIMESTAMP, PLACE);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    support_rig_refuse(&rig, now_ms * 1000, SORTID_FORKED, PLACE);
    support_rig_refuse(&rig, (now_ms + 1000) * 1000, SORTID_FORKED, PLACE);
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_RESET, 10000); // initialised again
    support_rig_expect_zeros(&rig, now_ms * 1000, tick, 0, SORTID_NEW_TIMESTAMP, PLACE);
    /* Before its first ID the machine has the parent's node id too. */
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_RESET, 10000);
    EXPECT_STATUS(sortid_machine_after_fork(&rig.machine), SORTID_OK, "after a fork");
    support_rig_refuse(&rig, now_ms * 1000, SORTID_FORKED, PLACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timestamp),
        cmocka_unit_test(test_rollback),
        cmocka_unit_test(test_end_of_range),
        cmocka_unit_test(test_scru128_fields),
        cmocka_unit_test(test_scru128v1_fields),
        cmocka_unit_test(test_fields_at_new_timestamp),
        cmocka_unit_test(test_scru160_fields),
        cmocka_unit_test(test_ulid_fields),
        cmocka_unit_test(test_scru160_microseconds),
        cmocka_unit_test(test_failing_draws),
        cmocka_unit_test(test_stateless),
        cmocka_unit_test(test_scru64),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
