/* SPDX-License-Identifier: MIT */
/* time_text.h: prints times as text, and the local time zone, as the system and the variable TZ set
 * it. It uses no locale and no clock. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest time, that of the last ms of 64 bits: "+584556019-04-03T14:25:51.615Z", and NUL. */
#define TIME_TEXT_SIZE 31

/* Writes 2026-11-20T12:00:00.123Z, a year past 9999 with sign and at least 6
 * digits, and NUL; returns the length without it. */
size_t time_print(char text[TIME_TEXT_SIZE], uint64_t unix_ms);

/* The same for a time that may be before 1970, but not before the year 0. */
size_t time_print_signed(char text[TIME_TEXT_SIZE], int64_t unix_ms);

/* A time with an offset instead of Z. */
#define TIME_LOCAL_SIZE (TIME_TEXT_SIZE + 5)

/* Sets the seconds that the local time is ahead of UTC at a time, in Unix seconds; returns false if
 * they are not known, as for years too far away and before the year 0. */
bool time_zone_offset(int64_t unix_seconds, int *ahead);

/* Writes 2026-11-20T13:00:00.123+01:00 and NUL; returns the length without it, 0 if the local time
 * is not known. Seconds of an offset, which Liberia had until 1972, are dropped from the offset
 * and the time. */
size_t time_print_local(char text[TIME_LOCAL_SIZE], int64_t unix_ms);
