/* SPDX-License-Identifier: MIT */
/* sortid/uuidv7.h: UUID version 7 (RFC 9562, section 5.7), 128 bits, 36 characters of hex digits
 * and hyphens.
 *
 *   timestamp 48 | version 4 | rand_a 12 | variant 2 | rand_b 62
 *   timestamp: ms since 1970, up to +010889-08-02T05:31:50.655Z. None is reserved
 *   version: 7. variant: 2, the bits 10
 *
 * "Document" below is RFC 9562. The nil and the max UUID, and UUIDs of other versions, are not IDs
 * of this format. Pure functions are thread-safe. */
#ifndef SORTID_UUIDV7_H
#define SORTID_UUIDV7_H

#include "generator.h"

SORTID_BEGIN_C

/* Sizes in bytes. Sizes of texts include the final NUL. */
#define SORTID_UUIDV7_SIZE      16
#define SORTID_UUIDV7_TEXT_SIZE 37

/* The smallest and the largest ID, as initializers. */
/* clang-format off */
#define SORTID_UUIDV7_MIN {{0, 0, 0, 0, 0, 0, 0x70, 0, 0x80}}
#define SORTID_UUIDV7_MAX \
    {{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0xff, \
      0xbf, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}}
/* clang-format on */

/* The bytes of an ID, most significant first, as memcmp compares them. */
typedef struct sortid_uuidv7 {
    uint8_t bytes[SORTID_UUIDV7_SIZE];
} sortid_uuidv7;

/* The handle of this format, for calls of sortid/format.h. */
SORTID_API const sortid_format *sortid_uuidv7_format(void);

/* A private or shared generator: see sortid/generator.h, also for calls on `base`. */
typedef struct sortid_uuidv7_generator {
    sortid_generator base;
} sortid_uuidv7_generator;

/* ---- Make, with the thread's default generator --------------------------- */

/* The next ID of the default generator, binary or as canonical text: see sortid_new. */
SORTID_STATUS sortid_uuidv7_new(sortid_uuidv7 *out, sortid_event *event) SORTID_NONNULL((1));
SORTID_STATUS sortid_uuidv7_new_text(char text[SORTID_UUIDV7_TEXT_SIZE], sortid_event *event)
    SORTID_NONNULL((1));

/* The next `count` IDs of the default generator, binary or as text: see sortid_generator_fill. */
SORTID_STATUS sortid_uuidv7_fill(sortid_uuidv7 *out, size_t count, size_t *done,
                                 sortid_event *event) SORTID_NONNULL((3));
SORTID_STATUS sortid_uuidv7_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                      int separator, sortid_event *event) SORTID_NONNULL((3));

/* A random ID of a given time, for data that is older than its IDs: see sortid_new_at. */
SORTID_STATUS sortid_uuidv7_new_at(sortid_uuidv7 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* ---- Text ---------------------------------------------------------------- */

/* Reads an ID of 8-4-4-4-12 hex digits of any case, with their hyphens and nothing else: no braces,
 * no "urn:uuid:", not 32 digits alone. Checks the length, then the characters from the left, then
 * version and variant. On failure *position (may be NULL) is the place of the fault in bytes:
 * SORTID_BAD_LENGTH    the smaller of `length` and 36
 * SORTID_BAD_DIGIT     the first byte that is not the digit or the hyphen of its place
 * SORTID_BAD_VERSION   14: the version is not 7
 * SORTID_BAD_VARIANT   19: the variant is not that of RFC 9562
 * (Document: sections 4, 4.1 and 4.2.) */
SORTID_STATUS sortid_uuidv7_parse(sortid_uuidv7 *out, const char *text, size_t length,
                                  size_t *position) SORTID_NONNULL((1));

/* Writes the canonical text of an ID, in lower case, and a NUL. Returns its length; 0, and an empty
 * text, if the version or the variant is another. */
SORTID_API size_t sortid_uuidv7_print(char text[SORTID_UUIDV7_TEXT_SIZE],
                                      const sortid_uuidv7 *id) SORTID_MUST_CHECK
    SORTID_NONNULL((1, 2));

/* Reads and writes an ID in any encoding: see sortid_format_parse and sortid_format_print. */
SORTID_STATUS sortid_uuidv7_parse_as(sortid_uuidv7 *out, sortid_encoding encoding, const char *text,
                                     size_t length, size_t *position) SORTID_NONNULL((1));
SORTID_STATUS sortid_uuidv7_print_as(char *text, size_t capacity, size_t *written,
                                     sortid_encoding encoding, const sortid_uuidv7 *id)
    SORTID_NONNULL((3, 5));

/* Reads and writes many canonical texts: see sortid_format_parse_many, sortid_format_print_many. */
SORTID_STATUS sortid_uuidv7_parse_many(sortid_uuidv7 *SORTID_RESTRICT out, size_t count,
                                       size_t *done, size_t *consumed,
                                       const char *SORTID_RESTRICT text, size_t length,
                                       int separator, size_t *position) SORTID_NONNULL((3, 4));
SORTID_STATUS sortid_uuidv7_print_many(char *SORTID_RESTRICT text, size_t capacity, size_t *written,
                                       const sortid_uuidv7 *SORTID_RESTRICT ids, size_t count,
                                       int separator) SORTID_NONNULL((3));

/* ---- Fields -------------------------------------------------------------- */

/* The fields in layout order, without the fixed ones. (Document: section 5.7.) */
typedef struct sortid_uuidv7_fields {
    uint64_t timestamp; /* 48 bits: ms since 1970 */
    uint32_t rand_a;    /* 12 bits */
    uint32_t reserved;  /* to_fields writes 0, from_fields ignores it */
    uint64_t rand_b;    /* 62 bits */
} sortid_uuidv7_fields;

/* Makes an ID from its fields, and reads the fields of an ID. SORTID_OUT_OF_RANGE if a field does
 * not fit its bits; *field (may be NULL) is then the index of the first such field in
 * sortid_format_field: 0, 2 or 4. */
SORTID_STATUS sortid_uuidv7_from_fields(sortid_uuidv7 *out, const sortid_uuidv7_fields *fields,
                                        size_t *field) SORTID_NONNULL((1, 2));
SORTID_API void sortid_uuidv7_to_fields(sortid_uuidv7_fields *out, const sortid_uuidv7 *id)
    SORTID_NONNULL((1, 2));

/* ---- Order and time ------------------------------------------------------ */

/* Compares two IDs: less than, equal to or greater than 0 if a is before, equal to or after b. */
SORTID_API int sortid_uuidv7_compare(const sortid_uuidv7 *a, const sortid_uuidv7 *b)
    SORTID_NONNULL((1, 2));

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_uuidv7_unix_ms(const sortid_uuidv7 *id) SORTID_NONNULL((1));

/* The smallest and the largest ID of the ms at unix_ms. SORTID_OUT_OF_RANGE from 2^48 ms. */
SORTID_STATUS sortid_uuidv7_min_at(sortid_uuidv7 *out, uint64_t unix_ms) SORTID_NONNULL((1));
SORTID_STATUS sortid_uuidv7_max_at(sortid_uuidv7 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* The first and the last ID of a span of time: see sortid_format_range. */
SORTID_STATUS sortid_uuidv7_range(sortid_uuidv7 *SORTID_RESTRICT first,
                                  sortid_uuidv7 *SORTID_RESTRICT last, uint64_t since_ms,
                                  uint64_t until_ms) SORTID_NONNULL((1, 2));

/* The next larger and the next smaller ID of this version: see sortid_format_successor. */
SORTID_STATUS sortid_uuidv7_successor(sortid_uuidv7 *out, const sortid_uuidv7 *id, bool *carried)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_uuidv7_predecessor(sortid_uuidv7 *out, const sortid_uuidv7 *id, bool *carried)
    SORTID_NONNULL((1, 2));

/* ---- Make, with a generator of your own ---------------------------------- */

/* Prepares a private generator, and makes IDs with it.
 *
 * A counter of 42 bits, which are rand_a and the top 30 bits of rand_b, is drawn at random for each
 * new timestamp and counted up within it; the low 32 bits of rand_b are drawn for each ID. When the
 * counter runs over, the next timestamp is taken at once. options->guard_bits 1 draws the counter
 * with a top bit of 0. (Document: section 6.2, method 1.) SORTID_OPTION_STATELESS: each ID has 74
 * random bits.
 *
 * SORTID_OPTION_FRACTION: rand_a is the fraction of the ms in 1/4096, and rand_b is drawn for each
 * ID. The clock's resolution_us must be 1: with your own sources use sortid_clock_exact, because
 * the clock of sortid_sources_default is too coarse (without sources you get the exact one).
 * Timestamp and fraction are one number: if the clock's number is not greater than that of the last
 * ID, the ID gets the last number + 1. (Method 3.) The allowance counts in microseconds. Mode reset
 * resets only when the clock itself went back by more than the allowance. If the last number is
 * that far ahead because IDs were made faster than 4096 in a ms, the call returns SORTID_ROLLBACK
 * instead. Together with SORTID_OPTION_STATELESS or guard_bits 1 it is SORTID_BAD_OPTION.
 *
 * sortid_machine_step draws counter 42 bits, random bits 32; SORTID_OPTION_FRACTION: 62;
 * SORTID_OPTION_STATELESS: 74. */
SORTID_STATUS sortid_uuidv7_generator_init(sortid_uuidv7_generator *generator,
                                           const sortid_options *options,
                                           const sortid_sources *sources) SORTID_NONNULL((1));
SORTID_STATUS sortid_uuidv7_generator_next(sortid_uuidv7_generator *generator, sortid_uuidv7 *out,
                                           sortid_event *event) SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_uuidv7_generator_fill(sortid_uuidv7_generator *generator, sortid_uuidv7 *out,
                                           size_t count, size_t *done, sortid_event *event)
    SORTID_NONNULL((1, 4));
SORTID_STATUS sortid_uuidv7_generator_fill_text(sortid_uuidv7_generator *generator, char *text,
                                                size_t capacity, size_t *written, size_t count,
                                                int separator, sortid_event *event)
    SORTID_NONNULL((1, 4));

SORTID_END_C
#endif
