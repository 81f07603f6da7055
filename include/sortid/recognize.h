/* SPDX-License-Identifier: MIT */
/* sortid/recognize.h: what a text may be: an ID of a format of this library, or of another kind.
 *
 * A *kind* is a type of ID that can be recognized: each format of sortid/format.h, and kinds that
 * the library only reads: the versions of UUID, TypeID, XID, ObjectId, Snowflakes, and vague kinds
 * such as CUID and Nano ID. A *reading* is one way to understand a text: its kind, how sure that is
 * and why, the bytes, the time, the fields. A text may have several readings; the library returns
 * all of them, sorted.
 *
 * All calls are pure and may be made from any thread. Texts have a length, need no NUL and may have
 * any bytes. A call that fails leaves its outputs as they were. */
#ifndef SORTID_RECOGNIZE_H
#define SORTID_RECOGNIZE_H

#include "format.h"
#include "typeid.h"

SORTID_BEGIN_C

/* ---- Kinds --------------------------------------------------------------- */

/* A static object of the library. Handles are equal (==) if and only if they are the same kind. */
typedef struct sortid_kind sortid_kind;

/* How a text writes an ID. The numbers are those of sortid_encoding. */
typedef enum SORTID_INT32(sortid_form) {
    SORTID_FORM_TEXT = 0,   /* the kind's canonical text, in any case that the kind reads */
    SORTID_FORM_HEX = 1,    /* only hex digits */
    SORTID_FORM_INT = 2,    /* decimal, without sign and leading zeros; the text of Snowflakes */
    SORTID_FORM_UUID = 3,   /* 8-4-4-4-12 hex digits, of a kind that is not a UUID */
    SORTID_FORM_BRACES = 5, /* the same in { } */
    SORTID_FORM_URN = 6     /* the same after urn:uuid:, whose case does not matter */
    SORTID_INT32_END(SORTID_FORM_END)
} sortid_form;

typedef struct sortid_kind_info {
    const char *name;   /* "ulid", "uuid-v4", "snowflake-discord" */
    const char *title;  /* "UUID version 4 (RFC 9562)" */
    const char *family; /* "uuid", "snowflake": kinds that differ by version or preset; else the
                         * name */
    const sortid_format *format; /* NULL: a kind that the library only reads */
    uint32_t size;               /* bytes of an ID */
    uint32_t field_count;        /* the most: a reading of uuid-other has only the first field if
                                  * its variant is not that of RFC 9562 */
    /* 1: words and names may have the length and digits of its texts. Look for its IDs in other
     * text only if the user names the kind. */
    uint32_t is_vague;
    uint32_t reserved32; /* 0 */
} sortid_kind_info;

/* The kinds in a fixed order, the formats first: the kind at `index`, NULL past the end. */
SORTID_API const sortid_kind *sortid_kind_at(size_t index);

/* The kind of a name; NULL if there is none, which sortid_recognize_options.kind takes as all
 * kinds: check it. Case matters. */
SORTID_API const sortid_kind *sortid_kind_find(const char *name) SORTID_NONNULL((1));

/* Describes a kind, as sortid_format_describe a format. SORTID_BAD_FORMAT if `kind` is NULL. */
SORTID_STATUS sortid_kind_describe(const sortid_kind *kind, sortid_kind_info *info, size_t size)
    SORTID_NONNULL((2));

/* Returns the name of the field `index` of a kind, as sortid_reading_print_field gives it; static.
 * NULL past the last field, and for a NULL kind. */
SORTID_API const char *sortid_kind_field_name(const sortid_kind *kind, size_t index);

/* ---- Readings ------------------------------------------------------------ */

/* How sure a reading is. Version bits with a time that is not plausible are medium evidence, also
 * after a prefix: 1 of 64 random UUIDs has those of uuidv7. */
typedef enum SORTID_INT32(sortid_confidence) {
    SORTID_CONFIDENCE_LOW = 1,    /* neither of the following */
    SORTID_CONFIDENCE_MEDIUM = 2, /* a plausible time, or version bits */
    SORTID_CONFIDENCE_HIGH = 3    /* a prefix; version bits and a plausible time, or without a time
                                     in the kind's own text */
    SORTID_INT32_END(SORTID_CONFIDENCE_END)
} sortid_confidence;

/* Why: bits of sortid_reading.why. */
enum {
    SORTID_WHY_PREFIX = 1,   /* it begins as only this kind does: urn:uuid:, a TypeID's prefix */
    SORTID_WHY_VERSION = 2,  /* version and variant bits of RFC 9562, or a whole nil or max UUID */
    SORTID_WHY_ALPHABET = 4, /* it is exactly as the kind writes it, also in the case of letters */
    /* a plausible time: from 2000 on (uuid-v1: 1990), before the end that the options give, and at
     * least a day after the kind's time 0, near which small numbers are */
    SORTID_WHY_TIME = 8,
    SORTID_WHY_LENGTH = 16 /* none of these: only length and digits fit */
};

/* The most bytes of a canonical text and its NUL, and of a field's text and its NUL. */
#define SORTID_READING_TEXT_SIZE 96

typedef struct sortid_reading {
    const sortid_kind *kind;
    const sortid_format *format; /* that of the kind; NULL: none */
    uint32_t form;               /* sortid_form of the text */
    uint32_t confidence;         /* sortid_confidence */
    uint32_t why;                /* SORTID_WHY_PREFIX and the like */
    uint32_t leniency;           /* SORTID_ULID_ALIAS, SORTID_ULID_HYPHEN */
    int64_t unix_ms;             /* if has_time: Unix time, rounded down; negative before 1970 */
    uint32_t has_time;           /* 1 or 0 */
    uint32_t size;               /* bytes of the ID, in `id` */
    uint8_t id[SORTID_MAX_SIZE]; /* most significant first; zeros behind them */
    char prefix[SORTID_TYPEID_PREFIX_SIZE]; /* of a TypeID, with NUL; else empty */
} sortid_reading;

/* Bits of sortid_recognize_options.flags. */
enum {
    SORTID_RECOGNIZE_LENIENT = 1, /* ulid: aliases and hyphens, see sortid_ulid_parse_lenient */
    SORTID_RECOGNIZE_EPOCH = 2 /* Snowflakes count from epoch_ms, not from their preset's epoch */
};

/* {0}, or NULL where it is taken, is all defaults. */
typedef struct sortid_recognize_options {
    const sortid_kind *kind; /* read as this kind only; NULL: as all kinds */
    uint32_t flags;
    uint32_t reserved32;        /* must be 0 */
    int64_t epoch_ms;           /* Unix ms, -2^53 to 2^53 */
    int64_t plausible_until_ms; /* Unix ms, 1 to 2^53, such as a year from now: times from there on
                                 * are not plausible; 0: the end of 2100 */
    uint64_t reserved[3];       /* must be 0 */
} sortid_recognize_options;

/* The most readings of a text. */
#define SORTID_READINGS_MAX 64

/* Finds all readings of a text. Writes the first `capacity` of them, each `size` bytes, which is
 * sizeof(sortid_reading) of the caller's header; *count is the number of all. With one kind
 * (options->kind), a text is read as a decimal number only if no other form reads it. As a vague
 * kind a text is read with all kinds only if it has a plausible time, or if the kind has no time
 * and the text has digits and letters of each case that the kind has (cuid2: one after f): 1 of 35
 * Nano IDs and 1 of 1,800 CUID2s are not read then.
 *
 * The order is: first a UUID with a version of RFC 9562, and a TypeID with its prefix; then
 * readings with a plausible time; last those that only the length suggests. Among equals: the
 * kind's own text before other forms; the canonical case before another; a plausible time before
 * others; scru128v1, which reads almost any 128 bits, after other kinds; then the order of the
 * kinds.
 *
 * If there is no reading, *count is unchanged, and the status is that of the attempt that got
 * furthest (of a kind with texts of this length); *position (may be NULL) is the place of the fault
 * in bytes:
 * SORTID_BAD_LENGTH     no kind has this length: at the smaller of it and the longest length;
 *                       otherwise a TypeID's prefix that is too long: at its 64th byte
 * SORTID_BAD_DIGIT      the first byte that is not allowed
 * SORTID_OUT_OF_RANGE   the value is too large; the spare bits of an XID's last digit are not 0
 * SORTID_BAD_VERSION, SORTID_BAD_VARIANT  with options->kind: a UUID of another kind
 * SORTID_BAD_OPTION     an unknown flag, a reserved word that is not 0, a time out of range
 * SORTID_BAD_ARGUMENT   `size` is below that of the struct of version 0.9 */
SORTID_STATUS sortid_recognize(sortid_reading *readings, size_t size, size_t capacity,
                               size_t *count, const char *text, size_t length,
                               const sortid_recognize_options *options, size_t *position)
    SORTID_NONNULL((4));

/* Writes the canonical text of the ID and a NUL; *written is the length without NUL. A capacity of
 * SORTID_READING_TEXT_SIZE is always enough.
 * SORTID_NO_SPACE      the text and its NUL do not fit `capacity`
 * SORTID_BAD_FORMAT    the kind is NULL, for example in a reading of zeros
 * SORTID_BAD_ARGUMENT  format or size are not those of the kind
 * SORTID_OUT_OF_RANGE  the bytes or the prefix are not of the kind */
SORTID_STATUS sortid_reading_print(const sortid_reading *reading, char *text, size_t capacity,
                                   size_t *written) SORTID_NONNULL((1, 4));

/* Gives the name of the field `index` and writes its value and a NUL: a number in decimal; a
 * pattern of bits, such as a node, as hex digits; a word, such as a prefix, as letters. A format
 * has the fields of sortid_format_field, in decimal. Statuses as above; SORTID_OUT_OF_RANGE past
 * the last field. */
SORTID_STATUS sortid_reading_print_field(const sortid_reading *reading, const char **name,
                                         char *text, size_t capacity, size_t *written, size_t index)
    SORTID_NONNULL((1, 2, 5));

SORTID_END_C
#endif
