/* SPDX-License-Identifier: MIT */
/* decode.h: items of the input become IDs of a format that the user named, one by one or
 * many at once. Called by convert and check. What is no ID is reported here, unless the caller
 * wants no report, and skipped. */
#ifndef CLI_DECODE_H
#define CLI_DECODE_H

#include "input.h"

#include <sortid.h>

struct decoder {
    const sortid_format *format;
    sortid_encoding encoding;
    size_t length; /* of each text, decode_length() */
    bool or_hex;   /* a text of twice the size is hex */
    bool lenient;  /* ulid text only */
    bool silent;   /* bad items are not reported */
};

enum decoded { DECODED_END, DECODED_EMPTY, DECODED_BAD, DECODED_ID };

/* The bytes of each text of an encoding that the format has, 0 if they vary. */
size_t decode_length(const sortid_format *format, sortid_encoding encoding);

/* Reads one ID; statuses and position as of the library's parse calls. */
sortid_status decode(uint8_t id[SORTID_MAX_SIZE], size_t *position, const struct decoder *decoder,
                     const char *text, size_t length);

/* Takes the next lines of the input while they are good, at most INPUT_BLOCK; returns
 * their number: the first of *block. 0: decode_next() knows more. */
size_t decode_many(uint8_t ids[INPUT_BLOCK * SORTID_MAX_SIZE], struct block *block,
                   struct input *input, const struct decoder *decoder);

/* Takes the next item of the input; reports it if it is bad and `silent` is not set. */
enum decoded decode_next(uint8_t id[SORTID_MAX_SIZE], struct item *item, struct input *input,
                         const struct decoder *decoder);

#endif
