/* SPDX-License-Identifier: MIT */
/* test_time_parse.c: reading times and periods. Expected values are from documents, `date` or
 * another calendar; local times are of zones that the test makes up. */
#include "../../support/cases.h"
#include "common/time_parse.h"

#define NOW      UINT64_C(1795176000123) /* 2026-11-20T12:00:00.123Z */
#define LAST_48  UINT64_C(281474976710655)
#define HOUR_MS  UINT64_C(3600000)
#define A_DAY_MS (24 * HOUR_MS)
#define MIDNIGHT UINT64_C(1795132800000) /* 2026-11-20 */

/* A time zone: how many seconds it is ahead of UTC from one time to before another, and else. */
struct zone {
    int64_t from, until;
    int within, otherwise;
};

/* Like Berlin: one hour ahead of UTC, two from 2026-03-29T01:00Z to 2026-10-25T01:00Z. Apia went from
 * 10 hours behind to 14 ahead at 2011-12-30T10:00Z, without a 30th. Santiago goes from 00:00 to 01:00
 * on 2026-09-06, Havana from 01:00 to 00:00 on 2026-11-01, and Newfoundland went from 00:01 to 23:01
 * of the day before on 2010-11-07. */
static const struct zone UTC = {0, 0, 0, 0};
static const struct zone BERLIN = {1774746000, 1792890000, 7200, 3600};
static const struct zone APIA = {1325239200, INT64_MAX, 50400, -36000};
static const struct zone SANTIAGO = {1788667200, INT64_MAX, -10800, -14400};
static const struct zone HAVANA = {1793509200, INT64_MAX, -18000, -14400};
static const struct zone NEWFOUNDLAND = {1289097060, INT64_MAX, -12600, -9000};
static const struct zone UNKNOWN = {0, 0, 0, 99};

static const struct zone *zone; // of the reading

static bool local_offset(int64_t unix_seconds, int *ahead)
{
    bool is_within = unix_seconds >= zone->from && unix_seconds < zone->until;
    *ahead = is_within ? zone->within : zone->otherwise;
    return zone != &UNKNOWN;
}

static struct time_context context_in(const struct zone *given)
{
    zone = given;
    return (struct time_context){.now_ms = NOW,
                                 .local_offset = given != &UTC ? local_offset : NULL};
}

static const struct good {
    const char *text;
    uint64_t unix_ms;
} GOOD[] = {
    {"now", NOW},
    {"Now", NOW},
    {"now+1h", NOW + HOUR_MS},
    {"now-15m", NOW - HOUR_MS / 4},
    {"NOW-15MIN", NOW - HOUR_MS / 4},
    {"-1H30m", NOW - HOUR_MS * 3 / 2},
    {"now-0s", NOW},
    {"-1h", NOW - HOUR_MS},
    {"+1h", NOW + HOUR_MS},
    {"-123ms", NOW - 123},
    {"-124ms", NOW - 124},
    {"+876ms", NOW + 876},
    {"+877ms", NOW + 877},
    {"+1999ms", NOW + 1999},
    {"-1h30m", NOW - HOUR_MS * 3 / 2},
    {"-2d3h4m5s6ms", NOW - 2 * A_DAY_MS - 3 * HOUR_MS - 4 * 60000 - 5 * 1000 - 6},
    {"-1 hour", NOW - HOUR_MS},
    {"-90min", NOW - HOUR_MS * 3 / 2},
    {"-2 weeks", NOW - 14 * A_DAY_MS},
    {"+999999999s", NOW + UINT64_C(999999999000)},
    {"1h ago", NOW - HOUR_MS},
    {"1 hour ago", NOW - HOUR_MS},
    {"1 H AGO", NOW - HOUR_MS},
    {"2  days  ago", NOW - 2 * A_DAY_MS},
    {"1h30m ago", NOW - HOUR_MS * 3 / 2},
    {"3wk ago", NOW - 21 * A_DAY_MS},
    {"0s ago", NOW},
    {"12345678s ago", NOW - UINT64_C(12345678000)},
    {"20777d ago", NOW - 20777 * A_DAY_MS},
    {"today", MIDNIGHT},
    {"yesterday", MIDNIGHT - A_DAY_MS},
    {"tomorrow", MIDNIGHT + A_DAY_MS},
    {"Today", MIDNIGHT},
    {"2026", UINT64_C(1767225600000)},
    {"1970", 0},
    {"2026-11", UINT64_C(1793491200000)},
    {"+012026", UINT64_C(317336745600000)},
    {"1795176000", NOW - 123},
    {"0000000000", 0},
    {"9999999999", UINT64_C(9999999999000)},
    {"1795176000123", NOW},
    {"0000000000001", 1},
    {"2026-11-20 12:00", NOW - 123},
    {"2026-11-20  12:00:00.123", NOW},
    {"2026-11-20 12:00:00.123 +0000", NOW},
    {"2026-11-20 13:00:00.123 +01:00", NOW},
    {"2026-11-20 12:00:00.123 UTC", NOW},
    {"2026-11-20 12:00:00.123 GMT", NOW},
    {"2026-11-20T12:00:00.123 Z", NOW},
    {"Fri, 20 Nov 2026 12:00:00 +0000", NOW - 123},
    {"Fri, 20 Nov 2026 13:00:00 +0100", NOW - 123},
    {"fri, 20 nov 2026 12:00 gmt", NOW - 123},
    {"20 Nov 2026 12:00:00 GMT", NOW - 123},
    {"20 Nov 2026 07:00:00 -0500", NOW - 123},
    {"Thu, 1 Jan 1970 00:00:00 +0000", 0},
    {"Thu, 01 Jan 1970 00:00 Z", 0},
    {"Tue, 29 Feb 2000 00:00:00 +0000", UINT64_C(951782400000)},
    {"2026-11-20", MIDNIGHT},
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
    {" now", "did you mean now?"},
    {"now ", "time span"},
    {"nowadays", "not a time"},
    {"noon", "not a time"},
    {"yesteday", "did you mean yesterday?"},
    {"Tomorow", "did you mean tomorrow?"},
    {"nwo", "did you mean now?"},
    {"soon", "not a time"},
    {"todays", "did you mean today?"},
    {"today ", "did you mean today?"},
    {"today 12:00", "not a time"},
    {"now -15m", "time span"},
    {"now-15", "unit"},
    {"now-", "number"},
    {"now15m", "time span"},
    {"1h", "direction"},
    {"1 h", "direction"},
    {"1h before", "direction"},
    {"1h agos", "direction"},
    {"1h ago ", "direction"},
    {"in 1h", "not a time"},
    {"-1", "unit"},
    {"-1h ", "after the time span"},
    {"-1h ago", "after the time span"},
    {"-1h 30m", "after the time span"},
    {"-1.5h", "no decimals"},
    {"1767225600.", "decimals after @"},
    {"-1,5h", "no decimals"},
    {"1,5 h ago", "no decimals"},
    {"1.5h ago", "no decimals"},
    {"now+0.5h", "no decimals"},
    {"- 1h", "not a time"},
    {"-1mo", "months"},
    {"-1 month", "months"},
    {"-1y", "months"},
    {"-1hh", "unit"},
    {"-1M", "minutes or months"},
    {"+2M", "minutes or months"},
    {"-1h30M", "minutes or months"},
    {"now-15M", "minutes or months"},
    {"1 M ago", "minutes or months"},
    {"1 fortnight ago", "unit"},
    {"-1000000000s", "digits"},
    {"+999999999w999999999w", "64 bits"},
    {"20778d ago", "1970"},
    {"-999999999w", "1970"},
    {"1", "4 digits"},
    {"123", "4 digits"},
    {"12345", "@123"},
    {"123456789", "@123"},
    {"12345678901", "@123"},
    {"123456789012", "@123"},
    {"12345678901234", "@123"},
    {"1795176000123456789", "@123"},
    {"1795176000.5", "decimals after @"},
    {"1969", "1970"},
    {"0000", "1970"},
    {"2026-", "a date"},
    {"2026-1", "a date"},
    {"2026-00", "month"},
    {"2026-13", "month"},
    {"2026-11-", "a date"},
    {"2026-11 12:00", "a date"},
    {"2026-11-20 ", "hours"},
    {"2026-11-20_12:00", "unexpected text"},
    {"2026-11-20T 12:00", "hours"},
    {"2026-11-20 12:00 CET", "UTC"},
    {"2026-11-20 12:00 utcx", "UTC"},
    {"Thu, 20 Nov 2026 12:00:00 +0000", "day of the week"},
    {"Friday, 20 Nov 2026 12:00:00 +0000", "Fri"},
    {"Fri 20 Nov 2026 12:00:00 +0000", "not a time"},
    {"Fri, Nov 20 2026 12:00:00 +0000", "20 Nov 2026"},
    {"20 Nov 2026", "20 Nov 2026"},
    {"20 Nov 26 12:00:00 +0000", "20 Nov 2026"},
    {"20 Nov 2026 12:00:00", "offset"},
    {"20 Nov 2026 12:00:00 ", "UTC"},
    {"20 Nov 2026 12:00:00 EST", "UTC"},
    {"20 Nov 2026 12:00:00.5 +0000", "offset"},
    {"20 Nov 2026 12:00:60 +0000", "leap second"},
    {"31 Nov 2026 12:00:00 +0000", "day"},
    {"0 Nov 2026 12:00:00 +0000", "day"},
    {"120 Nov 2026 12:00:00 +0000", "unit"},
    {"20 November 2026 12:00:00 +0000", "unit"},
    {"31 Dec 1969 23:59:59 +0000", "1970"},
    {"-", "not a time"},
    {"+", "6 to 9"},
    {"20261120", "hyphens"},
    {"20261120T120000Z", "hyphens and colons"},
    {"20261120t12", "hyphens and colons"},
    {"12026-11-20", "4 digits"},
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

/* time_parse or time_parse_bound. */
typedef bool reader(uint64_t *unix_ms, const char *text, const struct time_context *context,
                    const char **problem);

static void expect_time(reader *read, const char *text, const struct zone *where, uint64_t unix_ms)
{
    const struct time_context context = context_in(where);
    const char *problem = "untouched";
    uint64_t found = 7;
    EXPECT(read(&found, text, &context, &problem), "%s: %s", text, problem);
    EXPECT(found == unix_ms, "%s: %llu", text, (unsigned long long)found);
    assert_string_equal(problem, "untouched");
}

static void expect_no_time(reader *read, const char *text, const struct zone *where,
                           const char *reason)
{
    const struct time_context context = context_in(where);
    const char *problem = NULL;
    uint64_t unix_ms = 7;
    EXPECT(!read(&unix_ms, text, &context, &problem), "%s: accepted", text);
    EXPECT(problem != NULL && strstr(problem, reason) != NULL, "%s: %s", text, problem);
    EXPECT(unix_ms == 7, "%s: written", text);
}

TEST(good)
{
    for (size_t i = 0; i < COUNT_OF(GOOD); i++)
        expect_time(time_parse, GOOD[i].text, &UTC, GOOD[i].unix_ms);
}

TEST(bad)
{
    for (size_t i = 0; i < COUNT_OF(BAD); i++)
        expect_no_time(time_parse, BAD[i].text, &UTC, BAD[i].reason);
}

/* Bounds of ranges: like times, but rounded up, and 0 before 1970. */
static const struct good BOUNDS[] = {
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

TEST(bounds)
{
    for (size_t i = 0; i < COUNT_OF(BOUNDS); i++)
        expect_time(time_parse_bound, BOUNDS[i].text, &UTC, BOUNDS[i].unix_ms);
}

/* What is no time is no bound; nor are milliseconds where seconds are wanted. */
TEST(bad_bounds)
{
    static const char *const cases[][2] = {{"@1000000000000", "milliseconds"},
                                           {"@1795176000123", "milliseconds"},
                                           {"@18446744073709551.6151", "milliseconds"},
                                           {"@18446744073709552", "64 bits"},
                                           {"+584556019-04-03T14:25:51.6151Z", "64 bits"},
                                           {"+999999999-12-31", "64 bits"}};
    for (size_t i = 0; i < COUNT_OF(BAD); i++)
        if (strcmp(BAD[i].reason, "1970") != 0 && strcmp(BAD[i].reason, "64 bits") != 0)
            expect_no_time(time_parse_bound, BAD[i].text, &UTC, BAD[i].reason);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        expect_no_time(time_parse_bound, cases[i][0], &UTC, cases[i][1]);
}

/* ---- Periods ------------------------------------------------------------------- */

static void expect_period(const char *text, const struct zone *where, uint64_t since,
                          uint64_t until)
{
    const struct time_context context = context_in(where);
    const char *problem = "untouched";
    uint64_t found_since = 7, found_until = 7;
    EXPECT(time_parse_period(&found_since, &found_until, text, &context, &problem), "%s: %s", text,
           problem);
    EXPECT(found_since == since && found_until == until, "%s: %llu to %llu", text,
           (unsigned long long)found_since, (unsigned long long)found_until);
}

static void expect_no_period(const char *text, const struct zone *where, const char *reason)
{
    const struct time_context context = context_in(where);
    const char *problem = NULL;
    uint64_t since = 7, until = 7;
    EXPECT(!time_parse_period(&since, &until, text, &context, &problem), "%s: accepted", text);
    EXPECT(problem != NULL && strstr(problem, reason) != NULL, "%s: %s", text, problem);
    EXPECT(since == 7 && until == 7, "%s: written", text);
}

TEST(periods)
{
    expect_period("2026", &UTC, UINT64_C(1767225600000), UINT64_C(1798761600000));
    expect_period("2024", &UTC, UINT64_C(1704067200000), UINT64_C(1735689600000));
    expect_period("2026-11", &UTC, UINT64_C(1793491200000), UINT64_C(1796083200000));
    expect_period("2026-12", &UTC, UINT64_C(1796083200000), UINT64_C(1798761600000));
    expect_period("2024-02", &UTC, UINT64_C(1706745600000), UINT64_C(1709251200000));
    expect_period("2026-11-20", &UTC, MIDNIGHT, MIDNIGHT + A_DAY_MS);
    expect_period("2026-12-31", &UTC, UINT64_C(1798675200000), UINT64_C(1798761600000));
    expect_period("1970", &UTC, 0, 365 * A_DAY_MS);
    expect_period("today", &UTC, MIDNIGHT, MIDNIGHT + A_DAY_MS);
    expect_period("yesterday", &UTC, MIDNIGHT - A_DAY_MS, MIDNIGHT);
    expect_period("tomorrow", &UTC, MIDNIGHT + A_DAY_MS, MIDNIGHT + 2 * A_DAY_MS);
}

TEST(bad_periods)
{
    expect_no_period("now", &UTC, "a year, a month or a day");
    expect_no_period("-1h", &UTC, "a year, a month or a day");
    expect_no_period("1h ago", &UTC, "a year, a month or a day");
    expect_no_period("@1795176000", &UTC, "a year, a month or a day");
    expect_no_period("1795176000", &UTC, "a year, a month or a day");
    expect_no_period("2026-11-20T12:00", &UTC, "a year, a month or a day");
    expect_no_period("2026-11-20T00:00Z", &UTC, "a year, a month or a day");
    expect_no_period("20 Nov 2026 12:00 GMT", &UTC, "a year, a month or a day");
    expect_no_period("2026-13", &UTC, "month");
    expect_no_period("1969", &UTC, "1970");
    expect_no_period("-0001", &UTC, "unit");
    expect_no_period("-0001-01", &UTC, "1970");
    expect_no_period("+584556019", &UTC, "64 bits");
    expect_no_period("", &UTC, "a year, a month or a day");
}

/* ---- Local time ---------------------------------------------------------------- */

static const struct {
    const struct zone *where;
    const char *text;
    uint64_t unix_ms;
} LOCAL[] = {
    {&BERLIN, "2026-11-20T13:00:00.123", NOW},
    {&BERLIN, "2026-11-20T12:00:00.123Z", NOW},
    {&BERLIN, "2026-11-20 12:00:00.123 UTC", NOW},
    {&BERLIN, "20 Nov 2026 12:00 GMT", NOW - 123},
    {&BERLIN, "now", NOW},
    {&BERLIN, "-1h", NOW - HOUR_MS},
    {&BERLIN, "@1795176000", NOW - 123},
    {&BERLIN, "1795176000123", NOW},
    {&BERLIN, "today", MIDNIGHT - HOUR_MS},
    {&BERLIN, "2026-11-20", MIDNIGHT - HOUR_MS},
    {&BERLIN, "2026", UINT64_C(1767222000000)},
    {&BERLIN, "2026-03-29T01:59:59.999", UINT64_C(1774745999999)},
    {&BERLIN, "2026-03-29T03:00", UINT64_C(1774746000000)},
    {&BERLIN, "2026-10-25T01:59:59.999", UINT64_C(1792886399999)},
    {&BERLIN, "2026-10-25T03:00", UINT64_C(1792893600000)},
    {&APIA, "2011-12-29T23:59:59.999", UINT64_C(1325239199999)},
    {&APIA, "2011-12-31", UINT64_C(1325239200000)},
    {&APIA, "today", MIDNIGHT + 10 * HOUR_MS},
    {&SANTIAGO, "2026-09-06", UINT64_C(1788667200000)},
    {&SANTIAGO, "2026-09-06T01:00", UINT64_C(1788667200000)},
    {&HAVANA, "2026-11-01", UINT64_C(1793505600000)},
    {&NEWFOUNDLAND, "2010-11-07", UINT64_C(1289097000000)},
    {&UNKNOWN, "now", NOW},
    {&UNKNOWN, "2026-11-20T12:00:00.123Z", NOW},
};

static const struct {
    const struct zone *where;
    const char *text;
    const char *reason;
} NOT_LOCAL[] = {
    {&BERLIN, "2026-03-29T02:00", "does not exist"},
    {&BERLIN, "2026-03-29T02:59:59.999", "does not exist"},
    {&BERLIN, "2026-10-25T02:00", "twice"},
    {&BERLIN, "2026-10-25T02:59:59.999", "twice"},
    {&BERLIN, "1970-01-01T00:59", "1970"},
    {&APIA, "2011-12-30", "does not exist"},
    {&APIA, "2011-12-30T23:59", "does not exist"},
    {&SANTIAGO, "2026-09-06T00:00", "does not exist"},
    {&HAVANA, "2026-11-01T00:00", "twice"},
    {&UNKNOWN, "2026-11-20", "not known"},
    {&UNKNOWN, "today", "not known"},
};

TEST(local)
{
    for (size_t i = 0; i < COUNT_OF(LOCAL); i++)
        expect_time(time_parse, LOCAL[i].text, LOCAL[i].where, LOCAL[i].unix_ms);
    expect_period("2026-03-29", &BERLIN, UINT64_C(1774738800000), UINT64_C(1774821600000));
    expect_period("2026-10-25", &BERLIN, UINT64_C(1792879200000), UINT64_C(1792969200000));
    expect_period("today", &BERLIN, MIDNIGHT - HOUR_MS, MIDNIGHT + 23 * HOUR_MS);
    expect_period("2026-09-05", &SANTIAGO, UINT64_C(1788580800000), UINT64_C(1788667200000));
    expect_period("2026-09-06", &SANTIAGO, UINT64_C(1788667200000), UINT64_C(1788750000000));
    expect_period("2026-11-01", &HAVANA, UINT64_C(1793505600000), UINT64_C(1793595600000));
    expect_period("2010-11-06", &NEWFOUNDLAND, UINT64_C(1289010600000), UINT64_C(1289097000000));
    expect_period("2010-11-07", &NEWFOUNDLAND, UINT64_C(1289097000000), UINT64_C(1289187000000));
    expect_period("2011-12-29", &APIA, UINT64_C(1325152800000), UINT64_C(1325239200000));
    expect_period("2011-12", &APIA, UINT64_C(1322733600000), UINT64_C(1325325600000));
}

TEST(not_local)
{
    for (size_t i = 0; i < COUNT_OF(NOT_LOCAL); i++)
        expect_no_time(time_parse, NOT_LOCAL[i].text, NOT_LOCAL[i].where, NOT_LOCAL[i].reason);
    expect_no_period("2011-12-30", &APIA, "clocks skip it");
}

/* A broken time is read as some time that prints alike, or refused; never beyond its end:
 * the text lies at the end of memory of its own size. */
TEST(broken)
{
    const struct time_context context = context_in(&UTC);
    size_t accepted = 0, refused = 0;
    for (int i = 0; i < 200000; i++) {
        const char *good = GOOD[support_below(COUNT_OF(GOOD))].text;
        char *text = strdup(good);
        text[support_below(strlen(good))] = "0123456789+-:.,TZtz@ \xff"[support_below(22)];
        text[strlen(good) - support_below(3)] = '\0';
        uint64_t unix_ms = 7;
        const char *problem = NULL;
        bool good_still = time_parse(&unix_ms, text, &context, &problem);
        EXPECT(good_still == (problem == NULL), "%s", text);
        EXPECT(good_still || unix_ms == 7, "%s", text);
        accepted += good_still;
        refused += !good_still;
        free(text);
    }
    EXPECT(accepted > 1000 && refused > 1000, "%zu accepted, %zu refused", accepted, refused);
}

CASES_MAIN(NULL, NULL)
