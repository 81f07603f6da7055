/* SPDX-License-Identifier: MIT */
/* time.h: times in SQL, to and from Unix ms. Called by value.c and functions.c. SQLite's own
 * functions stop at the year 9999 and accept values that are not a time ("12"). Any thread; no
 * clock, no time zone, no locale. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest text, "+010889-08-02T05:31:50.655Z", and its NUL. */
#define TIME_TEXT_SIZE 28

/* The first ms that has no text: +1000000-01-01. */
#define TIME_END_MS INT64_C(31494784780800000)

/* Writes 2026-11-20T12:00:00.123Z and a NUL; a year past 9999 has a sign and 6 digits. Returns the
 * length without the NUL. `unix_ms` must be below TIME_END_MS, as the times of all formats are, and
 * after the year 0. */
size_t sortid_sqlite_time_print(char text[TIME_TEXT_SIZE], int64_t unix_ms);

/* A time that was read. */
struct instant {
    int64_t ms;    /* since 1970, rounded down; negative before it */
    bool is_finer; /* the time is later than `ms`, by less than 1 ms */
};

/* Reads a date, or a date and a time separated by a space, T or t, as SQLite and ISO 8601 write
 * them:
 *   2026-11-20   2026-11-20 12:00   2026-11-20 12:00:00   2026-11-20T12:00:00.123Z
 * A time without an offset, or with Z or z, is UTC; an offset is written +01:00. A fraction has one
 * digit or more. Years past 9999 are written +010889, with six digits. Returns false for any other
 * text; *position is then the first wrong byte, or `length`. For a day that the month does not
 * have, that is the first digit of the day. */
bool sortid_sqlite_time_parse(struct instant *instant, const char *text, size_t length,
                              size_t *position);
