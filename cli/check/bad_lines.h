/* SPDX-License-Identifier: MIT */
/* bad_lines.h: reports bad lines for `sortid check`: each of the first few, then how many more
 * there are, and whether they are IDs of another format. It keeps no line, and it never decides
 * whether a line is bad. */
#ifndef CLI_BAD_LINES_H
#define CLI_BAD_LINES_H

#include "../input/decode.h"

/* Only bad_lines.c uses the members. */
struct bad_lines {
    const struct options *options;
    uint64_t count;   /* all bad lines */
    uint64_t invalid; /* of these, the lines that are not an ID */
    unsigned formats; /* bit 1u << i: all of them are IDs of row i of the format table */
};

void bad_lines_init(struct bad_lines *bad, const struct options *options);

/* Whether the next bad line is to be reported: fewer than --max-errors were. */
bool bad_lines_wanted(const struct bad_lines *bad);

/* Counts a bad line that is an ID. */
void bad_lines_add(struct bad_lines *bad);

/* Counts a line that is not an ID, and tries it as an ID of the other formats. */
void bad_lines_add_invalid(struct bad_lines *bad, const struct item *item);

/* Reports what the lines have in common: how many were not reported, and of which format they are.
 * Nothing if there is nothing to add to the earlier reports. */
void bad_lines_sum_up(const struct bad_lines *bad);

#endif
