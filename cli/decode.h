/* SPDX-License-Identifier: MIT */
/* decode.h: an item of the input becomes an ID of a format that the user named.
 * Called by convert and check. What is no ID is reported here and passed over. */
#ifndef CLI_DECODE_H
#define CLI_DECODE_H

#include "input.h"

#include <sortid.h>

struct decoder {
    const sortid_format *format;
    sortid_encoding encoding;
    bool or_hex;  /* a text of twice the size is hex */
    bool lenient; /* ulid text only */
};

enum decoded { DECODED_END, DECODED_EMPTY, DECODED_BAD, DECODED_ID };

/* Reads one ID; statuses and position as of the library's parse calls. */
sortid_status decode(uint8_t id[SORTID_MAX_SIZE], size_t *position, const struct decoder *decoder,
                     const char *text, size_t length);

/* Takes the next item of the input; reports it if it is bad. */
enum decoded decode_next(uint8_t id[SORTID_MAX_SIZE], struct item *item, struct input *input,
                         const struct decoder *decoder);

#endif
