/* SPDX-License-Identifier: MIT */
/* sortid/scru64.h: SCRU64, an integer below 36^12, 12 digits base 36.
 *
 *   timestamp 40 (below 36^12 / 2^24) | node_ctr 24 = node_id | counter
 *   timestamp: ticks of 256 ms since 1970, up to 4261-02-27T06:08:58.880Z
 *
 * IDs are unique if each generator has its own node id. A second run with the same node id may
 * repeat IDs of the first, unless it continues from a stored last ID (a node spec of the form
 * ID/size).
 *
 * "Document" below is the SCRU64 Specification; v1.0.0 adds the rules on reserved IDs, overflow and
 * rollback. Pure functions are thread-safe. */
#ifndef SORTID_SCRU64_H
#define SORTID_SCRU64_H

#include "generator.h"

SORTID_BEGIN_C

/* The size of a text in bytes, with the final NUL. */
#define SORTID_SCRU64_TEXT_SIZE 13

/* The largest ID as an integer, 36^12 - 1, and the ms in a tick. */
#define SORTID_SCRU64_MAX_INT 4738381338321616895u
#define SORTID_SCRU64_TICK_MS 256

/* The smallest and the largest ID, as initializers. */
/* clang-format off */
#define SORTID_SCRU64_MIN {{0}}
#define SORTID_SCRU64_MAX {{0x41, 0xc2, 0x1c, 0xb8, 0xe0, 0xff, 0xff, 0xff}}
/* clang-format on */

/* sortid_scru64, the bytes of an ID, and node specs are in sortid/scru64_node.h. */

/* The handle of this format, for calls of sortid/format.h. */
SORTID_API const sortid_format *sortid_scru64_format(void);

/* A private or shared generator: see sortid/generator.h, also for calls on `base`. */
typedef struct sortid_scru64_generator {
    sortid_generator base;
} sortid_scru64_generator;

/* ---- Text ---------------------------------------------------------------- */

/* Reads an ID of 12 digits, 0-9 and letters a-z, in upper or lower case. Checks the length, then
 * the digits from the left; no text of digits is out of range. On failure *position (may be NULL)
 * is the place of the fault in bytes:
 * SORTID_BAD_LENGTH    the smaller of `length` and 12
 * SORTID_BAD_DIGIT     the first byte that is not a digit
 * Reserved IDs are read like any other. (Document: "Specification".) */
SORTID_STATUS sortid_scru64_parse(sortid_scru64 *out, const char *text, size_t length,
                                  size_t *position) SORTID_NONNULL((1));

/* Writes the canonical text of an ID, 12 digits in lower case, and a NUL. Returns its length; 0,
 * and an empty text, if the bytes are beyond the largest ID. */
SORTID_API size_t sortid_scru64_print(char text[SORTID_SCRU64_TEXT_SIZE],
                                      const sortid_scru64 *id) SORTID_MUST_CHECK
    SORTID_NONNULL((1, 2));

/* Reads and writes an ID in any encoding: see sortid_format_parse and sortid_format_print. */
SORTID_STATUS sortid_scru64_parse_as(sortid_scru64 *out, sortid_encoding encoding, const char *text,
                                     size_t length, size_t *position) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru64_print_as(char *text, size_t capacity, size_t *written,
                                     sortid_encoding encoding, const sortid_scru64 *id)
    SORTID_NONNULL((3, 5));

/* Reads and writes many canonical texts: see sortid_format_parse_many, sortid_format_print_many. */
SORTID_STATUS sortid_scru64_parse_many(sortid_scru64 *SORTID_RESTRICT out, size_t count,
                                       size_t *done, size_t *consumed,
                                       const char *SORTID_RESTRICT text, size_t length,
                                       int separator, size_t *position) SORTID_NONNULL((3, 4));
SORTID_STATUS sortid_scru64_print_many(char *SORTID_RESTRICT text, size_t capacity, size_t *written,
                                       const sortid_scru64 *SORTID_RESTRICT ids, size_t count,
                                       int separator) SORTID_NONNULL((3));

/* ---- Fields -------------------------------------------------------------- */

/* The fields in layout order. (Document: "Specification".) */
typedef struct sortid_scru64_fields {
    uint64_t timestamp; /* 0 to 282429536480: ticks of 256 ms since 1970 */
    uint32_t node_ctr;  /* 24 bits: node id, then counter */
    uint32_t reserved;  /* to_fields writes 0, from_fields ignores it */
} sortid_scru64_fields;

/* Makes an ID from its fields, and reads the fields of an ID. SORTID_OUT_OF_RANGE if a field does
 * not fit its bits; *field (may be NULL) is then the index of the first such field. */
SORTID_STATUS sortid_scru64_from_fields(sortid_scru64 *out, const sortid_scru64_fields *fields,
                                        size_t *field) SORTID_NONNULL((1, 2));
SORTID_API void sortid_scru64_to_fields(sortid_scru64_fields *out, const sortid_scru64 *id)
    SORTID_NONNULL((1, 2));

/* An ID from an integer, and the integer of an ID. SORTID_OUT_OF_RANGE from 36^12 up. */
SORTID_STATUS sortid_scru64_from_int(sortid_scru64 *out, uint64_t integer) SORTID_NONNULL((1));
SORTID_API uint64_t sortid_scru64_to_int(const sortid_scru64 *id) SORTID_NONNULL((1));

/* Splits node_ctr into node id and counter: the top `node_id_size` bits (1 to 23) are the node id,
 * the rest is the counter; outputs may be NULL. SORTID_OUT_OF_RANGE for another size. An ID does
 * not tell its node_id_size: never identify a generator this way. */
SORTID_STATUS sortid_scru64_split(uint32_t *node_id, uint32_t *counter, const sortid_scru64 *id,
                                  unsigned node_id_size) SORTID_NONNULL((3));

/* ---- Order and time ------------------------------------------------------ */

/* Compares two IDs: less than, equal to or greater than 0 if a is before, equal to or after b. */
SORTID_API int sortid_scru64_compare(const sortid_scru64 *a, const sortid_scru64 *b)
    SORTID_NONNULL((1, 2));

/* The Unix time of an ID in ms: of the start of its tick. */
SORTID_API uint64_t sortid_scru64_unix_ms(const sortid_scru64 *id) SORTID_NONNULL((1));

/* The smallest and the largest ID of the tick at unix_ms. SORTID_OUT_OF_RANGE after the last. */
SORTID_STATUS sortid_scru64_min_at(sortid_scru64 *out, uint64_t unix_ms) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru64_max_at(sortid_scru64 *out, uint64_t unix_ms) SORTID_NONNULL((1));

/* The first and the last ID of a span of time: see sortid_format_range. */
SORTID_STATUS sortid_scru64_range(sortid_scru64 *SORTID_RESTRICT first,
                                  sortid_scru64 *SORTID_RESTRICT last, uint64_t since_ms,
                                  uint64_t until_ms) SORTID_NONNULL((1, 2));

/* The next larger and the next smaller ID: see sortid_format_successor. */
SORTID_STATUS sortid_scru64_successor(sortid_scru64 *out, const sortid_scru64 *id, bool *carried)
    SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru64_predecessor(sortid_scru64 *out, const sortid_scru64 *id, bool *carried)
    SORTID_NONNULL((1, 2));

/* ---- Make, with the process's default generator -------------------------- */

/* The next ID of the default generator, binary or as canonical text. The process has one default
 * generator, because its threads share the node id: the IDs of all threads together increase. Its
 * node is the spec in the environment variable SCRU64_NODE_SPEC, read at the first use, or that of
 * sortid_scru64_set_default. That call can also give it a reserved node id with its bound
 * (sortid/node.h): one reservation then serves all threads.
 *
 * If the environment variable SORTID_SCRU64_STATE names a file when the node is set, the state is
 * in that file, as with sortid_generator_open: IDs continue after those of all processes with that
 * file, and a forked child continues, too. The file is created if it does not exist, and opened at
 * the first use, which must not be in a signal handler. If no other node is given, the generator
 * uses the node of the file.
 *
 * A program with more privileges than its caller (setuid, setgid, file capabilities) reads neither
 * variable: the call behaves as if they were not set. Give such a program its node by
 * sortid_scru64_set_default. On Windows both variables are always read.
 *
 * If there is no file, and child processes are the first to read the environment, the library
 * cannot notice that siblings have read the same spec: give each process a different node id.
 *
 * Statuses of sortid_generator_next, and
 * SORTID_NO_NODE_SPEC      no node is given, and there is no file that has one; or the program is
 *                          privileged
 * SORTID_BAD_NODE_SPEC, SORTID_OUT_OF_RANGE, SORTID_RESERVED   SCRU64_NODE_SPEC is wrong
 * SORTID_FORKED            in a forked child, and after sortid_snapshot_resumed, until
 *                          sortid_scru64_set_default gives another node id; not with a file
 * SORTID_STATE_MISMATCH    the file is of another node; and the other statuses of
 *                          sortid_generator_open, which the next use tries again */
SORTID_STATUS sortid_scru64_new(sortid_scru64 *out, sortid_event *event) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru64_new_text(char text[SORTID_SCRU64_TEXT_SIZE], sortid_event *event)
    SORTID_NONNULL((1));

/* The next `count` IDs of the default generator, binary or as canonical text: see
 * sortid_generator_fill and sortid_generator_fill_text. Other threads' IDs may come between. */
SORTID_STATUS sortid_scru64_fill(sortid_scru64 *out, size_t count, size_t *done,
                                 sortid_event *event) SORTID_NONNULL((3));
SORTID_STATUS sortid_scru64_fill_text(char *text, size_t capacity, size_t *written, size_t count,
                                      int separator, sortid_event *event) SORTID_NONNULL((3));

/* Gives the default generator its node instead of the environment, and a bound if there is one:
 * options->node and options->bound, which are copied; the rest must be zero. Call it before the
 * first ID, or in a forked child, whose IDs then begin after the last ID that it knows.
 * SORTID_ALREADY_SET       it has a node, and no fork has happened since; also in a forked child
 *                          if its state is in a file that the parent has opened
 * SORTID_NO_NODE_SPEC, SORTID_OUT_OF_RANGE, SORTID_RESERVED   the spec is missing or wrong
 * SORTID_BAD_OPTION        another option; a bound where SORTID_SCRU64_STATE names a file
 * SORTID_BUSY              another thread is inside this call
 * SORTID_FORK_GUARD_FAILED */
SORTID_STATUS sortid_scru64_set_default(const sortid_options *options) SORTID_NONNULL((1));

/* ---- Make, with a generator of your own ---------------------------------- */

/* Prepares a private generator, and makes IDs with it.
 *
 * counter starts at a random value at each new tick and counts up within it; a full counter borrows
 * the next tick. The clock is compared in whole ticks: a rollback is one of more than allowance_ms
 * / 256 ticks, rounded down. Mode reset can repeat IDs of this node, so it is never the default.
 * (Document: "Specification"; v1.0.0 on overflow and rollback.)
 *
 * sortid_machine_step draws counter, 24 - size - guard bits (never more than 24). */
SORTID_STATUS sortid_scru64_generator_init(sortid_scru64_generator *generator,
                                           const sortid_options *options,
                                           const sortid_sources *sources) SORTID_NONNULL((1));
SORTID_STATUS sortid_scru64_generator_next(sortid_scru64_generator *generator, sortid_scru64 *out,
                                           sortid_event *event) SORTID_NONNULL((1, 2));
SORTID_STATUS sortid_scru64_generator_fill(sortid_scru64_generator *generator, sortid_scru64 *out,
                                           size_t count, size_t *done, sortid_event *event)
    SORTID_NONNULL((1, 4));
SORTID_STATUS sortid_scru64_generator_fill_text(sortid_scru64_generator *generator, char *text,
                                                size_t capacity, size_t *written, size_t count,
                                                int separator, sortid_event *event)
    SORTID_NONNULL((1, 4));

SORTID_END_C
#endif
