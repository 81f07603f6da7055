/* SPDX-License-Identifier: MIT */
/* span.h: the times that the IDs of a format can have, as text. Called by formats.c
 * to list them and by gen.c and range.c to refuse others. */
#ifndef CLI_SPAN_H
#define CLI_SPAN_H

#include "options.h"
#include "when.h"

struct span {
    char first[WHEN_TEXT_SIZE];
    char last[WHEN_TEXT_SIZE];
};

void span_of(struct span *span, const sortid_format *format);

/* Wrong usage: `what` names a time outside of the format's times, or says what is wrong; `ends`
 * is "" or words about the two. */
_Noreturn void span_refuse(const struct options *options, const char *what, const char *ends);

#endif
