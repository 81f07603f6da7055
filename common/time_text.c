/* SPDX-License-Identifier: MIT */
/* time_text.c: prints times digit by digit. */
#include "time_text.h"
#include "date.h"
#include "system.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* `value` < 100: most of a time is pairs. */
static char *print_two(char *at, unsigned value)
{
    *at++ = (char)('0' + value / 10);
    *at++ = (char)('0' + value % 10);
    return at;
}

#define YEAR_0_MS (-INT64_C(62167219200000))
#define YEAR_SIZE 11 /* "+584556019", the longest, and NUL */

static char *print_year(char *at, uint64_t year)
{
    if (year > 9999)
        return at + snprintf(at, YEAR_SIZE, "+%06" PRIu64, year);
    return print_two(print_two(at, (unsigned)year / 100), (unsigned)year % 100);
}

static char *print_date(char *at, int64_t day)
{
    struct date date;
    date_of_days(&date, day);
    at = print_year(at, date.year);
    *at++ = '-';
    at = print_two(at, date.month);
    *at++ = '-';
    return print_two(at, date.day);
}

/* The same, remembered for the day of the last call: IDs come in the order of their times, and a
 * date is half of the work. */
static char *print_day(char *at, int64_t day)
{
    static char text[16]; // "+584556019-04-03", the longest
    static size_t length;
    static int64_t last_day;
    if (length == 0 || day != last_day)
        length = (size_t)(print_date(text, day) - text);
    last_day = day;
    memcpy(at, text, sizeof text);
    return at + length;
}

static char *print_time(char *at, uint32_t ms)
{
    *at++ = 'T';
    at = print_two(at, ms / 3600000);
    *at++ = ':';
    at = print_two(at, ms / 60000 % 60);
    *at++ = ':';
    at = print_two(at, ms / 1000 % 60);
    *at++ = '.';
    *at++ = (char)('0' + ms % 1000 / 100);
    return print_two(at, ms % 100);
}

/* A day, counted from 1970-01-01, and the ms since its start. */
static size_t print_moment(char text[TIME_TEXT_SIZE], int64_t day, uint32_t ms)
{
    char *at = print_time(print_day(text, day), ms);
    *at++ = 'Z';
    *at = '\0';
    return (size_t)(at - text);
}

size_t time_print(char text[TIME_TEXT_SIZE], uint64_t unix_ms)
{
    return print_moment(text, (int64_t)(unix_ms / DAY_MS), (uint32_t)(unix_ms % DAY_MS));
}

size_t time_print_signed(char text[TIME_TEXT_SIZE], int64_t unix_ms)
{
    if (unix_ms >= 0)
        return time_print(text, (uint64_t)unix_ms);
    int64_t day = (unix_ms + 1) / DAY_MS - 1; // rounded down
    return print_moment(text, day, (uint32_t)(unix_ms - day * DAY_MS));
}

/* ---- The local zone -------------------------------------------------------------------------- */

/* Computes the offset from the local date and time: C has no portable way to ask for it. */
bool time_zone_offset(int64_t unix_seconds, int *ahead)
{
    struct tm local;
    if (!system_local_time(&local, unix_seconds) || local.tm_year < -1900)
        return false;
    struct date date = {.year = (uint64_t)(local.tm_year + INT64_C(1900)),
                        .month = (unsigned)local.tm_mon + 1,
                        .day = (unsigned)local.tm_mday};
    int64_t seconds =
        date_to_days(&date) * DAY_SECONDS + local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec;
    *ahead = (int)(seconds - unix_seconds);
    return true;
}

size_t time_print_local(char text[TIME_LOCAL_SIZE], int64_t unix_ms)
{
    int ahead;
    int64_t seconds = unix_ms / 1000 - (unix_ms % 1000 < 0); // rounded down
    if (unix_ms > INT64_MAX - DAY_MS || !time_zone_offset(seconds, &ahead))
        return 0;                                                   // as for a year before 0
    unsigned minutes = (unsigned)(ahead < 0 ? -ahead : ahead) / 60; // less than a day
    int64_t shift_ms = (int64_t)minutes * 60000;
    int64_t local_ms = unix_ms + (ahead < 0 ? -shift_ms : shift_ms);
    if (local_ms < YEAR_0_MS) // the offset's seconds are missing
        return 0;
    size_t length = time_print_signed(text, local_ms) - 1;
    length += (size_t)snprintf(text + length, TIME_LOCAL_SIZE - length, "%c%02u:%02u",
                               ahead < 0 ? '-' : '+', minutes / 60, minutes % 60); // replaces the Z
    return length;
}
