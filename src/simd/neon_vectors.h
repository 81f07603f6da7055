/* SPDX-License-Identifier: MIT */
/* simd/neon_vectors.h: loads and stores, and the values of characters. A part of neon.c. */
#pragma once

#include "each.h"

SIMD_INLINE uint8x16_t load(const void *from)
{
    return vld1q_u8(from);
}

SIMD_INLINE uint8x16x2_t load2(const uint8_t from[32])
{
    return (uint8x16x2_t){{load(from), load(from + 16)}};
}

SIMD_INLINE void store(void *to, uint8x16_t x)
{
    vst1q_u8(to, x);
}

SIMD_INLINE uint8x16_t zero(void)
{
    return vdupq_n_u8(0);
}

/* The two 64-bit words; word0 comes first in memory. */
SIMD_INLINE uint64_t word0(uint8x16_t x)
{
    return vgetq_lane_u64(vreinterpretq_u64_u8(x), 0);
}

SIMD_INLINE uint64_t word1(uint8x16_t x)
{
    return vgetq_lane_u64(vreinterpretq_u64_u8(x), 1);
}

#define MANY(FORM, NAME)                                                                           \
    PRINT_MANY_BY_EACH(FORM, neon_print_many_##NAME, neon_print_##NAME)                            \
    PARSE_MANY_BY_EACH(FORM, neon_parse_many_##NAME, neon_parse_##NAME)

/* The value of a character plus 1, or 0 if it is not a digit: '0' to '?', and '`' to DEL. */
struct alphabet {
    uint8_t digits[16], letters[32];
};

#define DECIMALS 1, 2, 3, 4, 5, 6, 7, 8, 9, 10

static const struct alphabet VALUES_16 = {{DECIMALS}, {0, 11, 12, 13, 14, 15, 16}};
static const struct alphabet VALUES_32HEX = {
    {DECIMALS}, {0,  11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, /* a to k */
                 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32}};   /* l to v */
static const struct alphabet VALUES_36 = {
    {DECIMALS}, {0,  11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, /* a to m */
                 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36}};   /* n to z */
static const struct alphabet VALUES_CROCKFORD = {
    {DECIMALS}, {0,  11, 12, 13, 14, 15, 16, 17, 18, 0,  19, 20, 0,        /* no i, no l */
                 21, 22, 0,  23, 24, 25, 26, 27, 0,  28, 29, 30, 31, 32}}; /* no o, no u */

/* The values of sixteen characters, 0xff if not a digit. OR with 0x20 maps '@' to '_' to the
 * range '`' to DEL, and no other character into it. An index that the subtractions leave outside
 * the tables gives 0 (tbl) or keeps the value (tbx). */
SIMD_INLINE uint8x16_t digits_of(uint8x16_t chars, const struct alphabet *alphabet)
{
    uint8x16_t letter = vsubq_u8(vorrq_u8(chars, vdupq_n_u8(0x20)), vdupq_n_u8(0x60));
    uint8x16_t decimal = vsubq_u8(chars, vdupq_n_u8('0'));
    uint8x16_t value = vqtbl2q_u8(load2(alphabet->letters), letter);
    value = vqtbx1q_u8(value, load(alphabet->digits), decimal);
    return vsubq_u8(value, vdupq_n_u8(1));
}

/* Whether all values ORed together were digits: digits are below 36, so their bit 7 is 0. */
SIMD_INLINE bool were_digits(uint8x16_t seen)
{
    return ((word0(seen) | word1(seen)) & UINT64_C(0x8080808080808080)) == 0;
}
