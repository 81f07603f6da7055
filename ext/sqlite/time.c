/* SPDX-License-Identifier: MIT */
/* time.c: see time.h. Days are counted in the Gregorian calendar from 0000-03-01, so that a leap
 * day is the last day of its year. The parsers below move the cursor past what they read; if they
 * return false, it is at the wrong byte. */
#include "time.h"

#define DAY_MS      INT64_C(86400000)
#define EPOCH_DAY   719468 /* 1970-01-01, from 0000-03-01 */
#define CYCLE_DAYS  146097 /* of 400 years */
#define CYCLE_YEARS 400

/* Days of the years before `year`, which begin in March; year < 10^6, the result < 2^29. */
static int64_t days_before(int64_t year)
{
    return 365 * year + year / 4 - year / 100 + year / 400;
}

/* Days from the first of March to the first of a month; March is 0. Lengths 31, 30, 31, 30, 31
 * repeat. */
static int64_t days_before_month(int64_t month)
{
    return (153 * month + 2) / 5;
}

/* ---- Printing ------------------------------------------------------------------------------- */

static char *print_padded(char *at, int64_t value, unsigned digits)
{
    for (unsigned i = digits; i-- > 0; value /= 10)
        at[i] = (char)('0' + value % 10);
    return at + digits;
}

static char *print_date(char *at, int64_t day)
{
    int64_t year = day / CYCLE_DAYS * CYCLE_YEARS + day % CYCLE_DAYS / 366;
    if (days_before(year + 1) <= day) // the division assumed years of 366 days
        year++;
    int64_t rest = day - days_before(year);
    int64_t month = (5 * rest + 2) / 153;
    rest -= days_before_month(month);
    year += month >= 10;
    if (year > 9999)
        *at++ = '+';
    at = print_padded(at, year, year > 9999 ? 6 : 4);
    *at++ = '-';
    at = print_padded(at, month < 10 ? month + 3 : month - 9, 2);
    *at++ = '-';
    return print_padded(at, rest + 1, 2);
}

size_t sortid_sqlite_time_print(char text[TIME_TEXT_SIZE], int64_t unix_ms)
{
    int64_t ms = unix_ms % TIME_END_MS; // in range, as the caller promises
    int64_t day = ms / DAY_MS - (ms % DAY_MS < 0);
    char *at = print_date(text, EPOCH_DAY + day);
    ms -= day * DAY_MS;
    *at++ = 'T';
    at = print_padded(at, ms / 3600000, 2);
    *at++ = ':';
    at = print_padded(at, ms / 60000 % 60, 2);
    *at++ = ':';
    at = print_padded(at, ms / 1000 % 60, 2);
    *at++ = '.';
    at = print_padded(at, ms % 1000, 3);
    *at++ = 'Z';
    *at = '\0';
    return (size_t)(at - text);
}

/* ---- Parsing -------------------------------------------------------------------------------- */

struct cursor {
    const char *at, *end;
};

static bool is_digit(const struct cursor *cursor)
{
    return cursor->at < cursor->end && *cursor->at >= '0' && *cursor->at <= '9';
}

/* Reads one byte if it is `c`. */
static bool take(struct cursor *cursor, char c)
{
    if (cursor->at == cursor->end || *cursor->at != c)
        return false;
    cursor->at++;
    return true;
}

/* Reads `digits` digits. */
static bool take_number(struct cursor *cursor, int64_t *value, unsigned digits)
{
    *value = 0;
    for (; digits > 0; digits--) {
        if (!is_digit(cursor))
            return false;
        *value = *value * 10 + (*cursor->at++ - '0');
    }
    return true;
}

/* Reads two digits, a number from `first` to `last`. */
static bool take_two(struct cursor *cursor, int64_t *value, int64_t first, int64_t last)
{
    struct cursor start = *cursor;
    if (!take_number(cursor, value, 2))
        return false;
    if (*value >= first && *value <= last)
        return true;
    *cursor = start;
    return false;
}

static int64_t last_day(int64_t year, int64_t month)
{
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    if (month == 2)
        return is_leap ? 29 : 28;
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* Reads a date, as ms from 1970-01-01; negative before it. |*ms| < 2^55 */
static bool take_date(struct cursor *cursor, int64_t *ms)
{
    int64_t year, month, day;
    unsigned digits = take(cursor, '+') ? 6 : 4;
    if (!take_number(cursor, &year, digits) || !take(cursor, '-') ||
        !take_two(cursor, &month, 1, 12) || !take(cursor, '-') ||
        !take_two(cursor, &day, 1, last_day(year, month)))
        return false;
    int64_t march_month = month > 2 ? month - 3 : month + 9;
    int64_t march_year = year - (month <= 2); // -1 for the first months of year 0, long before 1970
    *ms = (days_before(march_year) + days_before_month(march_month) + day - 1 - EPOCH_DAY) * DAY_MS;
    return true;
}

/* Reads a fraction of a second, if there is one. */
static bool take_fraction(struct cursor *cursor, struct instant *instant)
{
    int64_t worth = 100, digit;
    if (!take(cursor, '.'))
        return true;
    if (!is_digit(cursor))
        return false;
    for (; is_digit(cursor); worth /= 10) { // 0 from the fourth digit on
        (void)take_number(cursor, &digit, 1);
        instant->ms += digit * worth;
        instant->is_finer |= worth == 0 && digit != 0;
    }
    return true;
}

/* Reads hh:mm, hh:mm:ss or hh:mm:ss.fff and adds it. */
static bool take_clock(struct cursor *cursor, struct instant *instant)
{
    int64_t hour, minute, second = 0;
    if (!take_two(cursor, &hour, 0, 23) || !take(cursor, ':') || !take_two(cursor, &minute, 0, 59))
        return false;
    instant->ms += (hour * 60 + minute) * 60000;
    if (!take(cursor, ':'))
        return true;
    if (!take_two(cursor, &second, 0, 59)) // Unix time has no leap second
        return false;
    instant->ms += second * 1000;
    return take_fraction(cursor, instant);
}

/* Reads nothing, Z, or an offset, which it subtracts. */
static bool take_zone(struct cursor *cursor, int64_t *ms)
{
    int64_t hour, minute;
    if (take(cursor, 'Z') || take(cursor, 'z'))
        return true;
    bool is_east = take(cursor, '+');
    if (!is_east && !take(cursor, '-'))
        return true;
    if (!take_two(cursor, &hour, 0, 23) || !take(cursor, ':') || !take_two(cursor, &minute, 0, 59))
        return false;
    int64_t offset = (hour * 60 + minute) * 60000;
    *ms += is_east ? -offset : offset;
    return true;
}

static bool take_all(struct cursor *cursor, struct instant *instant)
{
    instant->is_finer = false;
    if (!take_date(cursor, &instant->ms))
        return false;
    if (take(cursor, ' ') || take(cursor, 'T') || take(cursor, 't'))
        if (!take_clock(cursor, instant) || !take_zone(cursor, &instant->ms))
            return false;
    return cursor->at == cursor->end;
}

bool sortid_sqlite_time_parse(struct instant *instant, const char *text, size_t length,
                              size_t *position)
{
    struct cursor cursor = {text, text + length};
    bool is_time = take_all(&cursor, instant);
    if (!is_time)
        *position = (size_t)(cursor.at - text);
    return is_time;
}
