/* SPDX-License-Identifier: MIT */
/* text/decimal8.h: eight decimal digits in the bytes of a word. */
#pragma once

#include "memory.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TEN4  UINT32_C(10000)
#define ZEROS UINT64_C(0x3030303030303030) /* eight digits 0 */

/* Eight digits of a value < 10^8, 0 to 9 in each byte, the first in the lowest. Each step splits
 * all lanes of the word at once: for a lane x with the quotient q, x shifted to the upper half
 * minus q * (10^k * 2^bits - 1) has q in the lower half and x - q * 10^k in the upper half. */
static inline uint64_t split_digits(uint32_t value)
{
    uint64_t upper = value / TEN4; /* < 10^4 */
    uint64_t fours = ((uint64_t)value << 32) - upper * (((uint64_t)TEN4 << 32) - 1);
    /* x * 5243 >> 19 = x / 100 up to 43689, x * 103 >> 10 = x / 10 up to 169; no product
     * leaves its lane (10^4 * 5243 < 2^32, 100 * 103 < 2^16). */
    uint64_t hundreds = fours * 5243 >> 19 & UINT64_C(0x0000007f0000007f);
    uint64_t pairs = (fours << 16) - hundreds * ((100 << 16) - 1);
    uint64_t tens = pairs * 103 >> 10 & UINT64_C(0x000f000f000f000f);
    return (pairs << 8) - tens * ((10 << 8) - 1);
}

/* Writes the `count` lowest bytes, the lowest first: one move on little-endian machines. */
static inline void put_digits(char *text, uint64_t digits, size_t count)
{
#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(text, &digits, count);
#else
    for (size_t i = 0; i < count; i++)
        text[i] = (char)(digits >> 8 * i & 0xff);
#endif
}

/* The number of leading zeros of eight digits; the last digit is never counted. They are the
 * lowest bytes, so counting them needs no lzcnt, nor bsr instead of it, which is slow on Zen 3. */
static inline unsigned count_leading(uint64_t digits)
{
#ifdef __GNUC__
    return (unsigned)__builtin_ctzll(digits | UINT64_C(1) << 56) / 8;
#else
    unsigned count = 0;
    while (count < 7 && (digits >> 8 * count & 0xff) == 0)
        count++;
    return count;
#endif
}

/* Writes 1 to 8 digits of a value < 10^8 if more digits follow: it always writes 8 bytes. */
static inline size_t print_first8(char text[8], uint32_t value)
{
    uint64_t digits = split_digits(value);
    unsigned zeros = count_leading(digits);
    put_digits(text, (digits | ZEROS) >> 8 * zeros, 8);
    return 8 - zeros;
}

/* Whether all bytes, after the xor with '0', are 0 to 9. A sum overflows its byte only if that
 * byte has its highest bit set itself. */
static inline bool are_digits(uint64_t d)
{
    return ((d | (d + UINT64_C(0x7676767676767676))) & UINT64_C(0x8080808080808080)) == 0;
}
