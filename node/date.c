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

/* Days from 1970-01-01 to a day of a year from 1970 on. Month 12 is the next January. Counts months
 * from March, so that the day that a leap year adds is the last one; 719468 days lie between
 * 0000-03-01 and 1970. */
static uint64_t days_until(unsigned year, unsigned month, unsigned day)
{
    unsigned whole = month < 2 ? year - 1 : year, before = (153 * ((month + 10) % 12) + 2) / 5;
    return 365u * whole + whole / 4 - whole / 100 + whole / 400 + before + day - 719469u;
}

uint64_t sortid_node_date_parse(const char *text, size_t length)
{
    if (!has_form(text, length))
        return 0;
    unsigned day = number_at(text + 5, 2), month = month_at(text + 8);
    unsigned year = number_at(text + 12, 4), hour = number_at(text + 17, 2);
    unsigned minute = number_at(text + 20, 2), second = number_at(text + 23, 2);
    if (year < 1970 || month > 11 || day < 1 || hour > 23 || minute > 59 || second > 60 ||
        days_until(year, month, day) >= days_until(year, month + 1, 1))
        return 0;
    if (second == 60)
        second = 59;
    uint64_t minutes = (days_until(year, month, day) * 24 + hour) * 60 + minute;
    return (minutes * 60 + second) * 1000;
}
