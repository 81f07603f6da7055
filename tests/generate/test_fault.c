/* SPDX-License-Identifier: MIT */
/* test_fault.c: a random source that fails at each draw in turn, and a clock that fails, in
 * every kind of step of every format: the status is returned unchanged, outputs and state stay
 * unchanged, and the next success gives the same ID as without the failure. Through the pure
 * machines and through the generators. */
#include "../support/bench.h"
#include "../support/cases.h"
#include "../support/rig.h"

static const uint64_t now_ms = UINT64_C(1700000000000);

/* Statuses that a source may return: those of the library, which a step could confuse with its
 * own result, and numbers of the caller. */
static const sortid_status failures[] = {
    SORTID_RANDOM_FAILED,     SORTID_CLOCK_FAILED,    SORTID_OVERFLOW, SORTID_ROLLBACK,
    SORTID_EXHAUSTED,         SORTID_FORKED,          SORTID_WAIT,     SORTID_BUSY,
    SORTID_STATUS_USER_FIRST, SORTID_STATUS_USER_LAST};

/* ---- Draws of the pure machine -------------------------------------------------------- */

/* One step whose draw number `draw` fails; false if the step makes fewer draws and has therefore
 * succeeded, with `id` and `event` written. */
static bool step_fails(support_rig *rig, uint64_t unix_us, size_t draw, sortid_status failure,
                       uint8_t *id, sortid_event *event)
{
    sortid_machine before = rig->machine;
    uint8_t untouched[SUPPORT_MAX_SIZE];
    memset(untouched, 0xa5, sizeof untouched);
    memcpy(id, untouched, sizeof untouched);
    *event = 99;
    rig->draws.calls = 0;
    rig->draws.fail_at = draw;
    rig->draws.failure = failure;
    sortid_status status =
        sortid_machine_step(&rig->machine, id, unix_us, &rig->random, event, NULL);
    rig->draws.fail_at = 0;
    if (status == SORTID_OK) {
        EXPECT(rig->draws.calls < draw, "a failed draw was hidden");
        return false;
    }
    EXPECT_STATUS(status, failure, "draw %zu", draw);
    EXPECT_BYTES(id, untouched, sizeof untouched, "output touched");
    EXPECT(*event == 99, "event touched");
    EXPECT_BYTES(&rig->machine, &before, sizeof before, "machine touched by draw %zu", draw);
    return true;
}

/* Lets each draw of the next step fail in turn until no draw is left to fail; the step must then
 * make the same ID as a machine without failures. Returns the number of draws. */
static size_t fail_each_draw(support_rig *rig, uint64_t unix_us, sortid_status failure)
{
    const support_format *format = rig->format;
    support_rig control = *rig;
    control.random.context = &control.draws;
    uint8_t id[SUPPORT_MAX_SIZE], expected[SUPPORT_MAX_SIZE];
    sortid_event event, expected_event = 0;
    size_t draw = 1;
    while (step_fails(rig, unix_us, draw, failure, id, &event))
        EXPECT(++draw < 16, "every draw fails");
    EXPECT_OK(sortid_machine_step(&control.machine, expected, unix_us, &control.random,
                                  &expected_event, NULL));
    EXPECT_BYTES(id, expected, format->size, "after the failures");
    EXPECT(event == expected_event, "event after the failures");
    return draw - 1;
}

/* A new machine, an increment, a full counter, a new timestamp with renewal, a
 * reset, a fork: draws of ones fill the counters at once where they can. */
TEST_FORMATS(draws)
{
    for (size_t i = 0; i < COUNT_OF(failures); i++) {
        support_rig rig;
        const uint64_t us = now_ms * 1000;
        support_rig_init(&rig, format, SORTID_MODE_RESET, 10000);
        size_t drawn = fail_each_draw(&rig, us, failures[i]);
        EXPECT(drawn >= 1, "a new machine draws nothing");
        fail_each_draw(&rig, us, failures[i]);
        rig.draws.pattern = 0xff;
        drawn = fail_each_draw(&rig, us + 2000000, failures[i]);
        EXPECT(drawn >= 1, "a new timestamp draws nothing");
        if (format != SUPPORT_ULID) // by default it refuses here, without a draw
            fail_each_draw(&rig, us + 2000000, failures[i]);
        drawn = fail_each_draw(&rig, us - 60000000, failures[i]);
        EXPECT(drawn >= 1, "a reset draws nothing");
        if (format == SUPPORT_SCRU64)
            continue;
        EXPECT_OK(sortid_machine_after_fork(&rig.machine));
        drawn = fail_each_draw(&rig, us - 60000000, failures[i]);
        EXPECT(drawn >= 1, "after a fork nothing is drawn");
    }
}

/* Steps that need an option: three of each machine, each of which draws something. Draws of ones
 * fill a counter at once. */
TEST(option_draws)
{
    static const struct {
        const support_format *format;
        uint32_t flags;
        uint8_t pattern;
        size_t draws; /* in each step; 0: any number but none */
    } cases[] = {
        {SUPPORT_ULID, SORTID_OPTION_BORROW, 0xff, 0},                             /* overflows */
        {SUPPORT_ULID, SORTID_OPTION_BORROW | SORTID_OPTION_RANDOM_STEP, 0x00, 0}, /* counts */
        {SUPPORT_ULID, SORTID_OPTION_BORROW | SORTID_OPTION_RANDOM_STEP, 0xff, 0}, /* both */
        {SUPPORT_ULID, SORTID_OPTION_STATELESS, 0x00, 0},
        {SUPPORT_SCRU128, SORTID_OPTION_STATELESS, 0x00, 0},
        {SUPPORT_KSUID, SORTID_OPTION_STATELESS, 0x00, 0},
        {SUPPORT_UUIDV7, 0, 0xff, 2},
        {SUPPORT_UUIDV7, SORTID_OPTION_FRACTION, 0xff, 1},
        {SUPPORT_UUIDV7, SORTID_OPTION_STATELESS, 0xff, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases) * COUNT_OF(failures); i++) {
        const size_t k = i / COUNT_OF(failures);
        const sortid_options options = {.flags = cases[k].flags};
        const support_format *format = cases[k].format;
        sortid_machine machine = {{0}};
        support_rig rig;
        EXPECT_STATUS(sortid_machine_init(&machine, format->format(), &options), SORTID_OK,
                      "case %zu", k);
        support_rig_adopt(&rig, format, &machine, cases[k].pattern);
        for (int call = 0; call < 3; call++) {
            size_t drawn = fail_each_draw(&rig, now_ms * 1000, failures[i % COUNT_OF(failures)]);
            EXPECT(cases[k].draws == 0 ? drawn >= 1 : drawn == cases[k].draws,
                   "case %zu, call %d: %zu draws", k, call, drawn);
        }
    }
}

/* A borrow that draws three fields: both counters are full, and a second has passed. */
TEST(scru128_renewal_draws)
{
    support_rig rig;
    uint8_t id[16];
    support_rig_init(&rig, SUPPORT_SCRU128, SORTID_MODE_ABORT, 10000);
    rig.draws.pattern = 0xff;
    support_id_at(id, SUPPORT_SCRU128, now_ms, true);
    support_rig_expect(&rig, now_ms * 1000, id, SORTID_EVENT_NEW_TIMESTAMP, PLACE);
    support_id_at(id, SUPPORT_SCRU128, now_ms + 999, true);
    support_rig_expect(&rig, (now_ms + 999) * 1000, id, SORTID_EVENT_NEW_TIMESTAMP, PLACE);
    size_t drawn = fail_each_draw(&rig, (now_ms + 999) * 1000, SORTID_RANDOM_FAILED);
    EXPECT(drawn >= 1, "nothing is drawn");
}

/* ---- Clock and draws of the generators ------------------------------------------------------ */

static uint64_t now_of(const support_format *format)
{
    return (now_ms - format->timestamp_zero) / format->timestamp_unit;
}

/* The clock or a draw fails in the next call: it is refused, and the one after it is not. */
static void fail_next(support_bench *bench, sortid_status failure, bool of_clock)
{
    support_clock *clock = &bench->world.clock;
    support_draws *draws = &bench->world.draws;
    clock->failure = draws->failure = failure;
    clock->fail_at = of_clock ? clock->calls + 1 : 0;
    draws->fail_at = of_clock ? 0 : draws->calls + 1;
    support_bench_refuse(bench, failure, PLACE);
}

/* Before the first ID, within a timestamp, where not all formats draw, and at a new one. The ID
 * after a failure is that of a generator without it. */
TEST_FORMATS(source_failures)
{
    for (size_t i = 0; i < 2 * COUNT_OF(failures); i++) {
        const sortid_status failure = failures[i / 2];
        const bool of_clock = i % 2 == 0;
        support_bench bench;
        uint64_t now = now_of(format);
        support_bench_init(&bench, format, SORTID_MODE_WAIT, now_ms * 1000, 0x00);
        fail_next(&bench, failure, of_clock);
        support_bench_expect_zeros(&bench, now, 0, SORTID_EVENT_NEW_TIMESTAMP, PLACE);
        const size_t draws = bench.world.draws.calls;
        support_bench_expect_zeros(&bench, now, 1, SORTID_EVENT_COUNTER_INCREMENTED, PLACE);
        if (of_clock || bench.world.draws.calls > draws)
            fail_next(&bench, failure, of_clock);
        support_bench_expect_zeros(&bench, now, 2, SORTID_EVENT_COUNTER_INCREMENTED, PLACE);
        bench.world.clock.now_us += format->timestamp_unit * 1000;
        fail_next(&bench, failure, of_clock);
        support_bench_expect_zeros(&bench, now + 1, 0, SORTID_EVENT_NEW_TIMESTAMP, PLACE);
        support_bench_expect_zeros(&bench, now + 1, 1, SORTID_EVENT_COUNTER_INCREMENTED, PLACE);
    }
}

CASES_MAIN(NULL, NULL)
