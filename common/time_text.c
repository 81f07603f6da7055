/* SPDX-License-Identifier: MIT */
/* time_text.c: prints times digit by digit. */
#include "time_text.h"
#include "date.h"

#include <string.h>

/* Writes `value` as `digits` digits, with leading zeros. */
static char *print_padded(char *at, uint64_t value, unsigned digits)
{
    for (unsigned i = digits; i-- > 0; value /= 10)
        at[i] = (char)('0' + value % 10);
    return at + digits;
}

/* The same for two digits, `value` < 100: most of a time is pairs. */
static char *print_two(char *at, unsigned value)
{
    *at++ = (char)('0' + value / 10);
    *at++ = (char)('0' + value % 10);
    return at;
}

static char *print_year(char *at, uint64_t year)
{
    unsigned digits = 6;
    if (year <= 9999)
        return print_two(print_two(at, (unsigned)year / 100), (unsigned)year % 100);
    for (uint64_t limit = 1000000; year >= limit; limit *= 10)
        digits++; // year <= 584556019: 9 at most
    *at++ = '+';
    return print_padded(at, year, digits);
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
