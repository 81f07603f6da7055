/* SPDX-License-Identifier: MIT */
/* time_text.c: the printer and the parser of time_text.h, which is all that it includes. The calendar is the
 * proleptic Gregorian, counted in days from 0000-01-01 (day 0), a leap year, so that all counts are
 * unsigned. Parsers below move *at past what they read and return NULL, or return what is wrong. */
#include "time_text.h"

#include <string.h>

#define EPOCH_DAY   719528 /* days_before_year(1970) */
#define CYCLE_DAYS  146097 /* in 400 years */
#define DAY_SECONDS 86400
#define DAY_MS      86400000

/* Unix seconds from here on, the year 33658, are beyond every format. As milliseconds they are
 * the days since 2001-09-09. */
#define LIKELY_MS_SECONDS INT64_C(1000000000000)

static const char BEFORE_1970[] = "before 1970-01-01T00:00:00Z, the earliest time of any ID";
static const char TOO_LATE[] = "too far in the future for 64 bits of milliseconds";
static const char NO_FORM[] =
    "not a time such as now, 2026-11-20, 2026-11-20T12:00:00.123Z or @1795176000.123";

/* Days of a common and of a leap year before each month, and in all of it. */
static const uint16_t DAYS_BEFORE[2][13] = {
    {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365},
    {0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335, 366},
};

static bool is_leap(uint64_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days of the years 0 to year - 1: 365 each, and one for each leap year of them. For
 * years below 10^9 the result is < 2^39. */
static uint64_t days_before_year(uint64_t year)
{
    return 365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
}

/* ---- Printing -------------------------------------------------------------- */

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

/* The year of a day. days_before_year(y) is between 365.2425 y - 0.7 and 365.2425 y + 1.5, so that the first
 * guess is off by at most one year, either way. */
static uint64_t year_of_day(uint64_t day)
{
    uint64_t year = day * 400 / CYCLE_DAYS; // day < 2^38: the product < 2^47
    if (days_before_year(year) > day)
        return year - 1;
    return days_before_year(year + 1) <= day ? year + 1 : year;
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

static char *print_date(char *at, uint64_t day)
{
    uint64_t year = year_of_day(day);
    const uint16_t *before = DAYS_BEFORE[is_leap(year)];
    unsigned day_of_year = (unsigned)(day - days_before_year(year));
    unsigned month = day_of_year / 32; // never too late: no month is longer
    while (before[month + 1] <= day_of_year)
        month++;
    at = print_year(at, year);
    *at++ = '-';
    at = print_two(at, month + 1);
    *at++ = '-';
    return print_two(at, day_of_year - before[month] + 1);
}

/* The same, remembered for the day of the last call: IDs come in the order of their times, and a date is half
 * of the work. */
static char *print_day(char *at, uint64_t day)
{
    static char text[16]; // "+584556019-04-03", the longest
    static size_t length;
    static uint64_t last_day;
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

size_t time_print(char text[TIME_TEXT_SIZE], uint64_t unix_ms)
{
    char *at = print_day(text, EPOCH_DAY + unix_ms / DAY_MS);
    at = print_time(at, (uint32_t)(unix_ms % DAY_MS));
    *at++ = 'Z';
    *at = '\0';
    return (size_t)(at - text);
}

/* ---- Parsing --------------------------------------------------------------- */

/* A time that was read. */
struct parsed_time {
    int64_t seconds; // since 1970; any number below 0 before that
    unsigned ms;
    bool is_finer; // the time is later than these ms, by less than one
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads one byte if it is this one. */
static bool take(const char **at, char c)
{
    if (**at != c)
        return false;
    ++*at;
    return true;
}

/* Reads up to `most` (<= 9) digits; returns how many there were. */
static unsigned take_digits(const char **at, unsigned *value, unsigned most)
{
    unsigned count = 0;
    for (*value = 0; count < most && is_digit(**at); count++)
        *value = *value * 10 + (unsigned)(*(*at)++ - '0');
    return count;
}

/* Reads two digits, at most `last`. */
static const char *take_two(const char **at, unsigned *value, unsigned last, const char *problem)
{
    return take_digits(at, value, 2) == 2 && *value <= last ? NULL : problem;
}

/* Reads the fraction of a second, if there is one. */
static const char *take_fraction(const char **at, struct parsed_time *time)
{
    unsigned digit;
    time->ms = 0;
    time->is_finer = false;
    if (!take(at, '.') && !take(at, ','))
        return NULL;
    if (!is_digit(**at))
        return "a decimal point needs digits after it, such as .123";
    for (unsigned worth = 100; take_digits(at, &digit, 1) == 1; worth /= 10) {
        time->ms += digit * worth; // worth is 0 from the fourth digit on
        time->is_finer |= worth == 0 && digit != 0;
    }
    return NULL;
}

/* Reads what follows the "@". */
static const char *parse_seconds(struct parsed_time *time, const char *at)
{
    unsigned digit;
    bool is_negative = take(&at, '-');
    time->seconds = 0;
    if (!is_digit(*at))
        return "no number after @: write Unix seconds as @1795176000 or @1795176000.123";
    while (is_negative && take_digits(&at, &digit, 1) == 1)
        time->seconds = -1; // only the sign matters, also of -0.5
    while (take_digits(&at, &digit, 1) == 1) {
        time->seconds = time->seconds * 10 + digit; // < 10 * 2^55 + 10 < 2^59
        if (time->seconds > (int64_t)(UINT64_MAX / 1000))
            return TOO_LATE;
    }
    const char *problem = take_fraction(&at, time);
    if (problem != NULL)
        return problem;
    return *at == '\0' ? NULL
                       : "unexpected text after the number: write Unix seconds as @1795176000.123";
}

/* Reads 4 digits, or a plus and 6 to 9 of them, or a minus and 4 to 9. */
static const char *take_year(const char **at, unsigned *year, bool *is_negative)
{
    *is_negative = **at == '-' && is_digit((*at)[1]) && take(at, '-');
    if (*is_negative)
        return take_digits(at, year, 9) >= 4 && !is_digit(**at)
                   ? NULL
                   : "a year before 0000 needs 4 to 9 digits, as in -0044-03-15";
    if (take(at, '+'))
        return take_digits(at, year, 9) >= 6 && !is_digit(**at)
                   ? NULL
                   : "a year with a sign needs 6 to 9 digits, as in +010889-08-02";
    if (take_digits(at, year, 4) < 4)
        return NO_FORM;
    return is_digit(**at) ? "a year has 4 digits; write one past 9999 as +010889-08-02, and "
                            "Unix seconds as @1795176000"
                          : NULL;
}

static const char *take_month_and_day(const char **at, unsigned *month, unsigned *day)
{
    static const char shape[] = "write a date as year, month and day: 2026-11-20";
    return !take(at, '-') || take_digits(at, month, 2) < 2 || !take(at, '-') ||
                   take_digits(at, day, 2) < 2
               ? shape
               : NULL;
}

/* Reads a date as days from 1970-01-01, negative before. */
static const char *take_date(const char **at, int64_t *days)
{
    unsigned year, month, day;
    bool is_negative;
    const char *problem = take_year(at, &year, &is_negative);
    if (problem == NULL)
        problem = take_month_and_day(at, &month, &day);
    if (problem != NULL)
        return problem;
    if (month < 1 || month > 12)
        return "no such month: months are 01 to 12";
    const uint16_t *before = DAYS_BEFORE[is_leap(year)];
    if (day < 1 || day > (unsigned)(before[month] - before[month - 1]))
        return "no such day in that month and year";
    *days = (int64_t)(days_before_year(year) + before[month - 1] + day - 1) - EPOCH_DAY;
    if (is_negative) // checked as the positive year; any day before 1970 will do
        *days = -1 - EPOCH_DAY;
    return NULL;
}

/* Reads hh:mm, hh:mm:ss or hh:mm:ss.fff; time->seconds are then those of the day. */
static const char *take_time(const char **at, struct parsed_time *time)
{
    unsigned hour = 0, minute = 0, second = 0;
    const char *problem = take_two(at, &hour, 23, "hours are two digits, 00 to 23");
    if (problem == NULL && !take(at, ':'))
        problem = "write the time of day as 12:00, 12:00:00 or 12:00:00.123";
    if (problem == NULL)
        problem = take_two(at, &minute, 59, "minutes are two digits, 00 to 59");
    if (problem == NULL && take(at, ':')) {
        problem = take_two(at, &second, 59,
                           "seconds are two digits, 00 to 59 (Unix time has no leap second 60)");
        if (problem == NULL)
            problem = take_fraction(at, time);
    }
    time->seconds = hour * 3600 + minute * 60 + second;
    return problem;
}

/* Reads nothing, Z, or a sign with hh:mm, hhmm or hh, as seconds ahead of UTC. */
static const char *take_offset(const char **at, int *seconds)
{
    static const char shape[] = "write an offset as Z, +hh:mm, +hhmm or +hh, up to 23:59";
    unsigned hour, minute = 0;
    bool negative = **at == '-';
    *seconds = 0;
    if (**at == '\0' || take(at, 'Z') || take(at, 'z'))
        return NULL;
    if (!take(at, '-') && !take(at, '+'))
        return "unexpected text after the time: only Z or an offset such as +01:00 may follow";
    const char *problem = take_two(at, &hour, 23, shape);
    if (problem == NULL && (take(at, ':') || is_digit(**at)))
        problem = take_two(at, &minute, 59, shape);
    if (problem == NULL) {
        *seconds = (int)(hour * 3600 + minute * 60);
        *seconds = negative ? -*seconds : *seconds;
    }
    return problem;
}

static const char *parse_iso(struct parsed_time *time, const char *at)
{
    int offset = 0;
    int64_t days;
    const char *problem = take_date(&at, &days);
    if (problem == NULL && (take(&at, 'T') || take(&at, 't'))) {
        problem = take_time(&at, time);
        if (problem == NULL)
            problem = take_offset(&at, &offset);
    }
    if (problem != NULL)
        return problem;
    if (*at != '\0')
        return "unexpected text at the end: write a time as 2026-11-20T12:00:00.123Z";
    time->seconds += days * DAY_SECONDS - offset; // |days| < 2^39, so the sum is below 2^56
    return NULL;
}

static const char *parse(struct parsed_time *time, const char *text, uint64_t now_ms)
{
    *time = (struct parsed_time){0};
    if (*text == '@')
        return parse_seconds(time, text + 1);
    if (strcmp(text, "now") != 0)
        return parse_iso(time, text);
    *time =
        (struct parsed_time){.seconds = (int64_t)(now_ms / 1000), .ms = (unsigned)(now_ms % 1000)};
    return NULL;
}

/* Commits a time, if 64 bits have it, `up` to the next ms or down. */
static const char *finish(uint64_t *unix_ms, const struct parsed_time *time, bool up)
{
    unsigned ms = time->ms + (up && time->is_finer); // at most 1000
    if (time->seconds < 0)
        return BEFORE_1970;
    if ((uint64_t)time->seconds > (UINT64_MAX - ms) / 1000)
        return TOO_LATE;
    *unix_ms = (uint64_t)time->seconds * 1000 + ms;
    return NULL;
}

bool time_parse(uint64_t *unix_ms, const char *text, uint64_t now_ms, const char **problem)
{
    struct parsed_time time;
    const char *found = parse(&time, text, now_ms);
    if (found == NULL)
        found = finish(unix_ms, &time, false);
    if (found != NULL)
        *problem = found;
    return found == NULL;
}

bool time_parse_bound(uint64_t *unix_ms, const char *text, uint64_t now_ms, const char **problem)
{
    struct parsed_time time;
    const char *found = parse(&time, text, now_ms);
    if (found == NULL && *text == '@' && time.seconds >= LIKELY_MS_SECONDS)
        found = "looks like milliseconds: write Unix seconds as @1795176000.123";
    if (found == NULL && time.seconds < 0)
        *unix_ms = 0;
    else if (found == NULL)
        found = finish(unix_ms, &time, true);
    if (found != NULL)
        *problem = found;
    return found == NULL;
}
