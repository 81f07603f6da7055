/* SPDX-License-Identifier: MIT */
/* date.c: counts days and months from the 1st of March, so that the day of a leap year is the last
 * of a year, and months follow one rule. Years are counted from -400, so that no number is
 * negative. */
#include "date.h"

#define EPOCH_DAY  (719468 + CYCLE_DAYS) /* from the 1st of March of the year -400 to 1970 */
#define CYCLE_DAYS 146097                /* in 400 years */

/* Days from 1970-01-01 to the first day of a month; 13 is the next January. Below 2^39. */
static int64_t start_of_month(uint64_t year, unsigned month)
{
    uint64_t whole = year + 400 - (month < 3);
    uint64_t before = (153 * ((month + 9) % 12) + 2) / 5;
    return (int64_t)(365 * whole + whole / 4 - whole / 100 + whole / 400 + before) - EPOCH_DAY;
}

bool date_exists(const struct date *date)
{
    int64_t first = start_of_month(date->year, date->month);
    return date->day >= 1 && first + date->day <= start_of_month(date->year, date->month + 1);
}

int64_t date_to_days(const struct date *date)
{
    return start_of_month(date->year, date->month) + date->day - 1;
}

/* A year begins between 365.2425 y - 0.7 and 365.2425 y + 1.5 days after the year 0, so that the
 * first guess is off by at most one year, either way. The first guess of the month is never too
 * late. */
void date_of_days(struct date *date, int64_t days)
{
    uint64_t year = (uint64_t)(days + 719528) * 400 / CYCLE_DAYS; // < 2^39 * 400 < 2^48
    if (start_of_month(year, 1) > days)
        year--;
    else if (start_of_month(year, 13) <= days)
        year++;
    unsigned month = (unsigned)(days - start_of_month(year, 1)) / 32 + 1;
    while (start_of_month(year, month + 1) <= days)
        month++;
    *date = (struct date){year, month, (unsigned)(days - start_of_month(year, month)) + 1};
}
