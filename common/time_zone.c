/* SPDX-License-Identifier: MIT */
/* time_zone.c: the local time zone, the code behind time_zone.h. It includes date.h and system.h: C has no
 * portable way to ask for the offset, so that it is computed from the local date and time. */
#include "time_zone.h"
#include "date.h"
#include "system.h"

bool time_zone_offset(int64_t unix_seconds, int *ahead)
{
    struct tm local;
    if (!system_local_time(&local, unix_seconds) || local.tm_year < -1900)
        return false;
    struct date date = {.year = (uint64_t)(local.tm_year + INT64_C(1900)),
                        .month = (unsigned)local.tm_mon + 1,
                        .day = (unsigned)local.tm_mday};
    int64_t seconds =
        date_to_days(&date) * DAY_SECONDS + local.tm_hour * 3600 + local.tm_min * 60 + local.tm_sec;
    *ahead = (int)(seconds - unix_seconds);
    return true;
}
