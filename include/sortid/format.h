/* SPDX-License-Identifier: MIT */
/* sortid/format.h: the table of formats, and the verbs that work by a row of it.
 *
 * For programs that learn the format at run time: the command, the database
 * extensions, a viewer. IDs are plain bytes here, `format->size` of them, most
 * significant first. All calls are pure; any thread may make them. */
#ifndef SORTID_FORMAT_H
#define SORTID_FORMAT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Upper bounds over all formats: bytes of an ID; of any text of one, with NUL. */
#define SORTID_MAX_SIZE      20
#define SORTID_MAX_TEXT_SIZE 50

/* How an ID is written down. */
typedef enum sortid_encoding {
    SORTID_ENCODING_TEXT = 0, /* the format's canonical text */
    SORTID_ENCODING_HEX = 1,  /* twice `size` hex digits */
    SORTID_ENCODING_INT = 2,  /* decimal, without leading zeros */
    SORTID_ENCODING_UUID = 3, /* 8-4-4-4-12 hex digits, formats of 128 bits only */
    SORTID_ENCODING_BIN = 4   /* the bytes themselves */
} sortid_encoding;

/* What a generator does with a field. */
typedef enum sortid_field_kind {
    SORTID_FIELD_TIMESTAMP = 0,
    SORTID_FIELD_COUNTER = 1, /* random at each new timestamp, then counts */
    SORTID_FIELD_LAYER = 2,   /* random once a second */
    SORTID_FIELD_RANDOM = 3   /* random in each ID */
} sortid_field_kind;

typedef struct sortid_field {
    const char *name;   /* as in the formats' own tools: "counterHi" */
    unsigned first_bit; /* from the most significant bit of the ID; a multiple of 4 */
    unsigned bits;      /* width, a multiple of 4 */
    sortid_field_kind kind;
} sortid_field;

typedef struct sortid_format {
    const char *name;           /* "scru128", as in function names */
    const char *title;          /* "SCRU128 v2.1.1" */
    size_t size;                /* bytes of an ID: 8, 16 or 20 */
    size_t text_length;         /* digits of the canonical text */
    unsigned encodings;         /* bit 1u << e for each sortid_encoding e it has */
    const sortid_field *fields; /* in layout order; the first is the timestamp */
    size_t field_count;
    uint64_t timestamp_max;     /* last value of the timestamp field */
    uint64_t timestamp_unit_ms; /* ms in a step of it: 1, or 256 for scru64 */
    uint64_t timestamp_zero_ms; /* Unix time in ms of its value 0 */
    bool reserves_ends;         /* whether timestamps 0 and last are reserved */
} sortid_format;

/* A `format` below is a pointer that one of these two gave, not to a copy. */

/* Row `index` of the table, 0 to 4; NULL beyond its end. Rows are static. */
SORTID_API const sortid_format *sortid_format_at(size_t index);

/* The row of a name; NULL if there is none. Case matters. */
SORTID_API const sortid_format *sortid_format_find(const char *name);

/* Reads an ID. Statuses and position as in the parse calls of the format;
 * SORTID_BAD_OPTION if the format lacks the encoding. */
SORTID_STATUS sortid_format_parse(uint8_t *id, const sortid_format *format,
                                  sortid_encoding encoding, const char *text, size_t length,
                                  size_t *position);

/* Writes an ID and NUL (no NUL after SORTID_ENCODING_BIN) into room for
 * SORTID_MAX_TEXT_SIZE bytes; returns the length without NUL, 0 and nothing
 * written if the format lacks the encoding or the bytes are beyond its last ID. */
SORTID_API size_t sortid_format_print(char *text, const sortid_format *format,
                                      sortid_encoding encoding, const uint8_t *id);

/* Writes `count` IDs, which lie one after another, as texts one after another, the
 * byte `end` behind each, the last too. `end` is 0 to 255 and no letter, digit or
 * hyphen, or SORTID_NO_END; SORTID_ENCODING_BIN wants none and SORTID_ENCODING_INT
 * one. Returns the number of bytes: `count` times the length of a text and its
 * end (with SORTID_ENCODING_INT less; make room for SORTID_MAX_TEXT_SIZE each); 0
 * and nothing written if encoding and end do not allow it. Bytes that are no ID
 * of the format give the text of some other ID. */
SORTID_API size_t sortid_format_print_many(char *text, const sortid_format *format,
                                           sortid_encoding encoding, const uint8_t *ids,
                                           size_t count, int end);

/* Reads `count` texts as sortid_format_print_many writes them: text[0] up to
 * count * (length of a text and its end) is read. A text goes up to the next
 * `end`, so that one of another length is SORTID_BAD_LENGTH. Stops at the first
 * that sortid_format_parse would refuse: *made IDs before it are good, the rest of
 * `ids` is unspecified, and status and *position, which counts bytes within that
 * text, are those of sortid_format_parse. SORTID_BAD_OPTION for an end as above,
 * and for SORTID_ENCODING_INT, whose texts have no one length. */
SORTID_STATUS sortid_format_parse_many(uint8_t *ids, size_t *made, const sortid_format *format,
                                       sortid_encoding encoding, const char *text, size_t count,
                                       int end, size_t *position);

/* Writes field number `field` as SORTID_ENCODING_INT or SORTID_ENCODING_HEX
 * (zero-padded to its width) and NUL; returns the length without it, 0 and
 * nothing written for another encoding or number. */
SORTID_API size_t sortid_format_print_field(char *text, const sortid_format *format, size_t field,
                                            sortid_encoding encoding, const uint8_t *id);

/* The timestamp field, and the Unix time in ms that it stands for. */
SORTID_API uint64_t sortid_format_timestamp(const sortid_format *format, const uint8_t *id);
SORTID_API uint64_t sortid_format_unix_ms(const sortid_format *format, const uint8_t *id);

/* The smallest and the largest ID of the timestamp that holds `unix_ms`;
 * SORTID_OUT_OF_RANGE if the format has no such timestamp. */
SORTID_STATUS sortid_format_min_at(uint8_t *id, const sortid_format *format, uint64_t unix_ms);
SORTID_STATUS sortid_format_max_at(uint8_t *id, const sortid_format *format, uint64_t unix_ms);

/* The smallest and the largest ID of the format. */
SORTID_API void sortid_format_min(uint8_t *id, const sortid_format *format);
SORTID_API void sortid_format_max(uint8_t *id, const sortid_format *format);

/* The ID after and before `id`; *carried (may be NULL) tells whether the step
 * went over into another timestamp. SORTID_OUT_OF_RANGE if there is none. `out`
 * may be `id`. */
SORTID_STATUS sortid_format_next(uint8_t *out, bool *carried, const sortid_format *format,
                                 const uint8_t *id);
SORTID_STATUS sortid_format_prev(uint8_t *out, bool *carried, const sortid_format *format,
                                 const uint8_t *id);

/* Whether the timestamp is one of the format's reserved ones. */
SORTID_API bool sortid_format_is_reserved(const sortid_format *format, const uint8_t *id);

#ifdef __cplusplus
}
#endif
#endif
