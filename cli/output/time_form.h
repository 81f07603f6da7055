/* SPDX-License-Identifier: MIT */
/* time_form.h: the time of an ID in the forms that -e and --columns name; spans of time, and how long
 * ago a time is, in short units: "3 d 4 h". */
#pragma once

#include "../ids/encodings.h"
#include "../../common/text.h"
#include "../../common/time_text.h"

#define TIME_FORM_SIZE TIME_LOCAL_SIZE

/* Writes a time in a form other than TIME_FORM_NONE, and NUL; returns the length. `is_local`: ISO
 * in local time, or UTC where that is not known. */
size_t time_form_print(char text[TIME_FORM_SIZE], enum time_form form, int64_t unix_ms,
                       bool is_local);

/* "in 584542046 y 364 d", NUL included. */
#define AGE_SIZE 32

/* The two largest units of years (of 365.2425 days), d, h, min and s, rounded down, at least 1 s:
 * "3 d 4 h"; the second is left out if it is 0. Exact: all units from the largest of days, h, min and
 * s, "2 d 0 h 4 min 5.678 s". */
struct text age_span(struct text text, uint64_t ms, bool is_exact);

/* Writes "3 d 4 h ago", "in 1 min 5 s" or "now" (less than a second apart), and NUL; returns the
 * length. */
size_t age_print(char text[AGE_SIZE], int64_t unix_ms, uint64_t now_ms);
