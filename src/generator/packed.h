/* SPDX-License-Identifier: MIT */
/* generator/packed.h: the packed state of a shared generator in memory, and its atomic commit: 16
 * bytes by one instruction if the machine has one (cmpxchg16b, CASP or an exclusive pair, cdsg), 8
 * bytes by C11 atomics. Never by a library with a hidden lock. */
#pragma once

#include "../generate/machine.h"

#include <stdatomic.h>

/* The packed state in shared memory. The second alignment differs on 32 bits. */
struct packed_cell {
    _Alignas(16) _Atomic uint64_t high;
    _Alignas(8) _Atomic uint64_t low;
};

/* SORTID_NO_ATOMIC_STEPS builds as for a machine without atomic commits, to test METHOD_LOCK. */
#if ATOMIC_LLONG_LOCK_FREE == 2 && !defined(SORTID_NO_ATOMIC_STEPS)
#define HAS_STEP_OF_8 true
#else
#define HAS_STEP_OF_8 false
#endif

/* Both words at one moment: while `high` does not change, `low` belongs to it. For 64-bit loads. */
static INLINED struct packed_state packed_read(const struct packed_cell *cell)
{
    struct packed_state packed;
    uint64_t again = atomic_load_explicit(&cell->high, memory_order_acquire);
    do {
        packed.high = again;
        packed.low = atomic_load_explicit(&cell->low, memory_order_acquire);
        again = atomic_load_explicit(&cell->high, memory_order_acquire);
    } while (again != packed.high);
    return packed;
}

/* Replaces `from` by `to`, only `high`; false if the cell has another value. */
static INLINED bool packed_step_8(struct packed_cell *cell, struct packed_state from,
                                  struct packed_state to)
{
    return atomic_compare_exchange_strong(&cell->high, &from.high, to.high);
}

#if defined(__GNUC__) && defined(__x86_64__) && !defined(SORTID_NO_ATOMIC_STEPS)

#include "../system/cpuid.h"

#define PACKED_PAUSE() __asm__ __volatile__("pause")

/* All x86-64 CPUs except the very first. */
static inline bool packed_has_step_of_16(void)
{
    unsigned a, b, c = 0, d;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_CMPXCHG16B) != 0;
}

/* Assembly, because the built-in function is a call unless the program is compiled for CPUs with
 * the instruction. */
static INLINED bool packed_step_16(struct packed_cell *cell, struct packed_state from,
                                   struct packed_state to)
{
    bool done;
    __asm__ __volatile__("lock cmpxchg16b %1"
                         : "=@ccz"(done), "+m"(*cell), "+a"(from.high), "+d"(from.low)
                         : "b"(to.high), "c"(to.low)
                         : "memory");
    return done;
}

#elif defined(__GNUC__) && defined(__aarch64__) && !defined(SORTID_NO_ATOMIC_STEPS)

#define HAS_STEP_OF_16 true
#define PACKED_PAUSE() __asm__ __volatile__("yield")

__extension__ typedef unsigned __int128 OPAQUE packed_pair;

static INLINED packed_pair packed_pair_of(struct packed_state packed)
{
    packed_pair pair;
    memcpy(&pair, &packed, sizeof pair);
    return pair;
}

/* CASP or an exclusive pair: the compiler's run-time code chooses by the CPU. */
static INLINED bool packed_step_16(struct packed_cell *cell, struct packed_state from,
                                   struct packed_state to)
{
    return __sync_bool_compare_and_swap((packed_pair *)(void *)cell, packed_pair_of(from),
                                        packed_pair_of(to));
}

#elif defined(__GNUC__) && defined(__s390x__) && !defined(SORTID_NO_ATOMIC_STEPS)

#define HAS_STEP_OF_16 true

__extension__ typedef unsigned __int128 packed_pair; /* in two registers, the high word first */

/* Assembly, because gcc makes its built-in function a call. */
static INLINED bool packed_step_16(struct packed_cell *cell, struct packed_state from,
                                   struct packed_state to)
{
    packed_pair old = (packed_pair)from.high << 64 | from.low;
    packed_pair new = (packed_pair)to.high << 64 | to.low;
    int condition;
    __asm__ __volatile__("cdsg %1,%3,%2\n\tipm %0\n\tsrl %0,28"
                         : "=d"(condition), "+d"(old), "+QS"(*cell)
                         : "d"(new)
                         : "cc", "memory");
    return condition == 0;
}

#else

#define HAS_STEP_OF_16 false

/* Never called. */
static inline bool packed_step_16(struct packed_cell *cell, struct packed_state from,
                                  struct packed_state to)
{
    (void)cell, (void)from, (void)to;
    return false;
}

#endif

#ifdef HAS_STEP_OF_16
static inline bool packed_has_step_of_16(void)
{
    return HAS_STEP_OF_16;
}
#endif
#ifndef PACKED_PAUSE
#define PACKED_PAUSE() (void)0
#endif

/* After a failed commit: the other thread commits some more IDs while it has the cache line. ns for
 * an ID, two threads of one process on an AMD Zen 3, medians of 25 runs:
 *
 *   pauses                   8     16    32    64
 *   ULID, published clock    17.7  13.7  10.5  9.1     TSC clock 41 36 32 30
 *   SCRU128                  24.3  20.6  18.0  15.9              51 46 40 37
 *   SCRU64                   10.8   8.7   7.3   6.4              36 33 30 28
 *
 * 32 take 0.8 us there; on other CPUs one pause takes up to 140 cycles. Tried and rejected: pauses
 * that double with each failure (ULID 15.3 and 40), or of random length (12 to 15, 33 to 38). */
static INLINED void packed_back_off(void)
{
    for (int i = 0; i < 32; i++)
        PACKED_PAUSE();
}
