/* SPDX-License-Identifier: MIT */
/* faults.h: the first faults of a stream, kept for the JSON of `sortid check`. It never decides
 * whether a line is bad. */
#ifndef CLI_FAULTS_H
#define CLI_FAULTS_H

#include "../input/input.h"

#include <sortid.h>

/* The most that are kept, and the most bytes of a text. */
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

struct faults {
    size_t count;
    struct fault rows[FAULTS_MAX];
};

/* Keeps a fault, if there is room: `before` is "" for a line that is not an ID. */
void faults_add(struct faults *faults, const char *what, const struct item *item, size_t position,
                const char *before);

/* Writes them as the member "faults" of an object, with a comma before it. */
void faults_write_json(const struct faults *faults);

#endif
