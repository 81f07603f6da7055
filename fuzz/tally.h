/* SPDX-License-Identifier: MIT */
/* tally.h: the figures of `sortid check` counted in the plain way, one ID and one bit after
 * another. Used by the fuzz target check; it knows fields by the table of formats and shares
 * nothing with cli/statistics.c. */
#ifndef SORTID_FUZZ_TALLY_H
#define SORTID_FUZZ_TALLY_H

#include "lines.h"

#define TALLY_FIELDS    8
#define TALLY_BITS      160
#define TALLY_TEXT_SIZE 4096

struct tally_field {
    uint64_t samples;     /* IDs whose ones are counted */
    uint64_t first, last; /* timestamps of the first and the last of them */
    uint64_t ones[TALLY_BITS];
};

struct tally {
    const support_format *format;
    const sortid_format *row;
    const char *order; /* "strict", "time", "none" */
    uint64_t lines, valid, invalid, unordered, duplicates;
    uint64_t first, last, run, longest_run;
    uint8_t before[SUPPORT_MAX_SIZE]; /* the last valid ID */
    struct tally_field fields[TALLY_FIELDS];
};

void tally_init(struct tally *tally, const support_format *format, const char *order);

/* Counts a valid ID; false if it stands wrong behind the one before. */
bool tally_add(struct tally *tally, const uint8_t *id);

/* The object that `check --json` writes, a newline and NUL. */
void tally_print(char text[TALLY_TEXT_SIZE], const struct tally *tally);

#endif
