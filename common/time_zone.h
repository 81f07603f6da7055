/* SPDX-License-Identifier: MIT */
/* time_zone.h: the local time zone, as the system and the variable TZ set it. */
#ifndef COMMON_TIME_ZONE_H
#define COMMON_TIME_ZONE_H

#include "time_text.h"

#include <stdbool.h>
#include <stdint.h>

/* A time with an offset instead of Z. */
#define TIME_LOCAL_SIZE (TIME_TEXT_SIZE + 5)

/* Sets the seconds that the local time is ahead of UTC at a time, in Unix seconds; returns false if
 * they are not known, as for years too far away and before the year 0. */
bool time_zone_offset(int64_t unix_seconds, int *ahead);

/* Writes 2026-11-20T13:00:00.123+01:00 and NUL; returns the length without it, 0 if the local time
 * is not known. Seconds of an offset, which Liberia had until 1972, are dropped from the offset
 * and the time. */
size_t time_print_local(char text[TIME_LOCAL_SIZE], int64_t unix_ms);

#endif
