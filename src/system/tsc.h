/* SPDX-License-Identifier: MIT */
/* system/tsc.h: the counter of the CPU: how it is read, what the kernel calls it
 * as a clock source, and whether the CPU promises that it runs at one rate. For
 * system/tsc_clock.*; whether to believe it is decided there.
 *
 * No barrier stands beside the reads, which would cost more than they do: the CPU
 * may do one early or late by what it holds in flight, well under a us. What
 * system/tsc_clock.c computes with spare 1/8 bears that (see there). */
#ifndef SORTID_SYSTEM_TSC_H
#define SORTID_SYSTEM_TSC_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__) && defined(__x86_64__)

#include <cpuid.h>

#define TICKS_EXIST       true
#define TICKS_CLOCKSOURCE "tsc"

static inline uint64_t ticks_read(void)
{
    return __builtin_ia32_rdtsc();
}

/* In a virtual machine this is two exits to the host, some 12 us. */
static inline bool ticks_invariant(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
}

#elif defined(__GNUC__) && defined(__aarch64__)

#define TICKS_EXIST       true
#define TICKS_CLOCKSOURCE "arch_sys_counter"

static inline uint64_t ticks_read(void)
{
    uint64_t ticks;
    __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
}

/* The architecture demands it of every generic timer. */
static inline bool ticks_invariant(void)
{
    return true;
}

#else

#define TICKS_EXIST       false
#define TICKS_CLOCKSOURCE "" /* no name of any */

static inline uint64_t ticks_read(void)
{
    return 0;
}

static inline bool ticks_invariant(void)
{
    return false;
}

#endif
#endif
