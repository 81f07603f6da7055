/* SPDX-License-Identifier: MIT */
/* range.h: the times that the IDs of a format can have, as text. Called by formats.c
 * to list them and by gen.c and range.c to refuse others. */
#ifndef CLI_TIME_RANGE_H
#define CLI_TIME_RANGE_H

#include "options.h"
#include "../common/time_text.h"

struct time_range {
    char first[TIME_TEXT_SIZE];
    char last[TIME_TEXT_SIZE];
};

void time_range_of(struct time_range *range, const sortid_format *format);

/* Wrong usage: `what` names a time outside of the format's times, or says what is wrong; `ends`
 * is "" or words about the two. */
_Noreturn void time_range_refuse(const struct options *options, const char *what, const char *ends);

#endif
