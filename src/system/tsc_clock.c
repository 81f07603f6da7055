/* SPDX-License-Identifier: MIT */
/* system/tsc_clock.c: the renewal of the counter clock's reading: how long it holds,
 * how fast the counter runs at least, whether it may be believed. Called by
 * counter_read (counter.h) some 25 times a ms; it keeps no state but its caller's.
 *
 * Why a reading never lasts into the next ms, if the counter runs true:
 * - It is cut to whole us, so 999 - unix_us % 1000 us of its ms are left at least.
 * - They are counted from a counter value that is older than the reading.
 * - The rate is a lower bound: ticks, from after the clock is read at the window's
 *   begin to before it is read at its end, by us rounded up.
 * - A delay between two of the readings (another process's turn) makes either
 *   smaller, never greater.
 * - 1/8 is taken off for a clock that is slewed (Linux allows 1/10), and for counter
 *   reads that the CPU does early: by less than a us, so that only a reading of the
 *   last few us of a ms may last a part of a us into the next, and none gets 1 ms old.
 * A window in which the counter leaps (a resumed machine) gives a rate too high: so
 * the lower of two windows counts, and a window longer than 1 s, in which a machine
 * may have slept, lowers the rate only. A new cache's first window is such. */
#include "tsc_clock.h"
#include "thread_local.h"
#include "system.h"

#define WINDOW_NS     1000000
#define WINDOW_MAX_NS 1000000000

/* 8.2 GHz, faster than any counter; a lower bound of faster ones too. So even two
 * windows with leaps give no reading an age above 3 ms at 2.4 GHz, 0.3 s at 24 MHz. */
#define RATE_MAX 8192

/* Ticks per us from the window's begin to the reading, at least; 0 if the counter
 * went back or stood still, or has less than one. */
static uint64_t measure_rate(const struct counter *c, const struct counter_reading *reading)
{
    uint64_t ticks = reading->before - c->window_ticks;
    uint64_t us = (reading->monotonic_ns - c->window_ns) / 1000 + 1;
    uint64_t rate = ticks < UINT64_C(1) << 63 ? ticks / us : 0;
    return rate < RATE_MAX ? rate : RATE_MAX;
}

/* Ends a window that is long enough, and begins the next. */
static void learn_rate(struct counter *c, const struct counter_reading *reading)
{
    uint64_t ns = reading->monotonic_ns - c->window_ns;
    if (ns < WINDOW_NS)
        return;
    uint64_t last = c->rates[0], rate = measure_rate(c, reading);
    c->rates[0] = ns <= WINDOW_MAX_NS || rate < last ? rate : last;
    c->rates[1] = last;
    c->window_ticks = reading->after;
    c->window_ns = reading->monotonic_ns;
}

static uint64_t sure_span(const struct counter *c, uint64_t unix_us)
{
    uint64_t rate = c->rates[0] < c->rates[1] ? c->rates[0] : c->rates[1];
    uint64_t left_us = 999 - unix_us % 1000;
    return left_us * rate * 7 / 8; /* < 1000 * 2^13 * 7/8 < 2^23 */
}

/* The span last: a signal handler that reads in between finds none. */
void sortid_system_tsc_learn(struct counter *c, const struct counter_reading *reading)
{
    learn_rate(c, reading);
    c->first = reading->before;
    c->unix_us = reading->unix_us;
    c->uses_left = COUNTER_USES - 1; /* the renewal itself is one */
    atomic_signal_fence(memory_order_seq_cst);
    c->span = sure_span(c, reading->unix_us);
}

static sortid_status look_at_clocks(struct counter_reading *reading)
{
    reading->before = ticks_read();
    sortid_status status = sortid_system_time(&reading->unix_us);
    reading->monotonic_ns = sortid_system_monotonic();
    reading->after = ticks_read();
    return status;
}

/* Some 20 us in a virtual machine: so only a thread asks that has used the clock over
 * two windows. Once: where the kernel gives up the counter later, it has seen it off
 * its rate, and so do the windows. */
static void ask_trust(struct counter *c)
{
    bool trusted = sortid_system_clocksource_is(TICKS_CLOCKSOURCE) && ticks_invariant();
    c->trust = trusted ? COUNTER_TRUSTED : COUNTER_REFUSED;
    if (!trusted)
        c->span = 0;
}

static sortid_status renew(uint64_t *unix_us, struct counter *c)
{
    struct counter_reading reading;
    c->span = 0; /* for signal handlers meanwhile, and if the clock fails */
    sortid_status status = look_at_clocks(&reading);
    if (status != SORTID_OK)
        return status;
    sortid_system_tsc_learn(c, &reading);
    if (c->span != 0 && c->trust == COUNTER_UNASKED)
        ask_trust(c);
    *unix_us = reading.unix_us;
    return SORTID_OK;
}

sortid_status sortid_system_tsc_renew(uint64_t *unix_us, struct counter *c)
{
    if (!TICKS_EXIST || c->trust == COUNTER_REFUSED || !busy_enter(&c->busy))
        return sortid_system_time(unix_us);
    sortid_status status = renew(unix_us, c);
    busy_leave(&c->busy);
    return status;
}

THREAD_LOCAL(struct counter, thread_counter)

static sortid_status read_of_thread(void *context, uint64_t *unix_us)
{
    (void)context;
    return counter_read(unix_us, thread_counter());
}

void sortid_clock_tsc(sortid_clock *out)
{
    *out = (sortid_clock){read_of_thread, NULL, 1000};
}
