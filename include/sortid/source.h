/* SPDX-License-Identifier: MIT */
/* sortid/source.h: where a generator gets time, randomness and sleep.
 *
 * A source is a value {function, context}: copy it, or write your own (a test's script, a hardware
 * clock). Its function returns SORTID_OK, another status of the library, or a status of your own
 * from SORTID_STATUS_USER_FIRST to SORTID_STATUS_USER_LAST; the generator returns it to its caller.
 * Any other number, such as a negative errno, becomes SORTID_SOURCE_FAILED. Functions are called on
 * the thread that makes the ID, with nothing locked.
 *
 * A function should return. If a longjmp, a C++ exception or a cancellation of the thread leaves
 * it, be it a clock, randomness, sleep or bound, the IDs of the call are lost, and a private
 * generator stays SORTID_BUSY until it is prepared again. A shared generator continues to work. If
 * the clock or randomness leaves sortid_generator_open, the file stays locked until the process
 * ends, and the thread cannot be canceled; if the sleep leaves it, nothing stays locked.
 *
 * Forks: a generator notices a fork by itself, before it returns an ID. Do not fork while another
 * thread is inside a call on the generator. A signal handler must not fork and let both processes
 * return from a call that it interrupted in its last instructions: both would return the same ID.
 *
 * The library notices a fork by a page that the kernel wipes in the child (Linux 4.14 and later).
 * Elsewhere each call compares the process id, which costs two system calls or more for each ID.
 * Then a child that has its parent's process id, as the first process of a PID namespace may, is
 * noticed only if fork() made it, and not in child handlers of pthread_atfork that were registered
 * before the library's.
 *
 * Snapshots: a generator cannot notice that the process was saved and resumed. Call
 * sortid_snapshot_resumed then. */
#ifndef SORTID_SOURCE_H
#define SORTID_SOURCE_H

#include "base.h"

SORTID_BEGIN_C

/* A clock: writes the Unix time in microseconds (since 1970-01-01T00:00:00Z, without leap seconds).
 * `resolution_us` is its real step: 1 for true microseconds, 1000 for a clock of whole ms, never
 * 0. */
typedef struct sortid_clock {
    sortid_status (*read)(void *context, uint64_t *unix_us);
    void *context;
    uint64_t resolution_us;
} sortid_clock;

/* Randomness: fills `size` bytes, all or none, with bits that cannot be guessed. `unix_us` is the
 * time that was just read for this ID. Your own source must never give parent and child of a fork
 * the same bytes. */
typedef struct sortid_random {
    sortid_status (*fill)(void *context, void *bytes, size_t size, uint64_t unix_us);
    void *context;
} sortid_random;

/* Sleep: returns SORTID_OK after about `microseconds` or sooner (the generator then reads the clock
 * again), or a status that ends the wait. If the clock has the same value in every reading while a
 * second, and ten times the wait, are asked of this function, the call of the generator returns
 * SORTID_CLOCK_STOPPED; this does not limit waits for a bound. */
typedef struct sortid_sleep {
    sortid_status (*sleep)(void *context, uint64_t microseconds);
    void *context;
} sortid_sleep;

/* Who asks a bound. */
enum {
    SORTID_COVER_MAY_WAIT = 1, /* a generator in mode wait: it asks again if it gets
                                * SORTID_BOUND_REACHED */
    SORTID_COVER_SHARED = 2 /* the default generator of the process, whose threads ask at the same
                             * time. They share one sequence of IDs, so each of them may have the
                             * tick that one of them got */
};

/* A bound, for a scru64 generator that may use its node id for a limited time. The generator asks
 * the bound for each new tick, as the last step before it makes the first ID of the tick.
 * `timestamp` is the tick, `flags` says who asks. The function returns
 *
 * - SORTID_OK: IDs of this tick may be made, now and later, and are not made elsewhere with this
 *   node id. The generator does not ask again until the next tick. A bound gives a tick to one
 *   generator only.
 * - SORTID_BOUND_IN_USE: another generator has the tick, or this one had it and was prepared again.
 * - SORTID_BOUND_REACHED: not yet. In mode wait the generator then sleeps for 10 ms and asks clock
 *   and bound again; in the other modes its call returns this status and changes nothing.
 * - any other status, which the call returns. SORTID_RESERVATION_LOST is for a bound that is never
 *   raised again.
 *
 * A bound for generators in several processes is not a function but part of their shared state:
 * sortid_generator_set_bound. */
typedef struct sortid_bound {
    sortid_status (*cover)(void *context, uint64_t timestamp, uint32_t flags);
    void *context;
    uint64_t reserved[2]; /* 0 */
} sortid_bound;

/* Everything that a generator gets from outside. */
typedef struct sortid_sources {
    sortid_clock clock;
    sortid_random random;
    sortid_sleep sleep;
    uint64_t reserved[4]; /* 0 */
} sortid_sources;

/* The system's own clock, randomness and sleep: sortid_clock_tsc, sortid_random_secure,
 * sortid_sleep_system. Any thread may use them. (A generator
 * prepared without sources has these too, but sortid_clock_exact where its options demand true
 * microseconds.) */
SORTID_API void sortid_sources_default(sortid_sources *out) SORTID_NONNULL((1));

/* The real-time clock of the system, asked at each call. Resolution 1 us. SORTID_CLOCK_FAILED if
 * the system cannot tell, SORTID_CLOCK_OUT_OF_RANGE before 1970. */
SORTID_API void sortid_clock_exact(sortid_clock *out) SORTID_NONNULL((1));

/* The system's clock in whole ms (resolution 1000 us) for many calls: each thread keeps a reading
 * of it, and the CPU's time-stamp counter says whether that ms still lasts. Then a call costs 11 ns
 * instead of 29 (AMD Zen 3); a new reading costs 77 ns.
 *
 * Limits: never ahead of the system's clock, and less than a ms behind. A step of that clock is
 * seen at most 1 ms of counter time late; so is a jump of the counter in a machine that was
 * suspended, copied or moved. A counter that stops is noticed after 2^12 calls. A forked child may
 * use it at once.
 *
 * The counter is used on x86-64 and AArch64 under Linux, if the CPU calls it invariant, the kernel
 * keeps its own time by it, and it ran at one rate for the last 2 ms or more. Otherwise the
 * system's clock is read at each call, as in sortid_clock_exact. A thread that uses this clock for
 * longer than 2 ms reads /sys/devices/system/clocksource/clocksource0/current_clocksource once; if
 * that file does not exist, the counter is not used.
 *
 * Any thread may call it, and a signal handler during such a call. Errors as sortid_clock_exact. */
SORTID_API void sortid_clock_tsc(sortid_clock *out) SORTID_NONNULL((1));

/* A clock that your own loop or thread sets, and that any number of threads can read. It is the
 * cheapest clock, and as late as you set it. You supply the storage, which must outlive its
 * readers; aligned to 64 bytes it shares no cache line. Memory of zeros needs no
 * sortid_published_init. In memory that processes share it serves them all; in private memory it
 * stops in a forked child, which must set its own.
 *
 * It is one 64-bit atomic, which needs no lock where <stdatomic.h> says so: on every 64-bit machine
 * and most 32-bit machines. On others the compiler's library uses a lock (link -latomic); then
 * processes cannot share it and signal handlers cannot use it. */
typedef struct sortid_published {
    uint64_t opaque[8];
} sortid_published;

/* Prepares the storage of a published time before anyone reads it: it has no time yet. */
SORTID_API void sortid_published_init(sortid_published *clock) SORTID_NONNULL((1));

/* Sets a published time for all readers. It may go back: a generator treats that as a clock that
 * was set back. UINT64_MAX removes the time: readers fail as before the first set. Any thread may
 * call it; of several calls at once the last one counts. */
SORTID_API void sortid_published_set(sortid_published *clock, uint64_t unix_us) SORTID_NONNULL((1));

/* Sets a published time to that of the system's clock, read as sortid_clock_exact does. On failure,
 * with the statuses of sortid_clock_exact, readers keep the time that they had. */
SORTID_STATUS sortid_published_update(sortid_published *clock) SORTID_NONNULL((1));

/* The clock that reads a published time, in any thread. `resolution_us` is the time between two
 * sets, which only you know: 1000 for a set in each ms; a generator refuses 0. If sets come late or
 * stop, timestamps are late; only in mode wait an error is reported, SORTID_CLOCK_STOPPED.
 * SORTID_CLOCK_FAILED before the first set. */
SORTID_API void sortid_clock_published(sortid_clock *out, sortid_published *clock,
                                       uint32_t resolution_us) SORTID_NONNULL((1, 2));

/* Randomness that cannot be guessed: ChaCha20 (RFC 8439), one stream per thread. The kernel's
 * generator seeds the stream at the first draw, and again when the time of a draw is a second or
 * more past the last seed, or before it. Each key and byte is erased as it is used. The stream is
 * void in a forked child and after sortid_snapshot_resumed.
 *
 * When the thread ends, its stream is wiped; if a later destructor of the thread draws, each draw
 * uses a new key, which costs a system call. (If the first draw of a thread is in the last round of
 * its destructors, the stream is not wiped, because no destructor runs after that.)
 *
 * SORTID_RANDOM_FAILED if the kernel refuses: there is no weaker fallback; SORTID_BUSY in a signal
 * handler that interrupted a draw, or the wiping; SORTID_FORK_GUARD_FAILED,
 * SORTID_THREAD_GUARD_FAILED at a thread's first draw. */
SORTID_API void sortid_random_secure(sortid_random *out) SORTID_NONNULL((1));

/* Tells the library that this process continues from a snapshot that may be resumed more than
 * once: a virtual machine (Firecracker, Lambda SnapStart), or a process (CRIU). After each resume
 * each copy must call this before it makes IDs.
 *
 * Without the call the copies are equal: until its next seed, up to one second after the
 * last one, each thread draws the same random bits in every copy, and counters continue from
 * the same values. In that second copies make the same ULIDs, and other IDs that collide far more
 * often than docs/collisions.md says; SCRU64 repeats IDs for as long as the copies share a
 * node id. No portable sign of a resume is cheap enough to check in each call.
 *
 * The call does to this process what a fork does to the child:
 * - random streams are void, and seeded again by the kernel at the next draw. The kernel's own
 *   generator must differ between the copies: Linux 5.18 and later reseed it where the
 *   hypervisor offers VMGENID; copies of processes share one kernel;
 * - default and private generators, and states in memory of scope threads, begin a later timestamp
 *   and draw all counters again;
 * - scru64 refuses, SORTID_FORKED, until it has another node id (sortid_scru64_set_default,
 *   sortid_generator_set_node); a node id that libsortid-node reserved must be acquired
 *   again, by a new client;
 * - states in files, and in memory of scope processes, count as shared with the other copies, so
 *   generators continue from them. But copies of a machine do not share them: see sortid/state.h.
 *   On a state that has a bound, IDs are repeated only up to its end; its owner should close it
 *   (sortid_generator_close_bound).
 * A cached reading of sortid_clock_tsc is kept, as after a fork: for up to 1 ms.
 *
 * Any thread may call it, also while others are inside calls; it is async-signal-safe. A call that
 * has not committed its ID begins again. If another thread had committed an ID but not yet returned
 * it when the snapshot was taken, each copy returns that ID. So it does if the other call is in its
 * last instructions while this one runs. It costs one atomic store. Calls without a resume do no
 * harm, but each skips a timestamp. */
SORTID_API void sortid_snapshot_resumed(void);

/* The system's sleep. It is a cancellation point. A signal ends it early with SORTID_OK, so that
 * the generator reads the clock again. */
SORTID_API void sortid_sleep_system(sortid_sleep *out) SORTID_NONNULL((1));

SORTID_END_C
#endif
