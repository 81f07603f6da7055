/* SPDX-License-Identifier: MIT */
/* sortid/scru128v1.h: the original SCRU128 (v1), 128 bits, 26 digits base 32.
 *
 *   timestamp 44 | counter 28 | per_sec_random 24 | per_gen_random 32
 *   timestamp: ms since 2020-01-01, up to 2577-06-22T06:20:44.415Z
 *
 * "Document" below is the README of the original SCRU128. Pure functions are thread-safe. */
#ifndef SORTID_SCRU128V1_H
#define SORTID_SCRU128V1_H

#include "generator.h"

SORTID_BEGIN_C

/* Sizes in bytes. Sizes of texts include the final NUL. */
#define SORTID_SCRU128V1_SIZE      16
#define SORTID_SCRU128V1_TEXT_SIZE 27

/* 2020-01-01T00:00:00.000Z in ms since 1970: timestamp 0. */
#define SORTID_SCRU128V1_BIAS_MS 1577836800000u

/* The smallest and the largest ID, as initializers. */
/* clang-format off */
#define SORTID_SCRU128V1_MIN {{0}}
#define SORTID_SCRU128V1_MAX \
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, \
      255, 255, 255, 255, 255}}
/* clang-format on */

/* The bytes of an ID, most significant first, as memcmp compares them. */
typedef struct sortid_scru128v1 {
    uint8_t bytes[SORTID_SCRU128V1_SIZE];
} sortid_scru128v1;

/* The handle of this format, for calls of sortid/format.h. */
SORTID_API const sortid_format *sortid_scru128v1_format(void);

/* A private or shared generator: see sortid/generator.h, also for calls on `base`. */
typedef struct sortid_scru128v1_generator {
    sortid_generator base;
} sortid_scru128v1_generator;

/* ---- Make, with the thread's default generator --------------------------- */

/* The next ID of the default generator, binary or as canonical text: see sortid_new. */
SORTID_STATUS sortid_scru128v1_new(sortid_scru128v1 *out, sortid_event *event) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128v1_new_text(char text[SORTID_SCRU128V1_TEXT_SIZE], sortid_event *event)
    SORTID_NONNULL((1));

/* The next `count` IDs of the default generator, binary or as text: see sortid_generator_fill. */
SORTID_STATUS sortid_scru128v1_fill(sortid_scru128v1 *out, size_t count, size_t *done,
                                    sortid_event *event) SORTID_NONNULL((3));
SORTID_STATUS sortid_scru128v1_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                         int separator, sortid_event *event) SORTID_NONNULL((3));

/* A random ID of a given time, for data that is older than its IDs: see sortid_new_at. */
SORTID_STATUS sortid_scru128v1_new_at(sortid_scru128v1 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* ---- Text ---------------------------------------------------------------- */

/* Reads an ID of 26 digits, 0-9 and letters A-V, in upper or lower case. Checks the length, then
 * the digits from the left, then the range. On failure *position (may be NULL) is the place of the
 * fault in bytes:
 * SORTID_BAD_LENGTH    the smaller of `length` and 26
 * SORTID_BAD_DIGIT     the first byte that is not a digit
 * SORTID_OUT_OF_RANGE  0: greater than "7VVVVVVVVVVVVVVVVVVVVVVVVV"
 * Reserved IDs are read like any other. */
SORTID_STATUS sortid_scru128v1_parse(sortid_scru128v1 *out, const char *text, size_t length,
                                     size_t *position) SORTID_NONNULL((1));

/* Writes the canonical text of an ID, 26 digits in upper case, and a NUL. Returns its length. */
SORTID_API size_t sortid_scru128v1_print(char text[SORTID_SCRU128V1_TEXT_SIZE],
                                         const sortid_scru128v1 *id) SORTID_NONNULL((1, 2));

/* Reads and writes an ID in any encoding: see sortid_format_parse and sortid_format_print. */
SORTID_STATUS sortid_scru128v1_parse_as(sortid_scru128v1 *out, sortid_encoding encoding,
                                        const char *text, size_t length, size_t *position)
    SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128v1_print_as(char *text, size_t capacity, size_t *written,
                                        sortid_encoding encoding, const sortid_scru128v1 *id)
    SORTID_NONNULL((3, 5));

/* Reads and writes many canonical texts: see sortid_format_parse_many, sortid_format_print_many. */
SORTID_STATUS sortid_scru128v1_parse_many(sortid_scru128v1 *SORTID_RESTRICT out, size_t count,
                                          size_t *done, size_t *consumed,
                                          const char *SORTID_RESTRICT text, size_t length,
                                          int separator, size_t *position) SORTID_NONNULL((3, 4));
SORTID_STATUS sortid_scru128v1_print_many(char *SORTID_RESTRICT text, size_t capacity,
                                          size_t *written,
                                          const sortid_scru128v1 *SORTID_RESTRICT ids, size_t count,
                                          int separator) SORTID_NONNULL((3));

/* ---- Fields -------------------------------------------------------------- */

/* The fields in layout order. (Document: "Design".) */
typedef struct sortid_scru128v1_fields {
    uint64_t timestamp;      /* 44 bits: ms since 2020-01-01 */
    uint32_t counter;        /* 28 bits */
    uint32_t per_sec_random; /* 24 bits */
    uint32_t per_gen_random; /* 32 bits */
    uint32_t reserved;       /* to_fields writes 0, from_fields ignores it */
} sortid_scru128v1_fields;

/* Makes an ID from its fields, and reads the fields of an ID. SORTID_OUT_OF_RANGE if a field does
 * not fit its bits; *field (may be NULL) is then the index of the first such field. */
SORTID_STATUS sortid_scru128v1_from_fields(sortid_scru128v1 *out,
                                           const sortid_scru128v1_fields *fields, size_t *field)
    SORTID_NONNULL((1, 2));
SORTID_API void sortid_scru128v1_to_fields(sortid_scru128v1_fields *out, const sortid_scru128v1 *id)
    SORTID_NONNULL((1, 2));

/* ---- Order and time ------------------------------------------------------ */

/* Compares two IDs: less than, equal to or greater than 0 if a is before, equal to or after b. */
SORTID_API int sortid_scru128v1_compare(const sortid_scru128v1 *a, const sortid_scru128v1 *b)
    SORTID_NONNULL((1, 2));

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_scru128v1_unix_ms(const sortid_scru128v1 *id) SORTID_NONNULL((1));

/* The smallest and the largest ID of the ms that contains unix_ms. SORTID_OUT_OF_RANGE before
 * 2020 and beyond the last ms. */
SORTID_STATUS sortid_scru128v1_min_at(sortid_scru128v1 *out, uint64_t unix_ms) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128v1_max_at(sortid_scru128v1 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* The first and the last ID of a span of time: see sortid_format_range. */
SORTID_STATUS sortid_scru128v1_range(sortid_scru128v1 *SORTID_RESTRICT first,
                                     sortid_scru128v1 *SORTID_RESTRICT last, uint64_t since_ms,
                                     uint64_t until_ms) SORTID_NONNULL((1, 2));

/* The next larger and the next smaller ID: see sortid_format_successor. */
SORTID_STATUS sortid_scru128v1_successor(sortid_scru128v1 *out, const sortid_scru128v1 *id,
                                         bool *carried) SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru128v1_predecessor(sortid_scru128v1 *out, const sortid_scru128v1 *id,
                                           bool *carried) SORTID_NONNULL((1, 2));

/* ---- Make, with a generator of your own ---------------------------------- */

/* Prepares a private generator, and makes IDs with it.
 *
 * counter is random at each new ms and counts up within it; per_sec_random is renewed when a
 * second has passed since its last renewal; per_gen_random is fresh in each ID. When counter is
 * full the next ms is borrowed. (Document: "Design", "Layered randomness". Overflow and
 * rollback are sortid's own rules.)
 * sortid_machine_step draws counter 28 bits, per_sec_random 24, per_gen_random 32. */
SORTID_STATUS sortid_scru128v1_generator_init(sortid_scru128v1_generator *generator,
                                              const sortid_options *options,
                                              const sortid_sources *sources) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128v1_generator_next(sortid_scru128v1_generator *generator,
                                              sortid_scru128v1 *out, sortid_event *event)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru128v1_generator_fill(sortid_scru128v1_generator *generator,
                                              sortid_scru128v1 *out, size_t count, size_t *done,
                                              sortid_event *event) SORTID_NONNULL((1, 4));
SORTID_STATUS sortid_scru128v1_generator_fill_text(sortid_scru128v1_generator *generator,
                                                   char *text, size_t capacity, size_t *written,
                                                   size_t count, int separator, sortid_event *event)
    SORTID_NONNULL((1, 4));

SORTID_END_C
#endif
