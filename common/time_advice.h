/* SPDX-License-Identifier: MIT */
/* time_advice.h: finds what to type for a time in a form that time_parse.h does not read, such as
 * 20/11/2026, Nov 20 2026 3:30 PM or an hour ago. It never guesses: where either number may be the
 * day, it gives both dates. */
#ifndef COMMON_TIME_ADVICE_H
#define COMMON_TIME_ADVICE_H

#include "time_context.h"

#include <stddef.h>

#define TIME_ADVICE_MAX  2
#define TIME_ADVICE_SIZE 64

/* Writes what the text may mean, without blanks; returns how many there are, 0 if the meaning is
 * not clear. The caller asks time_parse.h whether each is valid. */
size_t time_advise(char advice[TIME_ADVICE_MAX][TIME_ADVICE_SIZE], const char *text,
                   const struct time_context *context);

/* Whether a problem of time_parse.h only says that a text is like no form of a time. */
bool time_is_no_form(const char *problem);

#endif
