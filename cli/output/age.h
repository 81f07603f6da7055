/* SPDX-License-Identifier: MIT */
/* age.h: spans of time, and how long ago a time is, in short units: "3 d 4 h". */
#pragma once

#include "../../common/text.h"

#include <stdbool.h>

/* "in 584542046 y 364 d", NUL included. */
#define AGE_SIZE 32

/* The two largest units of years (of 365.2425 days), d, h, min and s, rounded down, at least 1 s:
 * "3 d 4 h"; the second is left out if it is 0. Exact: all units from the largest of days, h, min and
 * s, "2 d 0 h 4 min 5.678 s". */
struct text age_span(struct text text, uint64_t ms, bool is_exact);

/* Writes "3 d 4 h ago", "in 1 min 5 s" or "now" (less than a second apart), and NUL; returns the
 * length. */
size_t age_print(char text[AGE_SIZE], int64_t unix_ms, uint64_t now_ms);
