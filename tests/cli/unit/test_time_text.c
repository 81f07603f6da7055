/* SPDX-License-Identifier: MIT */
/* test_time_text.c: reading and printing times. Expected values are from documents or from another calendar; the
 * day by day loop has its own calendar, which only counts. The parser is never tested only with output of
 * the printer. */
#include "../../support/support.h"
#include "common/time_text.h"

#define NOW      UINT64_C(1795176000123) /* 2026-11-20T12:00:00.123Z */
#define LAST_48  UINT64_C(281474976710655)
#define A_DAY_MS UINT64_C(86400000)

static const struct {
    const char *text;
    uint64_t unix_ms;
} GOOD[] = {
    {"now", NOW},
    {"2026-11-20", UINT64_C(1795132800000)},
    {"2026-11-20T12:00", UINT64_C(1795176000000)},
    {"2026-11-20T12:00Z", UINT64_C(1795176000000)},
    {"2026-11-20T12:00:00", UINT64_C(1795176000000)},
    {"2026-11-20T12:00:00Z", UINT64_C(1795176000000)},
    {"2026-11-20T12:00:00.123Z", NOW},
    {"2026-11-20t12:00:00.123z", NOW},
    {"2026-11-20T12:00:00,123", NOW},
    {"2026-11-20T12:00:00.1239999999999999999999999999Z", NOW}, // cut, not rounded
    {"2026-11-20T12:00:00.1Z", NOW - 23},
    {"2026-11-20T12:00:00.12+00", NOW - 3},
    {"2026-11-20T13:00:00.123+01:00", NOW},
    {"2026-11-20T13:30:00.123+0130", NOW},
    {"2026-11-20T13:00:00.123+01", NOW},
    {"2026-11-20T02:15:00.123-09:45", NOW},
    {"2026-11-21T11:59:00.123+23:59", NOW},
    {"2026-11-20T12:00:00.123-00:00", NOW},
    {"@1795176000", NOW - 123},
    {"@1795176000.123", NOW},
    {"@1795176000,1239", NOW},
    {"@0001795176000.123", NOW},
    {"@0", 0},
    {"@0.001", 1},
    {"@18446744073709551.615", UINT64_MAX},
    {"1970-01-01", 0},
    {"1970-01-01T00:00:00.000Z", 0},
    {"1969-12-31T23:30-01:00", 1800000},
    {"1970-01-01T01:00+01:00", 0},
    {"+001970-01-01", 0},
    {"2000-02-29", UINT64_C(951782400000)},
    {"2024-02-29T23:59:59.999Z", UINT64_C(1709251199999)},
    {"2020-01-01", UINT64_C(1577836800000)},
    {"2577-06-22T06:20:44.415Z", UINT64_C(1577836800000) + UINT64_C(17592186044415)},
    {"4261-02-27T06:08:58.880Z", UINT64_C(282429536480) * 256},
    {"9999-12-31T23:59:59.999Z", UINT64_C(253402300799999)},
    {"+010000-01-01", UINT64_C(253402300800000)},
    {"+010889-08-02T05:31:50.655Z", LAST_48},
    {"+010889-08-02T06:31:50.655+01:00", LAST_48},
    {"+584556019-04-03T14:25:51.615Z", UINT64_MAX},
};

/* What is refused, and a word that the reason must hold. */
static const struct {
    const char *text;
    const char *reason;
} BAD[] = {
    {"", "not a time"},
    {" now", "not a time"},
    {"now ", "not a time"},
    {"Now", "not a time"},
    {"yesterday", "not a time"},
    {"123", "not a time"},
    {"-", "not a time"},
    {"20261120", "4 digits"},
    {"12026-11-20", "4 digits"},
    {"2026", "a date"},
    {"2026-11", "a date"},
    {"2026-1-20", "a date"},
    {"2026-11-2", "a date"},
    {"2026/11/20", "a date"},
    {"2026-00-20", "month"},
    {"2026-13-20", "month"},
    {"2026-11-00", "day"},
    {"2026-11-31", "day"},
    {"2026-02-29", "day"},
    {"2100-02-29", "day"},
    {"1900-02-29", "day"},
    {"2026-11-20 12:00", "unexpected text"},
    {"2026-11-20Z", "unexpected text"},
    {"2026-11-201", "unexpected text"},
    {"2026-11-20\n", "unexpected text"},
    {"2026-11-20T", "hours"},
    {"2026-11-20T12", "12:00"},
    {"2026-11-20T1200", "12:00"},
    {"2026-11-20T1:00", "hours"},
    {"2026-11-20T24:00:00", "hours"},
    {"2026-11-20T12:0", "minutes"},
    {"2026-11-20T12:60", "minutes"},
    {"2026-11-20T12:00:", "seconds"},
    {"2026-11-20T12:00:60", "seconds"},
    {"2026-11-20T23:59:60Z", "leap second"},
    {"2026-11-20T12:00:00.", "digits"},
    {"2026-11-20T12:00:00.Z", "digits"},
    {"2026-11-20T12:00.5", "unexpected text"},
    {"2026-11-20T12:00ZZ", "unexpected text"},
    {"2026-11-20T12:00Z ", "unexpected text"},
    {"2026-11-20T12:00 +01", "unexpected text"},
    {"2026-11-20T12:00+", "offset"},
    {"2026-11-20T12:00+1", "offset"},
    {"2026-11-20T12:00+24", "offset"},
    {"2026-11-20T12:00+01:", "offset"},
    {"2026-11-20T12:00+01:60", "offset"},
    {"2026-11-20T12:00+010", "offset"},
    {"2026-11-20T12:00+01000", "unexpected text"},
    {"1969-12-31", "1970"},
    {"1969-12-31T23:59:59.999Z", "1970"},
    {"1970-01-01T00:59+01:00", "1970"},
    {"0000-01-01", "1970"},
    {"-0001-01-01", "1970"},
    {"-010889-08-02", "1970"},
    {"-001-01-01", "4 to 9"},
    {"-1234567890-01-01", "4 to 9"},
    {"-0001-02-29", "day"},
    {"-0004-02-30", "day"},
    {"-0004-02-29Z", "unexpected text"},
    {"1780000000", "@1795176000"},
    {"1780000000000", "@1795176000"},
    {"@-1", "1970"},
    {"@-0", "1970"},
    {"@-0.5", "1970"},
    {"@-99999999999999999999999", "1970"},
    {"@-", "number"},
    {"@-1s", "unexpected text"},
    {"@-1.", "digits"},
    {"@", "number"},
    {"@+1", "number"},
    {"@ 1", "number"},
    {"@.5", "number"},
    {"@1.", "digits"},
    {"@1.5s", "unexpected text"},
    {"@0x10", "unexpected text"},
    {"@1e9", "unexpected text"},
    {"@18446744073709551.616", "64 bits"},
    {"@18446744073709552", "64 bits"},
    {"@99999999999999999999999999999999", "64 bits"},
    {"+584556019-04-03T14:25:51.616Z", "64 bits"},
    {"+584556019-04-03T14:25:51.615-00:01", "64 bits"},
    {"+999999999-12-31", "64 bits"},
    {"+10889-08-02", "6 to 9"},
    {"+1000000000-01-01", "6 to 9"},
    {"+-10889-08-02", "6 to 9"},
};

static void test_good(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(GOOD); i++) {
        const char *problem = "untouched";
        uint64_t unix_ms = 7;
        EXPECT(time_parse(&unix_ms, GOOD[i].text, NOW, &problem), "%s: %s", GOOD[i].text, problem);
        EXPECT(unix_ms == GOOD[i].unix_ms, "%s: %llu", GOOD[i].text, (unsigned long long)unix_ms);
        assert_string_equal(problem, "untouched");
    }
}

static void test_bad(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BAD); i++) {
        const char *problem = NULL;
        uint64_t unix_ms = 7;
        EXPECT(!time_parse(&unix_ms, BAD[i].text, NOW, &problem), "%s: taken", BAD[i].text);
        EXPECT(problem != NULL && strstr(problem, BAD[i].reason) != NULL, "%s: %s", BAD[i].text,
               problem);
        EXPECT(unix_ms == 7, "%s: written", BAD[i].text);
    }
}

/* Bounds of ranges: like times, but rounded up, and 0 before 1970. */
static const struct {
    const char *text;
    uint64_t unix_ms;
} BOUNDS[] = {
    {"now", NOW},
    {"2026-11-20T12:00:00.123Z", NOW},
    {"2026-11-20T12:00:00.123000000Z", NOW},
    {"2026-11-20T12:00:00.1230001Z", NOW + 1},
    {"2026-11-20T12:00:00.122999999999999999999999999Z", NOW},
    {"2026-11-20T12:59:59.9999+01:00", NOW - 123},
    {"2026-12-31T23:59:59.9999", UINT64_C(1798761600000)},
    {"@1795176000,1221", NOW},
    {"@0.0001", 1},
    {"@999999999999.9999", UINT64_C(1000000000000000)},
    {"+584556019-04-03T14:25:51.615Z", UINT64_MAX},
    {"1969-12-31T23:59:59.9999Z", 0},
    {"1970-01-01T00:59+01:00", 0},
    {"0000-01-01", 0},
    {"-0044-03-15", 0},
    {"-0004-02-29T12:00Z", 0},
    {"-123456789-12-31", 0},
    {"@-1", 0},
    {"@-0.5", 0},
    {"@-99999999999999999999999", 0},
};

static void test_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BOUNDS); i++) {
        const char *problem = "untouched";
        uint64_t unix_ms = 7;
        EXPECT(time_parse_bound(&unix_ms, BOUNDS[i].text, NOW, &problem), "%s: %s", BOUNDS[i].text,
               problem);
        EXPECT(unix_ms == BOUNDS[i].unix_ms, "%s: %llu", BOUNDS[i].text,
               (unsigned long long)unix_ms);
        assert_string_equal(problem, "untouched");
    }
}

static void expect_bad_bound(const char *text, const char *reason)
{
    const char *problem = NULL;
    uint64_t unix_ms = 7;
    EXPECT(!time_parse_bound(&unix_ms, text, NOW, &problem), "%s: taken", text);
    EXPECT(problem != NULL && strstr(problem, reason) != NULL, "%s: %s", text, problem);
    EXPECT(unix_ms == 7, "%s: written", text);
}

/* What is no time is no bound; nor are milliseconds where seconds are wanted. */
static void test_bad_bounds(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(BAD); i++)
        if (strcmp(BAD[i].reason, "1970") != 0 && strcmp(BAD[i].reason, "64 bits") != 0)
            expect_bad_bound(BAD[i].text, BAD[i].reason);
    expect_bad_bound("@1000000000000", "milliseconds");
    expect_bad_bound("@1795176000123", "milliseconds");
    expect_bad_bound("@18446744073709551.6151", "milliseconds");
    expect_bad_bound("@18446744073709552", "64 bits");
    expect_bad_bound("+584556019-04-03T14:25:51.6151Z", "64 bits");
    expect_bad_bound("+999999999-12-31", "64 bits");
}

static void expect_print(uint64_t unix_ms, const char *expected)
{
    char text[TIME_TEXT_SIZE + 1];
    memset(text, '#', sizeof text);
    size_t length = time_print(text, unix_ms);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    assert_int_equal(text[TIME_TEXT_SIZE], '#');
}

static void test_print(void **state)
{
    (void)state;
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

static bool is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* A calendar that steps from day to day, for three cycles of 400 years. */
static void test_each_day(void **state)
{
    static const unsigned lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned year = 1970, month = 1, day = 1;
    (void)state;
    for (uint64_t number = 0; number < 3 * 146097; number++) {
        char expected[64], text[TIME_TEXT_SIZE];
        uint64_t unix_ms = 0;
        const char *problem = "";
        snprintf(expected, sizeof expected, "%04u-%02u-%02uT00:00:00.000Z", year, month, day);
        time_print(text, number * A_DAY_MS);
        EXPECT(strcmp(text, expected) == 0, "%s, expected %s", text, expected);
        expected[10] = '\0';
        EXPECT(time_parse(&unix_ms, expected, 0, &problem), "%s: %s", expected, problem);
        EXPECT(unix_ms == number * A_DAY_MS, "%s: %llu", expected, (unsigned long long)unix_ms);
        if (++day > lengths[month - 1] + (month == 2 && is_leap(year))) {
            day = 1;
            year += month == 12;
            month = month % 12 + 1;
        }
    }
}

/* Any time comes back from its print, near the year's turns too. */
static void test_round_trip(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        uint64_t given = support_random() >> support_below(64), found = 0;
        char text[TIME_TEXT_SIZE];
        const char *problem = "";
        size_t length = time_print(text, given);
        EXPECT(length == strlen(text) && length < TIME_TEXT_SIZE, "%s: %zu", text, length);
        EXPECT(time_parse(&found, text, 0, &problem), "%s: %s", text, problem);
        EXPECT(found == given, "%s: %llu, given %llu", text, (unsigned long long)found,
               (unsigned long long)given);
    }
}

/* A broken time is read as some time that prints alike, or refused; never beyond its end:
 * the text lies at the end of memory of its own size. */
static void test_broken(void **state)
{
    (void)state;
    size_t taken = 0, refused = 0;
    for (int i = 0; i < 200000; i++) {
        const char *good = GOOD[support_below(COUNT_OF(GOOD))].text;
        char *text = strdup(good);
        text[support_below(strlen(good))] = "0123456789+-:.,TZtz@ \xff"[support_below(22)];
        text[strlen(good) - support_below(3)] = '\0';
        uint64_t unix_ms = 7;
        const char *problem = NULL;
        bool good_still = time_parse(&unix_ms, text, NOW, &problem);
        EXPECT(good_still == (problem == NULL), "%s", text);
        EXPECT(good_still || unix_ms == 7, "%s", text);
        taken += good_still;
        refused += !good_still;
        free(text);
    }
    EXPECT(taken > 1000 && refused > 1000, "%zu taken, %zu refused", taken, refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),       cmocka_unit_test(test_bad),
        cmocka_unit_test(test_print),      cmocka_unit_test(test_each_day),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_broken),
        cmocka_unit_test(test_bounds),     cmocka_unit_test(test_bad_bounds),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
