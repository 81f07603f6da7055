/* SPDX-License-Identifier: MIT */
/* scan.h: finds IDs inside other text. It knows the texts of a format only by reading examples with
 * the library, uses no clock and reads no input. */
#ifndef CLI_SCAN_H
#define CLI_SCAN_H

#include "../input/decode.h"

/* More formats than the library has. */
#define SCAN_FORMATS 16

/* Bytes of a text, as a set. */
struct byte_set {
    bool has[256];
};

/* A format and encoding that is looked for. All its texts have one length. */
struct scan_format {
    struct decoder decoder;
    size_t length;
    size_t probes[2];         /* the places at which the fewest bytes are valid, */
    struct byte_set valid[2]; /* and these bytes: most wrong places are told by them */
};

struct scanner {
    struct scan_format formats[SCAN_FORMATS];
    size_t count;
    struct byte_set in_run; /* bytes that are in a text, and with whole_words letters and digits */
    size_t least;           /* the length of the shortest text */
    bool whole_words;       /* no letter or digit before and after an ID */
    const char *prefix;     /* an ID follows this and an underscore, as a word; NULL: no prefix */
    size_t prefix_length;
    uint64_t since_ms, until_ms; /* IDs of other times are ignored; until_ms is excluded */
};

/* An ID in a text. */
struct found_reading {
    const sortid_format *format;
    uint64_t unix_ms;
    uint8_t id[SORTID_MAX_SIZE];
};
struct found_id {
    const char *text;
    size_t length;
    size_t count; /* ways to read it, 1 or more, in the order of the formats */
    struct found_reading readings[SCAN_FORMATS];
};

/* Prepares for a format; the texts of its encoding have one length: neither SORTID_ENCODING_INT nor
 * _BIN. IDs may have any time and be parts of words. NULL: for the canonical text of every format
 * that is long enough not to be any word, as whole words only. */
void scanner_init(struct scanner *scanner, const struct decoder *decoder);

/* The place of a scan in a text. Only scan.c uses the members after `at`. */
struct scan {
    const char *at; /* where the search continues; the caller may move it forward */
    const struct scanner *scanner;
    const char *begin, *end;
    const char *run_end; /* of the run that `at` is in */
};

void scan_begin(struct scan *scan, const struct scanner *scanner, const char *begin,
                const char *end);

/* Finds the next ID; false: there is none. IDs do not overlap: the leftmost is taken first. */
bool scan_next(struct found_id *found, struct scan *scan);

#endif
