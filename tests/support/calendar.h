/* SPDX-License-Identifier: MIT */
/* calendar.h: an independent Gregorian calendar, counted in years that begin in March, so that leap
 * days come last. Tests compare the command's calendar, which counts in another way, with it. It
 * makes no system call. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Room for "+584556019-04-03T14:25:51.615Z" and NUL. */
#define CALENDAR_TEXT_SIZE 32

/* Whether this day exists in the month (1 to 12) of the year. */
bool calendar_has(int64_t year, unsigned month, unsigned day);

/* Days from 1970-01-01 to an existing day in a year from 0 on. */
int64_t calendar_days(int64_t year, unsigned month, unsigned day);

/* Writes 2026-11-20T12:00:00.123Z, a year above 9999 with a sign and at least 6 digits, and NUL;
 * returns the length without NUL. */
size_t calendar_print(char text[CALENDAR_TEXT_SIZE], uint64_t unix_ms);

/* The same for a time that may be before 1970, in a year from 0 on. */
size_t calendar_print_signed(char text[CALENDAR_TEXT_SIZE], int64_t unix_ms);
