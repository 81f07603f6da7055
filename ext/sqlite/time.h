/* SPDX-License-Identifier: MIT */
/* time.h: times as SQL has them, to and from Unix ms. Called by value.c. SQLite's own functions
 * would do for the years to 9999 alone, and read far more than a time ("12", "now"), of which some
 * is not the same at each call. Any thread; no clock, no zone, no locale. */
#ifndef SORTID_EXT_SQLITE_TIME_H
#define SORTID_EXT_SQLITE_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "+010889-08-02T05:31:50.655Z", the longest, and NUL. */
#define TIME_TEXT_SIZE 28

/* The first ms that has no such text: +1000000-01-01. */
#define TIME_END_MS UINT64_C(31494784780800000)

/* Writes 2026-11-20T12:00:00.123Z, a year past 9999 with a sign and 6 digits, and NUL; the length
 * without it. `unix_ms` is below TIME_END_MS, as the times of all formats are. */
size_t sortid_sqlite_time_print(char text[TIME_TEXT_SIZE], uint64_t unix_ms);

/* A time that was read. */
struct instant {
    int64_t ms;    /* since 1970, rounded down; negative before it */
    bool is_finer; /* there was more than these ms, by less than one */
};

/* Reads a date, or a date, a space or T or t, and a time, as SQLite and ISO 8601 write them:
 *   2026-11-20   2026-11-20 12:00   2026-11-20 12:00:00   2026-11-20T12:00:00.123Z
 * Behind a time nothing, Z or z: UTC; or an offset, +01:00. A fraction has one digit or more. Years
 * past 9999: +010889, six digits. If it is no such text: false, and *position is the first byte that
 * cannot be, or `length`; a day that the month has not is where the day stands. */
bool sortid_sqlite_time_parse(struct instant *instant, const char *text, size_t length,
                              size_t *position);

#endif
