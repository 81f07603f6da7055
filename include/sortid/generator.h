/* SPDX-License-Identifier: MIT */
/* sortid/generator.h: generators of every format and kind.
 *
 * There are four ways to make IDs; the first is enough for most programs:
 * - the default generator, sortid_ulid_new() and the like, or sortid_new() by format: there is
 *   nothing to set up. Every thread has one (scru64: the process has one).
 * - a private generator, sortid_ulid_generator_init(): with your own options, clock and randomness.
 *   One thread at a time may use it.
 * - a shared generator, sortid_generator_attach() in memory or sortid_generator_open() on a file:
 *   any number of threads and processes make one increasing sequence.
 * - the pure machine, sortid_machine_step(): time and randomness are arguments.
 *
 * IDs of one generator always increase. Where the order would break, the mode decides: see
 * sortid_mode. Calls on a generator are not async-signal-safe: a call that interrupts another one
 * on the same private or default generator returns SORTID_BUSY. A failed call leaves outputs and
 * state as they were, except where its comment says otherwise. */
#ifndef SORTID_GENERATOR_H
#define SORTID_GENERATOR_H

#include "base.h"
#include "format.h"
#include "scru64_node.h"
#include "source.h"
#include "state.h"

SORTID_BEGIN_C

/* ---- Options ------------------------------------------------------------- */

#define SORTID_ALLOWANCE_NONE      0xffffffffffffffffu /* allowance_ms, where 0 is the default */
#define SORTID_ALLOWANCE_UNLIMITED 0xfffffffffffffffeu /* no rollback is too far */
#define SORTID_GUARD_NONE          255                 /* for guard_bits, where 0 is the default */

/* Bits of sortid_options.flags. A flag that the format lacks is SORTID_BAD_OPTION; so are flags
 * that contradict each other or guard_bits, as the comments say. */
enum {
    /* scru128, ulid, uuidv7, ksuid: all but the timestamp is random in each ID; no rollback, no
     * order within a timestamp. Other flags and guard_bits 1, which tell how an ID counts on, are
     * refused; mode and allowance have no effect */
    SORTID_OPTION_STATELESS = 1,

    /* ulid: at an overflow use the next ms, as all other formats do */
    SORTID_OPTION_BORROW = 2,

    /* ulid: count up by a random step of 1 to 2^32, so that neighbors cannot be guessed */
    SORTID_OPTION_RANDOM_STEP = 4,

    /* IDs have the fraction of the ms. scru160: the microsecond in the top 10 bits of counter;
     * uuidv7: 1/4096 ms in rand_a, not with guard_bits 1. Needs a clock of resolution_us 1 */
    SORTID_OPTION_FRACTION = 8,

    /* scru64, in sortid_generator_attach: the state has a bound: sortid_generator_set_bound. So
     * there is none in the options */
    SORTID_OPTION_BOUND_IN_STATE = 16
};

/* All zeros ({0}) are the defaults. */
typedef struct sortid_options {
    uint32_t mode;          /* sortid_mode. 0: RESET; ABORT for scru64 and in shared generators */
    uint32_t flags;         /* SORTID_OPTION_STATELESS and the like */
    uint64_t allowance_ms;  /* how far the clock may be behind the last ID without a rollback. 0:
                             * SORTID_DEFAULT_ALLOWANCE_MS. scru64 counts whole ticks, ksuid whole
                             * seconds, rounded down */
    uint8_t guard_bits;     /* leading zero bits of a new counter. ulid, uuidv7, ksuid: 0 or 1,
                             * default none; scru64: at most the counter's bits, default 0 below a
                             * node_id_size of 20, 1 from there; scru160: 1 to the counter's bits,
                             * default 1 */
    uint8_t extension_bits; /* scru160: bits of random16 that extend the counter, 0 to 16 */
    uint8_t node_bits;      /* scru160: the next bits of random16, which hold node_id; together with
                             * extension_bits at most 16 */
    uint8_t reserved8;      /* 0 */
    uint32_t node_id;       /* scru160: below 2^node_bits */
    sortid_scru64_node_spec node; /* scru64, which requires it; a node_id_size of 0: none */
    sortid_bound bound;           /* scru64; a `cover` of NULL: none. Its context must outlive the
                                   * generator. Not for shared generators, which have
                                   * SORTID_OPTION_BOUND_IN_STATE */
    uint64_t reserved[6];         /* 0 */
} sortid_options;

/* ---- Generators ---------------------------------------------------------- */

/* The storage of a generator. Never copy or move it: the next call returns SORTID_MOVED. The
 * library cannot notice if the bytes are saved and later restored in the same place. */
typedef struct sortid_generator {
    uint64_t opaque[64];
} sortid_generator;

/* Prepares a private generator, for one thread at a time; there is nothing to release. If `options`
 * is NULL, the defaults are used; if `sources` is NULL, the system's. Both are copied; contexts of
 * sources must outlive the generator. Call it again at any time to start a new generator in the
 * same storage; with the same node spec a new scru64 generator can repeat IDs.
 * SORTID_BAD_FORMAT          `format` is NULL, as sortid_format_find returns it
 * SORTID_BAD_OPTION          an option out of its range or not of this format, options that
 *                            contradict each other, a reserved word that is not 0, a source without
 *                            a function, a clock too coarse
 * SORTID_NO_NODE_SPEC        scru64 without options->node
 * SORTID_OUT_OF_RANGE, SORTID_RESERVED   a node spec that breaks the rules of its fields
 * SORTID_FORK_GUARD_FAILED   no memory page to detect a fork */
SORTID_STATUS sortid_generator_init(sortid_generator *generator, const sortid_format *format,
                                    const sortid_options *options, const sortid_sources *sources)
    SORTID_NONNULL((1));

/* Prepares a shared generator, for any number of threads, on a state in memory that other
 * generators may use, too: see sortid/state.h. Refuses SORTID_MODE_RESET, SORTID_OPTION_STATELESS,
 * options->bound, and SORTID_OPTION_BOUND_IN_STATE with a scope other than SORTID_SCOPE_PROCESSES:
 * SORTID_BAD_OPTION. Other statuses of sortid_generator_init, and:
 * SORTID_BAD_ARGUMENT    the address of the state is not a multiple of 8
 * SORTID_STATE_UNRECOGNIZED  the memory is neither zeros nor a state
 * SORTID_STATE_DAMAGED   its words contradict each other; or another process began to set it up
 *                        and did not finish within a second, because it was killed
 * SORTID_STATE_MISMATCH  it is of another format, node, scope, or layout of options; or only one of
 *                        state and generator has a bound
 * SORTID_STATE_UNUSABLE  it is of another version, needs a lock that this system lacks, or has a
 *                        bound and is of another boot of the system
 * SORTID_RESERVATION_LOST  it has a bound, and was closed */
SORTID_STATUS sortid_generator_attach(sortid_generator *generator, const sortid_format *format,
                                      sortid_shared_state *state, sortid_scope scope,
                                      const sortid_options *options, const sortid_sources *sources)
    SORTID_NONNULL((1, 3));

/* Prepares a shared generator with its state in a file, which is created if it does not exist. IDs
 * continue after those of all processes that used the file before, also after a crash of the
 * system. If `file` is NULL, the defaults are used. Statuses of sortid_generator_attach, and:
 * SORTID_FILE_FAILED    the system refused: sortid_system_error() says why
 * SORTID_FILE_REFUSED   a symbolic link, not a regular file, or another user's
 * SORTID_FILE_LOCKED    another process kept the file locked for longer than file->wait_ms
 * and after a crash those of sortid_generator_next. */
SORTID_STATUS sortid_generator_open(sortid_generator *generator, const sortid_format *format,
                                    const char *path, const sortid_file_options *file,
                                    const sortid_options *options, const sortid_sources *sources)
    SORTID_NONNULL((1, 3));

/* Ends the use of a generator; later calls return SORTID_CLOSED. After sortid_generator_open the
 * call is required to release the file before the process ends, or before another generator is
 * prepared in the same storage. Otherwise it is optional. No other thread may be in a call on
 * it. */
SORTID_API void sortid_generator_close(sortid_generator *generator) SORTID_NONNULL((1));

/* The size in bytes of a struct of <sortid.h> by its name in C, such as "sortid_generator", for
 * languages without C headers; 0 for an unknown name. */
SORTID_API size_t sortid_struct_size(const char *name) SORTID_NONNULL((1));

/* ---- Making IDs ---------------------------------------------------------- */

/* The next ID of a generator. *event (may be NULL) tells how it was made.
 * SORTID_ROLLBACK            mode abort, and the clock is further behind than the allowance
 * SORTID_CLOCK_OUT_OF_RANGE  the clock is at a reserved time or beyond the last
 * SORTID_EXHAUSTED           counters full at the last timestamp of the format
 * SORTID_OVERFLOW            ulid: no randomness left in this ms
 * SORTID_FORKED              scru64 after a fork or sortid_snapshot_resumed, until it has a node
 * SORTID_BOUND_REACHED, SORTID_BOUND_IN_USE, SORTID_RESERVATION_LOST   scru64: from the bound
 * SORTID_CLOCK_STOPPED       mode wait, and the clock does not move: see sortid_sleep
 * SORTID_CLOCK_FAILED, SORTID_RANDOM_FAILED, SORTID_SLEEP_FAILED, or what a source returned
 * SORTID_SOURCE_FAILED       a source returned another number: see sortid/source.h
 * SORTID_FILE_FAILED         a shared generator on a file: the disk refuses the durable bound
 * SORTID_BUSY                a nested call, from a signal handler
 * SORTID_NOT_INITIALIZED, SORTID_MOVED, SORTID_CLOSED, SORTID_WRONG_FORMAT */
SORTID_STATUS sortid_generator_next(sortid_generator *generator, uint8_t *id, sortid_event *event)
    SORTID_NONNULL((1, 2));

/* Makes the next ID of a generator as canonical text with a NUL; *written is the length without the
 * NUL. SORTID_NO_SPACE, and no ID is made, if text and NUL do not fit `capacity`: see text_length
 * of sortid_format_describe. */
SORTID_STATUS sortid_generator_next_text(sortid_generator *generator, char *text, size_t capacity,
                                         size_t *written, sortid_event *event)
    SORTID_NONNULL((1, 4));

/* The next `count` IDs of a generator, as `count` calls of sortid_generator_next could give them,
 * but the clock is read only once for up to 4,096 IDs. *done counts the good IDs, also on failure;
 * the rest of the buffer is then unspecified. *event (may be NULL) has the events of all of them.
 * If the call returns SORTID_OK and *done is below `count`, the next ID would be a
 * SORTID_EVENT_RESET; another call makes it. In a shared generator IDs of other callers may come
 * between these. */
SORTID_STATUS sortid_generator_fill(sortid_generator *generator, uint8_t *ids, size_t count,
                                    size_t *done, sortid_event *event) SORTID_NONNULL((1, 4));

/* The next `count` IDs of a generator as text, made as by sortid_generator_fill, each followed by a
 * separator, without NUL; see sortid_format_print_many. *written counts bytes, also on failure.
 * SORTID_NO_SPACE, and no ID is made, if `count` texts do not fit `capacity`. */
SORTID_STATUS sortid_generator_fill_text(sortid_generator *generator, char *text, size_t capacity,
                                         size_t *written, size_t count, int separator,
                                         sortid_event *event) SORTID_NONNULL((1, 4));

/* Gives a private generator of scru64 another node, in a forked child or at any time. Options and
 * sources are kept; IDs continue after both its last ID and the spec's. Statuses of the spec as in
 * sortid_generator_init, SORTID_OUT_OF_RANGE for a node_id_size of 0; SORTID_BAD_OPTION if the
 * guard does not fit the new size, or if the generator has a bound, which belongs to one node;
 * SORTID_WRONG_FORMAT for other formats and for shared generators, whose node is that of their
 * state; SORTID_BUSY in a nested call. */
SORTID_STATUS sortid_generator_set_node(sortid_generator *generator,
                                        const sortid_scru64_node_spec *node) SORTID_NONNULL((1, 2));

/* The node of a private generator of scru64, and its last ID once there is one. SORTID_FORKED in a
 * forked child; SORTID_WRONG_FORMAT and SORTID_BUSY as sortid_generator_set_node. */
SORTID_STATUS sortid_generator_node(const sortid_generator *generator, sortid_scru64_node_spec *out)
    SORTID_NONNULL((1, 2));

/* Sets the bound of a shared state (SORTID_OPTION_BOUND_IN_STATE), which says which ticks the
 * generators on the state may use. One process, the owner, has a reservation of the node id and
 * calls this function; with libsortid-node, sortid_node_reservation_share calls it. The other
 * processes only make IDs. Until the first call they get SORTID_BOUND_REACHED, so the processes may
 * start in any order.
 *
 * After the call no ID is made in a tick before `begin`, and no tick from `end` on is begun. The
 * caller promises that the node id is not used elsewhere in ticks from `begin` until `end`. `node`
 * must be the state's node; its last ID is ignored. A `begin` that IDs have passed has no effect.
 * An `end` below the previous one suspends the users: no new tick begins, except in calls that have
 * already read the previous end; the tick of the last ID continues.
 *
 * At the end the users get SORTID_BOUND_REACHED; in mode wait they sleep for 10 ms and check again,
 * without limit, unless the sleep source ends the wait. If the owner dies, the users stop at the
 * end. Then a supervisor must start an owner with another reservation and a state of zeros, and
 * users on that state.
 *
 * One thread of one process at a time may call this function. The library cannot notice a copy of
 * the memory while the system runs: generators on the copy make the same IDs, up to its end. So use
 * memory that is not copied and ends with its processes, from MAP_ANONYMOUS or shm_open, not a file
 * on a disk.
 * SORTID_RESERVATION_LOST   the state is closed
 * SORTID_STATE_MISMATCH     it is of another node
 * SORTID_OUT_OF_RANGE       `begin` is below 2 or beyond the last tick
 * SORTID_BAD_OPTION         the generator is private, or its state has no bound
 * SORTID_NOT_INITIALIZED, SORTID_MOVED, SORTID_CLOSED, SORTID_WRONG_FORMAT */
SORTID_STATUS sortid_generator_set_bound(sortid_generator *generator,
                                         const struct sortid_scru64_node_spec *node, uint64_t begin,
                                         uint64_t end) SORTID_NONNULL((1, 2));

/* Permanently closes a shared state that has a bound: all generators on it get
 * SORTID_RESERVATION_LOST, also in the tick of the last ID. *first_free is the tick after that of
 * the last ID, at least `begin`; 0 if neither a bound nor a last ID was set. After the call no ID
 * is made on the state, so others may use the node id from *first_free on; a call that committed
 * its ID before may still be returning it. If the state is already closed, the result is the same
 * again. Any thread may call it. SORTID_BAD_OPTION and the statuses below it, as in
 * sortid_generator_set_bound. */
SORTID_STATUS sortid_generator_close_bound(sortid_generator *generator, uint64_t *first_free)
    SORTID_NONNULL((1, 2));

/* The next ID of the default generator of a format, or the next `count`, as sortid_ulid_new and the
 * like. Any thread may call it, before and after any fork. The IDs of a thread increase unless
 * *event (may be NULL) is SORTID_EVENT_RESET. When a thread ends, its random stream is wiped; later
 * destructors of the thread may still make IDs, which continue to increase. Do not call it in a
 * signal handler: if the handler interrupts a call, or the end of its thread, it may get
 * SORTID_BUSY. scru64 differs: see sortid_scru64_new. Statuses of sortid_generator_next, and at the
 * first use in a thread SORTID_FORK_GUARD_FAILED, SORTID_THREAD_GUARD_FAILED; SORTID_BAD_FORMAT for
 * NULL. sortid_new_text writes text, as sortid_generator_next_text; sortid_fill and
 * sortid_fill_text make many, as sortid_generator_fill and sortid_generator_fill_text. */
SORTID_STATUS sortid_new(const sortid_format *format, uint8_t *id, sortid_event *event)
    SORTID_NONNULL((2));
SORTID_STATUS sortid_new_text(const sortid_format *format, char *text, size_t capacity,
                              size_t *written, sortid_event *event) SORTID_NONNULL((4));
SORTID_STATUS sortid_fill(const sortid_format *format, uint8_t *ids, size_t count, size_t *done,
                          sortid_event *event) SORTID_NONNULL((4));
SORTID_STATUS sortid_fill_text(const sortid_format *format, char *text, size_t capacity,
                               size_t *written, size_t count, int separator, sortid_event *event)
    SORTID_NONNULL((4));

/* A random ID of a given time, for data that is older than its IDs. All bits are drawn, by the
 * default generator's source, except the timestamp, which contains unix_ms, and fixed bits: IDs of
 * one timestamp have no order, as with SORTID_OPTION_STATELESS. No generator changes, so the order
 * of the IDs of sortid_new is kept. Any thread may call it, before and after any fork.
 * SORTID_OUT_OF_RANGE   a time that the format cannot have, or a reserved timestamp
 * SORTID_BAD_FORMAT     NULL, and scru64, whose IDs are unique only by the order of one generator
 * SORTID_CLOCK_FAILED, SORTID_RANDOM_FAILED and other statuses of sortid_new: a draw needs to know
 * the present time */
SORTID_STATUS sortid_new_at(const sortid_format *format, uint8_t *id, uint64_t unix_ms)
    SORTID_NONNULL((2));

/* ---- The pure machine ---------------------------------------------------- */

/* The state machine inside a generator: it reads no clock, asks no system and does not notice
 * forks. It may be copied; two copies repeat IDs. */
typedef struct sortid_machine {
    uint64_t opaque[16];
} sortid_machine;

/* Prepares a pure machine. Its options, and their statuses, are those of sortid_generator_init. */
SORTID_STATUS sortid_machine_init(sortid_machine *machine, const sortid_format *format,
                                  const sortid_options *options) SORTID_NONNULL((1));

/* The next ID of a pure machine: f(state, time, randomness) -> state, ID, event. Works as
 * sortid_generator_next, but in mode wait a rollback (or a bound that is reached) gives
 * SORTID_WAIT; then repeat the call after *wait_us microseconds. `event` and `wait_us` may be NULL.
 * The header of each format says what is drawn from `random`, in the order of the draws. Each is of
 * whole bytes, most significant first; surplus low bits are dropped.
 * SORTID_BAD_OPTION if `random` has no function. */
SORTID_STATUS sortid_machine_step(sortid_machine *machine, uint8_t *id, uint64_t unix_us,
                                  const sortid_random *random, sortid_event *event,
                                  uint64_t *wait_us) SORTID_NONNULL((1, 2, 4));

/* Tells a machine that it is the copy in a forked child. The next ID has the timestamp max(clock,
 * last + 1), with SORTID_OPTION_FRACTION including the fraction, and all its random bits are drawn
 * again. A clock further behind than the allowance is a rollback. A scru64 machine returns
 * SORTID_FORKED at each step. */
SORTID_STATUS sortid_machine_after_fork(sortid_machine *machine) SORTID_NONNULL((1));

SORTID_END_C
#endif
