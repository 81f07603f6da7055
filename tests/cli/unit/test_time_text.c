/* SPDX-License-Identifier: MIT */
/* test_time_text.c: printing times. Expected values are from documents and from the tests' own
 * calendar. What is printed is also read again. */
#include "../../support/calendar.h"
#include "../../support/cases.h"
#include "common/time_parse.h"
#include "common/time_text.h"

#define NOW      UINT64_C(1795176000123) /* 2026-11-20T12:00:00.123Z */
#define LAST_48  UINT64_C(281474976710655)
#define A_DAY_MS UINT64_C(86400000)

static const struct time_context UTC = {.now_ms = 0};

static void expect_print(uint64_t unix_ms, const char *expected)
{
    char text[TIME_TEXT_SIZE + 1];
    memset(text, '#', sizeof text);
    size_t length = time_print(text, unix_ms);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    assert_int_equal(text[TIME_TEXT_SIZE], '#');
}

TEST(print)
{
    expect_print(0, "1970-01-01T00:00:00.000Z");
    expect_print(NOW, "2026-11-20T12:00:00.123Z");
    expect_print(UINT64_C(951782399999), "2000-02-28T23:59:59.999Z");
    expect_print(UINT64_C(4107542399999), "2100-02-28T23:59:59.999Z");
    expect_print(UINT64_C(4107542400000), "2100-03-01T00:00:00.000Z");
    expect_print(UINT64_C(253402300799999), "9999-12-31T23:59:59.999Z");
    expect_print(UINT64_C(253402300800000), "+010000-01-01T00:00:00.000Z");
    expect_print(LAST_48, "+010889-08-02T05:31:50.655Z");
    expect_print(UINT64_MAX, "+584556019-04-03T14:25:51.615Z");
}

static void expect_print_signed(int64_t unix_ms, const char *expected)
{
    char text[TIME_TEXT_SIZE];
    assert_int_equal(time_print_signed(text, unix_ms), strlen(expected));
    assert_string_equal(text, expected);
}

/* Times before 1970, of UUIDs of version 1. */
TEST(print_signed)
{
    expect_print_signed(0, "1970-01-01T00:00:00.000Z");
    expect_print_signed(-1, "1969-12-31T23:59:59.999Z");
    expect_print_signed(-86400000, "1969-12-31T00:00:00.000Z");
    expect_print_signed(-86400001, "1969-12-30T23:59:59.999Z");
    expect_print_signed(INT64_C(-12219292800000), "1582-10-15T00:00:00.000Z");
    expect_print_signed(INT64_C(-62167219200000), "0000-01-01T00:00:00.000Z");
    expect_print_signed(INT64_MAX, "+292278994-08-17T07:12:55.807Z");
}

/* Each day of three cycles of 400 years, compared with the tests' own calendar. */
TEST(each_day)
{
    for (uint64_t number = 0; number < 3 * 146097; number++) {
        char expected[CALENDAR_TEXT_SIZE], text[TIME_TEXT_SIZE];
        uint64_t unix_ms = 0;
        const char *problem = "";
        calendar_print(expected, number * A_DAY_MS);
        time_print(text, number * A_DAY_MS);
        EXPECT(strcmp(text, expected) == 0, "%s, expected %s", text, expected);
        *strchr(expected, 'T') = '\0';
        EXPECT(time_parse(&unix_ms, expected, &UTC, &problem), "%s: %s", expected, problem);
        EXPECT(unix_ms == number * A_DAY_MS, "%s: %llu", expected, (unsigned long long)unix_ms);
    }
}

/* Any time comes back from its print, near the year's turns too. */
TEST(round_trip)
{
    for (int i = 0; i < 200000; i++) {
        uint64_t given = support_random() >> support_below(64), found = 0;
        char text[TIME_TEXT_SIZE];
        const char *problem = "";
        size_t length = time_print(text, given);
        EXPECT(length == strlen(text) && length < TIME_TEXT_SIZE, "%s: %zu", text, length);
        EXPECT(time_parse(&found, text, &UTC, &problem), "%s: %s", text, problem);
        EXPECT(found == given, "%s: %llu, given %llu", text, (unsigned long long)found,
               (unsigned long long)given);
    }
}

CASES_MAIN(NULL, NULL)
