/* SPDX-License-Identifier: MIT */
/* test_age.c: how long ago a time is; and times in the local time zone. */
#include "../../support/cases.h"
#include "cli/output/time_form.h"
#include "common/time_text.h"

static void expect_age(int64_t unix_ms, uint64_t now_ms, const char *wanted)
{
    char text[AGE_SIZE];
    size_t length = age_print(text, unix_ms, now_ms);
    assert_string_equal(text, wanted);
    assert_int_equal(length, strlen(wanted));
}

TEST(age)
{
    const uint64_t now = UINT64_C(1795132800123);
    const int64_t s = 1000, m = 60 * s, h = 60 * m, d = 24 * h, year = 31556952 * s;
    const int64_t at = (int64_t)now;
    expect_age(at, now, "now");
    expect_age(at - 999, now, "now");
    expect_age(at + 999, now, "now");
    expect_age(at - s, now, "1 s ago");
    expect_age(at + s, now, "in 1 s");
    expect_age(at - 59 * s, now, "59 s ago");
    expect_age(at - m, now, "1 min ago");
    expect_age(at - m - s, now, "1 min 1 s ago");
    expect_age(at - h, now, "1 h ago");
    expect_age(at - h - 59 * s, now, "1 h ago");
    expect_age(at - h - 2 * m, now, "1 h 2 min ago");
    expect_age(at + 3 * d + 4 * h + 5 * m, now, "in 3 d 4 h");
    expect_age(at - year, now, "1 y ago");
    expect_age(at - year + 1, now, "365 d 5 h ago");
    expect_age(at - 10 * year - 115 * d, now, "10 y 115 d ago");
    expect_age(0, 0, "now");
    expect_age(-1000, 0, "1 s ago");
    expect_age(INT64_MAX, 0, "in 292277024 y 228 d");
    expect_age(INT64_MIN, UINT64_C(1) << 62, "438415536 y 343 d ago");
}

static void expect_local(const char *zone, int64_t unix_ms, const char *wanted)
{
    char text[TIME_LOCAL_SIZE];
    setenv("TZ", zone, 1);
    assert_int_equal(time_print_local(text, unix_ms), strlen(wanted));
    if (*wanted != '\0')
        assert_string_equal(text, wanted);
}

TEST(local)
{
    expect_local("UTC0", 1795132800123, "2026-11-20T00:00:00.123+00:00");
    expect_local("XST-05:45", 1795132800123, "2026-11-20T05:45:00.123+05:45");
    expect_local("XST+11", 1795132800123, "2026-11-19T13:00:00.123-11:00");
    expect_local("XST+0:44:30", 0, "1969-12-31T23:16:00.000-00:44");
    expect_local("XST-1", -1, "1970-01-01T00:59:59.999+01:00");
    expect_local("XST-1", -1001, "1970-01-01T00:59:58.999+01:00");
    expect_local("XST-1", INT64_C(253402297200000), "+010000-01-01T00:00:00.000+01:00");
    expect_local("XST-1", INT64_MAX, "");
    expect_local("XST-0:53:28", INT64_C(-62167222408000) + 28000, "0000-01-01T00:00:00.000+00:53");
    expect_local("XST-0:53:28", INT64_C(-62167222408000) + 5000, "");
    expect_local("CET-1CEST,M3.5.0,M10.5.0", 1792285199999, "2026-10-18T02:59:59.999+02:00");
    expect_local("CET-1CEST,M3.5.0,M10.5.0", 1795132800000, "2026-11-20T01:00:00.000+01:00");
}

CASES_MAIN(NULL, NULL)
