/* SPDX-License-Identifier: MIT */
/* sortid/scru160.h: SCRU160, 160 bits, 32 digits base32hex or 40 hex.
 *
 *   timestamp 48 | counter 16 | random16 16 | random80 80
 *   timestamp: ms since 1970, up to +010889-08-02T05:31:50.655Z
 *
 * "Document" below is the SCRU160 Specification v0.1.0. Pure functions are thread-safe. */
#ifndef SORTID_SCRU160_H
#define SORTID_SCRU160_H

#include "generator.h"

SORTID_BEGIN_C

/* Sizes in bytes. Sizes of texts include the final NUL. */
#define SORTID_SCRU160_SIZE      20
#define SORTID_SCRU160_TEXT_SIZE 33

/* The smallest and the largest ID, as initializers. */
/* clang-format off */
#define SORTID_SCRU160_MIN {{0}}
#define SORTID_SCRU160_MAX \
    {{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, \
      255, 255, 255, 255, 255, 255, 255, 255, 255}}
/* clang-format on */

/* The bytes of an ID, most significant first, as memcmp compares them. */
typedef struct sortid_scru160 {
    uint8_t bytes[SORTID_SCRU160_SIZE];
} sortid_scru160;

/* The handle of this format, for calls of sortid/format.h. */
SORTID_API const sortid_format *sortid_scru160_format(void);

/* A private or shared generator: see sortid/generator.h, also for calls on `base`. */
typedef struct sortid_scru160_generator {
    sortid_generator base;
} sortid_scru160_generator;

/* ---- Make, with the thread's default generator --------------------------- */

/* The next ID of the default generator, binary or as canonical text: see sortid_new. */
SORTID_STATUS sortid_scru160_new(sortid_scru160 *out, sortid_event *event) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru160_new_text(char text[SORTID_SCRU160_TEXT_SIZE], sortid_event *event)
    SORTID_NONNULL((1));

/* The next `count` IDs of the default generator, binary or as text: see sortid_generator_fill. */
SORTID_STATUS sortid_scru160_fill(sortid_scru160 *out, size_t count, size_t *done,
                                  sortid_event *event) SORTID_NONNULL((3));
SORTID_STATUS sortid_scru160_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                       int separator, sortid_event *event) SORTID_NONNULL((3));

/* A random ID of a given time, for data that is older than its IDs: see sortid_new_at. */
SORTID_STATUS sortid_scru160_new_at(sortid_scru160 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* ---- Text ---------------------------------------------------------------- */

/* Reads an ID of 32 digits, 0-9 and letters A-V (base32hex), in upper or lower case. Checks the
 * length, then the digits from the left; no text of digits is out of range. On failure *position
 * (may be NULL) is the place of the fault in bytes:
 * SORTID_BAD_LENGTH    the smaller of `length` and 32
 * SORTID_BAD_DIGIT     the first byte that is not a digit
 * Reserved IDs are read like any other. (Document: "Encodings".) */
SORTID_STATUS sortid_scru160_parse(sortid_scru160 *out, const char *text, size_t length,
                                   size_t *position) SORTID_NONNULL((1));

/* Writes the canonical text of an ID, 32 digits in upper case, and a NUL. Returns its length. */
SORTID_API size_t sortid_scru160_print(char text[SORTID_SCRU160_TEXT_SIZE],
                                       const sortid_scru160 *id) SORTID_NONNULL((1, 2));

/* Reads and writes an ID in any encoding: see sortid_format_parse and sortid_format_print. */
SORTID_STATUS sortid_scru160_parse_as(sortid_scru160 *out, sortid_encoding encoding,
                                      const char *text, size_t length, size_t *position)
    SORTID_NONNULL((1));
SORTID_STATUS sortid_scru160_print_as(char *text, size_t capacity, size_t *written,
                                      sortid_encoding encoding, const sortid_scru160 *id)
    SORTID_NONNULL((3, 5));

/* Reads and writes many canonical texts: see sortid_format_parse_many, sortid_format_print_many. */
SORTID_STATUS sortid_scru160_parse_many(sortid_scru160 *SORTID_RESTRICT out, size_t count,
                                        size_t *done, size_t *consumed,
                                        const char *SORTID_RESTRICT text, size_t length,
                                        int separator, size_t *position) SORTID_NONNULL((3, 4));
SORTID_STATUS sortid_scru160_print_many(char *SORTID_RESTRICT text, size_t capacity,
                                        size_t *written, const sortid_scru160 *SORTID_RESTRICT ids,
                                        size_t count, int separator) SORTID_NONNULL((3));

/* ---- Fields -------------------------------------------------------------- */

/* The fields in layout order. (Document: "Binary Layout and Byte Order".) */
typedef struct sortid_scru160_fields {
    uint64_t timestamp;   /* 48 bits: ms since 1970 */
    uint32_t counter;     /* 16 bits */
    uint32_t random16;    /* 16 bits */
    uint8_t random80[10]; /* 80 bits, big-endian */
    uint8_t reserved[6];  /* to_fields writes 0, from_fields ignores it */
} sortid_scru160_fields;

/* Makes an ID from its fields, and reads the fields of an ID. SORTID_OUT_OF_RANGE if a field does
 * not fit its bits; *field (may be NULL) is then the index of the first such field. */
SORTID_STATUS sortid_scru160_from_fields(sortid_scru160 *out, const sortid_scru160_fields *fields,
                                         size_t *field) SORTID_NONNULL((1, 2));
SORTID_API void sortid_scru160_to_fields(sortid_scru160_fields *out, const sortid_scru160 *id)
    SORTID_NONNULL((1, 2));

/* ---- Order and time ------------------------------------------------------ */

/* Compares two IDs: less than, equal to or greater than 0 if a is before, equal to or after b. */
SORTID_API int sortid_scru160_compare(const sortid_scru160 *a, const sortid_scru160 *b)
    SORTID_NONNULL((1, 2));

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_scru160_unix_ms(const sortid_scru160 *id) SORTID_NONNULL((1));

/* The smallest and the largest ID of the ms at unix_ms. SORTID_OUT_OF_RANGE from 2^48 ms. */
SORTID_STATUS sortid_scru160_min_at(sortid_scru160 *out, uint64_t unix_ms) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru160_max_at(sortid_scru160 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* The first and the last ID of a span of time: see sortid_format_range. */
SORTID_STATUS sortid_scru160_range(sortid_scru160 *SORTID_RESTRICT first,
                                   sortid_scru160 *SORTID_RESTRICT last, uint64_t since_ms,
                                   uint64_t until_ms) SORTID_NONNULL((1, 2));

/* The next larger and the next smaller ID: see sortid_format_successor. */
SORTID_STATUS sortid_scru160_successor(sortid_scru160 *out, const sortid_scru160 *id, bool *carried)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru160_predecessor(sortid_scru160 *out, const sortid_scru160 *id,
                                         bool *carried) SORTID_NONNULL((1, 2));

/* ---- Make, with a generator of your own ---------------------------------- */

/* Prepares a private generator, and makes IDs with it.
 *
 * counter starts at a random value below its half at each new ms and counts up within it; the rest
 * is random in each ID. A full counter borrows the next timestamp. Mode reset resets only when the
 * clock itself went back by more than the allowance. If the last timestamp is that far ahead
 * because of borrowing, the call returns SORTID_ROLLBACK instead. (Document: "counter", "random16",
 * "random80".)
 *
 * With SORTID_OPTION_FRACTION ("Alternative counter usage") the top 10 bits of counter are the
 * microsecond, 0 to 999, and 6 bits count. The allowance counts in microseconds. The clock's
 * resolution_us must be 1: with your own sources use sortid_clock_exact, since the clock of
 * sortid_sources_default is too coarse (without sources you get the exact one). With extension_bits
 * k the top k bits of random16 extend the counter at its low end (16 + k bits; with
 * SORTID_OPTION_FRACTION 6 + k). The node id follows, then randomness.
 *
 * sortid_machine_step draws counter, random16, random80 (each as many bits as are random). */
SORTID_STATUS sortid_scru160_generator_init(sortid_scru160_generator *generator,
                                            const sortid_options *options,
                                            const sortid_sources *sources) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru160_generator_next(sortid_scru160_generator *generator,
                                            sortid_scru160 *out, sortid_event *event)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru160_generator_fill(sortid_scru160_generator *generator,
                                            sortid_scru160 *out, size_t count, size_t *done,
                                            sortid_event *event) SORTID_NONNULL((1, 4));
SORTID_STATUS sortid_scru160_generator_fill_text(sortid_scru160_generator *generator, char *text,
                                                 size_t capacity, size_t *written, size_t count,
                                                 int separator, sortid_event *event)
    SORTID_NONNULL((1, 4));

SORTID_END_C
#endif
