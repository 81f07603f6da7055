/* SPDX-License-Identifier: MIT */
/* text/wide.h: the 128-bit product of two 64-bit integers, by the compiler's 128-bit type, or else
 * (and with SORTID_NO_INT128, to test it) by four 32-bit products. */
#pragma once

#include <stdint.h>

#if defined(__SIZEOF_INT128__) && !defined(SORTID_NO_INT128)

static inline void wide_multiply(uint64_t *high, uint64_t *low, uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 uint128;
    uint128 product = (uint128)a * b;
    *high = (uint64_t)(product >> 64);
    *low = (uint64_t)product;
}

#else

static inline void wide_multiply(uint64_t *high, uint64_t *low, uint64_t a, uint64_t b)
{
    uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
    uint64_t lowest = a0 * b0;
    uint64_t left = a1 * b0 + (lowest >> 32);  /* <= (2^32 - 1)^2 + 2^32 - 1 < 2^64 */
    uint64_t right = a0 * b1 + (uint32_t)left; /* the same bound */
    *high = a1 * b1 + (left >> 32) + (right >> 32);
    *low = right << 32 | (uint32_t)lowest;
}

#endif

/* high:low += addend. The caller guarantees that the sum fits. */
static inline void wide_add(uint64_t *high, uint64_t *low, uint64_t addend)
{
    *low += addend;
    *high += *low < addend;
}
