/* SPDX-License-Identifier: MIT */
/* test_time_advice.c: what to type for times in other forms. The expected texts are read by the
 * reader of times, whose tests are test_time_parse.c. */
#include "../../support/cases.h"
#include "common/time_parse.h"

static const struct time_context UTC = {.now_ms =
                                            UINT64_C(1795176000123)}; /* 2026-11-20, a Friday */

static const struct {
    const char *text;
    const char *advice[TIME_ADVICE_MAX + 1];
} CLEAR[] = {
    {"an hour ago", {"-1h"}},
    {"A Day Ago", {"-1d"}},
    {"one week ago", {"-1w"}},
    {"two days ago", {"-2d"}},
    {"three minutes ago", {"-3m"}},
    {"1h 30m ago", {"-1h30m"}},
    {"1 hour and 30 minutes ago", {"-1h30m"}},
    {"-1h ago", {"-1h"}},
    {"-1h 30m", {"-1h30m"}},
    {"-1d-2h", {"-1d2h"}},
    {"+ 5 secs", {"+5s"}},
    {"in 5 minutes", {"+5m"}},
    {"5 minutes from now", {"+5m"}},
    {"now - 5m", {"-5m"}},
    {"now -500 ms", {"-500ms"}},
    {"last 24 hours", {"-24h"}},
    {"past 2 weeks", {"-2w"}},
    {"20.11.2026", {"2026-11-20"}},
    {"20/11/2026", {"2026-11-20"}},
    {"11/20/2026", {"2026-11-20"}},
    {"20-11-2026", {"2026-11-20"}},
    {"20 - 11 - 2026", {"2026-11-20"}},
    {"2026/11/20", {"2026-11-20"}},
    {"2026.11.20", {"2026-11-20"}},
    {"2026-1-2", {"2026-01-02"}},
    {"5.11.2026", {"2026-05-11", "2026-11-05"}},
    {"05/11/2026", {"2026-05-11", "2026-11-05"}},
    {"11/11/2026", {"2026-11-11"}},
    {"12/13/2026", {"2026-12-13"}},
    {"13/12/2026", {"2026-12-13"}},
    {"05/11/2026 9:30", {"2026-05-11T09:30", "2026-11-05T09:30"}},
    {"11/2026", {"2026-11"}},
    {"Nov 2026", {"2026-11"}},
    {"Nov 20 2026", {"2026-11-20"}},
    {"November 20, 2026", {"2026-11-20"}},
    {"20 Sept 2026", {"2026-09-20"}},
    {"20th of November 2026", {"2026-11-20"}},
    {"20-Nov-2026", {"2026-11-20"}},
    {"2026-Nov-20", {"2026-11-20"}},
    {"Friday, 20 November 2026", {"2026-11-20"}},
    {"Fri Nov 20 12:00:00 2026", {"2026-11-20T12:00:00"}},
    {"Fri Nov 20 12:00:00 UTC 2026", {"2026-11-20T12:00:00Z"}},
    {"Fri Nov 20 12:00:00 2026 +0100", {"2026-11-20T12:00:00+0100"}},
    {"20/Nov/2026:12:00:00 -0500", {"2026-11-20T12:00:00-0500"}},
    {"20.11.2026T12:00:00.123+01:00", {"2026-11-20T12:00:00.123+01:00"}},
    {"20.11.2026T12:00-05:00", {"2026-11-20T12:00-05:00"}},
    {"11/20/2026, 3:30:05 PM", {"2026-11-20T15:30:05"}},
    {"2026-11-20 12:00 pm", {"2026-11-20T12:00"}},
    {"2026-11-20 12:00 am", {"2026-11-20T00:00"}},
    {"2026-11-20 ", {"2026-11-20"}},
    {" 2026", {"2026"}},
    {"12:00", {"2026-11-20T12:00"}},
    {"9:05Z", {"2026-11-20T09:05Z"}},
    {"yesterday 12:00", {"2026-11-19T12:00"}},
    {"tomorrow at 9:00", {"2026-11-21T09:00"}},
    {"1795176000.5", {"@1795176000.5"}},
    {"1795176000123456", {"@1795176000.123456"}},
    {"1795176000123456789", {"@1795176000.123456789"}},
};

/* Texts whose meaning is not clear. */
static const char *const UNCLEAR[] = {
    "",
    " ",
    "ulid",
    "last hour",
    "last week",
    "monday",
    "half an hour ago",
    "an ago",
    "1 2 hours ago",
    "+1h ago",
    "-1h in",
    "11/20/26",
    "26-11-20",
    "20/13/2026",
    "Nov 20",
    "Nov 12:00",
    "Fri 2026",
    "Fri 2026/13/20",
    "2026 today",
    "20 today",
    "0:30 am",
    "12:00+0000000000",
    "20.11. 12:00",
    "Thu Nov 20 2026",
    "Fri, 31 Nov 2026",
    "Nov 1 2 2026",
    "Nov Dec 2026",
    "today 2026",
    "13:00 pm",
    "20 Nov 2026 pm",
    "12:00 13:00",
    "2026 2027",
    "0000-11-20",
    "123/11/2026",
    "20_11_2026",
    "20/11/2026 12:00 CET",
    "1795176000.5x",
    "12345678901234567",
    "-2026-11-20 ",
    "12:00:00.00000000000000000000000000000000000000000000000000000000000000000000000001",
    "1234567890.0000000000000000000000000000000000000000000000000000000000000000001",
    "111111111111111111111111111111111111111111111111111111111111 months",
    "-99999999999999999999999999999999999999999999999999999999999999999999999999999h",
};

TEST(clear)
{
    for (size_t i = 0; i < COUNT_OF(CLEAR); i++) {
        char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE];
        const char *text = CLEAR[i].text, *problem;
        uint64_t unix_ms;
        size_t count = time_advise(advice, text, &UTC);
        EXPECT(!time_parse(&unix_ms, text, &UTC, &problem), "%s is a time", text);
        EXPECT(count > 0 && CLEAR[i].advice[count] == NULL, "%s: %zu", text, count);
        for (size_t k = 0; k < count; k++) {
            assert_string_equal(advice[k], CLEAR[i].advice[k]);
            EXPECT(time_parse(&unix_ms, advice[k], &UTC, &problem), "%s: %s", text, problem);
        }
    }
}

TEST(unclear)
{
    for (size_t i = 0; i < COUNT_OF(UNCLEAR); i++) {
        char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE];
        EXPECT(time_advise(advice, UNCLEAR[i], &UTC) == 0, "%s: %s", UNCLEAR[i], advice[0]);
    }
}

static bool zone_ahead(int64_t unix_seconds, int *ahead)
{
    (void)unix_seconds;
    *ahead = 13 * 3600;
    return true;
}

static bool no_zone(int64_t unix_seconds, int *ahead)
{
    (void)unix_seconds;
    (void)ahead;
    return false;
}

/* The day of now is that of the local time. */
TEST(local)
{
    char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE];
    struct time_context context = {.now_ms = UTC.now_ms, .local_offset = zone_ahead};
    assert_int_equal(time_advise(advice, "12:00", &context), 1);
    assert_string_equal(advice[0], "2026-11-21T12:00");
    context.local_offset = no_zone;
    assert_int_equal(time_advise(advice, "12:00", &context), 0);
    assert_int_equal(time_advise(advice, "today 12:00", &context), 0);
}

/* Months are no units: the reader of times says why. */
TEST(months)
{
    char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE];
    const char *problem = NULL;
    uint64_t unix_ms;
    assert_int_equal(time_advise(advice, "a month ago", &UTC), 1);
    assert_string_equal(advice[0], "-1month");
    assert_false(time_parse(&unix_ms, advice[0], &UTC, &problem));
    assert_non_null(strstr(problem, "months and years"));
    assert_false(problem == time_no_form);
    assert_false(time_parse(&unix_ms, "a month ago", &UTC, &problem));
    assert_true(problem == time_no_form);
}

CASES_MAIN(NULL, NULL)
