/* SPDX-License-Identifier: MIT */
/* sortid/scru160.h: SCRU160, 160 bits, 32 digits base32hex or 40 hex.
 *
 *   timestamp 48 | counter 16 | random16 16 | random80 80
 *   timestamp: ms since 1970, up to +010889-08-02T05:31:50.655Z
 *
 * "Document" below is the SCRU160 Specification v0.1.0. Pure functions may be
 * called from any thread. */
#ifndef SORTID_SCRU160_H
#define SORTID_SCRU160_H

#include "base.h"
#include "shared.h"
#include "source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes in bytes; those of texts count the final NUL. */
#define SORTID_SCRU160_SIZE      20
#define SORTID_SCRU160_TEXT_SIZE 33
#define SORTID_SCRU160_HEX_SIZE  41
#define SORTID_SCRU160_INT_SIZE  50

/* An ID: its bytes, most significant first, so that memcmp order is ID order. */
typedef struct sortid_scru160 {
    uint8_t bytes[SORTID_SCRU160_SIZE];
} sortid_scru160;

/* ---- The easy way: one call, nothing to set up --------------------------- */

/* The next ID of the calling thread's own generator (default options and
 * sources), binary or as canonical text; strictly increasing per thread unless
 * *event (may be NULL) says SORTID_RESET. From any thread, after any fork; not
 * async-signal-safe: a call that interrupts another gets SORTID_BUSY. When the
 * thread ends its generator is wiped: a later destructor of the thread begins a
 * new one. Fails as sortid_scru160_generate does, and at the first use with
 * SORTID_FORK_GUARD_FAILED, SORTID_THREAD_GUARD_FAILED. */
SORTID_STATUS sortid_scru160_make(sortid_scru160 *out, sortid_event *event);
SORTID_STATUS sortid_scru160_text(char text[SORTID_SCRU160_TEXT_SIZE], sortid_event *event);

/* ---- Text ---------------------------------------------------------------- */

/* Reads 32 base32hex digits 0-9 A-V of any case. Length is checked first, then
 * each digit from the left, then the range. On failure *position (may be NULL)
 * says where:
 * SORTID_BAD_LENGTH   the smaller of `length` and 32
 * SORTID_BAD_DIGIT    offset of the first byte that is no digit
 * Reserved IDs are read like any other. (Document: "Encodings".) */
SORTID_STATUS sortid_scru160_parse(sortid_scru160 *out, const char *text, size_t length,
                                   size_t *position);

/* Writes the canonical text, 32 upper-case base32hex digits, and NUL. */
SORTID_API void sortid_scru160_print(char text[SORTID_SCRU160_TEXT_SIZE], const sortid_scru160 *id);

/* Many at once: 32 digits after 32 digits, no NUL, each text followed by the byte
 * `end` (0 to 255, no letter, digit or hyphen; the last too), or by none with
 * SORTID_NO_END. print_many returns the bytes written, 0 for another end.
 * parse_many stops at the first text that cannot be read: *made IDs are good, the
 * rest of `out` is unspecified, status and *position (in that text) are those of
 * parse; a text goes up to the next `end`. SORTID_BAD_OPTION for another end. */
SORTID_API size_t sortid_scru160_print_many(char *text, const sortid_scru160 *ids, size_t count,
                                            int end);
SORTID_STATUS sortid_scru160_parse_many(sortid_scru160 *out, size_t *made, const char *text,
                                        size_t count, int end, size_t *position);

/* The alternative text, hex (sort it apart from base32hex): exactly 40 digits,
 * no prefix; any case read, lower case written. Errors as in parse. */
SORTID_STATUS sortid_scru160_parse_hex(sortid_scru160 *out, const char *text, size_t length,
                                       size_t *position);
SORTID_API void sortid_scru160_print_hex(char text[SORTID_SCRU160_HEX_SIZE],
                                         const sortid_scru160 *id);

/* The integer in decimal: 1 to 49 digits without leading zeros (0 is "0").
 * Errors as in parse: a leading zero is SORTID_BAD_DIGIT at 0, a number beyond
 * the format SORTID_OUT_OF_RANGE at 0. print_int returns the number of
 * digits. */
SORTID_STATUS sortid_scru160_parse_int(sortid_scru160 *out, const char *text, size_t length,
                                       size_t *position);
SORTID_API size_t sortid_scru160_print_int(char text[SORTID_SCRU160_INT_SIZE],
                                           const sortid_scru160 *id);

/* ---- Bytes, integer, fields ---------------------------------------------- */

/* From and to 20 big-endian bytes. Every value is an ID: always SORTID_OK, with
 * a status because the verb has one in each format. */
SORTID_STATUS sortid_scru160_from_bytes(sortid_scru160 *out,
                                        const uint8_t bytes[SORTID_SCRU160_SIZE]);
SORTID_API void sortid_scru160_to_bytes(uint8_t bytes[SORTID_SCRU160_SIZE],
                                        const sortid_scru160 *id);

/* The fields in layout order. (Document: "Binary Layout and Byte Order".) */
typedef struct sortid_scru160_fields {
    uint64_t timestamp;   /* 48 bits: ms since 1970 */
    uint32_t counter;     /* 16 bits */
    uint32_t random16;    /* 16 bits */
    uint8_t random80[10]; /* 80 bits, big-endian */
} sortid_scru160_fields;

/* SORTID_OUT_OF_RANGE if a field does not fit its bits; *field (may be NULL)
 * is then the number of the first such field, from 0. */
SORTID_STATUS sortid_scru160_from_fields(sortid_scru160 *out, const sortid_scru160_fields *fields,
                                         size_t *field);
SORTID_API void sortid_scru160_to_fields(sortid_scru160_fields *out, const sortid_scru160 *id);

/* ---- Order and time ------------------------------------------------------ */

/* Below, equal to or above 0, as a is before, equal to or after b. */
SORTID_API int sortid_scru160_compare(const sortid_scru160 *a, const sortid_scru160 *b);

/* The smallest and the largest ID of the format: all bits 0, all bits 1. */
SORTID_API void sortid_scru160_min(sortid_scru160 *out);
SORTID_API void sortid_scru160_max(sortid_scru160 *out);

/* The smallest and the largest ID of the ms `unix_ms` (ms since 1970);
 * SORTID_OUT_OF_RANGE beyond 2^48 - 1. */
SORTID_STATUS sortid_scru160_min_at(sortid_scru160 *out, uint64_t unix_ms);
SORTID_STATUS sortid_scru160_max_at(sortid_scru160 *out, uint64_t unix_ms);

/* The ID after and before this one, as integers. *carried (may be NULL) tells
 * whether the step went over into another timestamp. SORTID_OUT_OF_RANGE if
 * there is none: nothing wraps around. `out` may be `id`. */
SORTID_STATUS sortid_scru160_next(sortid_scru160 *out, bool *carried, const sortid_scru160 *id);
SORTID_STATUS sortid_scru160_prev(sortid_scru160 *out, bool *carried, const sortid_scru160 *id);

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_scru160_unix_ms(const sortid_scru160 *id);

/* Whether the timestamp is 0 or 2^48 - 1: IDs that no generator makes.
 * (Document: "Reserved IDs".) */
SORTID_API bool sortid_scru160_is_reserved(const sortid_scru160 *id);

/* ---- The full way: a generator of your own ------------------------------- */

/* counter starts at a random value below its half at each new ms and counts up
 * within it; the rest is random in each ID. A full counter borrows the next
 * timestamp. A gap to the clock that borrowing has made does not reset: mode
 * reset resets only when the clock itself went back by more than the allowance,
 * and gives SORTID_ROLLBACK else. (Document: "counter", "random16", "random80".)
 *
 * With `microseconds` ("Alternative counter usage") the top 10 bits of counter
 * are the microsecond, 0 to 999, and 6 bits count; the clock's resolution_us
 * must be 1: with sources of your own take sortid_clock_exact, since the clock of
 * sortid_sources_default is too coarse (without sources you get the exact one).
 * With `counter_extension_bits` k the k top bits of random16 go on below the
 * counter (16 + k bits; with microseconds 6 + k). Below them stands the node id,
 * then randomness. */
typedef struct sortid_scru160_options {
    sortid_mode mode;               /* default SORTID_MODE_RESET */
    uint64_t allowance_ms;          /* default 10,000; the largest value is no limit */
    bool microseconds;              /* default false */
    uint8_t counter_extension_bits; /* k: 0 to 16, default 0 */
    uint8_t node_bits;              /* 0 to 16 - k, default 0 */
    uint8_t overflow_guard_bits;    /* leading zero bits of a new counter: 1 to all its
                                     * bits; default 1, a start below the half */
    uint32_t node_id;               /* below 2^node_bits, default 0 */
    uint64_t zero[4];               /* room to grow: must be zero */
} sortid_scru160_options;

/* Writes the defaults named above; always start from these. */
SORTID_API void sortid_scru160_options_default(sortid_scru160_options *out);

/* A generator: storage that the caller owns. One thread at a time may use it;
 * never copy it. It holds no resource: nothing to release. */
typedef struct sortid_scru160_generator {
    uint64_t opaque[32];
} sortid_scru160_generator;

/* Prepares a generator. `options` NULL: the defaults. `sources` NULL: the
 * system's; they are copied, their contexts must outlive the generator.
 * SORTID_BAD_OPTION, and nothing written, if an option is out of its range or
 * the clock too coarse for it, or a source has no function;
 * SORTID_FORK_GUARD_FAILED. */
SORTID_STATUS sortid_scru160_generator_init(sortid_scru160_generator *generator,
                                            const sortid_scru160_options *options,
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
SORTID_STATUS sortid_scru160_generate(sortid_scru160 *out, sortid_event *event,
                                      sortid_scru160_generator *generator);

/* The next `count` IDs, strictly increasing, as that many calls of
 * sortid_scru160_generate at the same times could give them; the clock is read
 * once for up to 4,096. *made is set on failure too: so many are good, the
 * generator stands after them, and the rest of `out` is unspecified. *event
 * (may be NULL): the events of all of them. SORTID_OK with *made below
 * `count`: the next ID would be a SORTID_RESET; another call makes it.
 * Failures as above. */
SORTID_STATUS sortid_scru160_fill(sortid_scru160 *out, size_t count, size_t *made,
                                  sortid_event *event, sortid_scru160_generator *generator);

/* The same as text, in the form of sortid_scru160_print_many: nothing but *made texts
 * is written. SORTID_BAD_OPTION, and no ID made, for an end that it refuses. */
SORTID_STATUS sortid_scru160_fill_text(char *text, size_t count, int end, size_t *made,
                                       sortid_event *event, sortid_scru160_generator *generator);

/* ---- The shared way: one generator for threads and processes ------------- */

/* A generator of this process, for any number of its threads, on a state that others use
 * too (sortid/shared.h): IDs of all of them are strictly increasing. Never copy it. */
typedef struct sortid_scru160_shared {
    uint64_t opaque[40];
} sortid_scru160_shared;

/* Prepares a generator on a prepared state, which must outlive it. `options` NULL: the defaults
 * with SORTID_MODE_ABORT;
 * SORTID_MODE_RESET: SORTID_BAD_OPTION. Sources as for a generator of your own; they
 * serve all threads. Nothing is written on failure: statuses of sortid_scru160_generator_init;
 * SORTID_STATE_FOREIGN    the state is not prepared
 * SORTID_STATE_DAMAGED    its checksum is wrong
 * SORTID_STATE_MISMATCH   it is of another format, or has another layout of
 *                         counter, node id and microseconds
 * SORTID_STATE_UNUSABLE   of another version, or locked in a way that this system has not */
SORTID_STATUS sortid_scru160_shared_init(sortid_scru160_shared *generator,
                                         sortid_shared_state *state,
                                         const sortid_scru160_options *options,
                                         const sortid_sources *sources);

/* The same with the state in a file, which is made if there is none: IDs go on after those of
 * all processes that had it before, also after a crash of the system (sortid/shared.h).
 * `file` NULL: the defaults. Statuses of _init, and:
 * SORTID_FILE_FAILED      the system refused: errno says why
 * SORTID_FILE_REFUSED     a symbolic link, no regular file, or somebody else's
 * and after a crash those of _generate. _close, of the last of its threads, lets go of the
 * file; it ends with the process else. */
SORTID_STATUS sortid_scru160_shared_open(sortid_scru160_shared *generator, const char *path,
                                         const sortid_file_options *file,
                                         const sortid_scru160_options *options,
                                         const sortid_sources *sources);
SORTID_API void sortid_scru160_shared_close(sortid_scru160_shared *generator);

/* The next ID, and the next `count`, as sortid_scru160_generate, _fill and _fill_text make them,
 * for any thread; statuses as there, and in a file SORTID_FILE_FAILED where the disk refuses a
 * bound. Others' IDs come in between those of a fill, and of a fill that fails those behind
 * *made are lost. A call inside a call, from a signal handler, is served, but for SORTID_BUSY of
 * a random source, or of a state that steps by the mutex. In a forked child: see
 * sortid/shared.h. */
SORTID_STATUS sortid_scru160_shared_generate(sortid_scru160 *out, sortid_event *event,
                                             sortid_scru160_shared *generator);
SORTID_STATUS sortid_scru160_shared_fill(sortid_scru160 *out, size_t count, size_t *made,
                                         sortid_event *event, sortid_scru160_shared *generator);
SORTID_STATUS sortid_scru160_shared_fill_text(char *text, size_t count, int end, size_t *made,
                                              sortid_event *event,
                                              sortid_scru160_shared *generator);

/* ---- The pure machine: time and randomness are arguments ----------------- */

/* The state machine inside the generator: it reads no clock, asks no system
 * and knows no fork. Storage as for a generator; copying is allowed, using two
 * copies repeats IDs. */
typedef struct sortid_scru160_machine {
    uint64_t opaque[16];
} sortid_scru160_machine;

/* Prepares a machine; statuses as for the generator. */
SORTID_STATUS sortid_scru160_machine_init(sortid_scru160_machine *machine,
                                          const sortid_scru160_options *options);

/* f(state, time, randomness) -> ID, event. Like sortid_scru160_generate, but in
 * mode wait a rollback gives SORTID_WAIT and, in *wait_us, the microseconds
 * until the clock is near enough. `event` and `wait_us` may be NULL. Draws, in
 * this order, each in whole bytes, most significant first, surplus low bits
 * dropped: counter, random16, random80 (each as many bits as are random). */
SORTID_STATUS sortid_scru160_machine_step(sortid_scru160 *out, sortid_event *event,
                                          uint64_t *wait_us, sortid_scru160_machine *machine,
                                          uint64_t unix_us, const sortid_random *random);

/* Tells a machine that it is the child's copy after a fork:
 * the next ID has timestamp max(clock, last + 1) and every counter and random
 * field anew. A clock further behind than the allowance: the mode decides.
 * Generators notice a fork by themselves. */
SORTID_API void sortid_scru160_machine_after_fork(sortid_scru160_machine *machine);

#ifdef __cplusplus
}
#endif
#endif
