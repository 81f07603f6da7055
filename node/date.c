/* SPDX-License-Identifier: MIT */
/* node/date.c: see date.h. */
#include "date.h"

#include <stdbool.h>
#include <string.h>

/* "Sat, 21 Nov 2026 16:32:17 GMT": 9 is a digit, a is a letter, others match themselves. */
static const char form[] = "aaa, 99 aaa 9999 99:99:99 GMT";
static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

static bool fits(char byte, char wanted)
{
    if (wanted == '9')
        return byte >= '0' && byte <= '9';
    if (wanted == 'a')
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
    return byte == wanted;
}

static bool has_form(const char *text, size_t length)
{
    if (length != sizeof form - 1)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (!fits(text[i], form[i]))
            return false;
    }
    return true;
}

/* At most 4 digits. */
static unsigned number_at(const char *text, size_t count)
{
    unsigned number = 0;
    while (count-- > 0)
        number = 10 * number + (unsigned)(*text++ - '0');
    return number;
}

/* 0 to 11, or 12. */
static unsigned month_at(const char *text)
{
    unsigned month = 0;
    while (month < 12 && memcmp(text, months + (size_t)3 * month, 3) != 0)
        month++;
    return month;
}

static bool is_leap(unsigned year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static unsigned days_of_month(unsigned year, unsigned month)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month] + (month == 1 && is_leap(year) ? 1u : 0u);
}

/* Days from 1970-01-01 to a valid day in a year from 1970 to 9999. */
static uint64_t days_until(unsigned year, unsigned month, unsigned day)
{
    unsigned before = year - 1; /* whole years since 1; 719162 days lie before 1970 */
    uint64_t days = 365u * before + before / 4 - before / 100 + before / 400 - 719162u;
    for (unsigned m = 0; m < month; m++)
        days += days_of_month(year, m);
    return days + day - 1;
}

uint64_t sortid_node_date_parse(const char *text, size_t length)
{
    if (!has_form(text, length))
        return 0;
    unsigned day = number_at(text + 5, 2), month = month_at(text + 8);
    unsigned year = number_at(text + 12, 4), hour = number_at(text + 17, 2);
    unsigned minute = number_at(text + 20, 2), second = number_at(text + 23, 2);
    if (year < 1970 || month > 11 || day < 1 || day > days_of_month(year, month) || hour > 23 ||
        minute > 59 || second > 60)
        return 0;
    if (second == 60)
        second = 59;
    uint64_t minutes = (days_until(year, month, day) * 24 + hour) * 60 + minute;
    return (minutes * 60 + second) * 1000;
}
