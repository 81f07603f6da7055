/* SPDX-License-Identifier: MIT */
/* json.h: a reading as one line of JSON. Called by inspect.c for each reading of each
 * ID: millions a second, so that everything is appended by copying, and what the library
 * prints faster for many IDs than for one is printed for a batch. It writes what the row
 * of the format says and never looks at the ID's bytes itself. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "reading.h"

/* IDs that are prepared at once: their texts stay in the first-level cache. */
#define JSON_BATCH 64

/* Fixed-size moves read up to so many bytes behind the beginning of a text. */
#define JSON_MOVE 48

/* IDs of one format, and their texts one after another. */
struct json_batch {
    struct json_shape *shape; /* what json.c knows about the format */
    const uint8_t *ids;
    char canonical[JSON_BATCH * SORTID_MAX_TEXT_SIZE + JSON_MOVE];
    char hex[JSON_BATCH * SORTID_MAX_TEXT_SIZE + JSON_MOVE];
    char uuid[JSON_BATCH * SORTID_MAX_TEXT_SIZE + JSON_MOVE];
};

/* Room for one object: the input, six bytes for each of its own at most; 8 fields with
 * names of up to 16 bytes, 25 decimal and 20 hex digits, 80 bytes each with what is
 * around them; five more values of at most 80 bytes with their keys; 150 for the rest.
 * Below 1900, and the library's prints want SORTID_MAX_TEXT_SIZE beyond, the moves
 * JSON_MOVE. */
#define JSON_READING_SIZE 2048

/* Prepares the lines of 1 to JSON_BATCH IDs, which lie one after another and stay until
 * the last line is written. */
void json_prepare(struct json_batch *batch, const sortid_format *format, const uint8_t *ids,
                  size_t count);

/* The line of ID number `index` of the batch, as json_reading writes it, not lenient and
 * not ambiguous; `input` has no byte that JSON escapes. */
size_t json_line(char out[JSON_READING_SIZE], const struct json_batch *batch, size_t index,
                 const char *input, size_t length, unsigned node_size);

/* Writes one object and a newline (no NUL), returns its length. `input` is the text
 * that the reading was made of, `length` at most READING_TEXT_MAX. `node_size` 0: not
 * given; it shows in readings of scru64 alone. The keys, in this order: format, input,
 * canonical, timestampIso; each field in decimal; nodeId, counter; fieldsHex, hex, int,
 * uuid; lenient; ambiguous. All values but the arrays and the last are strings. */
size_t json_reading(char out[JSON_READING_SIZE], const struct reading *reading, const char *input,
                    size_t length, bool ambiguous, unsigned node_size);

#endif
