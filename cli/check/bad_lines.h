/* SPDX-License-Identifier: MIT */
/* bad_lines.h: the bad lines of `sortid check`: reports each of the first few, then how many more
 * there are, and whether they are IDs of another format; keeps some for JSON. It never decides
 * whether a line is bad. */
#pragma once

#include "statistics.h"
#include "../input/decode_next.h"
#include "../options/options.h"

/* The most lines that are kept for JSON, and the most bytes of each. */
#define FAULTS_MAX  20
#define FAULT_SHOWN 64

struct fault {
    const char *what; /* "invalid", "unordered", "duplicate", "counter" */
    struct place place;
    size_t position;
    char text[FAULT_SHOWN];
    size_t length;
    char before[SORTID_MAX_TEXT_SIZE]; /* the ID that it was compared with; "": none */
};

/* Only bad_lines.c uses the members, except `count`. */
struct bad_lines {
    const struct options *options;
    uint64_t count;   /* all bad lines */
    uint64_t invalid; /* of these, the lines that are not an ID */
    uint64_t inside;  /* of the reported ones, the lines that have an ID among other text */
    uint64_t silent;  /* bad lines that were not reported */
    bool has_nul;     /* in one of these lines */
    unsigned formats; /* bit 1u << i: all of them are IDs of row i of the format table */
    size_t fault_count;
    struct fault faults[FAULTS_MAX];
};

void bad_lines_init(struct bad_lines *bad, const struct options *options);

/* Whether the next bad line is to be reported: fewer than --max-errors were. A line that is not an
 * ID also is not, unless all are wanted, after a few that have an ID among other text. */
bool bad_lines_wanted(const struct bad_lines *bad);
bool bad_lines_wants_invalid(const struct bad_lines *bad);

/* Reports and counts an ID that is wrong compared with the valid ID before it. */
void bad_lines_add(struct bad_lines *bad, const struct item *item, enum statistics_verdict verdict,
                   const uint8_t *before);

/* Counts a line that is not an ID, which was reported, and tries it as an ID of other formats. */
void bad_lines_add_invalid(struct bad_lines *bad, const struct item *item);

/* Reports what the lines have in common: how many were not reported, and of which format they are.
 * Nothing if there is nothing to add to the earlier reports. */
void bad_lines_sum_up(const struct bad_lines *bad);

/* Writes the lines that were kept as the member "faults" of an object, with a comma before it. */
void bad_lines_write_json(const struct bad_lines *bad);
