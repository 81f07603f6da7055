/* SPDX-License-Identifier: MIT */
/* test_uuidv7_trace.c: the UUIDv7 generator traces of the vectors, call by call
 * through the pure machine: clock readings and draws are scripted, each ID, event
 * and number of random bytes must be the one of another implementation, each
 * ABORT a ROLLBACK and each EXHAUSTED an error that leave the machine as it was.
 * Never feeds a result back into the next expectation. */
#include "../support/rig.h"

static support_rig rig; // of the trace in work
static char trace[16];  // its number

static sortid_mode mode_of(const char *name)
{
    EXPECT(strcmp(name, "reset") == 0 || strcmp(name, "abort") == 0, "no mode: %s", name);
    return name[0] == 'r' ? SORTID_MODE_RESET : SORTID_MODE_ABORT;
}

static sortid_event event_of(const char *name)
{
    static const struct {
        const char *name;
        sortid_event event;
    } events[] = {{"new", SORTID_NEW_TIMESTAMP},
                  {"counter", SORTID_COUNTER_INCREMENTED},
                  {"borrowed", SORTID_TIMESTAMP_BORROWED},
                  {"reset", SORTID_RESET}};
    for (size_t i = 0; i < COUNT_OF(events); i++)
        if (strcmp(name, events[i].name) == 0)
            return events[i].event;
    fail_msg("no event: %s", name);
    return 0;
}

/* 42 bits of a counter, then 32 of the ID's end; the surplus 6 bits are anything. */
static const char *script_of(const char *draws)
{
    if (strcmp(draws, "zeros") == 0)
        return "\0\0\0\0\0\x3f\0\0\0\0";
    if (strcmp(draws, "ones") == 0)
        return "\xff\xff\xff\xff\xff\xc0\xff\xff\xff\xff";
    EXPECT(strcmp(draws, "near") == 0, "no draws: %s", draws);
    return "\xff\xff\xff\xff\xff\x2a\xa5\xa5\xa5\xa5";
}

static void begin_trace(char **column)
{
    support_rig_init(&rig, SUPPORT_UUIDV7, mode_of(column[1]), support_number(column[3]));
    snprintf(trace, sizeof trace, "%s", column[0]);
}

static void expect_id(char **column, uint64_t unix_us, const char *place)
{
    uint8_t expected[16];
    sortid_event event = event_of(column[6]);
    const char *script = script_of(column[2]);
    support_unhex(expected, sizeof expected, column[5]);
    if (event == SORTID_COUNTER_INCREMENTED)
        support_rig_step(&rig, script + 6, 4, unix_us, expected, event, place);
    else
        support_rig_step(&rig, script, 10, unix_us, expected, event, place);
}

static void trace_row(char **column, const char *place)
{
    if (strcmp(trace, column[0]) != 0)
        begin_trace(column);
    uint64_t unix_us = support_number(column[4]) * 1000 + support_below(1000);
    if (strcmp(column[5], "ABORT") == 0)
        support_rig_refuse(&rig, unix_us, SORTID_ROLLBACK, place);
    else if (strcmp(column[5], "EXHAUSTED") == 0)
        support_rig_refuse(&rig, unix_us, SORTID_EXHAUSTED, place);
    else
        expect_id(column, unix_us, place);
}

static void test_trace(void **state)
{
    (void)state;
    support_vectors("uuidv7-generate.tsv", 7, 456, trace_row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_trace)};
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
