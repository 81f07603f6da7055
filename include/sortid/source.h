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
 * that it interrupted in its last instructions: both would hold the ID. */
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
    sortid_status (*read)(uint64_t *unix_us, void *context);
    void *context;
    uint32_t resolution_us;
} sortid_clock;

/* Randomness: fills `size` bytes, all or none, with bits that nobody can
 * guess. `unix_us` is the time just read for the ID in the making. A source of
 * your own must never give parent and child of a fork the same bytes. */
typedef struct sortid_random {
    sortid_status (*fill)(void *bytes, size_t size, uint64_t unix_us, void *context);
    void *context;
} sortid_random;

/* Sleep: returns SORTID_OK after about `microseconds`, sooner if it likes (the
 * generator looks at the clock again), or a status that ends the wait. It must
 * return: a generator whose thread is cancelled in it, or that is left by a
 * longjmp, stays SORTID_BUSY until it is prepared anew. */
typedef struct sortid_sleep {
    sortid_status (*sleep)(uint64_t microseconds, void *context);
    void *context;
} sortid_sleep;

/* All that a generator needs of the outside. */
typedef struct sortid_sources {
    sortid_clock clock;
    sortid_random random;
    sortid_sleep sleep;
} sortid_sources;

/* The system's own: a clock of the system with true microseconds,
 * sortid_random_secure, sortid_sleep_system. Contexts need no care; usable from
 * any thread. */
SORTID_API void sortid_sources_default(sortid_sources *out);

/* The real-time clock of the system, asked at each call. Resolution 1 us.
 * SORTID_CLOCK_FAILED if the system cannot tell, SORTID_CLOCK_OUT_OF_RANGE
 * before 1970. */
SORTID_API void sortid_clock_exact(sortid_clock *out);

/* ChaCha20 (RFC 8439), one stream per thread, seeded by the kernel's generator
 * and again when the time of a draw is a second or more past the last seed, or
 * before it; each key and byte is erased as it is used; void in a forked child.
 * SORTID_RANDOM_FAILED if the kernel refuses (nothing weaker takes over);
 * SORTID_BUSY from a signal handler that interrupted a draw;
 * SORTID_FORK_GUARD_FAILED, SORTID_THREAD_GUARD_FAILED at a thread's first draw. */
SORTID_API void sortid_random_secure(sortid_random *out);

/* The system's sleep, a cancellation point; a signal ends it early with
 * SORTID_OK, so that the generator looks at the clock again. */
SORTID_API void sortid_sleep_system(sortid_sleep *out);

#ifdef __cplusplus
}
#endif
#endif
