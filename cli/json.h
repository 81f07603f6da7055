/* SPDX-License-Identifier: MIT */
/* json.h: a reading as one line of JSON. Called by inspect.c for each reading of each
 * ID: millions a second, so that everything is appended by copying. It writes what
 * the row of the format says and never looks at the ID's bytes itself. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "reading.h"

/* Room for one object: the input, six bytes for each of its own at most; 8 fields with
 * names of up to 16 bytes, 25 decimal and 20 hex digits, 80 bytes each with what is
 * around them; five more values of at most 80 bytes with their keys; 150 for the rest.
 * Below 1900, and the library's prints want SORTID_MAX_TEXT_SIZE beyond. */
#define JSON_READING_SIZE 2048

/* Writes one object and a newline (no NUL), returns its length. `input` is the text
 * that the reading was made of, `length` at most READING_TEXT_MAX. `node_size` 0: not
 * given; it shows in readings of scru64 alone. The keys, in this order: format, input,
 * canonical, timestampIso; each field in decimal; nodeId, counter; fieldsHex, hex, int,
 * uuid; lenient; ambiguous. All values but the arrays and the last are strings. */
size_t json_reading(char out[JSON_READING_SIZE], const struct reading *reading, const char *input,
                    size_t length, bool ambiguous, unsigned node_size);

#endif
