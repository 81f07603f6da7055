/* SPDX-License-Identifier: MIT */
/* date.c: counts days from 0000-01-01 (day 0), the start of a leap year, so that all counts are
 * unsigned. */
#include "date.h"

#define EPOCH_DAY  719528 /* days_before_year(1970) */
#define CYCLE_DAYS 146097 /* in 400 years */

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

bool date_exists(const struct date *date)
{
    const uint16_t *before = DAYS_BEFORE[is_leap(date->year)];
    return date->day >= 1 && date->day <= (unsigned)(before[date->month] - before[date->month - 1]);
}

int64_t date_to_days(const struct date *date)
{
    uint64_t before_month = DAYS_BEFORE[is_leap(date->year)][date->month - 1];
    return (int64_t)(days_before_year(date->year) + before_month + date->day - 1) - EPOCH_DAY;
}

/* The year of a day. days_before_year(y) is between 365.2425 y - 0.7 and 365.2425 y + 1.5, so that
 * the first guess is off by at most one year, either way. */
static uint64_t year_of_day(uint64_t day)
{
    uint64_t year = day * 400 / CYCLE_DAYS; // day < 2^39: the product < 2^48
    if (days_before_year(year) > day)
        return year - 1;
    return days_before_year(year + 1) <= day ? year + 1 : year;
}

void date_of_days(struct date *date, int64_t days)
{
    uint64_t day = (uint64_t)(days + EPOCH_DAY);
    uint64_t year = year_of_day(day);
    const uint16_t *before = DAYS_BEFORE[is_leap(year)];
    unsigned day_of_year = (unsigned)(day - days_before_year(year));
    unsigned month = day_of_year / 32; // never too late: no month is longer
    while (before[month + 1] <= day_of_year)
        month++;
    *date = (struct date){year, month + 1, day_of_year - before[month] + 1};
}
