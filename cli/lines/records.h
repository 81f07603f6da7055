/* SPDX-License-Identifier: MIT */
/* records.h: where the records of CSV end, and which field a byte is in. Quotes open only at the
 * start of a field; in quotes two of them are one, and a line break ends nothing. It reads like
 * Python's csv module, except that a record ends only at its line end, \n or NUL. It keeps no text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes from a quote that opens to the one that closes it. */
#define RECORDS_QUOTED_MOST (UINT64_C(64) << 20)

/* Set the first two members and zeros; the caller reads the others only. */
struct records {
    char delimiter;
    char line_end;  /* the byte after each record: \n or NUL */
    bool in_quotes; /* after the bytes that were passed */
    size_t passed;  /* bytes of the first record that is not whole */
    size_t quote;   /* in_quotes: the place in that record where they open */
};

/* The line end of the record that begins here; NULL: it is not whole, which the struct then
 * describes. The next call passes the same record, with more bytes, or after a whole one the next
 * record; no byte is searched twice. */
const char *records_end(struct records *records, const char *begin, const char *end);

/* A place in a record. Start with the first byte and zeros. */
struct record_place {
    const char *at;
    uint64_t delimiters; /* before `at`; where blanks separate fields, those that began there */
    enum { FIELD_PLAIN, FIELD_QUOTED, FIELD_CLOSED, FIELD_AFTER_BLANK } state;
};

/* Moves to a later byte; returns its field, from 1. */
uint64_t record_field(struct record_place *place, char delimiter, const char *begin,
                      const char *to);
