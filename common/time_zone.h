/* SPDX-License-Identifier: MIT */
/* time_zone.h: the local time zone, as the system and the variable TZ set it. Called for times that are read or
 * shown in local time; includes nothing of the project. */
#ifndef COMMON_TIME_ZONE_H
#define COMMON_TIME_ZONE_H

#include <stdbool.h>
#include <stdint.h>

/* Sets the seconds that the local time is ahead of UTC at a time, in Unix seconds; returns false if they are not
 * known, as for years too far away and before the year 0. */
bool time_zone_offset(int64_t unix_seconds, int *ahead);

#endif
