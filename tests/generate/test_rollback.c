/* SPDX-License-Identifier: MIT */
/* test_rollback.c: a clock that goes back, through the pure machine of each
 * format: one step short of the allowance, exactly at it, one beyond, in each
 * mode; one reading from the far future; clock values that a format refuses;
 * scru64's whole ticks and scru160's microseconds. A refused step must leave the
 * machine as it was, bit by bit. */
#include "../support/rig.h"

static const uint64_t now_ms = UINT64_C(1700000000000); // a whole number of 256 ms

/* An allowance in units of the format's timestamp, a whole number both in ms and in ticks. */
#define ALLOWED_STEPS UINT64_C(39)

static uint64_t now_of(const support_format *format)
{
    return (now_ms - format->timestamp_zero) / format->timestamp_unit;
}

static uint64_t step_us(const support_format *format)
{
    return format->timestamp_unit * 1000;
}

/* A machine that has made one ID at now_of(format). */
static void begin(support_rig *rig, const support_format *format, sortid_mode mode)
{
    support_rig_init(rig, format, mode, ALLOWED_STEPS * format->timestamp_unit);
    uint64_t now = now_of(format);
    support_rig_expect_zeros(rig, support_unix_us(format, now), now, 0, SORTID_NEW_TIMESTAMP,
                             PLACE);
}

static const sortid_mode modes[] = {SORTID_MODE_ABORT, SORTID_MODE_RESET, SORTID_MODE_WAIT};

/* ---- At most the allowance behind: on with the last timestamp -------------------- */

static void within_allowance(const support_format *format)
{
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        support_rig rig;
        begin(&rig, format, modes[i]);
        uint64_t now = now_of(format), earliest = now - ALLOWED_STEPS;
        uint64_t short_of_it = support_unix_us(format, earliest + 1);
        uint64_t exactly = support_unix_us(format, earliest);
        support_rig_expect_zeros(&rig, short_of_it, now, 1, SORTID_COUNTER_INCREMENTED, PLACE);
        support_rig_expect_zeros(&rig, exactly, now, 2, SORTID_COUNTER_INCREMENTED, PLACE);
        support_rig_expect_zeros(&rig, support_unix_us(format, now), now, 3,
                                 SORTID_COUNTER_INCREMENTED, PLACE);
        support_rig_expect_zeros(&rig, support_unix_us(format, now + 1), now + 1, 0,
                                 SORTID_NEW_TIMESTAMP, PLACE);
    }
}

static void test_within_allowance(void **state)
{
    (void)state;
    support_each_format(within_allowance);
}

/* ---- Further behind: the mode decides ---------------------------------------------- */

static void beyond_in_abort(const support_format *format)
{
    support_rig rig;
    begin(&rig, format, SORTID_MODE_ABORT);
    uint64_t now = now_of(format), earliest = now - ALLOWED_STEPS;
    support_rig_refuse(&rig, support_unix_us(format, earliest - 1), SORTID_ROLLBACK, PLACE);
    support_rig_refuse(&rig, support_unix_us(format, earliest) - 1, SORTID_ROLLBACK, PLACE);
    support_rig_refuse(&rig, support_unix_us(format, now / 2), SORTID_ROLLBACK, PLACE);
    support_rig_expect_zeros(&rig, support_unix_us(format, earliest), now, 1,
                             SORTID_COUNTER_INCREMENTED, PLACE);
}

static void beyond_in_reset(const support_format *format)
{
    support_rig rig;
    begin(&rig, format, SORTID_MODE_RESET);
    uint64_t back = now_of(format) - ALLOWED_STEPS - 1;
    uint64_t us = support_unix_us(format, back);
    support_rig_expect_zeros(&rig, us, back, 0, SORTID_RESET, PLACE);
    support_rig_expect_zeros(&rig, us, back, 1, SORTID_COUNTER_INCREMENTED, PLACE);
    support_rig_expect_zeros(&rig, us + step_us(format), back + 1, 0, SORTID_NEW_TIMESTAMP, PLACE);
}

static void beyond_in_wait(const support_format *format)
{
    support_rig rig;
    begin(&rig, format, SORTID_MODE_WAIT);
    uint64_t now = now_of(format);
    uint64_t near_us = support_unix_us(format, now - ALLOWED_STEPS);
    support_rig_expect_wait(&rig, near_us - 1, 1, PLACE);
    support_rig_expect_wait(&rig, near_us - step_us(format), step_us(format), PLACE);
    support_rig_expect_wait(&rig, near_us - step_us(format) + 123, step_us(format) - 123, PLACE);
    support_rig_expect_wait(&rig, near_us - UINT64_C(3600000000), UINT64_C(3600000000), PLACE);
    support_rig_expect_zeros(&rig, near_us, now, 1, SORTID_COUNTER_INCREMENTED, PLACE);
}

static void test_beyond_allowance(void **state)
{
    (void)state;
    support_each_format(beyond_in_abort);
    support_each_format(beyond_in_reset);
    support_each_format(beyond_in_wait);
}

/* ---- Other allowances ---------------------------------------------------------------- */

static void no_allowance(const support_format *format)
{
    support_rig rig;
    uint64_t now = now_of(format), us = support_unix_us(format, now);
    support_rig_init(&rig, format, SORTID_MODE_ABORT, 0);
    support_rig_expect_zeros(&rig, us + 1, now, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_zeros(&rig, us, now, 1, SORTID_COUNTER_INCREMENTED, PLACE);
    support_rig_refuse(&rig, us - 1, SORTID_ROLLBACK, PLACE);
}

/* The largest value means no limit; values near it must not overflow. */
static void no_limit(const support_format *format)
{
    static const uint64_t allowances[] = {UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << 63,
                                          UINT64_MAX / 1000 + 1, UINT64_C(1) << 56};
    for (size_t i = 0; i < COUNT_OF(allowances); i++) {
        support_rig rig;
        uint64_t now = now_of(format), us = support_unix_us(format, now);
        support_rig_init(&rig, format, SORTID_MODE_ABORT, allowances[i]);
        support_rig_expect_zeros(&rig, us, now, 0, SORTID_NEW_TIMESTAMP, PLACE);
        support_rig_expect_zeros(&rig, us - 20000000, now, 1, SORTID_COUNTER_INCREMENTED, PLACE);
        support_rig_expect_zeros(&rig, support_unix_us(format, 1), now, 2,
                                 SORTID_COUNTER_INCREMENTED, PLACE);
    }
}

static void test_other_allowances(void **state)
{
    (void)state;
    support_each_format(no_allowance);
    support_each_format(no_limit);
}

/* ---- One reading from the far future ---------------------------------------------------- */

static void far_future(const support_format *format)
{
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        support_rig rig;
        begin(&rig, format, modes[i]);
        uint64_t now = now_of(format);
        uint64_t future = now + UINT64_C(315576000000) / format->timestamp_unit; // ten years
        uint64_t us = support_unix_us(format, now + 1);
        support_rig_expect_zeros(&rig, support_unix_us(format, future), future, 0,
                                 SORTID_NEW_TIMESTAMP, PLACE);
        if (modes[i] == SORTID_MODE_RESET) {
            support_rig_expect_zeros(&rig, us, now + 1, 0, SORTID_RESET, PLACE);
            support_rig_expect_zeros(&rig, us + step_us(format), now + 2, 0, SORTID_NEW_TIMESTAMP,
                                     PLACE);
        } else if (modes[i] == SORTID_MODE_ABORT) {
            support_rig_refuse(&rig, us, SORTID_ROLLBACK, PLACE);
            support_rig_refuse(&rig, us + step_us(format), SORTID_ROLLBACK, PLACE);
        } else {
            uint64_t near_us = support_unix_us(format, future - ALLOWED_STEPS);
            support_rig_expect_wait(&rig, us, near_us - us, PLACE);
        }
    }
}

static void test_far_future(void **state)
{
    (void)state;
    support_each_format(far_future);
}

/* ---- Clock values out of range ------------------------------------------------------------ */

/* Refused by a new machine and by one that has made an ID, in every mode. */
static void refuse_clock(const support_format *format, uint64_t unix_us)
{
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        support_rig rig;
        support_rig_init(&rig, format, modes[i], 10000);
        support_rig_refuse(&rig, unix_us, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
        begin(&rig, format, modes[i]);
        support_rig_refuse(&rig, unix_us, SORTID_CLOCK_OUT_OF_RANGE, PLACE);
    }
}

static void accept_clock(const support_format *format, uint64_t timestamp, uint64_t unix_us)
{
    support_rig rig;
    support_rig_init(&rig, format, SORTID_MODE_ABORT, 10000);
    support_rig_expect_zeros(&rig, unix_us, timestamp, 0, SORTID_NEW_TIMESTAMP, PLACE);
}

static void clock_range(const support_format *format)
{
    uint64_t first = format->reserves_ends ? 1 : 0;
    uint64_t last = format->timestamp_max - first;
    uint64_t first_us = support_unix_us(format, first);
    uint64_t end_us = support_unix_us(format, last + 1);
    accept_clock(format, first, first_us);
    accept_clock(format, first, first_us + step_us(format) - 1);
    accept_clock(format, last, end_us - step_us(format));
    accept_clock(format, last, end_us - 1);
    refuse_clock(format, end_us);
    refuse_clock(format, end_us + step_us(format));
    refuse_clock(format, UINT64_MAX);
    if (format->reserves_ends) {
        refuse_clock(format, 0);
        refuse_clock(format, first_us - 1);
        refuse_clock(format, first_us - step_us(format));
    }
}

static void test_clock_range(void **state)
{
    (void)state;
    support_each_format(clock_range);
}

/* Before 2020 scru128v1 has no timestamp at all. */
static void test_scru128v1_before_2020(void **state)
{
    (void)state;
    refuse_clock(SUPPORT_SCRU128V1, UINT64_C(1577836800000) * 1000 - 1);
    refuse_clock(SUPPORT_SCRU128V1, UINT64_C(1000000000000) * 1000);
    refuse_clock(SUPPORT_SCRU128V1, 1000);
}

/* ---- scru64: whole ticks -------------------------------------------------------------------- */

/* The largest number of ticks that the clock may be behind for an allowance in ms. */
static void expect_ticks(uint64_t allowance_ms, uint64_t ticks)
{
    const uint64_t tick = now_of(SUPPORT_SCRU64), tick_us = 256000;
    support_rig rig;
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_ABORT, allowance_ms);
    /* The last ID at the first us of its tick, the clock at the last us before. */
    support_rig_expect_zeros(&rig, tick * tick_us, tick, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_refuse(&rig, (tick - ticks) * tick_us - 1, SORTID_ROLLBACK, PLACE);
    /* And the other way round: nearly one tick more than the allowance. */
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_ABORT, allowance_ms);
    support_rig_expect_zeros(&rig, (tick + 1) * tick_us - 1, tick, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_zeros(&rig, (tick - ticks) * tick_us, tick, 1, SORTID_COUNTER_INCREMENTED,
                             PLACE);
}

static void test_scru64_ticks(void **state)
{
    (void)state;
    expect_ticks(10000, 39);
    expect_ticks(9984, 39);
    expect_ticks(9983, 38);
    expect_ticks(256, 1);
    expect_ticks(255, 0);
    expect_ticks(0, 0);
}

static void test_scru64_wait(void **state)
{
    (void)state;
    const uint64_t tick = now_of(SUPPORT_SCRU64), tick_us = 256000;
    support_rig rig;
    support_rig_init(&rig, SUPPORT_SCRU64, SORTID_MODE_WAIT, 10000);
    support_rig_expect_zeros(&rig, tick * tick_us + 255999, tick, 0, SORTID_NEW_TIMESTAMP, PLACE);
    support_rig_expect_wait(&rig, (tick - 40) * tick_us + 100007, 155993, PLACE);
    support_rig_expect_wait(&rig, (tick - 39) * tick_us - 1, 1, PLACE);
}

/* A node spec with an earlier ID: a clock behind that ID is a rollback as well. */
static void begin_after_last(support_rig *rig, sortid_mode mode)
{
    const uint64_t tick = now_of(SUPPORT_SCRU64);
    sortid_scru64_node_spec spec = {.node_id = 42, .node_id_size = 8, .has_last = true};
    support_zeros_id(spec.last.bytes, SUPPORT_SCRU64, tick, 7);
    const sortid_options options = {.mode = (uint32_t)mode, .node = &spec};
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru64_format(), &options), SORTID_OK,
                  "init");
    support_rig_adopt(rig, SUPPORT_SCRU64, &machine, 0x00);
}

static void test_scru64_earlier_id(void **state)
{
    (void)state;
    const uint64_t tick = now_of(SUPPORT_SCRU64), tick_us = 256000;
    support_rig rig;
    begin_after_last(&rig, SORTID_MODE_ABORT);
    support_rig_refuse(&rig, (tick - 40) * tick_us, SORTID_ROLLBACK, PLACE);
    support_rig_expect_zeros(&rig, (tick - 39) * tick_us, tick, 8, SORTID_COUNTER_INCREMENTED,
                             PLACE);
    begin_after_last(&rig, SORTID_MODE_RESET);
    support_rig_expect_zeros(&rig, (tick - 40) * tick_us, tick - 40, 0, SORTID_RESET, PLACE);
    begin_after_last(&rig, SORTID_MODE_WAIT);
    support_rig_expect_wait(&rig, (tick - 40) * tick_us, tick_us, PLACE);
    begin_after_last(&rig, SORTID_MODE_ABORT);
    support_rig_expect_zeros(&rig, tick * tick_us, tick, 8, SORTID_COUNTER_INCREMENTED, PLACE);
    support_rig_expect_zeros(&rig, (tick + 1) * tick_us, tick + 1, 0, SORTID_NEW_TIMESTAMP, PLACE);
}

/* ---- scru160: rollback in microseconds ----------------------------------------------------------
 */

static void begin_microseconds(support_rig *rig, sortid_mode mode)
{
    sortid_options options;
    options = (sortid_options){0};
    options.mode = mode;
    options.flags |= SORTID_FRACTION;
    sortid_machine machine = {{0}};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru160_format(), &options), SORTID_OK,
                  "init");
    support_rig_adopt(rig, SUPPORT_SCRU160, &machine, 0x00);
}

/* The ID of a us with draws of zeros: ten bits of microsecond, six of counter. */
static void microsecond_id(uint8_t *id, uint64_t unix_us, unsigned count)
{
    support_id_at(id, SUPPORT_SCRU160, unix_us / 1000, false);
    unsigned counter = (unsigned)(unix_us % 1000) << 6 | count;
    id[6] = (uint8_t)(counter >> 8);
    id[7] = (uint8_t)counter;
}

static void test_scru160_microseconds(void **state)
{
    (void)state;
    const uint64_t last = now_ms * 1000 + 500, earliest = last - 10000000;
    for (size_t i = 0; i < COUNT_OF(modes); i++) {
        support_rig rig;
        uint8_t id[SUPPORT_MAX_SIZE];
        begin_microseconds(&rig, modes[i]);
        microsecond_id(id, last, 0);
        support_rig_expect(&rig, last, id, SORTID_NEW_TIMESTAMP, PLACE);
        microsecond_id(id, last, 1);
        support_rig_expect(&rig, last - 1, id, SORTID_COUNTER_INCREMENTED, PLACE);
        microsecond_id(id, last, 2);
        support_rig_expect(&rig, earliest, id, SORTID_COUNTER_INCREMENTED, PLACE);
        if (modes[i] == SORTID_MODE_ABORT)
            support_rig_refuse(&rig, earliest - 1, SORTID_ROLLBACK, PLACE);
        if (modes[i] == SORTID_MODE_WAIT)
            support_rig_expect_wait(&rig, earliest - 7, 7, PLACE);
        microsecond_id(id, earliest - 1, 0);
        if (modes[i] == SORTID_MODE_RESET)
            support_rig_expect(&rig, earliest - 1, id, SORTID_RESET, PLACE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_within_allowance),  cmocka_unit_test(test_beyond_allowance),
        cmocka_unit_test(test_other_allowances),  cmocka_unit_test(test_far_future),
        cmocka_unit_test(test_clock_range),       cmocka_unit_test(test_scru128v1_before_2020),
        cmocka_unit_test(test_scru64_ticks),      cmocka_unit_test(test_scru64_wait),
        cmocka_unit_test(test_scru64_earlier_id), cmocka_unit_test(test_scru160_microseconds),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
