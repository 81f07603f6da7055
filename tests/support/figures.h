/* SPDX-License-Identifier: MIT */
/* figures.h: the figures of `sortid check`, counted in a simple way, ID by ID and bit by bit. It
 * knows fields by sortid/format.h and shares nothing with cli/check/statistics.c. */
#pragma once

#include "formats.h"

#define FIGURES_FIELDS    8
#define FIGURES_BITS      160
#define FIGURES_TEXT_SIZE 4096

struct figures_field {
    uint64_t samples;     /* IDs whose ones are counted */
    uint64_t first, last; /* timestamps of the first and the last of them */
    uint64_t ones[FIGURES_BITS];
};

struct figures {
    const support_format *format;
    sortid_field_info fields[FIGURES_FIELDS];
    size_t field_count;
    const char *order; /* "strict", "time", "none" */
    uint64_t lines, valid, invalid, unordered, duplicates, counter_faults, reserved;
    uint64_t first, last; /* timestamps; "none": the smallest and the largest */
    uint64_t timestamp;   /* of the ID before */
    uint64_t run, longest_run;
    uint8_t before[SUPPORT_MAX_SIZE];             /* the last valid ID */
    struct figures_field sampled[FIGURES_FIELDS]; /* by field */
};

void figures_init(struct figures *figures, const support_format *format, const char *order);

/* Counts a valid ID; false if it is out of order after the one before. */
bool figures_add(struct figures *figures, const uint8_t *id);

/* The object that `check --json` writes, a newline and NUL. */
void figures_print(char text[FIGURES_TEXT_SIZE], const struct figures *figures);
