/* SPDX-License-Identifier: MIT */
/* time_parse.h: reads times and periods as people write them. It uses no locale and no clock, and
 * the local time zone only through the function that the caller gives.
 *
 * The grammar. Words may be written in any case, but M alone is refused, since it is a month
 * elsewhere; SP is one or more blanks.
 *
 *   TIME    = now | now SHIFT | SHIFT | SPAN SP ago | today | yesterday | tomorrow
 *           | UNIX | YEAR | MONTH | DATE | DATE (T | SP) CLOCK [OFFSET] | MAIL
 *   SHIFT   = (+ | -) SPAN                     -1h  +90m  -1h30m
 *   SPAN    = (NUMBER [SP] UNIT)...            1h  2 days  1h30m
 *   UNIT    = ms | s sec secs second seconds | m min mins minute minutes | h hr hrs hour hours
 *           | d day days | w wk wks week weeks        a day has 24 hours, a week 7 days
 *   UNIX    = @NUMBER[FRACTION]                Unix seconds
 *           | 10 digits                        Unix seconds
 *           | 13 digits                        Unix milliseconds
 *   YEAR    = 4 digits | + and 6 to 9 digits   its first instant, as that of a MONTH and a DATE
 *   MONTH   = YEAR-MM
 *   DATE    = YEAR-MM-DD
 *   CLOCK   = HH:MM[:SS[FRACTION]]             seconds up to 59: Unix time has no leap second
 *   FRACTION = (. | ,) digits                  all are read, those finer than a ms are dropped
 *   OFFSET  = [SP] (Z | UTC | GMT | (+ | -) HH[[:]MM])
 *   MAIL    = [DAYNAME,] D MONTHNAME YEAR HH:MM[:SS] OFFSET      RFC 2822, section 3.3
 *   PERIOD  = YEAR | MONTH | DATE | today | yesterday | tomorrow
 *
 * Without OFFSET a time is UTC, or in the local zone. Days are those of the proleptic Gregorian
 * calendar, without leap seconds. A local day begins at its first instant, also where clocks skip
 * midnight or show it twice, and ends at that of the next day. Times before 1970, dates and times
 * that do not exist (02-30, 24:00), local times of day that occur twice or not at all, anything
 * before or after the time, and ms beyond 64 bits are refused. */
#pragma once

#include "time_context.h"

#include <stddef.h>

/* Reads a TIME (a string) as Unix time in ms. If it is refused, returns false, sets *problem to a
 * static text that says what is wrong and what is valid, and does not write *unix_ms. */
bool time_parse(uint64_t *unix_ms, const char *text, const struct time_context *context,
                const char **problem);

/* Reads the same as a bound of a time range: fractions of a ms are rounded up, and times before
 * 1970 are 0; they may also be written -0044-03-15, a minus and a year of 4 to 9 digits, and @-1.
 * Refuses @SECONDS from 10^12 up, which are milliseconds by mistake. */
bool time_parse_bound(uint64_t *unix_ms, const char *text, const struct time_context *context,
                      const char **problem);

/* Reads a SPAN as ms, below 2^60. */
bool time_parse_span(uint64_t *ms, const char *text);

/* Reads a PERIOD: its first ms, and the first ms after it. */
bool time_parse_period(uint64_t *since_ms, uint64_t *until_ms, const char *text,
                       const struct time_context *context, const char **problem);

/* ---- time_advice.c --------------------------------------------------------------------------- */

#define TIME_ADVICE_MAX  2
#define TIME_ADVICE_SIZE 64

/* Finds what to type for a time in a form that the grammar lacks, such as 20/11/2026, Nov 20 2026
 * 3:30 PM or an hour ago. It never guesses: where either number may be the day, it gives both
 * dates. Writes what the text may mean, without blanks; returns how many there are, 0 if the
 * meaning is not clear. The caller reads each to know whether it is valid. */
size_t time_advise(char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE], const char *text,
                   const struct time_context *context);
