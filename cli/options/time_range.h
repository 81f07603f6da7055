/* SPDX-License-Identifier: MIT */
/* time_range.h: the times that the IDs of a format can have, as text. Called by formats.c to list them and by
 * gen.c and range.c to refuse others; includes options.h and time_text.h. */
#ifndef CLI_TIME_RANGE_H
#define CLI_TIME_RANGE_H

#include "options.h"
#include "../../common/time_text.h"

struct time_range {
    char first[TIME_TEXT_SIZE];
    char last[TIME_TEXT_SIZE];
};

void time_range_of(struct time_range *range, const sortid_format *format);

/* Ends with status 2: `what` says which time the format does not have; the times that it has are added, and
 * `ends`: "" or a remark about the first and the last of them. */
_Noreturn void time_range_refuse(const struct options *options, const char *what, const char *ends);

/* The same for a time of the command line, which is shown: "--at" or "SINCE", and its text. */
_Noreturn void time_range_refuse_time(const struct options *options, const char *what,
                                      const char *text, const char *ends);

#endif
