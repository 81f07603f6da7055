/* SPDX-License-Identifier: MIT */
/* sortid/scru64.h: SCRU64, an integer below 36^12, 12 digits base 36.
 *
 *   timestamp 40 (below 36^12 / 2^24) | node_ctr 24 = node_id | counter
 *   timestamp: ticks of 256 ms since 1970, up to 4261-02-27T06:08:58.880Z
 *
 * Unique within a realm: whoever runs the generators gives each a node id of
 * its own. A second run with the same node id may repeat IDs of the first,
 * unless it goes on from a durable last ID (a node spec of the form ID/size).
 *
 * "Document" below is the SCRU64 Specification; v1.0.0 has the same layout and
 * adds the rules on reserved IDs, overflow and rollback. Pure functions may be
 * called from any thread. */
#ifndef SORTID_SCRU64_H
#define SORTID_SCRU64_H

#include "base.h"
#include "shared.h"
#include "source.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sizes in bytes; those of texts count the final NUL. */
#define SORTID_SCRU64_SIZE      8
#define SORTID_SCRU64_TEXT_SIZE 13
#define SORTID_SCRU64_HEX_SIZE  17
#define SORTID_SCRU64_INT_SIZE  20

/* The largest ID as an integer, 36^12 - 1, and the ms in a tick. */
#define SORTID_SCRU64_MAX_INT UINT64_C(4738381338321616895)
#define SORTID_SCRU64_TICK_MS 256

/* An ID: its bytes, most significant first, so that memcmp order is ID order. */
typedef struct sortid_scru64 {
    uint8_t bytes[SORTID_SCRU64_SIZE];
} sortid_scru64;

/* ---- The easy way: one call, nothing to set up --------------------------- */

/* The next ID of the process, binary or as canonical text, strictly increasing
 * over all its threads. One generator per process, lock-free, default options:
 * its node is the spec in the environment variable SCRU64_NODE_SPEC, read at
 * the first use, or the one of sortid_scru64_set_node. *event may be NULL.
 * Fails as sortid_scru64_generate does, and with
 * SORTID_NO_NODE_SPEC   the variable is not set
 * SORTID_BAD_NODE_SPEC, SORTID_OUT_OF_RANGE, SORTID_RESERVED   it is bad
 * SORTID_FORKED         in a forked child: the node id is the parent's, until
 *                       sortid_scru64_set_node gives another
 * SORTID_BUSY           sortid_scru64_set_node is at work in another thread
 * SORTID_FORK_GUARD_FAILED, SORTID_THREAD_GUARD_FAILED   at the first use
 *
 * Where the environment variable SORTID_SCRU64_STATE names a file when the node is set, the
 * process's state is there, as that of sortid_scru64_shared_open: IDs go on after those of all
 * processes with that file, before it and beside it, and a forked child goes on too. The file is
 * made if there is none, and opened at the first use, which must not be in a signal handler.
 * Without SCRU64_NODE_SPEC and sortid_scru64_set_node the node is the file's, if it is there
 * (else SORTID_NO_NODE_SPEC). Fails as that call does beside, for another node with
 * SORTID_STATE_MISMATCH; the next use tries again.
 *
 * Where the environment is first read in a child, without a file, nothing in memory can tell
 * that a sibling has read the same: give each process a node id of its own. */
SORTID_STATUS sortid_scru64_make(sortid_scru64 *out, sortid_event *event);
SORTID_STATUS sortid_scru64_text(char text[SORTID_SCRU64_TEXT_SIZE], sortid_event *event);

/* ---- Text ---------------------------------------------------------------- */

/* Reads 12 digits 0-9 a-z of any case. Length is checked first, then each digit
 * from the left, then the range. On failure *position (may be NULL) says where:
 * SORTID_BAD_LENGTH   the smaller of `length` and 12
 * SORTID_BAD_DIGIT    offset of the first byte that is no digit
 * All texts of 12 digits are in range.
 * Reserved IDs are read like any other. (Document: "Textual
 * representation".) */
SORTID_STATUS sortid_scru64_parse(sortid_scru64 *out, const char *text, size_t length,
                                  size_t *position);

/* Writes the canonical text, 12 lower-case digits, and NUL. Bytes of no ID, from
 * 36^12 up, which no call makes, come out as the last ID. */
SORTID_API void sortid_scru64_print(char text[SORTID_SCRU64_TEXT_SIZE], const sortid_scru64 *id);

/* Many at once: 12 digits after 12 digits, no NUL, each text followed by the byte
 * `end` (0 to 255, no letter, digit or hyphen; the last too), or by none with
 * SORTID_NO_END. print_many returns the bytes written, 0 for another end.
 * parse_many stops at the first text that cannot be read: *made IDs are good, the
 * rest of `out` is unspecified, status and *position (in that text) are those of
 * parse; a text goes up to the next `end`. SORTID_BAD_OPTION for another end. */
SORTID_API size_t sortid_scru64_print_many(char *text, const sortid_scru64 *ids, size_t count,
                                           int end);
SORTID_STATUS sortid_scru64_parse_many(sortid_scru64 *out, size_t *made, const char *text,
                                       size_t count, int end, size_t *position);

/* The 8 bytes in hex: exactly 16 digits, no prefix; any case read, lower case
 * written. Errors as in parse; from
 * "41c21cb8e1000000" up SORTID_OUT_OF_RANGE at 0. */
SORTID_STATUS sortid_scru64_parse_hex(sortid_scru64 *out, const char *text, size_t length,
                                      size_t *position);
SORTID_API void sortid_scru64_print_hex(char text[SORTID_SCRU64_HEX_SIZE], const sortid_scru64 *id);

/* The integer in decimal: 1 to 19 digits without leading zeros (0 is "0").
 * Errors as in parse: a leading zero is SORTID_BAD_DIGIT at 0, a number beyond
 * the format SORTID_OUT_OF_RANGE at 0. print_int returns the number of
 * digits. */
SORTID_STATUS sortid_scru64_parse_int(sortid_scru64 *out, const char *text, size_t length,
                                      size_t *position);
SORTID_API size_t sortid_scru64_print_int(char text[SORTID_SCRU64_INT_SIZE],
                                          const sortid_scru64 *id);

/* ---- Bytes, integer, fields ---------------------------------------------- */

/* From and to 8 big-endian bytes; SORTID_OUT_OF_RANGE from 36^12 up. */
SORTID_STATUS sortid_scru64_from_bytes(sortid_scru64 *out, const uint8_t bytes[SORTID_SCRU64_SIZE]);
SORTID_API void sortid_scru64_to_bytes(uint8_t bytes[SORTID_SCRU64_SIZE], const sortid_scru64 *id);

/* From and to the integer; SORTID_OUT_OF_RANGE from 36^12 up. */
SORTID_STATUS sortid_scru64_from_int(sortid_scru64 *out, uint64_t integer);
SORTID_API uint64_t sortid_scru64_to_int(const sortid_scru64 *id);

/* The fields in layout order. (Document: "Specification".) */
typedef struct sortid_scru64_fields {
    uint64_t timestamp; /* 0 to 282429536480: ticks of 256 ms since 1970 */
    uint32_t node_ctr;  /* 24 bits: node id, then counter */
} sortid_scru64_fields;

/* SORTID_OUT_OF_RANGE if a field does not fit its bits; *field (may be NULL)
 * is then the number of the first such field, from 0. */
SORTID_STATUS sortid_scru64_from_fields(sortid_scru64 *out, const sortid_scru64_fields *fields,
                                        size_t *field);
SORTID_API void sortid_scru64_to_fields(sortid_scru64_fields *out, const sortid_scru64 *id);

/* ---- Order and time ------------------------------------------------------ */

/* Below, equal to or above 0, as a is before, equal to or after b. */
SORTID_API int sortid_scru64_compare(const sortid_scru64 *a, const sortid_scru64 *b);

/* The smallest and the largest ID of the format: 0 and 36^12 - 1. */
SORTID_API void sortid_scru64_min(sortid_scru64 *out);
SORTID_API void sortid_scru64_max(sortid_scru64 *out);

/* The smallest and the largest ID of the tick that holds `unix_ms` (ms since
 * 1970);
 * SORTID_OUT_OF_RANGE beyond the last tick. */
SORTID_STATUS sortid_scru64_min_at(sortid_scru64 *out, uint64_t unix_ms);
SORTID_STATUS sortid_scru64_max_at(sortid_scru64 *out, uint64_t unix_ms);

/* The ID after and before this one, as integers. *carried (may be NULL) tells
 * whether the step went over into another timestamp. SORTID_OUT_OF_RANGE if
 * there is none: nothing wraps around. `out` may be `id`. */
SORTID_STATUS sortid_scru64_next(sortid_scru64 *out, bool *carried, const sortid_scru64 *id);
SORTID_STATUS sortid_scru64_prev(sortid_scru64 *out, bool *carried, const sortid_scru64 *id);

/* The Unix time in ms of the first ms of the ID's tick. */
SORTID_API uint64_t sortid_scru64_unix_ms(const sortid_scru64 *id);

/* Whether the timestamp is 0 or 282429536480: IDs that no generator makes. */
SORTID_API bool sortid_scru64_is_reserved(const sortid_scru64 *id);

/* Splits node_ctr: the top `node_id_size` bits (1 to 23) are the node id, the
 * rest the counter; outputs may be NULL. SORTID_OUT_OF_RANGE for another size.
 * An ID does not tell its node_id_size: never identify a generator this way. */
SORTID_STATUS sortid_scru64_split(uint32_t *node_id, uint32_t *counter, const sortid_scru64 *id,
                                  unsigned node_id_size);

/* ---- Node specs: the string that configures a generator ------------------ */

/* A node, and the ID its generator goes on after, if there is one. */
typedef struct sortid_scru64_node_spec {
    uint32_t node_id;      /* below 2^node_id_size */
    uint32_t node_id_size; /* 1 to 23 */
    bool has_last;         /* whether `last` holds an ID */
    sortid_scru64 last;    /* an earlier ID of this node; node_id is its own */
} sortid_scru64_node_spec;

/* "11/4\0" at least, "8388607/23\0" and "zzzzzzzzzzzz/23\0" at most. */
#define SORTID_SCRU64_NODE_SPEC_SIZE 16

/* Reads exactly one "/": left 12 base 36 digits (an earlier ID to go on after),
 * else 0x or 0X and 1 to 6 hex digits, else 1 to 8 decimal digits (the node id;
 * leading zeros allowed); right the size, 1 to 3 decimal digits, value 1 to 23:
 * "42/8", "0xb00/12", "0u2r85hm2pt3/16". On failure *position (may be NULL):
 * SORTID_BAD_NODE_SPEC  not of this form: the first byte that cannot be
 * SORTID_OUT_OF_RANGE   a size not 1 to 23 (its first digit), a node id that
 *                       does not fit its size (0)
 * SORTID_RESERVED       an earlier ID with a reserved timestamp (0) */
SORTID_STATUS sortid_scru64_node_spec_parse(sortid_scru64_node_spec *out, const char *text,
                                            size_t length, size_t *position);

/* Writes "ID/size" where there is a last ID, else "node/size" in decimal, and
 * NUL; returns the length without it. A spec that breaks the rules of its fields
 * comes out as "", length 0. */
SORTID_API size_t sortid_scru64_node_spec_print(char text[SORTID_SCRU64_NODE_SPEC_SIZE],
                                                const sortid_scru64_node_spec *spec);

/* Gives the process's generator (sortid_scru64_make) its node, in place of the
 * environment: before its first use, or in a forked child, whose IDs then begin
 * behind the last one that it knows of.
 * SORTID_ALREADY_SET       it has one and no fork has happened since; in a forked child too
 *                          where its state is in a file that the parent has opened
 * SORTID_OUT_OF_RANGE, SORTID_RESERVED   the spec breaks the rules of its fields
 * SORTID_BUSY              another thread is inside this call
 * SORTID_FORK_GUARD_FAILED */
SORTID_STATUS sortid_scru64_set_node(const sortid_scru64_node_spec *spec);

/* ---- The full way: a generator of your own ------------------------------- */

/* counter starts at a random value at each new tick and counts up within it; a
 * full counter borrows the next tick. The clock is compared in whole ticks: a
 * rollback is one of more than allowance_ms / 256 ticks, rounded down. Mode
 * reset can repeat IDs of this node: it must be asked for. (Document:
 * "Specification"; v1.0.0 on overflow and rollback.) */
typedef struct sortid_scru64_options {
    sortid_mode mode;            /* default SORTID_MODE_ABORT */
    uint64_t allowance_ms;       /* default 10,000; the largest value is no limit */
    int32_t overflow_guard_bits; /* leading zero bits of a new counter: 0 to 24 - size;
                                  * default -1: none below a size of 20, one from there */
    const sortid_bound *bound;   /* default NULL: none. With one, which must outlive the
                                  * generator: no mode reset, and no shared generator */
    uint64_t zero[4];            /* room to grow: must be zero */
} sortid_scru64_options;

/* Writes the defaults named above; always start from these. */
SORTID_API void sortid_scru64_options_default(sortid_scru64_options *out);

/* A generator: storage that the caller owns. One thread at a time may use it;
 * never copy it. It holds no resource: nothing to release. */
typedef struct sortid_scru64_generator {
    uint64_t opaque[32];
} sortid_scru64_generator;

/* Prepares a generator for the node `spec` (checked: SORTID_OUT_OF_RANGE,
 * SORTID_RESERVED). `options` NULL: the defaults. `sources` NULL: the
 * system's; they are copied, their contexts must outlive the generator.
 * SORTID_BAD_OPTION, and nothing written, if an option is out of its range or
 * the clock too coarse for it, or a source has no function;
 * SORTID_FORK_GUARD_FAILED. */
SORTID_STATUS sortid_scru64_generator_init(sortid_scru64_generator *generator,
                                           const sortid_scru64_node_spec *spec,
                                           const sortid_scru64_options *options,
                                           const sortid_sources *sources);

/* The next ID; *event (may be NULL) tells how it was made. On failure out,
 * event and generator are as before the call:
 * SORTID_ROLLBACK            mode abort, clock further behind than the
 * allowance
 * SORTID_CLOCK_OUT_OF_RANGE  the clock is at a reserved time or beyond the last
 * SORTID_EXHAUSTED           counters full at the last timestamp of the format
 * SORTID_FORKED              in a forked child, until _set_node
 * SORTID_BOUND_REACHED, SORTID_HOLD_LOST, or what else the bound returned
 * SORTID_CLOCK_FAILED, SORTID_RANDOM_FAILED, SORTID_SLEEP_FAILED, or what the
 *                            source returned
 * SORTID_BUSY                called from a signal handler inside a call on it
 * SORTID_NOT_INITIALIZED     no _init has seen the generator
 * Mode wait sleeps here, in the sleep source: SORTID_WAIT comes from no machine. */
SORTID_STATUS sortid_scru64_generate(sortid_scru64 *out, sortid_event *event,
                                     sortid_scru64_generator *generator);

/* The next `count` IDs, strictly increasing, as that many calls of
 * sortid_scru64_generate at the same times could give them; the clock is read
 * once for up to 4,096. *made is set on failure too: so many are good, the
 * generator stands after them, and the rest of `out` is unspecified. *event
 * (may be NULL): the events of all of them. SORTID_OK with *made below
 * `count`: the next ID would be a SORTID_RESET; another call makes it.
 * Failures as above. */
SORTID_STATUS sortid_scru64_fill(sortid_scru64 *out, size_t count, size_t *made,
                                 sortid_event *event, sortid_scru64_generator *generator);

/* The same as text, in the form of sortid_scru64_print_many: nothing but *made texts
 * is written. SORTID_BAD_OPTION, and no ID made, for an end that it refuses. */
SORTID_STATUS sortid_scru64_fill_text(char *text, size_t count, int end, size_t *made,
                                      sortid_event *event, sortid_scru64_generator *generator);

/* Gives a generator another node: in a forked child, or at any time. Options and
 * sources stay; IDs go on behind both its own last ID and the spec's. Statuses of
 * the spec as in _init, SORTID_BAD_OPTION if the overflow guard does not fit the
 * new size, or if the generator has a bound, which is of one node; SORTID_BUSY,
 * SORTID_NOT_INITIALIZED. */
SORTID_STATUS sortid_scru64_generator_set_node(sortid_scru64_generator *generator,
                                               const sortid_scru64_node_spec *spec);

/* The spec to go on from: the node, and the last ID once there is one.
 * SORTID_FORKED in a forked child, whose node it is not; SORTID_BUSY,
 * SORTID_NOT_INITIALIZED. */
SORTID_STATUS sortid_scru64_generator_node_spec(sortid_scru64_node_spec *out,
                                                const sortid_scru64_generator *generator);

/* ---- The shared way: one generator for threads and processes ------------- */

/* A generator of this process, for any number of its threads, on a state that others use
 * too (sortid/shared.h): IDs of all of them are strictly increasing. Never copy it. */
typedef struct sortid_scru64_shared {
    uint64_t opaque[40];
} sortid_scru64_shared;

/* Prepares a generator on a prepared state, which must outlive it. `spec`: the node; if it has a last
 * ID, the state is lifted to that. `options` NULL: the defaults.
 * SORTID_MODE_RESET, a bound: SORTID_BAD_OPTION. Sources as for a generator of your own; they
 * serve all threads. Nothing is written on failure: statuses of sortid_scru64_generator_init;
 * SORTID_STATE_FOREIGN    the state is not prepared
 * SORTID_STATE_DAMAGED    its checksum is wrong
 * SORTID_STATE_MISMATCH   it is of another format or node
 * SORTID_STATE_UNUSABLE   of another version, or locked in a way that this system has not */
SORTID_STATUS sortid_scru64_shared_init(sortid_scru64_shared *generator, sortid_shared_state *state,
                                        const sortid_scru64_node_spec *spec,
                                        const sortid_scru64_options *options,
                                        const sortid_sources *sources);

/* The same with the state in a file, which is made if there is none: IDs go on after those of
 * all processes that had it before, also after a crash of the system (sortid/shared.h).
 * `file` NULL: the defaults. Statuses of _init, and:
 * SORTID_FILE_FAILED      the system refused: errno says why
 * SORTID_FILE_REFUSED     a symbolic link, no regular file, or somebody else's
 * and after a crash those of _generate. _close, of the last of its threads, lets go of the
 * file; it ends with the process else. */
SORTID_STATUS sortid_scru64_shared_open(sortid_scru64_shared *generator, const char *path,
                                        const sortid_file_options *file,
                                        const sortid_scru64_node_spec *spec,
                                        const sortid_scru64_options *options,
                                        const sortid_sources *sources);
SORTID_API void sortid_scru64_shared_close(sortid_scru64_shared *generator);

/* The next ID, and the next `count`, as sortid_scru64_generate, _fill and _fill_text make them,
 * for any thread; statuses as there, and in a file SORTID_FILE_FAILED where the disk refuses a
 * bound. Others' IDs come in between those of a fill, and of a fill that fails those behind
 * *made are lost. A call inside a call, from a signal handler, is served, but for SORTID_BUSY of
 * a random source, or of a state that steps by the mutex. In a forked child: see
 * sortid/shared.h. */
SORTID_STATUS sortid_scru64_shared_generate(sortid_scru64 *out, sortid_event *event,
                                            sortid_scru64_shared *generator);
SORTID_STATUS sortid_scru64_shared_fill(sortid_scru64 *out, size_t count, size_t *made,
                                        sortid_event *event, sortid_scru64_shared *generator);
SORTID_STATUS sortid_scru64_shared_fill_text(char *text, size_t count, int end, size_t *made,
                                             sortid_event *event, sortid_scru64_shared *generator);

/* ---- The pure machine: time and randomness are arguments ----------------- */

/* The state machine inside the generator: it reads no clock, asks no system
 * and knows no fork. Storage as for a generator; copying is allowed, using two
 * copies repeats IDs. */
typedef struct sortid_scru64_machine {
    uint64_t opaque[16];
} sortid_scru64_machine;

/* Prepares a machine; statuses as for the generator. */
SORTID_STATUS sortid_scru64_machine_init(sortid_scru64_machine *machine,
                                         const sortid_scru64_node_spec *spec,
                                         const sortid_scru64_options *options);

/* f(state, time, randomness) -> ID, event. Like sortid_scru64_generate, but in
 * mode wait a rollback gives SORTID_WAIT and, in *wait_us, the microseconds
 * until the clock is near enough (a bound that is reached: until it should be asked
 * again). `event` and `wait_us` may be NULL. Draws, in this order, each in whole bytes, most significant first, surplus low bits
 * dropped: counter, 24 - size - guard bits (never more than 24). */
SORTID_STATUS sortid_scru64_machine_step(sortid_scru64 *out, sortid_event *event, uint64_t *wait_us,
                                         sortid_scru64_machine *machine, uint64_t unix_us,
                                         const sortid_random *random);

/* Tells a machine that it is the child's copy after a fork:
 * its node id is the parent's, so each step gives SORTID_FORKED until the
 * machine is prepared anew with another. Generators notice a fork by
 * themselves. */
SORTID_API void sortid_scru64_machine_after_fork(sortid_scru64_machine *machine);

#ifdef __cplusplus
}
#endif
#endif
