/* SPDX-License-Identifier: MIT */
/* decode.h: how texts are read as IDs of one format, or of another kind. */
#ifndef CLI_DECODE_H
#define CLI_DECODE_H

#include "../options/options.h"

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

/* The bytes of each text of an encoding that the format has, 0 if they vary. */
size_t encoded_length(const sortid_format *format, sortid_encoding encoding);

/* The decoder for the format, -i and --lenient. */
struct decoder decoder_of(const struct options *options);

/* Reads one ID; statuses and position as of the library's parse calls. */
sortid_status decode(uint8_t id[SORTID_MAX_SIZE], size_t *position, const struct decoder *decoder,
                     const char *text, size_t length);

#endif
