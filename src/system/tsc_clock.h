/* SPDX-License-Identifier: MIT */
/* system/tsc_clock.h: the TSC clock: a cached reading of the system's clock, and the CPU's
 * time-stamp counter, which is cheaper to read, to tell whether the ms of that reading still lasts.
 * A cache belongs to one thread.
 *
 * tsc_clock_is_valid and sortid_system_tsc_learn are pure, so that tests can script them. */
#pragma once

#include "busy.h"
#include "tsc.h"

#include <sortid/source.h>

/* How many calls one reading may serve, so that a TSC that does not move is noticed. Costs a
 * renewal, 77 ns, in 2^12 calls of 11 ns (AMD Zen 3): 0.02 ns each. */
#define TSC_USES (UINT32_C(1) << 12)

enum tsc_trust { TSC_UNASKED, TSC_TRUSTED, TSC_REFUSED };

/* Starts as zeros. Used by one thread and its signal handlers. A forked child may use its copy,
 * because machine, TSC and clock are the same. */
struct tsc_clock {
    uint64_t first;   /* the TSC just before the reading */
    uint64_t span;    /* the reading is valid for so many cycles from there; 0: invalid */
    uint64_t unix_us; /* the reading */
    uint32_t uses_left;
    uint32_t trust;      /* enum tsc_trust; TSC_REFUSED is final */
    uint64_t rates[2];   /* the least cycles per us in the last window and the one before */
    uint64_t window_tsc; /* where the current window started */
    uint64_t window_ns;
    busy_flag busy;
};

/* All clocks, read in this order. */
struct tsc_reading {
    uint64_t before; /* the TSC */
    uint64_t unix_us;
    uint64_t monotonic_ns;
    uint64_t after; /* the TSC again */
};

/* Caches the reading for as long as its ms lasts for sure. The caller has set span to 0. */
void sortid_system_tsc_learn(struct tsc_clock *c, const struct tsc_reading *reading);

/* Reads the system's clock. SORTID_CLOCK_FAILED, SORTID_CLOCK_OUT_OF_RANGE: the cache is void. Safe
 * in a signal handler that interrupted it: there the time is exact. */
sortid_status sortid_system_tsc_renew(uint64_t *unix_us, struct tsc_clock *c);

/* A TSC before `first` (set back, or of another CPU) gives a huge difference. The last use stays
 * used, since a caller may ask twice. */
static inline bool tsc_clock_is_valid(struct tsc_clock *c, uint64_t now)
{
    if (now - c->first >= c->span || c->uses_left == 0)
        return false;
    c->uses_left--;
    return true;
}

/* The time by the cached reading, if there is one and it is valid. Without one the TSC is not read:
 * perhaps it is not trusted. */
static inline bool tsc_clock_read_cached(uint64_t *unix_us, struct tsc_clock *c)
{
    if (c->span == 0 || !tsc_clock_is_valid(c, tsc_read()))
        return false;
    *unix_us = c->unix_us;
    return true;
}

/* The time, less than a ms behind the system's clock; see sortid_clock_tsc(). */
static inline sortid_status tsc_clock_read(uint64_t *unix_us, struct tsc_clock *c)
{
    return tsc_clock_read_cached(unix_us, c) ? SORTID_OK : sortid_system_tsc_renew(unix_us, c);
}
