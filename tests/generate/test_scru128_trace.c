/* SPDX-License-Identifier: MIT */
/* test_scru128_trace.c: the SCRU128 generator traces of the vectors, call by call through the
 * pure machine: clock readings and draws are scripted, each ID must equal that of the format's
 * reference implementation, and each ABORT must be a ROLLBACK that leaves the machine unchanged.
 * No result is used for a later expectation. */
#include "../support/formats.h"

static sortid_machine machine; // of the current trace
static char trace[16];         // its number

static sortid_mode mode_of(const char *name)
{
    EXPECT(strcmp(name, "reset") == 0 || strcmp(name, "abort") == 0, "no mode: %s", name);
    return name[0] == 'r' ? SORTID_MODE_RESET : SORTID_MODE_ABORT;
}

static void begin_trace(char **column)
{
    const sortid_options options = {.mode = (uint32_t)mode_of(column[1]),
                                    .allowance_ms = support_allowance(support_number(column[3]))};
    EXPECT_STATUS(sortid_machine_init(&machine, sortid_scru128_format(), &options), SORTID_OK, "%s",
                  column[0]);
    snprintf(trace, sizeof trace, "%s", column[0]);
}

static void expect_abort(const char *place, uint64_t unix_us, const sortid_random *random)
{
    sortid_machine before = machine;
    sortid_scru128 id;
    EXPECT_STATUS(sortid_machine_step(&machine, id.bytes, unix_us, random, NULL, NULL),
                  SORTID_ROLLBACK, "%s", place);
    EXPECT(memcmp(&machine, &before, sizeof machine) == 0, "%s: the machine has changed", place);
}

static void expect_id(const char *place, const char *hex, uint64_t unix_us,
                      const sortid_random *random)
{
    uint8_t expected[16];
    sortid_scru128 id;
    sortid_event event = 0;
    support_unhex(expected, sizeof expected, hex);
    EXPECT_STATUS(sortid_machine_step(&machine, id.bytes, unix_us, random, &event, NULL), SORTID_OK,
                  "%s", place);
    EXPECT_BYTES(&id, expected, sizeof expected, "%s", place);
    EXPECT(event != 0 && event <= SORTID_RESET && (event & (event - 1)) == 0, "%s: event %u", place,
           event);
}

static void trace_row(char **column, const char *place)
{
    if (strcmp(trace, column[0]) != 0)
        begin_trace(column);
    support_draws draws = {.pattern = strcmp(column[2], "ones") == 0 ? 0xff : 0x00};
    sortid_random random = support_draws_source(&draws);
    uint64_t unix_us = support_number(column[4]) * 1000 + support_below(1000);
    if (strcmp(column[5], "ABORT") == 0)
        expect_abort(place, unix_us, &random);
    else
        expect_id(place, column[5], unix_us, &random);
}

static void test_trace(void **state)
{
    (void)state;
    support_vectors("scru128-generate.tsv", 6, 652, trace_row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_trace)};
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
