/* SPDX-License-Identifier: MIT */
/* test_date.c: node/date.c compared with the tests' own calendar: each day of more than 400 years,
 * and texts that are not a date; node/clock.c compared with itself: it moves forward, in ms. */
#include "support/calendar.h"
#include "support/cases.h"

#include "node/platform.h"
#include "node/date.h"

#include <time.h>

static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

static uint64_t parse(const char *text)
{
    char *exact = support_exact_copy(text, strlen(text)); /* without its NUL */
    uint64_t ms = sortid_node_date_parse(exact, strlen(text));
    free(exact);
    return ms;
}

TEST(every_day)
{
    for (unsigned year = 1970; year <= 2405; year++) {
        for (unsigned month = 1; month <= 12; month++) {
            for (unsigned day = 1; day <= 31; day++) {
                char text[40];
                unsigned second = (unsigned)support_below(86400);
                snprintf(text, sizeof text, "Sat, %02u %s %04u %02u:%02u:%02u GMT", day,
                         months[month - 1], year, second / 3600, second / 60 % 60, second % 60);
                uint64_t expected =
                    calendar_has(year, month, day)
                        ? ((uint64_t)calendar_days(year, month, day) * 86400 + second) * 1000
                        : 0;
                EXPECT(parse(text) == expected, "%s", text);
            }
        }
    }
}

TEST(edges)
{
    EXPECT(parse("Sat, 21 Nov 2026 16:32:17 GMT") == UINT64_C(1795278737000), "a date");
    EXPECT(parse("Fri, 31 Dec 9999 23:59:59 GMT") == UINT64_C(253402300799000), "the last");
    EXPECT(parse("Sat, 31 Dec 2016 23:59:60 GMT") == UINT64_C(1483228799000), "a leap second");
    EXPECT(parse("Tue, 19 Jan 2038 03:14:08 GMT") == UINT64_C(2147483648000), "after 32 bits");
}

TEST(refusals)
{
    static const char *const bad[] = {
        "",
        "Sat, 21 Nov 2026 16:32:17 GM",
        "Sat, 21 Nov 2026 16:32:17 GMT ",
        "Sat, 21 Nov 2026 16:32:17 UTC",
        "Sat, 21 nov 2026 16:32:17 GMT",
        "Sat, 21 Nox 2026 16:32:17 GMT",
        "Sat, 1 Nov 2026 16:32:17 GMT",
        "Sat, 00 Nov 2026 16:32:17 GMT",
        "Sat, 31 Nov 2026 16:32:17 GMT",
        "Sat, 29 Feb 2026 16:32:17 GMT",
        "Sat, 29 Feb 2100 16:32:17 GMT",
        "Sat, 21 Nov 1969 16:32:17 GMT",
        "Sat, 21 Nov 2026 24:00:00 GMT",
        "Sat, 21 Nov 2026 16:60:17 GMT",
        "Sat, 21 Nov 2026 16:32:61 GMT",
        "Sat, 21 Nov 2026 16.32.17 GMT",
        "Saturday, 21-Nov-26 16:32:17 GMT",
        "Sat Nov 21 16:32:17 2026",
        "Sat, 21 Nov +026 16:32:17 GMT",
        "Sat, 21 Nov 2026 -1:32:17 GMT",
        "1, Jan, 21 Nov 2026 16:32:17 ",
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        EXPECT(parse(bad[i]) == 0, "%s is a date", bad[i]);
}

TEST(clocks)
{
    uint64_t boot[2] = {0, 0}, unix_ms = 0;
    struct timespec real, pause = {.tv_sec = 0, .tv_nsec = 20000000};
    assert_true(sortid_node_platform_boot_ms(&boot[0]) && sortid_node_platform_unix_ms(&unix_ms));
    assert_int_equal(clock_gettime(CLOCK_REALTIME, &real), 0);
    assert_int_equal(nanosleep(&pause, NULL), 0);
    assert_true(sortid_node_platform_boot_ms(&boot[1]));
    EXPECT(boot[1] - boot[0] >= 19 && boot[1] - boot[0] < 600000, "%ju ms in a pause of 20",
           (uintmax_t)(boot[1] - boot[0]));
    EXPECT((uint64_t)real.tv_sec * 1000 + 999 - unix_ms < 60000, "%ju is not now",
           (uintmax_t)unix_ms);
}

CASES_MAIN(NULL, NULL)
