/* SPDX-License-Identifier: MIT */
/* decode.h: how texts are read as IDs of one format, in one encoding. */
#pragma once

#include "../ids/encodings.h"
#include "../ids/kinds.h"

struct decoder {
    const sortid_kind *kind;
    const sortid_format *format; /* that of the kind; NULL: only scan.c reads it */
    const struct encoding_name *form;
    sortid_encoding encoding; /* that of its digits */
    size_t length;            /* of each text; 0: they vary */
    bool or_hex;              /* text of twice the size is read as hex */
    bool lenient;             /* ulid text only */
    bool silent;              /* bad items are not reported */
};

/* The decoder for a kind, -i and --lenient. */
struct decoder decoder_of(const sortid_kind *kind, const struct encoding_name *form, bool lenient);

/* Reads one ID of a format; statuses and position as of the library's parse calls. Marks around hex
 * digits and UUIDs are read over. */
sortid_status decode(uint8_t id[SORTID_MAX_SIZE], size_t *position, const struct decoder *decoder,
                     const char *text, size_t length);

/* The same for an ID that may have a prefix, as in ord_01ARYZ... */
sortid_status decode_prefixed(uint8_t id[SORTID_MAX_SIZE], size_t *position,
                              const struct decoder *decoder, const char *text, size_t length);
