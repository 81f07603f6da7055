/* SPDX-License-Identifier: MIT */
/* sortid/scru128.h: SCRU128, 128 bits, 25 digits base 36.
 *
 *   timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32
 *   timestamp: ms since 1970, up to +010889-08-02T05:31:50.655Z
 *
 * "Document" below is the SCRU128 Specification v2.1.1. Pure functions may be
 * called from any thread. */
#ifndef SORTID_SCRU128_H
#define SORTID_SCRU128_H

#include "base.h"
#include "shared.h"
#include "source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes in bytes; those of texts count the final NUL. */
#define SORTID_SCRU128_SIZE      16
#define SORTID_SCRU128_TEXT_SIZE 26
#define SORTID_SCRU128_HEX_SIZE  33
#define SORTID_SCRU128_INT_SIZE  40
#define SORTID_SCRU128_UUID_SIZE 37

/* An ID: its bytes, most significant first, so that memcmp order is ID order. */
typedef struct sortid_scru128 {
    uint8_t bytes[SORTID_SCRU128_SIZE];
} sortid_scru128;

/* ---- The easy way: one call, nothing to set up --------------------------- */

/* The next ID of the calling thread's own generator (default options and
 * sources), binary or as canonical text; strictly increasing per thread unless
 * *event (may be NULL) says SORTID_RESET. From any thread, after any fork; not
 * async-signal-safe: a call that interrupts another gets SORTID_BUSY. When the
 * thread ends its generator is wiped: a later destructor of the thread begins a
 * new one. Fails as sortid_scru128_generate does, and at the first use with
 * SORTID_FORK_GUARD_FAILED, SORTID_THREAD_GUARD_FAILED. */
SORTID_STATUS sortid_scru128_make(sortid_scru128 *out, sortid_event *event);
SORTID_STATUS sortid_scru128_text(char text[SORTID_SCRU128_TEXT_SIZE], sortid_event *event);

/* ---- Text ---------------------------------------------------------------- */

/* Reads 25 digits 0-9 a-z of any case. Length is checked first, then each digit
 * from the left, then the range. On failure *position (may be NULL) says where:
 * SORTID_BAD_LENGTH   the smaller of `length` and 25
 * SORTID_BAD_DIGIT    offset of the first byte that is no digit
 * SORTID_OUT_OF_RANGE 0: beyond "f5lxx1zz5pnorynqglhzmsp33"
 * Reserved IDs are read like any other. (Document: "Textual
 * representation".) */
SORTID_STATUS sortid_scru128_parse(sortid_scru128 *out, const char *text, size_t length,
                                   size_t *position);

/* Writes the canonical text, 25 lower-case digits, and NUL. */
SORTID_API void sortid_scru128_print(char text[SORTID_SCRU128_TEXT_SIZE], const sortid_scru128 *id);

/* Many at once: 25 digits after 25 digits, no NUL, each text followed by the byte
 * `end` (0 to 255, no letter, digit or hyphen; the last too), or by none with
 * SORTID_NO_END. print_many returns the bytes written, 0 for another end.
 * parse_many stops at the first text that cannot be read: *made IDs are good, the
 * rest of `out` is unspecified, status and *position (in that text) are those of
 * parse; a text goes up to the next `end`. SORTID_BAD_OPTION for another end. */
SORTID_API size_t sortid_scru128_print_many(char *text, const sortid_scru128 *ids, size_t count,
                                            int end);
SORTID_STATUS sortid_scru128_parse_many(sortid_scru128 *out, size_t *made, const char *text,
                                        size_t count, int end, size_t *position);

/* The 16 bytes in hex: exactly 32 digits, no prefix; any case read, lower case
 * written. Errors as in parse. */
SORTID_STATUS sortid_scru128_parse_hex(sortid_scru128 *out, const char *text, size_t length,
                                       size_t *position);
SORTID_API void sortid_scru128_print_hex(char text[SORTID_SCRU128_HEX_SIZE],
                                         const sortid_scru128 *id);

/* The integer in decimal: 1 to 39 digits without leading zeros (0 is "0").
 * Errors as in parse: a leading zero is SORTID_BAD_DIGIT at 0, a number beyond
 * the format SORTID_OUT_OF_RANGE at 0. print_int returns the number of
 * digits. */
SORTID_STATUS sortid_scru128_parse_int(sortid_scru128 *out, const char *text, size_t length,
                                       size_t *position);
SORTID_API size_t sortid_scru128_print_int(char text[SORTID_SCRU128_INT_SIZE],
                                           const sortid_scru128 *id);

/* The same 128 bits in UUID form, 8-4-4-4-12 hex digits; any case read, lower
 * case written. A missing hyphen is SORTID_BAD_DIGIT at its place. */
SORTID_STATUS sortid_scru128_parse_uuid(sortid_scru128 *out, const char *text, size_t length,
                                        size_t *position);
SORTID_API void sortid_scru128_print_uuid(char text[SORTID_SCRU128_UUID_SIZE],
                                          const sortid_scru128 *id);

/* ---- Bytes, integer, fields ---------------------------------------------- */

/* From and to 16 big-endian bytes. Every value is an ID: always SORTID_OK, with
 * a status because the verb has one in each format. */
SORTID_STATUS sortid_scru128_from_bytes(sortid_scru128 *out,
                                        const uint8_t bytes[SORTID_SCRU128_SIZE]);
SORTID_API void sortid_scru128_to_bytes(uint8_t bytes[SORTID_SCRU128_SIZE],
                                        const sortid_scru128 *id);

/* From and to an integer of two halves. Every value is an ID: from_int is
 * always SORTID_OK and has a status because the verb has one in each format. */
SORTID_STATUS sortid_scru128_from_int(sortid_scru128 *out, uint64_t high, uint64_t low);
SORTID_API void sortid_scru128_to_int(uint64_t *high, uint64_t *low, const sortid_scru128 *id);

/* The fields in layout order. (Document: "Specification".) */
typedef struct sortid_scru128_fields {
    uint64_t timestamp;  /* 48 bits: ms since 1970 */
    uint32_t counter_hi; /* 24 bits */
    uint32_t counter_lo; /* 24 bits */
    uint32_t entropy;    /* 32 bits */
} sortid_scru128_fields;

/* SORTID_OUT_OF_RANGE if a field does not fit its bits; *field (may be NULL)
 * is then the number of the first such field, from 0. */
SORTID_STATUS sortid_scru128_from_fields(sortid_scru128 *out, const sortid_scru128_fields *fields,
                                         size_t *field);
SORTID_API void sortid_scru128_to_fields(sortid_scru128_fields *out, const sortid_scru128 *id);

/* ---- Order and time ------------------------------------------------------ */

/* Below, equal to or above 0, as a is before, equal to or after b. */
SORTID_API int sortid_scru128_compare(const sortid_scru128 *a, const sortid_scru128 *b);

/* The smallest and the largest ID of the format: all bits 0, all bits 1. */
SORTID_API void sortid_scru128_min(sortid_scru128 *out);
SORTID_API void sortid_scru128_max(sortid_scru128 *out);

/* The smallest and the largest ID of the ms `unix_ms` (ms since 1970);
 * SORTID_OUT_OF_RANGE beyond 2^48 - 1. */
SORTID_STATUS sortid_scru128_min_at(sortid_scru128 *out, uint64_t unix_ms);
SORTID_STATUS sortid_scru128_max_at(sortid_scru128 *out, uint64_t unix_ms);

/* The ID after and before this one, as integers. *carried (may be NULL) tells
 * whether the step went over into another timestamp. SORTID_OUT_OF_RANGE if
 * there is none: nothing wraps around. `out` may be `id`. */
SORTID_STATUS sortid_scru128_next(sortid_scru128 *out, bool *carried, const sortid_scru128 *id);
SORTID_STATUS sortid_scru128_prev(sortid_scru128 *out, bool *carried, const sortid_scru128 *id);

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_scru128_unix_ms(const sortid_scru128 *id);

/* Whether the timestamp is 0 or 2^48 - 1: IDs that no generator makes.
 * (Document: "Special-purpose IDs".) */
SORTID_API bool sortid_scru128_is_reserved(const sortid_scru128 *id);

/* ---- The full way: a generator of your own ------------------------------- */

/* counter_lo is random at each new ms and counts up within it; counter_hi is
 * renewed when a second has passed since its last renewal, and takes the carry
 * of counter_lo; entropy is fresh in each ID. When both counters are full the
 * next ms is borrowed with counter_hi 0. (Document: "Specification",
 * "Counter overflow handling", "Clock rollback handling".) */
typedef struct sortid_scru128_options {
    sortid_mode mode;      /* default SORTID_MODE_RESET */
    uint64_t allowance_ms; /* default 10,000; the largest value is no limit */
    bool stateless;        /* default false; true: counters and entropy all random, no
                            * state, no rollback, no order within a ms (Document:
                            * "Stateless variant") */
    uint64_t zero[4];      /* room to grow: must be zero */
} sortid_scru128_options;

/* Writes the defaults named above; always start from these. */
SORTID_API void sortid_scru128_options_default(sortid_scru128_options *out);

/* A generator: storage that the caller owns. One thread at a time may use it;
 * never copy it. It holds no resource: nothing to release. */
typedef struct sortid_scru128_generator {
    uint64_t opaque[32];
} sortid_scru128_generator;

/* Prepares a generator. `options` NULL: the defaults. `sources` NULL: the
 * system's; they are copied, their contexts must outlive the generator.
 * SORTID_BAD_OPTION, and nothing written, if an option is out of its range or
 * the clock too coarse for it, or a source has no function;
 * SORTID_FORK_GUARD_FAILED. */
SORTID_STATUS sortid_scru128_generator_init(sortid_scru128_generator *generator,
                                            const sortid_scru128_options *options,
                                            const sortid_sources *sources);

/* The next ID; *event (may be NULL) tells how it was made. On failure out,
 * event and generator are as before the call:
 * SORTID_ROLLBACK            mode abort, clock further behind than the
 * allowance
 * SORTID_CLOCK_OUT_OF_RANGE  the clock is at a reserved time or beyond the last
 * SORTID_EXHAUSTED           counters full at the last timestamp of the format
 * SORTID_CLOCK_FAILED, SORTID_RANDOM_FAILED, SORTID_SLEEP_FAILED, or what the
 *                            source returned
 * SORTID_BUSY                called from a signal handler inside a call on it
 * SORTID_NOT_INITIALIZED     no _init has seen the generator
 * Mode wait sleeps here, in the sleep source: SORTID_WAIT comes from no machine. */
SORTID_STATUS sortid_scru128_generate(sortid_scru128 *out, sortid_event *event,
                                      sortid_scru128_generator *generator);

/* The next `count` IDs, strictly increasing (unless stateless), as that many
 * calls of sortid_scru128_generate at the same times could give them; the
 * clock is read once for up to 4,096. *made is set on failure too: so many are
 * good, the generator stands after them, and the rest of `out` is unspecified.
 * *event (may be NULL): the events of all of them. SORTID_OK with *made below
 * `count`: the next ID would be a SORTID_RESET; another call makes it.
 * Failures as above. */
SORTID_STATUS sortid_scru128_fill(sortid_scru128 *out, size_t count, size_t *made,
                                  sortid_event *event, sortid_scru128_generator *generator);

/* The same as text, in the form of sortid_scru128_print_many: nothing but *made texts
 * is written. SORTID_BAD_OPTION, and no ID made, for an end that it refuses. */
SORTID_STATUS sortid_scru128_fill_text(char *text, size_t count, int end, size_t *made,
                                       sortid_event *event, sortid_scru128_generator *generator);

/* ---- The shared way: one generator for threads and processes ------------- */

/* A generator of this process, for any number of its threads, on a state that others use
 * too (sortid/shared.h): IDs of all of them are strictly increasing. Never copy it. */
typedef struct sortid_scru128_shared {
    uint64_t opaque[40];
} sortid_scru128_shared;

/* Prepares a generator on a prepared state, which must outlive it. `options` NULL: the defaults
 * with SORTID_MODE_ABORT;
 * SORTID_MODE_RESET and stateless: SORTID_BAD_OPTION. Sources as for a generator of your own; they
 * serve all threads. Nothing is written on failure: statuses of sortid_scru128_generator_init;
 * SORTID_STATE_FOREIGN    the state is not prepared
 * SORTID_STATE_DAMAGED    its checksum is wrong
 * SORTID_STATE_MISMATCH   it is of another format
 * SORTID_STATE_UNUSABLE   of another version, or locked in a way that this system has not */
SORTID_STATUS sortid_scru128_shared_init(sortid_scru128_shared *generator,
                                         sortid_shared_state *state,
                                         const sortid_scru128_options *options,
                                         const sortid_sources *sources);

/* The same with the state in a file, which is made if there is none: IDs go on after those of
 * all processes that had it before, also after a crash of the system (sortid/shared.h).
 * `file` NULL: the defaults. Statuses of _init, and:
 * SORTID_FILE_FAILED      the system refused: errno says why
 * SORTID_FILE_REFUSED     a symbolic link, no regular file, or somebody else's
 * and after a crash those of _generate. _close, of the last of its threads, lets go of the
 * file; it ends with the process else. */
SORTID_STATUS sortid_scru128_shared_open(sortid_scru128_shared *generator, const char *path,
                                         const sortid_file_options *file,
                                         const sortid_scru128_options *options,
                                         const sortid_sources *sources);
SORTID_API void sortid_scru128_shared_close(sortid_scru128_shared *generator);

/* The next ID, and the next `count`, as sortid_scru128_generate, _fill and _fill_text make them,
 * for any thread; statuses as there, and in a file SORTID_FILE_FAILED where the disk refuses a
 * bound. Others' IDs come in between those of a fill, and of a fill that fails those behind
 * *made are lost. A call inside a call, from a signal handler, is served, but for SORTID_BUSY of
 * a random source, or of a state that steps by the mutex. In a forked child: see
 * sortid/shared.h. */
SORTID_STATUS sortid_scru128_shared_generate(sortid_scru128 *out, sortid_event *event,
                                             sortid_scru128_shared *generator);
SORTID_STATUS sortid_scru128_shared_fill(sortid_scru128 *out, size_t count, size_t *made,
                                         sortid_event *event, sortid_scru128_shared *generator);
SORTID_STATUS sortid_scru128_shared_fill_text(char *text, size_t count, int end, size_t *made,
                                              sortid_event *event,
                                              sortid_scru128_shared *generator);

/* ---- The pure machine: time and randomness are arguments ----------------- */

/* The state machine inside the generator: it reads no clock, asks no system
 * and knows no fork. Storage as for a generator; copying is allowed, using two
 * copies repeats IDs. */
typedef struct sortid_scru128_machine {
    uint64_t opaque[16];
} sortid_scru128_machine;

/* Prepares a machine; statuses as for the generator. */
SORTID_STATUS sortid_scru128_machine_init(sortid_scru128_machine *machine,
                                          const sortid_scru128_options *options);

/* f(state, time, randomness) -> ID, event. Like sortid_scru128_generate, but in
 * mode wait a rollback gives SORTID_WAIT and, in *wait_us, the microseconds
 * until the clock is near enough. `event` and `wait_us` may be NULL. Draws, in
 * this order, each in whole bytes, most significant first, surplus low bits
 * dropped: counter_lo 24 bits, counter_hi 24, entropy 32. */
SORTID_STATUS sortid_scru128_machine_step(sortid_scru128 *out, sortid_event *event,
                                          uint64_t *wait_us, sortid_scru128_machine *machine,
                                          uint64_t unix_us, const sortid_random *random);

/* Tells a machine that it is the child's copy after a fork:
 * the next ID has timestamp max(clock, last + 1) and every counter and random
 * field anew. A clock further behind than the allowance: the mode decides.
 * Generators notice a fork by themselves. */
SORTID_API void sortid_scru128_machine_after_fork(sortid_scru128_machine *machine);

#ifdef __cplusplus
}
#endif
#endif
