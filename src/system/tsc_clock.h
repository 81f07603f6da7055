/* SPDX-License-Identifier: MIT */
/* system/tsc_clock.h: the counter clock: a cached reading of the system's clock, and
 * the CPU's counter, which is cheaper to read, to tell whether the ms of that
 * reading still lasts. counter_read is the whole hot path, on a cache that its
 * caller keeps for one thread; sortid_clock_tsc() has one per thread for it.
 *
 * counter_holds and sortid_system_tsc_learn are pure: tests script them. */
#ifndef SORTID_SYSTEM_TSC_CLOCK_H
#define SORTID_SYSTEM_TSC_CLOCK_H

#include "busy.h"
#include "tsc.h"

#include <sortid/source.h>

/* Calls that one reading may serve, so that a counter that stands still is noticed.
 * Costs a renewal, 77 ns, in 2^12 calls of 11 ns (AMD Zen 3): 0.02 ns each. */
#define COUNTER_USES (UINT32_C(1) << 12)

enum counter_trust { COUNTER_UNASKED, COUNTER_TRUSTED, COUNTER_REFUSED };

/* All zeros is how it starts. Used by one thread and its signal handlers; a forked
 * child may go on with its copy, since machine, counter and clock are the same. */
struct counter {
    uint64_t first;   /* the counter just before the reading */
    uint64_t span;    /* ticks from there for which the reading holds; 0: for none */
    uint64_t unix_us; /* the reading */
    uint32_t uses_left;
    uint32_t trust;        /* enum counter_trust; refused is for good */
    uint64_t rates[2];     /* ticks per us at least, in the last window and the one before */
    uint64_t window_ticks; /* where the present window began */
    uint64_t window_ns;
    busy_flag busy;
};

/* One look at all clocks, in this order. */
struct counter_reading {
    uint64_t before; /* the counter */
    uint64_t unix_us;
    uint64_t monotonic_ns;
    uint64_t after; /* the counter again */
};

/* Caches the reading for as long as its ms is sure to last. The caller has set span to 0. */
void sortid_system_tsc_learn(struct counter *c, const struct counter_reading *reading);

/* Asks the system for the time. SORTID_CLOCK_FAILED, SORTID_CLOCK_OUT_OF_RANGE: the
 * cache is void. Safe in a signal handler that interrupted it: exact there. */
sortid_status sortid_system_tsc_renew(uint64_t *unix_us, struct counter *c);

/* A counter before `first` (set back, or of another CPU) is a huge difference. */
static inline bool counter_holds(struct counter *c, uint64_t now)
{
    return now - c->first < c->span && c->uses_left-- != 0;
}

/* The time, less than a ms behind the system's clock; see sortid_clock_tsc().
 * Without a cached reading the counter is not read here; renew reads it, until it has
 * refused it. */
static inline sortid_status counter_read(uint64_t *unix_us, struct counter *c)
{
    if (c->span == 0 || !counter_holds(c, ticks_read()))
        return sortid_system_tsc_renew(unix_us, c);
    *unix_us = c->unix_us;
    return SORTID_OK;
}

#endif
