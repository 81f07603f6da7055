/* SPDX-License-Identifier: MIT */
/* node/clock.c: see clock.h. On Linux only CLOCK_BOOTTIME runs while the machine is suspended. Without
 * it, CLOCK_MONOTONIC is the POSIX clock that nobody sets. */
#define _FILE_OFFSET_BITS 64 /* which _TIME_BITS wants: time past 2038 on 32 bits */
#define _TIME_BITS        64
#define _POSIX_C_SOURCE   200809L
#include "clock.h"

#include <time.h>

#if defined(CLOCK_BOOTTIME)
#define CLOCK_OF_DEADLINES CLOCK_BOOTTIME
#else
#define CLOCK_OF_DEADLINES CLOCK_MONOTONIC
#endif

static bool read_ms(uint64_t *ms, clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0 || now.tv_sec < 0)
        return false;
    *ms = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
    return true;
}

bool sortid_node_clock_boot_ms(uint64_t *ms)
{
    return read_ms(ms, CLOCK_OF_DEADLINES);
}

bool sortid_node_clock_unix_ms(uint64_t *ms)
{
    return read_ms(ms, CLOCK_REALTIME);
}
