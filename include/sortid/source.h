/* SPDX-License-Identifier: MIT */
/* sortid/source.h: where a generator takes time, randomness and sleep from.
 *
 * A source is a value {function, context}: copy it, or write one of your own
 * (a test's script, a hardware clock). Functions must return SORTID_OK or a
 * status that the generator hands to its caller; they are called on the thread
 * that generates, with nothing locked.
 *
 * Forks: a generator notices one by itself, before it gives out an ID. Forking
 * while another thread is inside a call on the generator is the caller's error;
 * so is a signal handler that forks and lets both processes return from the call
 * that it interrupted in its last instructions: both would hold the ID.
 *
 * A fork is noticed by a page that the kernel wipes in the child (Linux 4.14 and
 * later). Where the kernel wipes none, each call compares the process id, which costs
 * two system calls or more for each ID; there a child that has its parent's process id, as the
 * first process of a PID namespace may, is noticed by fork() alone, and not in child
 * handlers of pthread_atfork that were registered before the library's.
 *
 * Snapshots: a generator cannot notice that the process was saved and resumed. Call
 * sortid_snapshot_resumed then. */
#ifndef SORTID_SOURCE_H
#define SORTID_SOURCE_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A clock: writes the Unix time in microseconds (since 1970-01-01T00:00:00Z,
 * without leap seconds). `resolution_us` is the step it really moves in: 1 for
 * true microseconds, 1000 for a clock of whole ms; 0 is refused. */
typedef struct sortid_clock {
    sortid_status (*read)(void *context, uint64_t *unix_us);
    void *context;
    uint64_t resolution_us;
} sortid_clock;

/* Randomness: fills `size` bytes, all or none, with bits that nobody can
 * guess. `unix_us` is the time just read for the ID in the making. A source of
 * your own must never give parent and child of a fork the same bytes. */
typedef struct sortid_random {
    sortid_status (*fill)(void *context, void *bytes, size_t size, uint64_t unix_us);
    void *context;
} sortid_random;

/* Sleep: returns SORTID_OK after about `microseconds`, sooner if it likes (the
 * generator looks at the clock again), or a status that ends the wait. It must
 * return: a generator whose thread is cancelled in it, or that is left by a
 * longjmp, stays SORTID_BUSY until it is prepared again. */
typedef struct sortid_sleep {
    sortid_status (*sleep)(void *context, uint64_t microseconds);
    void *context;
} sortid_sleep;

/* A bound, for a generator of scru64 whose node id it may use for a time: asked before
 * the first ID of each tick, once the tick is chosen. SORTID_OK: IDs of `timestamp`, in
 * ticks, may be made, now and later, and nobody else makes any with this node id; it
 * asks no more until the next tick. SORTID_BOUND_REACHED: not as yet. In mode wait, of
 * which `may_wait` tells, the generator then sleeps for 10 ms and looks at clock and
 * bound again; else that is its status, and nothing is changed. Any other status is
 * handed to the caller: SORTID_RESERVATION_LOST is for a bound that is never raised again. */
typedef struct sortid_bound {
    sortid_status (*cover)(void *context, uint64_t timestamp, bool may_wait);
    void *context;
} sortid_bound;

/* All that a generator needs of the outside. */
typedef struct sortid_sources {
    sortid_clock clock;
    sortid_random random;
    sortid_sleep sleep;
} sortid_sources;

/* The system's own: sortid_clock_tsc, sortid_random_secure,
 * sortid_sleep_system. Contexts need no care; usable from any thread. (A generator
 * prepared without sources has these too, but sortid_clock_exact where its options
 * demand true microseconds.) */
SORTID_API void sortid_sources_default(sortid_sources *out) SORTID_NONNULL((1));

/* The real-time clock of the system, asked at each call. Resolution 1 us.
 * SORTID_CLOCK_FAILED if the system cannot tell, SORTID_CLOCK_OUT_OF_RANGE
 * before 1970. */
SORTID_API void sortid_clock_exact(sortid_clock *out) SORTID_NONNULL((1));

/* The system's clock in whole ms (resolution 1000 us) for many calls: a reading of it
 * is kept for each thread, and the CPU's time-stamp counter says whether its ms still
 * lasts. 11 ns in place of 29 then (AMD Zen 3); a new reading costs 77.
 *
 * Bounds: never ahead of the system's clock, and less than a ms behind. A step of
 * that clock is seen at most 1 ms of counter time late; so is a jump of the
 * counter in a machine that was suspended, copied or moved. A counter that stands
 * still is noticed after 2^12 calls. A forked child may use it at once.
 *
 * The counter is used on x86-64 and AArch64 under Linux, if the CPU calls it
 * invariant, the kernel keeps its own time by it, and it ran at one rate for the
 * last 2 ms or more; else the system's clock is read at each call, as in
 * sortid_clock_exact. Once in its life a thread that uses this clock for longer
 * than 2 ms reads /sys/devices/system/clocksource/clocksource0/current_clocksource
 * (not there: no counter).
 *
 * Any thread may call it, and so may a signal handler that interrupts such a call.
 * Errors as sortid_clock_exact. */
SORTID_API void sortid_clock_tsc(sortid_clock *out) SORTID_NONNULL((1));

/* A clock that your own loop or thread sets, for any number of threads to read:
 * the cheapest there is, and as late as you set it. The storage is yours and must
 * outlive its readers; aligned to 64 bytes it shares no cache line. Memory of zeros
 * is prepared. In memory shared by processes it serves them all; in private
 * memory it stands still in a forked child, which must set its own.
 *
 * One 64-bit atomic: without a lock wherever <stdatomic.h> says so of 64 bits, which
 * is every 64-bit machine and most of 32 bits. On others the compiler's library
 * brings a lock (link -latomic): no sharing by processes then, no use in signal
 * handlers. */
typedef struct sortid_published {
    uint64_t opaque[8];
} sortid_published;

/* Prepares the storage before anyone reads it: no time has been told yet. */
SORTID_API void sortid_published_init(sortid_published *clock) SORTID_NONNULL((1));

/* Tells all readers the time from now on. Times that go back are told as they are:
 * a generator treats them as a clock that was set back. UINT64_MAX, which is no
 * time, takes the time away: readers fail as before the first set. Any thread;
 * of several at once the last one counts. */
SORTID_API void sortid_published_set(sortid_published *clock, uint64_t unix_us) SORTID_NONNULL((1));

/* Reads the system's clock as sortid_clock_exact does and tells that. On failure
 * (as there) readers keep the time they had. */
SORTID_STATUS sortid_published_update(sortid_published *clock) SORTID_NONNULL((1));

/* The clock that reads it, in any thread. `resolution_us` is for you to know: the
 * time between two sets, 1000 for a set in each ms; a generator refuses 0.
 * Whoever sets late, or no more, makes timestamps late and no other error.
 * SORTID_CLOCK_FAILED before the first set. */
SORTID_API void sortid_clock_published(sortid_clock *out, sortid_published *clock,
                                       uint32_t resolution_us) SORTID_NONNULL((1, 2));

/* ChaCha20 (RFC 8439), one stream per thread, seeded by the kernel's generator
 * and again when the time of a draw is a second or more past the last seed, or
 * before it; each key and byte is erased as it is used; void in a forked child and
 * after sortid_snapshot_resumed. At the end of the thread it is wiped; a later
 * destructor of the thread that draws gets each draw from a new key, which costs a
 * system call. (A thread whose first draw is in the last round of its destructors
 * leaves its stream unwiped: no destructor runs after that.)
 * SORTID_RANDOM_FAILED if the kernel refuses: there is no weaker fallback;
 * SORTID_BUSY from a signal handler that interrupted a draw, or the wiping;
 * SORTID_FORK_GUARD_FAILED, SORTID_THREAD_GUARD_FAILED at a thread's first draw. */
SORTID_API void sortid_random_secure(sortid_random *out) SORTID_NONNULL((1));

/* Tells the library that this process goes on from a snapshot that may be resumed more than
 * once: a virtual machine (Firecracker, Lambda SnapStart), or a process (CRIU). Whoever resumes
 * the snapshot has to see to it that each copy calls this before it makes IDs.
 *
 * Without the call the copies are equal: until its next seed, up to one second after the
 * last one, each thread draws the same random bits in every copy, and counters go on from the
 * same values. In that second copies make the same ULIDs, and other IDs that collide far more
 * often than docs/collisions.md says; SCRU64 repeats IDs for as long as the copies share a
 * node id. No portable sign of a resume exists that is cheap enough to look for in each call.
 *
 * The call does to this process what a fork does to the child:
 * - random streams are void, and seeded again by the kernel at the next draw. The kernel's own
 *   generator must differ between the copies: Linux 5.18 and later reseed it where the
 *   hypervisor offers VMGENID; copies of processes share one kernel;
 * - generators, those of the threads and those of the caller, begin a later timestamp with all
 *   counters drawn again; states in memory of scope threads too;
 * - scru64 refuses, SORTID_FORKED, until it has another node id (sortid_scru64_set_default,
 *   sortid_generator_set_node); a node id that libsortid-node holds must be acquired
 *   again, by a new client;
 * - states in files, and in memory of scope processes, are taken to be shared with the other
 *   copies, and are gone on from. Copies of a machine do not share them: see sortid/state.h.
 * A cached reading of sortid_clock_tsc is kept, as after a fork: for up to 1 ms.
 *
 * From any thread, also while others are inside calls: a call that has not committed its ID
 * begins again. An ID that another thread has committed, and not yet returned, when the snapshot
 * was taken is returned in each copy; so is one whose call is in its last instructions while
 * this is called. Async-signal-safe. Costs one atomic store; more calls than resumes do no harm
 * but skip a timestamp each. */
SORTID_API void sortid_snapshot_resumed(void);

/* The system's sleep, a cancellation point; a signal ends it early with
 * SORTID_OK, so that the generator looks at the clock again. */
SORTID_API void sortid_sleep_system(sortid_sleep *out) SORTID_NONNULL((1));

#ifdef __cplusplus
}
#endif
#endif
