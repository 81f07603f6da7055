/* SPDX-License-Identifier: MIT */
/* sortid/scru128.h: SCRU128, 128 bits, 25 digits base 36.
 *
 *   timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32
 *   timestamp: ms since 1970, up to +010889-08-02T05:31:50.655Z
 *
 * "Document" below is the SCRU128 Specification v2.1.1. Pure functions are thread-safe. */
#ifndef SORTID_SCRU128_H
#define SORTID_SCRU128_H

#include "generator.h"

SORTID_BEGIN_C

/* Sizes in bytes. Sizes of texts include the final NUL. */
#define SORTID_SCRU128_SIZE      16
#define SORTID_SCRU128_TEXT_SIZE 26

/* The smallest and the largest ID, as initializers. */
/* clang-format off */
#define SORTID_SCRU128_MIN {{0}}
#define SORTID_SCRU128_MAX \
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, \
      255, 255, 255, 255, 255}}
/* clang-format on */

/* The bytes of an ID, most significant first, as memcmp compares them. */
typedef struct sortid_scru128 {
    uint8_t bytes[SORTID_SCRU128_SIZE];
} sortid_scru128;

/* The handle of this format, for calls of sortid/format.h. */
SORTID_API const sortid_format *sortid_scru128_format(void);

/* A private or shared generator: see sortid/generator.h, also for calls on `base`. */
typedef struct sortid_scru128_generator {
    sortid_generator base;
} sortid_scru128_generator;

/* ---- Make, with the thread's default generator --------------------------- */

/* The next ID of the default generator, binary or as canonical text: see sortid_new. */
SORTID_STATUS sortid_scru128_new(sortid_scru128 *out, sortid_event *event) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128_new_text(char text[SORTID_SCRU128_TEXT_SIZE], sortid_event *event)
    SORTID_NONNULL((1));

/* The next `count` IDs of the default generator, binary or as text: see sortid_generator_fill. */
SORTID_STATUS sortid_scru128_fill(sortid_scru128 *out, size_t count, size_t *done,
                                  sortid_event *event) SORTID_NONNULL((3));
SORTID_STATUS sortid_scru128_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                       int separator, sortid_event *event) SORTID_NONNULL((3));

/* A random ID of a given time, for data that is older than its IDs: see sortid_new_at. */
SORTID_STATUS sortid_scru128_new_at(sortid_scru128 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* ---- Text ---------------------------------------------------------------- */

/* Reads an ID of 25 digits, 0-9 and letters a-z, in upper or lower case. Checks the length, then
 * the digits from the left, then the range. On failure *position (may be NULL) is the place of the
 * fault in bytes:
 * SORTID_BAD_LENGTH    the smaller of `length` and 25
 * SORTID_BAD_DIGIT     the first byte that is not a digit
 * SORTID_OUT_OF_RANGE  0: greater than "f5lxx1zz5pnorynqglhzmsp33"
 * Reserved IDs are read like any other. (Document: "Specification".) */
SORTID_STATUS sortid_scru128_parse(sortid_scru128 *out, const char *text, size_t length,
                                   size_t *position) SORTID_NONNULL((1));

/* Writes the canonical text of an ID, 25 digits in lower case, and a NUL. Returns its length. */
SORTID_API size_t sortid_scru128_print(char text[SORTID_SCRU128_TEXT_SIZE],
                                       const sortid_scru128 *id) SORTID_NONNULL((1, 2));

/* Reads and writes an ID in any encoding: see sortid_format_parse and sortid_format_print. */
SORTID_STATUS sortid_scru128_parse_as(sortid_scru128 *out, sortid_encoding encoding,
                                      const char *text, size_t length, size_t *position)
    SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128_print_as(char *text, size_t capacity, size_t *written,
                                      sortid_encoding encoding, const sortid_scru128 *id)
    SORTID_NONNULL((3, 5));

/* Reads and writes many canonical texts: see sortid_format_parse_many, sortid_format_print_many. */
SORTID_STATUS sortid_scru128_parse_many(sortid_scru128 *SORTID_RESTRICT out, size_t count,
                                        size_t *done, size_t *consumed,
                                        const char *SORTID_RESTRICT text, size_t length,
                                        int separator, size_t *position) SORTID_NONNULL((3, 4));
SORTID_STATUS sortid_scru128_print_many(char *SORTID_RESTRICT text, size_t capacity,
                                        size_t *written, const sortid_scru128 *SORTID_RESTRICT ids,
                                        size_t count, int separator) SORTID_NONNULL((3));

/* ---- Fields -------------------------------------------------------------- */

/* The fields in layout order. (Document: "Specification".) */
typedef struct sortid_scru128_fields {
    uint64_t timestamp;  /* 48 bits: ms since 1970 */
    uint32_t counter_hi; /* 24 bits */
    uint32_t counter_lo; /* 24 bits */
    uint32_t entropy;    /* 32 bits */
    uint32_t reserved;   /* to_fields writes 0, from_fields ignores it */
} sortid_scru128_fields;

/* Makes an ID from its fields, and reads the fields of an ID. SORTID_OUT_OF_RANGE if a field does
 * not fit its bits; *field (may be NULL) is then the index of the first such field. */
SORTID_STATUS sortid_scru128_from_fields(sortid_scru128 *out, const sortid_scru128_fields *fields,
                                         size_t *field) SORTID_NONNULL((1, 2));
SORTID_API void sortid_scru128_to_fields(sortid_scru128_fields *out, const sortid_scru128 *id)
    SORTID_NONNULL((1, 2));

/* ---- Order and time ------------------------------------------------------ */

/* Compares two IDs: less than, equal to or greater than 0 if a is before, equal to or after b. */
SORTID_API int sortid_scru128_compare(const sortid_scru128 *a, const sortid_scru128 *b)
    SORTID_NONNULL((1, 2));

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_scru128_unix_ms(const sortid_scru128 *id) SORTID_NONNULL((1));

/* The smallest and the largest ID of the ms at unix_ms. SORTID_OUT_OF_RANGE from 2^48 ms. */
SORTID_STATUS sortid_scru128_min_at(sortid_scru128 *out, uint64_t unix_ms) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128_max_at(sortid_scru128 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* The first and the last ID of a span of time: see sortid_format_range. */
SORTID_STATUS sortid_scru128_range(sortid_scru128 *SORTID_RESTRICT first,
                                   sortid_scru128 *SORTID_RESTRICT last, uint64_t since_ms,
                                   uint64_t until_ms) SORTID_NONNULL((1, 2));

/* The next larger and the next smaller ID: see sortid_format_successor. */
SORTID_STATUS sortid_scru128_successor(sortid_scru128 *out, const sortid_scru128 *id, bool *carried)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru128_predecessor(sortid_scru128 *out, const sortid_scru128 *id,
                                         bool *carried) SORTID_NONNULL((1, 2));

/* ---- Make, with a generator of your own ---------------------------------- */

/* Prepares a private generator, and makes IDs with it.
 *
 * counter_lo is random at each new ms and counts up within it; counter_hi is renewed when a
 * second has passed since its last renewal, and takes the carry of counter_lo; entropy is fresh
 * in each ID. When both counters are full the next ms is borrowed with counter_hi 0. (Document:
 * "Specification", "Counter overflow handling", "Clock rollback handling".)
 * sortid_machine_step draws counter_lo 24 bits, counter_hi 24, entropy 32. */
SORTID_STATUS sortid_scru128_generator_init(sortid_scru128_generator *generator,
                                            const sortid_options *options,
                                            const sortid_sources *sources) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru128_generator_next(sortid_scru128_generator *generator,
                                            sortid_scru128 *out, sortid_event *event)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru128_generator_fill(sortid_scru128_generator *generator,
                                            sortid_scru128 *out, size_t count, size_t *done,
                                            sortid_event *event) SORTID_NONNULL((1, 4));
SORTID_STATUS sortid_scru128_generator_fill_text(sortid_scru128_generator *generator, char *text,
                                                 size_t capacity, size_t *written, size_t count,
                                                 int separator, sortid_event *event)
    SORTID_NONNULL((1, 4));

SORTID_END_C
#endif
