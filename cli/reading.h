/* SPDX-License-Identifier: MIT */
/* reading.h: the readings of a text: the formats and encodings in which it is an ID. Called by inspect.c;
 * json.c and pretty.c print readings. It includes the public headers only. It asks no clock and never
 * chooses one reading of several: it sorts them. */
#ifndef CLI_READING_H
#define CLI_READING_H

#include <sortid.h>

/* More than any text has: 32 formats in three encodings. */
#define READING_MAX 96

/* The longest text that has a reading: all digits, a hyphen between each two. */
#define READING_TEXT_MAX (2 * SORTID_MAX_TEXT_SIZE)

struct reading {
    const sortid_format *format;
    sortid_encoding encoding;    /* of the text: text, hex or uuid */
    uint8_t id[SORTID_MAX_SIZE]; /* zero after info_of(format)->size bytes */
    unsigned leniency;           /* SORTID_ULID_ALIAS, SORTID_ULID_HYPHEN */
};

struct reading_request {
    const sortid_format *format; /* NULL: by length */
    bool lenient;                /* aliases and hyphens of a ulid's text */
};

/* A way to read a text of some length. */
struct reading_way {
    const sortid_format *format;
    sortid_encoding encoding; /* text, hex or uuid */
};

struct reading_fault {
    sortid_status status;
    size_t position;             /* bytes from 0 */
    const sortid_format *format; /* NULL: several, or no format has this length */
};

/* Reads `length` bytes of any kind in every way that the length and the request allow. Returns the number of
 * readings, the likeliest first: text before hex and uuid, then the canonical case (a text that is equal to
 * its print), then a timestamp in the years 2000 to 2100, then the order of the formats. If it returns 0,
 * *fault is that of the likeliest try, the one with the longest valid beginning (of several with the same,
 * the first in that order; a bad digit then has no format); otherwise *fault is not written. If no format
 * has the length: SORTID_BAD_LENGTH at the smaller of it and the longest length of any format. */
size_t reading_all(struct reading out[READING_MAX], struct reading_fault *fault,
                   const struct reading_request *request, const char *text, size_t length);

/* All ways to read texts of this length, in the order in which they are tried; none for a lenient request, for
 * which the length is not enough. Returns their number. */
size_t reading_ways(struct reading_way out[READING_MAX], const struct reading_request *request,
                    size_t length);

/* Splits the node_ctr of a scru64 reading. False, and nothing is written, for other formats or if `node_size` is
 * not 1 to 23. */
bool reading_split_node(uint32_t *node_id, uint32_t *counter, const struct reading *reading,
                        unsigned node_size);

#endif
