/* SPDX-License-Identifier: MIT */
/* sortid/ksuid.h: KSUID, 160 bits, 27 digits of base 62.
 *
 *   timestamp 32 | payload 128
 *   timestamp: s since 1400000000 (2014-05-13T16:53:20Z), up to 2150-06-19T23:21:35Z, none reserved
 *   digits: 0-9 A-Z a-z. Their case matters, in reading and in comparison
 *
 * Texts sort as the IDs do only if they are compared by their bytes (strcmp, LC_ALL=C sort, a
 * binary collation). "Document" below is the README of segmentio/ksuid. Pure functions are
 * thread-safe. */
#ifndef SORTID_KSUID_H
#define SORTID_KSUID_H

#include "generator.h"

SORTID_BEGIN_C

/* Sizes in bytes. Sizes of texts include the final NUL. */
#define SORTID_KSUID_SIZE      20
#define SORTID_KSUID_TEXT_SIZE 28

/* The smallest and the largest ID, as initializers. */
/* clang-format off */
#define SORTID_KSUID_MIN {{0}}
#define SORTID_KSUID_MAX \
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, \
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255}}
/* clang-format on */

/* The bytes of an ID, most significant first, as memcmp compares them. */
typedef struct sortid_ksuid {
    uint8_t bytes[SORTID_KSUID_SIZE];
} sortid_ksuid;

/* The handle of this format, for calls of sortid/format.h. */
SORTID_API const sortid_format *sortid_ksuid_format(void);

/* A private or shared generator: see sortid/generator.h, also for calls on `base`. */
typedef struct sortid_ksuid_generator {
    sortid_generator base;
} sortid_ksuid_generator;

/* ---- Make, with the thread's default generator --------------------------- */

/* The next ID of the default generator, binary or as canonical text: see sortid_new. */
SORTID_STATUS sortid_ksuid_new(sortid_ksuid *out, sortid_event *event) SORTID_NONNULL((1));
SORTID_STATUS sortid_ksuid_new_text(char text[SORTID_KSUID_TEXT_SIZE], sortid_event *event)
    SORTID_NONNULL((1));

/* The next `count` IDs of the default generator, binary or as text: see sortid_generator_fill. */
SORTID_STATUS sortid_ksuid_fill(sortid_ksuid *out, size_t count, size_t *done, sortid_event *event)
    SORTID_NONNULL((3));
SORTID_STATUS sortid_ksuid_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                     int separator, sortid_event *event) SORTID_NONNULL((3));

/* A random ID of a given time, for data that is older than its IDs: see sortid_new_at. */
SORTID_STATUS sortid_ksuid_new_at(sortid_ksuid *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* ---- Text ---------------------------------------------------------------- */

/* Reads an ID of 27 digits and nothing else; the case of a letter matters. Checks the length, then
 * the digits from the left, then the value. On failure *position (may be NULL) is the place of the
 * fault in bytes:
 * SORTID_BAD_LENGTH    the smaller of `length` and 27
 * SORTID_BAD_DIGIT     the first byte that is not a digit
 * SORTID_OUT_OF_RANGE  0: the text is beyond "aWgEPTl1tmebfsQzFP4bxwgy80V" */
SORTID_STATUS sortid_ksuid_parse(sortid_ksuid *out, const char *text, size_t length,
                                 size_t *position) SORTID_NONNULL((1));

/* Writes the canonical text of an ID, and a NUL. Returns its length, 27. */
SORTID_API size_t sortid_ksuid_print(char text[SORTID_KSUID_TEXT_SIZE], const sortid_ksuid *id)
    SORTID_NONNULL((1, 2));

/* Reads and writes an ID in any encoding: see sortid_format_parse and sortid_format_print. */
SORTID_STATUS sortid_ksuid_parse_as(sortid_ksuid *out, sortid_encoding encoding, const char *text,
                                    size_t length, size_t *position) SORTID_NONNULL((1));
SORTID_STATUS sortid_ksuid_print_as(char *text, size_t capacity, size_t *written,
                                    sortid_encoding encoding, const sortid_ksuid *id)
    SORTID_NONNULL((3, 5));

/* Reads and writes many canonical texts: see sortid_format_parse_many, sortid_format_print_many. */
SORTID_STATUS sortid_ksuid_parse_many(sortid_ksuid *SORTID_RESTRICT out, size_t count, size_t *done,
                                      size_t *consumed, const char *SORTID_RESTRICT text,
                                      size_t length, int separator, size_t *position)
    SORTID_NONNULL((3, 4));
SORTID_STATUS sortid_ksuid_print_many(char *SORTID_RESTRICT text, size_t capacity, size_t *written,
                                      const sortid_ksuid *SORTID_RESTRICT ids, size_t count,
                                      int separator) SORTID_NONNULL((3));

/* ---- Fields -------------------------------------------------------------- */

/* The fields in layout order. */
typedef struct sortid_ksuid_fields {
    uint64_t timestamp;    /* 32 bits: s since 1400000000 */
    uint64_t payload_high; /* the first 64 bits of the payload */
    uint64_t payload_low;
} sortid_ksuid_fields;

/* Makes an ID from its fields, and reads the fields of an ID. SORTID_OUT_OF_RANGE if the timestamp
 * does not fit its bits; *field (may be NULL) is then 0. */
SORTID_STATUS sortid_ksuid_from_fields(sortid_ksuid *out, const sortid_ksuid_fields *fields,
                                       size_t *field) SORTID_NONNULL((1, 2));
SORTID_API void sortid_ksuid_to_fields(sortid_ksuid_fields *out, const sortid_ksuid *id)
    SORTID_NONNULL((1, 2));

/* ---- Order and time ------------------------------------------------------ */

/* Compares two IDs: less than, equal to or greater than 0 if a is before, equal to or after b. */
SORTID_API int sortid_ksuid_compare(const sortid_ksuid *a, const sortid_ksuid *b)
    SORTID_NONNULL((1, 2));

/* The Unix time of an ID in ms: of the start of its second. */
SORTID_API uint64_t sortid_ksuid_unix_ms(const sortid_ksuid *id) SORTID_NONNULL((1));

/* The smallest and the largest ID of the second that contains unix_ms. SORTID_OUT_OF_RANGE before
 * 1400000000000 and beyond 5694967295999. */
SORTID_STATUS sortid_ksuid_min_at(sortid_ksuid *out, uint64_t unix_ms) SORTID_NONNULL((1));
SORTID_STATUS sortid_ksuid_max_at(sortid_ksuid *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* The first and the last ID of a span of time: see sortid_format_range. */
SORTID_STATUS sortid_ksuid_range(sortid_ksuid *SORTID_RESTRICT first,
                                 sortid_ksuid *SORTID_RESTRICT last, uint64_t since_ms,
                                 uint64_t until_ms) SORTID_NONNULL((1, 2));

/* The next larger and the next smaller ID: see sortid_format_successor. */
SORTID_STATUS sortid_ksuid_successor(sortid_ksuid *out, const sortid_ksuid *id, bool *carried)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_ksuid_predecessor(sortid_ksuid *out, const sortid_ksuid *id, bool *carried)
    SORTID_NONNULL((1, 2));

/* ---- Make, with a generator of your own ---------------------------------- */

/* Prepares a private generator, and makes IDs with it.
 *
 * A counter of 96 bits, the top bits of the payload, is drawn at random for each new second and
 * counted up within it; the low 32 bits are drawn for each ID. When the counter runs over, the next
 * second is taken at once. options->guard_bits 1 draws the counter with a top bit of 0. The
 * allowance counts in whole seconds, rounded down. A clock before 1400000000 s or beyond 5694967295
 * s gives SORTID_CLOCK_OUT_OF_RANGE.
 *
 * SORTID_OPTION_STATELESS: each ID has 128 random bits, as the original makes them, in no order
 * within a second. Together with guard_bits 1 it is SORTID_BAD_OPTION.
 *
 * sortid_machine_step draws counter 96 bits, random bits 32; SORTID_OPTION_STATELESS: 128. In
 * second 0 (of 2014) 2^64 is added to a counter below 2^64. */
SORTID_STATUS sortid_ksuid_generator_init(sortid_ksuid_generator *generator,
                                          const sortid_options *options,
                                          const sortid_sources *sources) SORTID_NONNULL((1));
SORTID_STATUS sortid_ksuid_generator_next(sortid_ksuid_generator *generator, sortid_ksuid *out,
                                          sortid_event *event) SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_ksuid_generator_fill(sortid_ksuid_generator *generator, sortid_ksuid *out,
                                          size_t count, size_t *done, sortid_event *event)
    SORTID_NONNULL((1, 4));
SORTID_STATUS sortid_ksuid_generator_fill_text(sortid_ksuid_generator *generator, char *text,
                                               size_t capacity, size_t *written, size_t count,
                                               int separator, sortid_event *event)
    SORTID_NONNULL((1, 4));

SORTID_END_C
#endif
