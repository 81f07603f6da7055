/* SPDX-License-Identifier: MIT */
/* time_zone.c: computes the offset from the local date and time: C has no portable way to ask for
 * it. */
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

size_t time_print_local(char text[TIME_LOCAL_SIZE], int64_t unix_ms)
{
    int ahead;
    int64_t seconds = unix_ms / 1000 - (unix_ms % 1000 < 0); // rounded down
    if (unix_ms > INT64_MAX - DAY_MS || !time_zone_offset(seconds, &ahead))
        return 0;                                                   // as for a year before 0
    unsigned minutes = (unsigned)(ahead < 0 ? -ahead : ahead) / 60; // less than a day
    int64_t shift_ms = (int64_t)minutes * 60000;
    size_t length = time_print_signed(text, unix_ms + (ahead < 0 ? -shift_ms : shift_ms)) - 1;
    text[length++] = ahead < 0 ? '-' : '+'; // replaces the Z
    text[length++] = (char)('0' + minutes / 600);
    text[length++] = (char)('0' + minutes / 60 % 10);
    text[length++] = ':';
    text[length++] = (char)('0' + minutes % 60 / 10);
    text[length++] = (char)('0' + minutes % 10);
    text[length] = '\0';
    return length;
}
