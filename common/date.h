/* SPDX-License-Identifier: MIT */
/* date.h: the proleptic Gregorian calendar, without leap seconds. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define DAY_SECONDS 86400
#define DAY_MS      86400000

/* A day of a year from 0 on, below 10^9. */
struct date {
    uint64_t year;
    unsigned month; /* 1 to 12 */
    unsigned day;   /* 1 to 31 */
};

/* Whether the month, 1 to 12, of the year has this day. */
bool date_exists(const struct date *date);

/* Days from 1970-01-01 to a date that exists; negative before. The result is above -2^20 and below
 * 2^39. */
int64_t date_to_days(const struct date *date);

/* The date of a day, `days` from -719528 (0000-01-01) to 2^38. */
void date_of_days(struct date *date, int64_t days);
