/* SPDX-License-Identifier: MIT */
/* sortid/format.h: formats chosen at run time.
 *
 * For programs that do not know the format when they are compiled: the command, the database
 * extensions, a viewer. A format is an opaque handle, an ID is its bytes, most significant first.
 * All calls are pure and may be made from any thread. A failed call leaves its outputs as they
 * were. A format may be NULL, as sortid_format_find returns it for an unknown name: calls that
 * return a status then return SORTID_BAD_FORMAT. */
#ifndef SORTID_FORMAT_H
#define SORTID_FORMAT_H

#include "base.h"

SORTID_BEGIN_C

/* The most bytes of an ID, and of its text in any encoding with the NUL. Both are fixed for the
 * life of a soname, so calls that write one ID need no capacity. */
#define SORTID_MAX_SIZE      32
#define SORTID_MAX_TEXT_SIZE 80

/* A static object of the library. Handles are equal (==) if and only if their formats are. */
typedef struct sortid_format sortid_format;

/* How an ID is written as text or bytes. */
typedef enum SORTID_INT32(sortid_encoding) {
    SORTID_ENCODING_TEXT = 0,   /* the format's canonical text */
    SORTID_ENCODING_HEX = 1,    /* twice `size` hex digits */
    SORTID_ENCODING_INT = 2,    /* decimal, without leading zeros */
    SORTID_ENCODING_UUID = 3,   /* 8-4-4-4-12 hex digits; formats of 128 bits only. The version and
                               * variant bits of RFC 9562 are not set */
    SORTID_ENCODING_BIN = 4,    /* the bytes */
    SORTID_ENCODING_BRACES = 5, /* the form of SORTID_ENCODING_UUID in { }; 128 bits */
    SORTID_ENCODING_URN = 6     /* the same after urn:uuid:, which is read in any case; 128 bits */
    SORTID_INT32_END(SORTID_ENCODING_END)
} sortid_encoding;

/* ---- What is known of a format ------------------------------------------- */

/* Bits of sortid_format_info.traits. */
enum {
    SORTID_TRAIT_RESERVES_ENDS = 1,  /* the first and the last timestamp are reserved: no generator
                                      * makes them, but such IDs are read and printed */
    SORTID_TRAIT_NEEDS_NODE = 2,     /* a generator needs a node id (scru64) */
    SORTID_TRAIT_CAN_BE_INVALID = 4, /* not all bytes are IDs: some are beyond the largest (scru64),
                                      * or have other fixed bits (uuidv7) */
    SORTID_TRAIT_CASE_SENSITIVE = 8  /* the case of letters in the canonical text matters (ksuid) */
};

typedef struct sortid_format_info {
    const char *name;       /* "scru128", as in function names */
    const char *title;      /* "SCRU128 v2.1.1" */
    uint32_t number;        /* permanent; state files store it */
    uint32_t size;          /* bytes of an ID */
    uint32_t text_length;   /* characters of the canonical text */
    uint32_t field_count;   /* field 0 is the timestamp */
    uint32_t encodings;     /* bit 1u << e for each sortid_encoding e that the format has */
    uint32_t traits;        /* SORTID_TRAIT_RESERVES_ENDS and the like */
    uint64_t timestamp_max; /* the largest value of the timestamp field */
    uint64_t unit_ms;       /* ms in one step of the timestamp: 1; scru64 256, ksuid 1000 */
    uint64_t zero_ms;       /* Unix time in ms of timestamp 0 */
} sortid_format_info;

/* What a generator does with a field. */
typedef enum SORTID_INT32(sortid_field_kind) {
    SORTID_FIELD_TIMESTAMP = 0,
    SORTID_FIELD_COUNTER = 1, /* drawn at random for a new timestamp, then counted up */
    SORTID_FIELD_LAYER = 2,   /* drawn at random once a second */
    SORTID_FIELD_RANDOM = 3,  /* drawn at random for each ID */
    SORTID_FIELD_FIXED = 4    /* the same in every ID: fixed_value */
    SORTID_INT32_END(SORTID_FIELD_KIND_END)
} sortid_field_kind;

typedef struct sortid_field_info {
    const char *name;     /* as the format's own tools write it: "counterHi" */
    uint32_t first_bit;   /* counted from the most significant bit of the ID */
    uint32_t bits;        /* width, at most 128; fields of 64 bits or more are whole bytes */
    uint32_t kind;        /* sortid_field_kind */
    uint32_t fixed_value; /* of SORTID_FIELD_FIXED; else 0 */
} sortid_field_info;

/* The format at `index`, NULL past the end. The order of the formats is fixed. */
SORTID_API const sortid_format *sortid_format_at(size_t index);

/* The format of a name, "ulid"; NULL if there is none. Case matters. */
SORTID_API const sortid_format *sortid_format_find(const char *name) SORTID_NONNULL((1));

/* Describes a format. Fills `size` bytes of `info`: sizeof(sortid_format_info) of the caller's
 * header. Bytes that this version of the library does not know are zero. SORTID_BAD_ARGUMENT if
 * `size` is below that of the struct of version 0.9. */
SORTID_STATUS sortid_format_describe(const sortid_format *format, sortid_format_info *info,
                                     size_t size) SORTID_NONNULL((2));

/* Describes the field `index` of a format, as sortid_format_describe does. SORTID_OUT_OF_RANGE if
 * index is not below field_count. */
SORTID_STATUS sortid_format_field(const sortid_format *format, sortid_field_info *info, size_t size,
                                  size_t index) SORTID_NONNULL((2));

/* ---- One ID -------------------------------------------------------------- */

/* Checks whether bytes are an ID of the format. If not, it returns SORTID_OUT_OF_RANGE beyond the
 * largest ID (scru64), or SORTID_BAD_VERSION or SORTID_BAD_VARIANT for other fixed bits (uuidv7).
 * Calls that write a text or an ID refuse such bytes with these statuses. Calls that read a field
 * or the time, and comparisons, use the bits as they are. */
SORTID_STATUS sortid_format_check(const sortid_format *format, const uint8_t *id)
    SORTID_NONNULL((2));

/* Reads an ID in any encoding from `length` bytes of text. Statuses and *position (may be NULL) as
 * in the parse call of the format, for the length and the places of the digits in this encoding;
 * SORTID_BAD_OPTION if the format lacks the encoding. */
SORTID_STATUS sortid_format_parse(const sortid_format *format, uint8_t *SORTID_RESTRICT id,
                                  sortid_encoding encoding, const char *SORTID_RESTRICT text,
                                  size_t length, size_t *position) SORTID_NONNULL((2));

/* Writes an ID in any encoding, and a NUL, except after SORTID_ENCODING_BIN; *written is the length
 * without the NUL. A capacity of SORTID_MAX_TEXT_SIZE is always enough.
 * SORTID_NO_SPACE      the text and its NUL do not fit `capacity`
 * SORTID_BAD_OPTION    the format lacks the encoding
 * SORTID_OUT_OF_RANGE, SORTID_BAD_VERSION, SORTID_BAD_VARIANT   not an ID of the format */
SORTID_STATUS sortid_format_print(const sortid_format *format, char *SORTID_RESTRICT text,
                                  size_t capacity, size_t *written, sortid_encoding encoding,
                                  const uint8_t *SORTID_RESTRICT id) SORTID_NONNULL((4, 6));

/* The value of the field `index` of an ID, big-endian and right-aligned in `capacity` bytes.
 * SORTID_NO_SPACE if it needs more; SORTID_OUT_OF_RANGE for an index past the last field. */
SORTID_STATUS sortid_format_field_value(const sortid_format *format, uint8_t *value,
                                        size_t capacity, const uint8_t *id, size_t index)
    SORTID_NONNULL((4));

/* The value of the field `index` of an ID as text: SORTID_ENCODING_INT, or SORTID_ENCODING_HEX
 * padded with zeros to the width of the field. SORTID_BAD_OPTION for others; else as
 * sortid_format_print. */
SORTID_STATUS sortid_format_print_field(const sortid_format *format, char *text, size_t capacity,
                                        size_t *written, sortid_encoding encoding,
                                        const uint8_t *id, size_t index) SORTID_NONNULL((4, 6));

/* The Unix time in ms of the start of an ID's timestamp; 0 if `format` is NULL. */
SORTID_API uint64_t sortid_format_unix_ms(const sortid_format *format, const uint8_t *id)
    SORTID_NONNULL((2));

/* Whether the timestamp of an ID is a reserved one (SORTID_TRAIT_RESERVES_ENDS); false if `format`
 * is NULL. */
SORTID_API bool sortid_format_is_reserved(const sortid_format *format, const uint8_t *id)
    SORTID_NONNULL((2));

/* The smallest and the largest ID of the timestamp that contains unix_ms. SORTID_OUT_OF_RANGE if
 * the format has no such timestamp. */
SORTID_STATUS sortid_format_min_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms)
    SORTID_NONNULL((2));
SORTID_STATUS sortid_format_max_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms)
    SORTID_NONNULL((2));

/* The first and the last ID of a span of time: those with
 *     since_ms <= sortid_format_unix_ms(format, id) < until_ms
 * Adjacent spans share no ID and lose none: a bound between two timestamps, such as
 * one inside a 256 ms tick of scru64, is rounded up at both ends. The span is clipped
 * to the times of the format, so 0 and UINT64_MAX leave an end open. Reserved IDs
 * count, as in min_at and max_at. SORTID_OUT_OF_RANGE if no ID has such a time: the
 * span is empty, lies outside the format's times or contains no start of a timestamp. */
SORTID_STATUS sortid_format_range(const sortid_format *format, uint8_t *SORTID_RESTRICT first,
                                  uint8_t *SORTID_RESTRICT last, uint64_t since_ms,
                                  uint64_t until_ms) SORTID_NONNULL((2, 3));

/* The smallest and the largest ID of the format. Only a NULL format fails. */
SORTID_STATUS sortid_format_min(const sortid_format *format, uint8_t *id) SORTID_NONNULL((2));
SORTID_STATUS sortid_format_max(const sortid_format *format, uint8_t *id) SORTID_NONNULL((2));

/* The next larger and the next smaller ID. *carried (may be NULL) tells whether the timestamp
 * changed. SORTID_OUT_OF_RANGE if there is none. `out` may be `id`. */
SORTID_STATUS sortid_format_successor(const sortid_format *format, uint8_t *out, const uint8_t *id,
                                      bool *carried) SORTID_NONNULL((2, 3));
SORTID_STATUS sortid_format_predecessor(const sortid_format *format, uint8_t *out,
                                        const uint8_t *id, bool *carried) SORTID_NONNULL((2, 3));

/* ---- Many IDs ------------------------------------------------------------ */

/* `separator` below is a byte (0 to 255) that is not a letter, digit or hyphen and follows each
 * text, including the last; or SORTID_NO_SEPARATOR. SORTID_ENCODING_BIN allows no separator,
 * SORTID_ENCODING_INT needs one, SORTID_ENCODING_BRACES and _URN allow none that is in their
 * texts; SORTID_BAD_OPTION for anything else, such as a negative char: cast it to unsigned char.
 * SORTID_BAD_ARGUMENT if IDs and texts overlap. */

/* Writes `count` IDs, which lie one after another, as texts one after another, without NUL.
 * *written counts bytes. SORTID_NO_SPACE, and nothing is written, if they might not fit `capacity`:
 * with SORTID_ENCODING_INT each text counts as the longest that the format can have.
 * SORTID_OUT_OF_RANGE, SORTID_BAD_VERSION or SORTID_BAD_VARIANT, and nothing is written, if one of
 * them is not an ID of the format. */
SORTID_STATUS sortid_format_print_many(const sortid_format *format, char *SORTID_RESTRICT text,
                                       size_t capacity, size_t *written, sortid_encoding encoding,
                                       const uint8_t *SORTID_RESTRICT ids, size_t count,
                                       int separator) SORTID_NONNULL((4));

/* Reads up to `count` texts from the `length` bytes at `text`; reads no byte beyond them.
 * *done counts the IDs read, *consumed the bytes of their texts and separators; both are set on
 * failure too. The call stops at the first text that sortid_format_parse refuses: its status and
 * *position (may be NULL) are those of sortid_format_parse for this text, which begins at
 * text + *consumed. IDs after *done are unspecified.
 *
 * If the text ends early, the call returns SORTID_OK with *done below `count`. A last text without
 * its separator is read as a complete text. With SORTID_ENCODING_INT such a rest is not read
 * (*consumed is below `length`), because a number that is cut in the middle would be another ID. If
 * the rest has more digits than any ID, the call returns SORTID_BAD_LENGTH.
 *
 * A program that reads a stream in pieces passes separator | SORTID_MORE for all but the last
 * piece: a rest that may be the beginning of a text, also one that lacks only its separator, is
 * then not read, and the program puts it before the next piece. A bad byte in such a rest is
 * reported when the text is complete or too long. */
SORTID_STATUS sortid_format_parse_many(const sortid_format *format, uint8_t *SORTID_RESTRICT ids,
                                       size_t count, size_t *done, size_t *consumed,
                                       sortid_encoding encoding, const char *SORTID_RESTRICT text,
                                       size_t length, int separator, size_t *position)
    SORTID_NONNULL((4, 5));

SORTID_END_C
#endif
