/* SPDX-License-Identifier: MIT */
/* sortid/ulid.h: ULID, 128 bits, 26 digits of Crockford's base 32.
 *
 *   timestamp 48 | randomness 80
 *   timestamp: ms since 1970, up to +010889-08-02T05:31:50.655Z
 *
 * "Document" below is the ULID specification. Pure functions are thread-safe. */
#ifndef SORTID_ULID_H
#define SORTID_ULID_H

#include "generator.h"

SORTID_BEGIN_C

/* Sizes in bytes. Sizes of texts include the final NUL. */
#define SORTID_ULID_SIZE           16
#define SORTID_ULID_TEXT_SIZE      27
#define SORTID_ULID_TIME_TEXT_SIZE 11

/* The smallest and the largest ID, as initializers. */
/* clang-format off */
#define SORTID_ULID_MIN {{0}}
#define SORTID_ULID_MAX \
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, \
      255, 255, 255, 255, 255}}
/* clang-format on */

/* The bytes of an ID, most significant first, as memcmp compares them. */
typedef struct sortid_ulid {
    uint8_t bytes[SORTID_ULID_SIZE];
} sortid_ulid;

/* The handle of this format, for calls of sortid/format.h. */
SORTID_API const sortid_format *sortid_ulid_format(void);

/* A private or shared generator: see sortid/generator.h, also for calls on `base`. */
typedef struct sortid_ulid_generator {
    sortid_generator base;
} sortid_ulid_generator;

/* ---- Make, with the thread's default generator --------------------------- */

/* The next ID of the default generator, binary or as canonical text: see sortid_new. */
SORTID_STATUS sortid_ulid_new(sortid_ulid *out, sortid_event *event) SORTID_NONNULL((1));
SORTID_STATUS sortid_ulid_new_text(char text[SORTID_ULID_TEXT_SIZE], sortid_event *event)
    SORTID_NONNULL((1));

/* The next `count` IDs of the default generator, binary or as text: see sortid_generator_fill. */
SORTID_STATUS sortid_ulid_fill(sortid_ulid *out, size_t count, size_t *done, sortid_event *event)
    SORTID_NONNULL((3));
SORTID_STATUS sortid_ulid_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                    int separator, sortid_event *event) SORTID_NONNULL((3));

/* A random ID of a given time, for data that is older than its IDs: see sortid_new_at. */
SORTID_STATUS sortid_ulid_new_at(sortid_ulid *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* ---- Text ---------------------------------------------------------------- */

/* Reads an ID of 26 digits, 0-9 and letters A-Z without I, L, O, U, in upper or lower case. Checks
 * the length, then the digits from the left, then the range. On failure *position (may be NULL) is
 * the place of the fault in bytes:
 * SORTID_BAD_LENGTH    the smaller of `length` and 26
 * SORTID_BAD_DIGIT     the first byte that is not a digit
 * SORTID_OUT_OF_RANGE  0: greater than "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
 * (Document: "Encoding", "Overflow Errors when Parsing Base32 Strings".) */
SORTID_STATUS sortid_ulid_parse(sortid_ulid *out, const char *text, size_t length, size_t *position)
    SORTID_NONNULL((1));

/* Writes the canonical text of an ID, 26 digits in upper case, and a NUL. Returns its length. */
SORTID_API size_t sortid_ulid_print(char text[SORTID_ULID_TEXT_SIZE], const sortid_ulid *id)
    SORTID_NONNULL((1, 2));

/* Reads and writes an ID in any encoding: see sortid_format_parse and sortid_format_print. */
SORTID_STATUS sortid_ulid_parse_as(sortid_ulid *out, sortid_encoding encoding, const char *text,
                                   size_t length, size_t *position) SORTID_NONNULL((1));
SORTID_STATUS sortid_ulid_print_as(char *text, size_t capacity, size_t *written,
                                   sortid_encoding encoding, const sortid_ulid *id)
    SORTID_NONNULL((3, 5));

/* Reads and writes many canonical texts: see sortid_format_parse_many, sortid_format_print_many. */
SORTID_STATUS sortid_ulid_parse_many(sortid_ulid *SORTID_RESTRICT out, size_t count, size_t *done,
                                     size_t *consumed, const char *SORTID_RESTRICT text,
                                     size_t length, int separator, size_t *position)
    SORTID_NONNULL((3, 4));
SORTID_STATUS sortid_ulid_print_many(char *SORTID_RESTRICT text, size_t capacity, size_t *written,
                                     const sortid_ulid *SORTID_RESTRICT ids, size_t count,
                                     int separator) SORTID_NONNULL((3));

/* Bits of *leniency: what a lenient parse found that is not canonical, apart from lower case. */
enum {
    SORTID_ULID_ALIAS = 1, /* i or l, read as 1, or o, read as 0 */
    SORTID_ULID_HYPHEN = 2 /* a hyphen between two digits */
};

/* Reads an ID of 26 digits leniently: as sortid_ulid_parse, but reads Crockford's aliases (i and l
 * as 1, o as 0) and skips a single hyphen between two digits. The length counts digits, *position
 * counts bytes of the text: SORTID_BAD_LENGTH is at the 27th digit or at the end. u is refused.
 * *leniency (may be NULL) says what occurred. */
SORTID_STATUS sortid_ulid_parse_lenient(sortid_ulid *out, const char *text, size_t length,
                                        size_t *position, unsigned *leniency) SORTID_NONNULL((1));

/* Reads and writes only the time part, 10 digits. SORTID_OUT_OF_RANGE for a time beyond 2^48 - 1
 * ms. Errors of parse_time as in sortid_ulid_parse. */
SORTID_STATUS sortid_ulid_parse_time(uint64_t *unix_ms, const char *text, size_t length,
                                     size_t *position) SORTID_NONNULL((1));
SORTID_STATUS sortid_ulid_print_time(char text[SORTID_ULID_TIME_TEXT_SIZE], uint64_t unix_ms)
    SORTID_NONNULL((1));

/* ---- Fields -------------------------------------------------------------- */

/* The fields in layout order. (Document: "Components",
 * "Binary Layout and Byte Order".) */
typedef struct sortid_ulid_fields {
    uint64_t timestamp;       /* 48 bits: ms since 1970 */
    uint32_t randomness_high; /* the top 16 bits of randomness */
    uint32_t reserved;        /* to_fields writes 0, from_fields ignores it */
    uint64_t randomness_low;  /* the other 64 */
} sortid_ulid_fields;

/* Makes an ID from its fields, and reads the fields of an ID. SORTID_OUT_OF_RANGE if a field does
 * not fit its bits; *field (may be NULL) is then the index of the first such field. */
SORTID_STATUS sortid_ulid_from_fields(sortid_ulid *out, const sortid_ulid_fields *fields,
                                      size_t *field) SORTID_NONNULL((1, 2));
SORTID_API void sortid_ulid_to_fields(sortid_ulid_fields *out, const sortid_ulid *id)
    SORTID_NONNULL((1, 2));

/* ---- Order and time ------------------------------------------------------ */

/* Compares two IDs: less than, equal to or greater than 0 if a is before, equal to or after b. */
SORTID_API int sortid_ulid_compare(const sortid_ulid *a, const sortid_ulid *b)
    SORTID_NONNULL((1, 2));

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_ulid_unix_ms(const sortid_ulid *id) SORTID_NONNULL((1));

/* The smallest and the largest ID of the ms at unix_ms. SORTID_OUT_OF_RANGE from 2^48 ms. */
SORTID_STATUS sortid_ulid_min_at(sortid_ulid *out, uint64_t unix_ms) SORTID_NONNULL((1));
SORTID_STATUS sortid_ulid_max_at(sortid_ulid *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* The first and the last ID of a span of time: see sortid_format_range. */
SORTID_STATUS sortid_ulid_range(sortid_ulid *SORTID_RESTRICT first,
                                sortid_ulid *SORTID_RESTRICT last, uint64_t since_ms,
                                uint64_t until_ms) SORTID_NONNULL((1, 2));

/* The next larger and the next smaller ID: see sortid_format_successor. */
SORTID_STATUS sortid_ulid_successor(sortid_ulid *out, const sortid_ulid *id, bool *carried)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_ulid_predecessor(sortid_ulid *out, const sortid_ulid *id, bool *carried)
    SORTID_NONNULL((1, 2));

/* ---- Make, with a generator of your own ---------------------------------- */

/* Prepares a private generator, and makes IDs with it.
 *
 * Monotonic: random bits at each new ms; within it, and while the clock is at most the allowance
 * behind, those of the last ID + 1. When they run over, calls return SORTID_OVERFLOW and leave the
 * state as it is, until the clock has passed the last timestamp, as the document demands.
 * (Document: "Monotonicity".)
 * sortid_machine_step draws randomness 80 bits, or the step less one, 32. */
SORTID_STATUS sortid_ulid_generator_init(sortid_ulid_generator *generator,
                                         const sortid_options *options,
                                         const sortid_sources *sources) SORTID_NONNULL((1));
SORTID_STATUS sortid_ulid_generator_next(sortid_ulid_generator *generator, sortid_ulid *out,
                                         sortid_event *event) SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_ulid_generator_fill(sortid_ulid_generator *generator, sortid_ulid *out,
                                         size_t count, size_t *done, sortid_event *event)
    SORTID_NONNULL((1, 4));
SORTID_STATUS sortid_ulid_generator_fill_text(sortid_ulid_generator *generator, char *text,
                                              size_t capacity, size_t *written, size_t count,
                                              int separator, sortid_event *event)
    SORTID_NONNULL((1, 4));

SORTID_END_C
#endif
