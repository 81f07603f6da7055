/* SPDX-License-Identifier: MIT */
/* time_text.h: prints times as text. It uses no time zone, no locale and no clock. */
#ifndef COMMON_TIME_TEXT_H
#define COMMON_TIME_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* The longest time, that of the last ms of 64 bits: "+584556019-04-03T14:25:51.615Z", and NUL. */
#define TIME_TEXT_SIZE 31

/* Writes 2026-11-20T12:00:00.123Z, a year past 9999 with sign and at least 6
 * digits, and NUL; returns the length without it. */
size_t time_print(char text[TIME_TEXT_SIZE], uint64_t unix_ms);

/* The same for a time that may be before 1970, but not before the year 0. */
size_t time_print_signed(char text[TIME_TEXT_SIZE], int64_t unix_ms);

#endif
