/* SPDX-License-Identifier: MIT */
/* time_text.h: reads and prints times as text. Called for TIME arguments and for the times of IDs; includes
 * nothing of the project. It uses no time zone, no locale and no clock: the caller passes "now". */
#ifndef COMMON_TIME_TEXT_H
#define COMMON_TIME_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest time, that of the last ms of 64 bits: "+584556019-04-03T14:25:51.615Z", and NUL. */
#define TIME_TEXT_SIZE 31

/* Reads a time (a string) as Unix time in ms:
 *   now                       `now_ms`
 *   2026-11-20                the start of the day, UTC
 *   2026-11-20T12:00          also with seconds, also with a fraction of them (point or
 *   2026-11-20t12:00:00.123z  comma); then nothing or Z: UTC, or an offset +01:00 +0100 +01
 *   +010889-08-02T05:31       a year past 9999: sign and 6 to 9 digits
 *   @1795176000.5             Unix seconds
 * All digits of a fraction are read, those finer than a ms are dropped. Days are those
 * of the Gregorian calendar, without leap seconds. Times before 1970, dates and times that do not exist
 * (02-30, 24:00, second 60), anything before or after the time, and ms beyond 64 bits are refused: then
 * *problem is a static text that says what is wrong and what is valid, and *unix_ms is not written. */
bool time_parse(uint64_t *unix_ms, const char *text, uint64_t now_ms, const char **problem);

/* Reads the same as a bound of a time range: fractions of a ms are rounded up, and times before 1970 are 0; they
 * may also be written -0044-03-15, a minus and a year of 4 to 9 digits, and @-1. Refuses Unix seconds from
 * 10^12 up, which are milliseconds by mistake. */
bool time_parse_bound(uint64_t *unix_ms, const char *text, uint64_t now_ms, const char **problem);

/* Writes 2026-11-20T12:00:00.123Z, a year past 9999 with sign and at least 6
 * digits, and NUL; returns the length without it. */
size_t time_print(char text[TIME_TEXT_SIZE], uint64_t unix_ms);

#endif
