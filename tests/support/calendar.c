/* SPDX-License-Identifier: MIT */
/* calendar.c: see calendar.h. Month 0 is March: any five months in a row have 153 days, unless
 * February is among them, which gives the lengths of all months. Called by the fuzz targets and the
 * test of the JSON; it never calls the command. */
#include "calendar.h"

#include <inttypes.h>
#include <stdio.h>

/* Days from 0000-03-01 to 1970-01-01. */
#define EPOCH INT64_C(719468)

static bool is_leap(int64_t year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

bool calendar_has(int64_t year, unsigned month, unsigned day)
{
    static const unsigned lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month < 1 || month > 12 || day < 1)
        return false;
    return day <= lengths[month - 1] + (month == 2 && is_leap(year));
}

/* Days from 0000-03-01 to the first of March of a year, from -1 on. */
static int64_t days_to_march(int64_t year)
{
    if (year < 0)
        return -366; // year 0 is a leap year, and its February is before its March
    return 365 * year + year / 4 - year / 100 + year / 400;
}

int64_t calendar_days(int64_t year, unsigned month, unsigned day)
{
    int64_t from_march = (month + 9) % 12;
    return days_to_march(year - (month < 3)) + (153 * from_march + 2) / 5 + day - 1 - EPOCH;
}

/* The year from March to February that contains the day; the first guess is never too early. */
static int64_t march_year_of(int64_t day)
{
    int64_t year = day / 365;
    while (days_to_march(year) > day)
        year -= 1 + (days_to_march(year) - day - 1) /
                        366; // no year is longer, so this never goes too far
    return year;
}

/* A day, counted as march_year_of wants it, and the ms since its start. */
static size_t print_moment(char text[CALENDAR_TEXT_SIZE], int64_t day, unsigned ms)
{
    int64_t year = march_year_of(day);
    int64_t of_year = day - days_to_march(year);
    int64_t from_march = (5 * of_year + 2) / 153;
    int64_t month = from_march < 10 ? from_march + 3 : from_march - 9;
    int64_t of_month = of_year - (153 * from_march + 2) / 5 + 1;
    year += month < 3;
    int length =
        snprintf(text, CALENDAR_TEXT_SIZE, year > 9999 ? "+%06" PRId64 : "%04" PRId64, year);
    length += snprintf(text + length, CALENDAR_TEXT_SIZE - (size_t)length,
                       "-%02" PRId64 "-%02" PRId64 "T%02u:%02u:%02u.%03uZ", month, of_month,
                       ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
    return (size_t)length;
}

size_t calendar_print(char text[CALENDAR_TEXT_SIZE], uint64_t unix_ms)
{
    return print_moment(text, (int64_t)(unix_ms / 86400000) + EPOCH,
                        (unsigned)(unix_ms % 86400000));
}

size_t calendar_print_signed(char text[CALENDAR_TEXT_SIZE], int64_t unix_ms)
{
    int64_t day = unix_ms / 86400000, ms = unix_ms % 86400000;
    if (ms < 0) {
        ms += 86400000;
        day--;
    }
    return print_moment(text, day + EPOCH, (unsigned)ms);
}
