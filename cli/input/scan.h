/* SPDX-License-Identifier: MIT */
/* scan.h: finds IDs inside other text. It knows the texts of a kind only by reading examples with the
 * library, uses no clock and reads no input. */
#pragma once

#include "decode.h"

/* More formats and other kinds than are looked for. */
#define SCAN_FORMATS 24

/* Many words look like IDs of shorter texts: any word of 12 letters and digits is a scru64. */
#define SCAN_SHORTEST 20

/* Bytes of a text, as a set. */
struct byte_set {
    bool has[256];
};

/* The time of an ID of a kind without times, such as uuid-v4. */
#define SCAN_NO_TIME UINT64_MAX

/* A kind and an encoding of it that is looked for. */
struct scan_format {
    struct decoder decoder;
    size_t length;            /* of each text, without marks; of a number, the least */
    size_t before, after;     /* the bytes of the marks around it */
    bool is_number;           /* decimal digits, of which IDs have different numbers */
    bool has_prefix;          /* a TypeID: letters and an underscore come before it */
    size_t probes[2];         /* the places at which the fewest bytes are valid, */
    struct byte_set valid[2]; /* and these bytes: most wrong places are told by them */
    bool is_hex;              /* no digit is beyond f */
    bool has_time;            /* the IDs have times */
    bool has_cases;           /* upper and lower case are different digits */
};

struct scanner {
    struct scan_format formats[SCAN_FORMATS];
    size_t count;
    struct byte_set in_run;      /* letters, digits, and other bytes that are in a text */
    uint8_t classes[256];        /* what each byte is, for scan.c */
    size_t least;                /* the length of the shortest text */
    bool is_guess;               /* the formats are all that are likely */
    bool anywhere;               /* an ID may be a part of a word */
    bool any_time;               /* an ID may have any time, not only one of this span: */
    uint64_t since_ms, until_ms; /* the end is excluded */
    const char *prefix; /* an ID follows this and an underscore, as a word; NULL: no prefix */
    size_t prefix_length;
};

/* An ID in a text. */
struct found_reading {
    const sortid_kind *kind;
    const sortid_format *format; /* that of the kind; NULL: another kind */
    uint64_t unix_ms;
    bool is_plausible; /* the time is in the scanner's span */
    uint8_t id[SORTID_MAX_SIZE];
};
struct found_id {
    const char *text;
    size_t length;
    size_t count; /* ways to read it, 1 or more, in the order of the formats */
    struct found_reading readings[SCAN_FORMATS];
};

/* Prepares for some kinds in an encoding each, at most SCAN_FORMATS. The caller may then set
 * `anywhere` and the members after it; without them IDs are whole words of any time. Raw bytes and
 * kinds with short texts are left out; false: there are no others. */
bool scanner_init(struct scanner *scanner, const struct decoder *decoders, size_t count);

/* The same for the canonical text of every format that is long enough not to be any word, and, if
 * `has_others`, of other kinds that can be told from other text: not numbers. */
bool scanner_init_all(struct scanner *scanner, bool has_others);

/* The place of a scan in a text. Only scan.c uses the members after `at`, but a caller that moves it
 * past other IDs sets `taken` too. */
struct scan {
    const char *at; /* where the search continues; the caller may move it forward */
    const struct scanner *scanner;
    const char *begin, *end;
    const char *run_end; /* of the run that `at` is in */
    const char *taken;   /* no ID begins before: the end of the last one */
};

void scan_begin(struct scan *scan, const struct scanner *scanner, const char *begin,
                const char *end);

/* Finds the next ID; false: there is none. IDs do not overlap: of those that do, the one that ends
 * where a word ends is taken, then one of a plausible time, then the leftmost. */
bool scan_next(struct found_id *found, struct scan *scan);
