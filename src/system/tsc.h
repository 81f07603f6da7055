/* SPDX-License-Identifier: MIT */
/* system/tsc.h: the time-stamp counter (TSC) of the CPU: how to read it, its name as a clock source
 * of the kernel, and whether the CPU guarantees a constant rate.
 *
 * The reads have no barrier, which would cost more than they do. The CPU may execute them early or
 * late by well under a us. The margin of 1/8 in tsc_clock.c tolerates that. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__) && defined(__x86_64__)

#include "cpuid.h"

#define TSC_EXISTS      true
#define TSC_CLOCKSOURCE "tsc"

static inline uint64_t tsc_read(void)
{
    return __builtin_ia32_rdtsc();
}

/* In a virtual machine this takes two exits to the host, about 12 us. */
static inline bool tsc_is_invariant(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
}

#elif defined(__GNUC__) && defined(__aarch64__)

#define TSC_EXISTS      true
#define TSC_CLOCKSOURCE "arch_sys_counter"

static inline uint64_t tsc_read(void)
{
    uint64_t count;
    __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(count));
    return count;
}

#else

#define TSC_EXISTS      false
#define TSC_CLOCKSOURCE "" /* not a name */

static inline uint64_t tsc_read(void)
{
    return 0;
}

#endif

#if !defined(__GNUC__) || !defined(__x86_64__)
/* The architecture of AArch64 requires it of every generic timer. */
static inline bool tsc_is_invariant(void)
{
    return TSC_EXISTS;
}
#endif
