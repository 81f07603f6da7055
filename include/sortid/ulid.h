/* SPDX-License-Identifier: MIT */
/* sortid/ulid.h: ULID, 128 bits, 26 digits of Crockford's base 32.
 *
 *   timestamp 48 | randomness 80
 *   timestamp: ms since 1970, up to +010889-08-02T05:31:50.655Z
 *
 * "Document" below is the ULID specification. Pure functions may be
 * called from any thread. */
#ifndef SORTID_ULID_H
#define SORTID_ULID_H

#include "base.h"
#include "shared.h"
#include "source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes in bytes; those of texts count the final NUL. */
#define SORTID_ULID_SIZE           16
#define SORTID_ULID_TEXT_SIZE      27
#define SORTID_ULID_HEX_SIZE       33
#define SORTID_ULID_INT_SIZE       40
#define SORTID_ULID_UUID_SIZE      37
#define SORTID_ULID_TIME_TEXT_SIZE 11

/* An ID: its bytes, most significant first, so that memcmp order is ID order. */
typedef struct sortid_ulid {
    uint8_t bytes[SORTID_ULID_SIZE];
} sortid_ulid;

/* ---- The easy way: one call, nothing to set up --------------------------- */

/* The next ID of the calling thread's own generator (default options and
 * sources), binary or as canonical text; strictly increasing per thread unless
 * *event (may be NULL) says SORTID_RESET. From any thread, after any fork; not
 * async-signal-safe: a call that interrupts another gets SORTID_BUSY. When the
 * thread ends its generator is wiped: a later destructor of the thread begins a
 * new one. Fails as sortid_ulid_generate does, and at the first use with
 * SORTID_FORK_GUARD_FAILED, SORTID_THREAD_GUARD_FAILED. */
SORTID_STATUS sortid_ulid_make(sortid_ulid *out, sortid_event *event);
SORTID_STATUS sortid_ulid_text(char text[SORTID_ULID_TEXT_SIZE], sortid_event *event);

/* ---- Text ---------------------------------------------------------------- */

/* Reads 26 digits 0-9 A-Z without I L O U, of any case. Length is checked
 * first, then each digit from the left, then the range. On failure *position
 * (may be NULL) says where:
 * SORTID_BAD_LENGTH   the smaller of `length` and 26
 * SORTID_BAD_DIGIT    offset of the first byte that is no digit
 * SORTID_OUT_OF_RANGE 0: beyond "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"
 * Reserved IDs are read like any other. (Document: "Encoding",
 * "Overflow Errors when Parsing Base32 Strings".) */
SORTID_STATUS sortid_ulid_parse(sortid_ulid *out, const char *text, size_t length,
                                size_t *position);

/* Writes the canonical text, 26 upper-case digits, and NUL. */
SORTID_API void sortid_ulid_print(char text[SORTID_ULID_TEXT_SIZE], const sortid_ulid *id);

/* Many at once: 26 digits after 26 digits, no NUL, each text followed by the byte
 * `end` (0 to 255, no letter, digit or hyphen; the last too), or by none with
 * SORTID_NO_END. print_many returns the bytes written, 0 for another end.
 * parse_many stops at the first text that cannot be read: *made IDs are good, the
 * rest of `out` is unspecified, status and *position (in that text) are those of
 * parse; a text goes up to the next `end`. SORTID_BAD_OPTION for another end. */
SORTID_API size_t sortid_ulid_print_many(char *text, const sortid_ulid *ids, size_t count, int end);
SORTID_STATUS sortid_ulid_parse_many(sortid_ulid *out, size_t *made, const char *text, size_t count,
                                     int end, size_t *position);

/* What a lenient parse met besides the canonical alphabet (letters of lower
 * case do not count): bits of *leniency. */
enum {
    SORTID_ULID_ALIAS = 1, /* i or l read as 1, o as 0 */
    SORTID_ULID_HYPHEN = 2 /* a hyphen between two digits */
};

/* Like parse, and reads Crockford's aliases (i l as 1, o as 0) and passes over
 * single hyphens between two digits. The length counts digits, positions count
 * input bytes; SORTID_BAD_LENGTH is where the 27th digit stands, or the end.
 * u is refused. *leniency (may be NULL) tells what occurred. */
SORTID_STATUS sortid_ulid_parse_lenient(sortid_ulid *out, unsigned *leniency, const char *text,
                                        size_t length, size_t *position);

/* The time part alone: 10 digits out (SORTID_OUT_OF_RANGE beyond 2^48 - 1 ms)
 * and in (errors as in parse, with 10 in place of 26). */
SORTID_STATUS sortid_ulid_print_time(char text[SORTID_ULID_TIME_TEXT_SIZE], uint64_t unix_ms);
SORTID_STATUS sortid_ulid_parse_time(uint64_t *unix_ms, const char *text, size_t length,
                                     size_t *position);

/* The 16 bytes in hex: exactly 32 digits, no prefix; any case read, lower case
 * written. Errors as in parse. */
SORTID_STATUS sortid_ulid_parse_hex(sortid_ulid *out, const char *text, size_t length,
                                    size_t *position);
SORTID_API void sortid_ulid_print_hex(char text[SORTID_ULID_HEX_SIZE], const sortid_ulid *id);

/* The integer in decimal: 1 to 39 digits without leading zeros (0 is "0").
 * Errors as in parse: a leading zero is SORTID_BAD_DIGIT at 0, a number beyond
 * the format SORTID_OUT_OF_RANGE at 0. print_int returns the number of
 * digits. */
SORTID_STATUS sortid_ulid_parse_int(sortid_ulid *out, const char *text, size_t length,
                                    size_t *position);
SORTID_API size_t sortid_ulid_print_int(char text[SORTID_ULID_INT_SIZE], const sortid_ulid *id);

/* The same 128 bits in UUID form, 8-4-4-4-12 hex digits; any case read, lower
 * case written. A missing hyphen is SORTID_BAD_DIGIT at its place. */
SORTID_STATUS sortid_ulid_parse_uuid(sortid_ulid *out, const char *text, size_t length,
                                     size_t *position);
SORTID_API void sortid_ulid_print_uuid(char text[SORTID_ULID_UUID_SIZE], const sortid_ulid *id);

/* ---- Bytes, integer, fields ---------------------------------------------- */

/* From and to 16 big-endian bytes. Every value is an ID: always SORTID_OK, with
 * a status because the verb has one in each format. */
SORTID_STATUS sortid_ulid_from_bytes(sortid_ulid *out, const uint8_t bytes[SORTID_ULID_SIZE]);
SORTID_API void sortid_ulid_to_bytes(uint8_t bytes[SORTID_ULID_SIZE], const sortid_ulid *id);

/* From and to an integer of two halves. Every value is an ID: from_int is
 * always SORTID_OK and has a status because the verb has one in each format. */
SORTID_STATUS sortid_ulid_from_int(sortid_ulid *out, uint64_t high, uint64_t low);
SORTID_API void sortid_ulid_to_int(uint64_t *high, uint64_t *low, const sortid_ulid *id);

/* The fields in layout order. (Document: "Components",
 * "Binary Layout and Byte Order".) */
typedef struct sortid_ulid_fields {
    uint64_t timestamp;       /* 48 bits: ms since 1970 */
    uint32_t randomness_high; /* the top 16 bits of randomness */
    uint64_t randomness_low;  /* the other 64 */
} sortid_ulid_fields;

/* SORTID_OUT_OF_RANGE if a field does not fit its bits; *field (may be NULL)
 * is then the number of the first such field, from 0. */
SORTID_STATUS sortid_ulid_from_fields(sortid_ulid *out, const sortid_ulid_fields *fields,
                                      size_t *field);
SORTID_API void sortid_ulid_to_fields(sortid_ulid_fields *out, const sortid_ulid *id);

/* ---- Order and time ------------------------------------------------------ */

/* Below, equal to or above 0, as a is before, equal to or after b. */
SORTID_API int sortid_ulid_compare(const sortid_ulid *a, const sortid_ulid *b);

/* The smallest and the largest ID of the format: all bits 0, all bits 1. */
SORTID_API void sortid_ulid_min(sortid_ulid *out);
SORTID_API void sortid_ulid_max(sortid_ulid *out);

/* The smallest and the largest ID of the ms `unix_ms` (ms since 1970);
 * SORTID_OUT_OF_RANGE beyond 2^48 - 1. */
SORTID_STATUS sortid_ulid_min_at(sortid_ulid *out, uint64_t unix_ms);
SORTID_STATUS sortid_ulid_max_at(sortid_ulid *out, uint64_t unix_ms);

/* The ID after and before this one, as integers. *carried (may be NULL) tells
 * whether the step went over into another timestamp. SORTID_OUT_OF_RANGE if
 * there is none: nothing wraps around. `out` may be `id`. */
SORTID_STATUS sortid_ulid_next(sortid_ulid *out, bool *carried, const sortid_ulid *id);
SORTID_STATUS sortid_ulid_prev(sortid_ulid *out, bool *carried, const sortid_ulid *id);

/* The Unix time of an ID in ms. */
SORTID_API uint64_t sortid_ulid_unix_ms(const sortid_ulid *id);

/* Whether the ID is reserved: never, ULID reserves none. */
SORTID_API bool sortid_ulid_is_reserved(const sortid_ulid *id);

/* ---- The full way: a generator of your own ------------------------------- */

/* Monotonic: random bits at each new ms; within it, and while the clock is at
 * most the allowance behind, those of the last ID + 1. When they run over,
 * SORTID_OVERFLOW until the clock has passed the last timestamp, the state
 * untouched, as the document wants it. (Document: "Monotonicity".) */
typedef struct sortid_ulid_options {
    sortid_mode mode;      /* default SORTID_MODE_RESET */
    uint64_t allowance_ms; /* default 10,000; the largest value is no limit */
    bool stateless;        /* default false; true: 80 random bits in each ID, no state, no
                            * rollback, no order within a ms */
    bool borrow;           /* default false; true: at an overflow the next ms, random bits */
    bool random_step;      /* default false; true: step uniform over 1 to 2^32 in place of 1,
                            * so that neighbours cannot be guessed; a step that does not fit
                            * is an overflow, and the next call draws again */
    bool overflow_guard;   /* default false; true: top bit 0 at each new ms */
    uint64_t zero[4];      /* room to grow: must be zero */
} sortid_ulid_options;

/* Writes the defaults named above; always start from these. */
SORTID_API void sortid_ulid_options_default(sortid_ulid_options *out);

/* A generator: storage that the caller owns. One thread at a time may use it;
 * never copy it. It holds no resource: nothing to release. */
typedef struct sortid_ulid_generator {
    uint64_t opaque[32];
} sortid_ulid_generator;

/* Prepares a generator. `options` NULL: the defaults. `sources` NULL: the
 * system's; they are copied, their contexts must outlive the generator.
 * SORTID_BAD_OPTION, and nothing written, if an option is out of its range or
 * the clock too coarse for it, or a source has no function;
 * SORTID_FORK_GUARD_FAILED. */
SORTID_STATUS sortid_ulid_generator_init(sortid_ulid_generator *generator,
                                         const sortid_ulid_options *options,
                                         const sortid_sources *sources);

/* The next ID; *event (may be NULL) tells how it was made. On failure out,
 * event and generator are as before the call:
 * SORTID_ROLLBACK            mode abort, clock further behind than the
 * allowance
 * SORTID_CLOCK_OUT_OF_RANGE  the clock is at a reserved time or beyond the last
 * SORTID_EXHAUSTED           counters full at the last timestamp of the format
 * SORTID_OVERFLOW            see above; not with `borrow`
 * SORTID_CLOCK_FAILED, SORTID_RANDOM_FAILED, SORTID_SLEEP_FAILED, or what the
 *                            source returned
 * SORTID_BUSY                called from a signal handler inside a call on it
 * SORTID_NOT_INITIALIZED     no _init has seen the generator
 * Mode wait sleeps here, in the sleep source: SORTID_WAIT comes from no machine. */
SORTID_STATUS sortid_ulid_generate(sortid_ulid *out, sortid_event *event,
                                   sortid_ulid_generator *generator);

/* The next `count` IDs, strictly increasing (unless stateless), as that many
 * calls of sortid_ulid_generate at the same times could give them; the clock
 * is read once for up to 4,096. *made is set on failure too: so many are good,
 * the generator stands after them, and the rest of `out` is unspecified.
 * *event (may be NULL): the events of all of them. SORTID_OK with *made below
 * `count`: the next ID would be a SORTID_RESET; another call makes it.
 * Failures as above. */
SORTID_STATUS sortid_ulid_fill(sortid_ulid *out, size_t count, size_t *made, sortid_event *event,
                               sortid_ulid_generator *generator);

/* The same as text, in the form of sortid_ulid_print_many: nothing but *made texts
 * is written. SORTID_BAD_OPTION, and no ID made, for an end that it refuses. */
SORTID_STATUS sortid_ulid_fill_text(char *text, size_t count, int end, size_t *made,
                                    sortid_event *event, sortid_ulid_generator *generator);

/* ---- The shared way: one generator for threads and processes ------------- */

/* A generator of this process, for any number of its threads, on a state that others use
 * too (sortid/shared.h): IDs of all of them are strictly increasing. Never copy it. */
typedef struct sortid_ulid_shared {
    uint64_t opaque[40];
} sortid_ulid_shared;

/* Prepares a generator on a prepared state, which must outlive it. `options` NULL: the defaults
 * with SORTID_MODE_ABORT;
 * SORTID_MODE_RESET and stateless: SORTID_BAD_OPTION. Sources as for a generator of your own; they
 * serve all threads. Nothing is written on failure: statuses of sortid_ulid_generator_init;
 * SORTID_STATE_FOREIGN    the state is not prepared
 * SORTID_STATE_DAMAGED    its checksum is wrong
 * SORTID_STATE_MISMATCH   it is of another format
 * SORTID_STATE_UNUSABLE   of another version, or locked in a way that this system has not */
SORTID_STATUS sortid_ulid_shared_init(sortid_ulid_shared *generator, sortid_shared_state *state,
                                      const sortid_ulid_options *options,
                                      const sortid_sources *sources);

/* The same with the state in a file, which is made if there is none: IDs go on after those of
 * all processes that had it before, also after a crash of the system (sortid/shared.h).
 * `file` NULL: the defaults. Statuses of _init, and:
 * SORTID_FILE_FAILED      the system refused: errno says why
 * SORTID_FILE_REFUSED     a symbolic link, no regular file, or somebody else's
 * and after a crash those of _generate. _close, of the last of its threads, lets go of the
 * file; it ends with the process else. */
SORTID_STATUS sortid_ulid_shared_open(sortid_ulid_shared *generator, const char *path,
                                      const sortid_file_options *file,
                                      const sortid_ulid_options *options,
                                      const sortid_sources *sources);
SORTID_API void sortid_ulid_shared_close(sortid_ulid_shared *generator);

/* The next ID, and the next `count`, as sortid_ulid_generate, _fill and _fill_text make them,
 * for any thread; statuses as there, and in a file SORTID_FILE_FAILED where the disk refuses a
 * bound. Others' IDs come in between those of a fill, and of a fill that fails those behind
 * *made are lost. A call inside a call, from a signal handler, is served, but for SORTID_BUSY of
 * a random source, or of a state that steps by the mutex. In a forked child: see
 * sortid/shared.h. */
SORTID_STATUS sortid_ulid_shared_generate(sortid_ulid *out, sortid_event *event,
                                          sortid_ulid_shared *generator);
SORTID_STATUS sortid_ulid_shared_fill(sortid_ulid *out, size_t count, size_t *made,
                                      sortid_event *event, sortid_ulid_shared *generator);
SORTID_STATUS sortid_ulid_shared_fill_text(char *text, size_t count, int end, size_t *made,
                                           sortid_event *event, sortid_ulid_shared *generator);

/* ---- The pure machine: time and randomness are arguments ----------------- */

/* The state machine inside the generator: it reads no clock, asks no system
 * and knows no fork. Storage as for a generator; copying is allowed, using two
 * copies repeats IDs. */
typedef struct sortid_ulid_machine {
    uint64_t opaque[16];
} sortid_ulid_machine;

/* Prepares a machine; statuses as for the generator. */
SORTID_STATUS sortid_ulid_machine_init(sortid_ulid_machine *machine,
                                       const sortid_ulid_options *options);

/* f(state, time, randomness) -> ID, event. Like sortid_ulid_generate, but in
 * mode wait a rollback gives SORTID_WAIT and, in *wait_us, the microseconds
 * until the clock is near enough. `event` and `wait_us` may be NULL. Draws, in
 * this order, each in whole bytes, most significant first, surplus low bits
 * dropped: randomness 80 bits, or the step less one, 32. */
SORTID_STATUS sortid_ulid_machine_step(sortid_ulid *out, sortid_event *event, uint64_t *wait_us,
                                       sortid_ulid_machine *machine, uint64_t unix_us,
                                       const sortid_random *random);

/* Tells a machine that it is the child's copy after a fork:
 * the next ID has timestamp max(clock, last + 1) and every counter and random
 * field anew. A clock further behind than the allowance: the mode decides.
 * Generators notice a fork by themselves. */
SORTID_API void sortid_ulid_machine_after_fork(sortid_ulid_machine *machine);

#ifdef __cplusplus
}
#endif
#endif
