/* SPDX-License-Identifier: MIT */
/* decode.h: how texts are read as IDs of one format, or of another kind, and items of the input,
 * one by one or many at once. Bad items are reported, unless the caller wants no report, and
 * skipped. */
#ifndef CLI_DECODE_H
#define CLI_DECODE_H

#include "../options/options.h"
#include "input.h"

struct decoder {
    const sortid_kind *kind;     /* another kind than a format, whose text is read; else NULL */
    const sortid_format *format; /* NULL: with `kind` */
    sortid_encoding encoding;
    size_t length;  /* of each text; 0: they vary */
    bool or_hex;    /* text of twice the size is read as hex */
    bool lenient;   /* ulid text only */
    bool is_typeid; /* uuidv7 only */
    bool silent;    /* bad items are not reported */
};

/* The decoder for the format, -i and --lenient. */
struct decoder decoder_of(const struct options *options);

/* Reads one ID; statuses and position as of the library's parse calls. */
sortid_status decode(uint8_t id[SORTID_MAX_SIZE], size_t *position, const struct decoder *decoder,
                     const char *text, size_t length);

enum decoded { DECODED_END, DECODED_EMPTY, DECODED_BAD, DECODED_ID };

/* Reads the next lines of the input while they are valid, at most INPUT_BLOCK; returns their
 * number: they are the first lines of *block. 0: call decode_next(). */
size_t decode_many(uint8_t ids[INPUT_BLOCK * SORTID_MAX_SIZE], struct block *block,
                   struct input *input, const struct decoder *decoder);

/* Reads the next item of the input; reports it if it is bad and `silent` is not set. */
enum decoded decode_next(uint8_t id[SORTID_MAX_SIZE], struct item *item, struct input *input,
                         const struct decoder *decoder);

#endif
