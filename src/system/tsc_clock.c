/* SPDX-License-Identifier: MIT */
/* system/tsc_clock.c: renews the cached reading of the TSC clock: how long it is valid, the least
 * rate of the TSC, whether to trust the TSC. About 25 times a ms if many IDs are made.
 *
 * Why a reading is not valid in the next ms if the TSC has a constant rate:
 * - It is cut to whole us, so at least 999 - unix_us % 1000 us of its ms are left.
 * - They are counted from a TSC value that is older than the reading.
 * - The rate is a lower bound: the cycles from after the clock is read at the start of the window
 *   to before it is read at its end, divided by us rounded up.
 * - A delay between two of the readings (another process runs) makes either smaller, never greater.
 * - 1/8 is subtracted for a clock that is slewed (Linux allows 1/10), and for TSC reads that the
 *   CPU executes early, by less than a us: only a reading of the last few us of a ms may be valid
 *   for a part of a us in the next, and it does not get 1 ms old.
 * A window in which the TSC jumps (a resumed machine) gives a rate that is too high. Therefore the
 * lower rate of two windows is used, and a window longer than 1 s, such as the first one, in which
 * a machine may have slept, can only lower the rate. */
#include "tsc_clock.h"
#include "thread_local.h"
#include "system.h"

#define WINDOW_NS     1000000
#define WINDOW_MAX_NS 1000000000

/* 8.2 GHz, faster than any TSC. So even after two windows with jumps a reading is at most 3 ms old
 * at 2.4 GHz, or 0.3 s at 24 MHz. */
#define RATE_MAX 8192

/* The least cycles per us since the start of the window, rounded down; 0 if the TSC went back. */
static uint64_t measure_rate(const struct tsc_clock *c, const struct tsc_reading *reading)
{
    uint64_t cycles = reading->before - c->window_tsc;
    uint64_t us = (reading->monotonic_ns - c->window_ns) / 1000 + 1;
    uint64_t rate = cycles < UINT64_C(1) << 63 ? cycles / us : 0;
    return rate < RATE_MAX ? rate : RATE_MAX;
}

/* Ends a window that is long enough, and starts the next. */
static void learn_rate(struct tsc_clock *c, const struct tsc_reading *reading)
{
    uint64_t ns = reading->monotonic_ns - c->window_ns;
    if (ns < WINDOW_NS)
        return;
    uint64_t last = c->rates[0], rate = measure_rate(c, reading);
    c->rates[0] = ns <= WINDOW_MAX_NS || rate < last ? rate : last;
    c->rates[1] = last;
    c->window_tsc = reading->after;
    c->window_ns = reading->monotonic_ns;
}

static uint64_t sure_span(const struct tsc_clock *c, uint64_t unix_us)
{
    uint64_t rate = c->rates[0] < c->rates[1] ? c->rates[0] : c->rates[1];
    uint64_t left_us = 999 - unix_us % 1000;
    return left_us * rate * 7 / 8; /* < 1000 * 2^13 * 7/8 < 2^23 */
}

/* The span is written last: a signal handler that reads in between finds 0. */
void sortid_system_tsc_learn(struct tsc_clock *c, const struct tsc_reading *reading)
{
    learn_rate(c, reading);
    c->first = reading->before;
    c->unix_us = reading->unix_us;
    c->uses_left = TSC_USES - 1; /* the renewal itself is one */
    atomic_signal_fence(memory_order_seq_cst);
    c->span = sure_span(c, reading->unix_us);
}

static sortid_status read_clocks(struct tsc_reading *reading)
{
    reading->before = tsc_read();
    sortid_status status = sortid_system_time(&reading->unix_us);
    reading->monotonic_ns = sortid_system_monotonic();
    reading->after = tsc_read();
    return status;
}

/* About 20 us in a virtual machine, so a thread asks only after it has used the clock for two
 * windows, and once: if the kernel rejects the TSC later because of a wrong rate, so do the
 * windows. */
static void ask_trust(struct tsc_clock *c)
{
    bool trusted = sortid_system_clocksource_is(TSC_CLOCKSOURCE) && tsc_is_invariant();
    c->trust = trusted ? TSC_TRUSTED : TSC_REFUSED;
    if (!trusted)
        c->span = 0;
}

static sortid_status renew(uint64_t *unix_us, struct tsc_clock *c)
{
    struct tsc_reading reading;
    c->span = 0; /* for signal handlers meanwhile, and if the clock fails */
    sortid_status status = read_clocks(&reading);
    if (status != SORTID_OK)
        return status;
    sortid_system_tsc_learn(c, &reading);
    if (c->span != 0 && c->trust == TSC_UNASKED)
        ask_trust(c);
    *unix_us = reading.unix_us;
    return SORTID_OK;
}

sortid_status sortid_system_tsc_renew(uint64_t *unix_us, struct tsc_clock *c)
{
    if (!TSC_EXISTS || c->trust == TSC_REFUSED || !busy_enter(&c->busy))
        return sortid_system_time(unix_us);
    sortid_status status = renew(unix_us, c);
    busy_leave(&c->busy);
    return status;
}

THREAD_LOCAL(struct tsc_clock, thread_tsc_clock)

static sortid_status read_of_thread(void *context, uint64_t *unix_us)
{
    (void)context;
    return tsc_clock_read(unix_us, thread_tsc_clock());
}

void sortid_clock_tsc(sortid_clock *out)
{
    *out = (sortid_clock){read_of_thread, NULL, 1000};
}
