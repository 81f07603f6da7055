/* SPDX-License-Identifier: MIT */
/* age.h: how long ago a time is, as people say it. */
#ifndef CLI_AGE_H
#define CLI_AGE_H

#include <stddef.h>
#include <stdint.h>

/* "in 584542046 years 364 days", NUL included. */
#define AGE_SIZE 40

/* Writes "3 days 4 hours ago", "in 1 minute 5 seconds" or "now" (the same second), and NUL: the two
 * largest units of years (of 365.2425 days), days, hours, minutes and seconds, rounded down.
 * Returns the length. */
size_t age_print(char text[AGE_SIZE], int64_t unix_ms, uint64_t now_ms);

#endif
