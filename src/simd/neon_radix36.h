/* SPDX-License-Identifier: MIT */
/* simd/neon_radix36.h: base 36 out and in. A part of neon.c. */
#pragma once

#include "neon_vectors.h"

#define POW2 1296
#define POW3 46656
#define POW4 UINT32_C(1679616)
#define POW6 UINT32_C(2176782336)
#define POW8 UINT64_C(2821109907456)
#define D    UINT64_C(282429536481) /* 9^12; 36^12 = 2^24 * D */

/* From tools/constants, as in text/radix36.c. */
#define NINE16          UINT64_C(0x6954fe21e3e81)
#define RECIPROCAL_HIGH UINT64_C(0xf927b11)
#define RECIPROCAL_LOW  UINT64_C(0x9a812514afd9dd5d)
#define RECIPROCAL_90   UINT64_C(0xf927b119a8125)
/* And, rounded up: 2^94 / 36^6, 2^102 / D, 2^40 / 729, 2^15 / 9. */
#define RECIPROCAL_POW6 UINT64_C(0x7e46f46d8ae73b23)
#define RECIPROCAL_D    UINT64_C(0xf927b119a812514b)
#define RECIPROCAL_729  INT32_C(0x59e60383)
#define RECIPROCAL_9    INT16_C(0xe39)

/* floor(x / 36) of lanes x < 2^16, as floor(n / 9) of n = floor(x / 4) < 2^14: vqdmulh
 * is floor(n * m / 2^15), and m = 2^15 / 9 + 1 / 9 makes n / 9 larger by less than
 * n / 2^15 / 9 < 1 / 9, which reaches no integer. */
SIMD_INLINE uint16x8_t divide_by_36(uint16x8_t x)
{
    int16x8_t quarter = vreinterpretq_s16_u16(vshrq_n_u16(x, 2));
    return vreinterpretq_u16_s16(vqdmulhq_n_s16(quarter, RECIPROCAL_9));
}

/* Four values below 36^6 become 24 characters: 0 to 15, and 8 to 23.
 *
 *   32 bits  |       v       |       ...      four lanes < 36^6 < 2^31.02
 *   16 bits  | v / 36^3 | rest |     ...      eight lanes < 36^3 < 2^15.6
 *    8 bits  three planes of eight digits each, then in the order of the text
 *
 * floor(v / 36^3) = floor(n / 729) of n = floor(v / 2^6) < 2^25.1: vqdmulh and the
 * shift are floor(n * m / 2^40), and m < 2^40 / 729 + 1 makes n / 729 larger by less
 * than n / 2^40 < 2^-14.9 < 1 / 729, which reaches no integer. */
SIMD_INLINE uint8x16x2_t base36_of(uint32x4_t sixes)
{
    static const char DIGITS[] = "0123456789abcdefghijklmnopqrstuvwxyz            ";
    static const uint8_t FROM_0[16] = {0, 8, 16, 1, 9, 17, 2, 10, 18, 3, 11, 19, 4, 12, 20, 5};
    static const uint8_t FROM_8[16] = {18, 3, 11, 19, 4, 12, 20, 5, 13, 21, 6, 14, 22, 7, 15, 23};
    int32x4_t scaled = vreinterpretq_s32_u32(vshrq_n_u32(sixes, 6));
    scaled = vshrq_n_s32(vqdmulhq_n_s32(scaled, RECIPROCAL_729), 9);
    uint32x4_t upper = vreinterpretq_u32_s32(scaled);   /* < 36^3 */
    uint32x4_t lower = vmlsq_n_u32(sixes, upper, POW3); /* < 36^3 */
    uint16x8_t threes = vreinterpretq_u16_u32(vsliq_n_u32(upper, lower, 16));
    uint16x8_t twos = divide_by_36(threes), ones = divide_by_36(twos); /* < 36^2, < 36 */
    uint8x16_t digits2 = vreinterpretq_u8_u16(vmlsq_n_u16(threes, twos, 36));
    uint8x16_t digits1 = vreinterpretq_u8_u16(vmlsq_n_u16(twos, ones, 36));
    uint8x16x2_t planes = {
        {vuzp1q_u8(vreinterpretq_u8_u16(ones), digits1), vuzp1q_u8(digits2, digits2)}};
    const uint8_t *const digits = (const uint8_t *)DIGITS;
    uint8x16x3_t alphabet = {{load(digits), load(digits + 16), load(digits + 32)}};
    return (uint8x16x2_t){{vqtbl3q_u8(alphabet, vqtbl2q_u8(planes, load(FROM_0))),
                           vqtbl3q_u8(alphabet, vqtbl2q_u8(planes, load(FROM_8)))}};
}

/* floor(value / divisor), where reciprocal is 2^(64 + shift) / divisor, rounded up: exact if
 * value * divisor < 2^(64 + shift). It does not use `/`: clang 14 moves the divisor into a
 * register first, then does not see that it is constant, and divides. */
SIMD_INLINE uint64_t divide(uint64_t value, uint64_t reciprocal, int shift)
{
    uint64_t high, low;
    wide_multiply(&high, &low, value, reciprocal);
    return high >> shift;
}

/* Both halves of a value below 36^12, as two lanes. */
SIMD_INLINE uint32x2_t sixes_of(uint64_t value)
{
    uint64_t upper = divide(value, RECIPROCAL_POW6, 30); /* 2^(62.1 + 31.1) < 2^94; < 36^6 */
    return vcreate_u32(upper | (value - upper * POW6) << 32);
}

/* The first twelve characters. */
SIMD_INLINE void store12(char *text, uint8x16_t chars)
{
    uint32_t last = vgetq_lane_u32(vreinterpretq_u32_u8(chars), 2);
    vst1_u8((uint8_t *)text, vget_low_u8(chars));
    memcpy(text + 8, &last, 4);
}

SIMD_INLINE uint64_t load_36x12(const uint8_t *bytes)
{
    uint64_t value = load_be64(bytes);
    return value < LAST_36X12 ? value : LAST_36X12;
}

SIMD_INLINE void neon_print_36x12(char *text, const uint8_t *bytes)
{
    uint32x2_t sixes = sixes_of(load_36x12(bytes));
    store12(text, base36_of(vcombine_u32(sixes, sixes)).val[0]);
}

/* Two at a time. */
SIMD_INLINE void print_36x12_twice(char *text, size_t stride, const uint8_t *bytes)
{
    uint32x2_t first = sixes_of(load_36x12(bytes)), second = sixes_of(load_36x12(bytes + 8));
    uint8x16x2_t chars = base36_of(vcombine_u32(first, second));
    store12(text, chars.val[0]);
    store12(text + stride, vextq_u8(chars.val[1], chars.val[1], 4));
}

/* 1 + 12 + 12 digits, as in sortid_text_print36x25: it divides w = v >> 24 by D; the bounds are
 * proved there. */
SIMD_INLINE void neon_print_36x25(char *text, const uint8_t *bytes)
{
    uint64_t high = load_be64(bytes), low = load_be64(bytes + 8), middle = low >> 24;
    uint64_t s_high, s_low, from_high, from_middle, dropped;
    wide_multiply(&s_high, &s_low, high, RECIPROCAL_HIGH);
    wide_multiply(&from_high, &dropped, high, RECIPROCAL_LOW);
    wide_multiply(&from_middle, &dropped, middle, RECIPROCAL_90);
    wide_add(&s_high, &s_low, from_high);
    wide_add(&s_high, &s_low, from_middle);                                   /* < 2^92 */
    uint64_t rest = (high << 40 | middle) - (s_high << 38 | s_low >> 26) * D; /* < 2 * D */
    if (rest >= D) {
        rest -= D;
        wide_add(&s_high, &s_low, UINT64_C(1) << 26);
    }
    uint64_t upper = s_high << 14 | s_low >> 50;      /* < 2^42 */
    uint64_t first = divide(upper, RECIPROCAL_D, 38); /* 2^(42 + 38.1) < 2^102; 0 to 15 */
    uint32x2_t sixes0 = sixes_of((upper - first * D) << 24 | (s_low >> 26 & 0xffffff));
    uint32x2_t sixes12 = sixes_of(rest << 24 | (low & 0xffffff));
    uint8x16x2_t chars = base36_of(vcombine_u32(sixes0, sixes12));
    text[0] = (char)(first < 10 ? '0' + first : 'a' - 10 + first);
    store(text + 1, chars.val[0]);
    store(text + 9, chars.val[1]);
}

/* Joins sixteen digits in groups of four: 32-bit lanes below 36^4 < 2^20.7. */
SIMD_INLINE uint8x16_t join_base36(uint8x16_t digits)
{
    uint16x8_t ones = vreinterpretq_u16_u8(digits);
    uint16x8_t first1 = vandq_u16(ones, vdupq_n_u16(0xff));
    uint32x4_t twos = vreinterpretq_u32_u16(
        vmlaq_n_u16(vshrq_n_u16(ones, 8), first1, 36)); /* lanes < 36^2 < 2^16 */
    uint32x4_t first2 = vandq_u32(twos, vdupq_n_u32(0xffff));
    return vreinterpretq_u8_u32(vmlaq_n_u32(vshrq_n_u32(twos, 16), first2, POW2));
}

/* Eight digits of two such lanes, the first one low. < 36^8 < 2^41.4 */
SIMD_INLINE uint64_t join_fours(uint64_t fours)
{
    return (fours & 0xffffffff) * POW4 + (fours >> 32);
}

/* Digits 0 to 7 and 4 to 11. */
SIMD_INLINE bool neon_parse_36x12(uint8_t *bytes, const char *text)
{
    const uint8_t *from = (const uint8_t *)text;
    uint8x16_t digits = digits_of(vcombine_u8(vld1_u8(from), vld1_u8(from + 4)), &VALUES_36);
    if (!were_digits(digits))
        return false;
    uint8x16_t fours = join_base36(digits);
    store_be64(bytes, join_fours(word0(fours)) * POW4 + (word1(fours) >> 32)); /* < 36^12 */
    return true;
}

/* x * 36^16 + y, as in sortid_text_parse36x25: the digits 0 to 8, after seven zeros, and 9 to
 * 24. */
SIMD_INLINE bool neon_parse_36x25(uint8_t *bytes, const char *text)
{
    uint8x16_t digits0 = digits_of(load(text), &VALUES_36);
    uint8x16_t digits9 = digits_of(load(text + 9), &VALUES_36);
    if (!were_digits(vorrq_u8(digits0, digits9)))
        return false;
    uint8x16_t upper = join_base36(vextq_u8(zero(), digits0, 9)), lower = join_base36(digits9);
    uint64_t x = (word0(upper) >> 32) * POW8 + join_fours(word1(upper)); /* < 36^9 < 2^46.6 */
    uint64_t x_high, x_low, y_high, y_low;
    wide_multiply(&x_high, &x_low, x, NINE16); /* < 2^97.4 */
    wide_multiply(&y_high, &y_low, join_fours(word0(lower)), POW8);
    wide_add(&y_high, &y_low, join_fours(word1(lower))); /* y < 36^16 < 2^82.8 */
    wide_add(&y_high, &y_low, x_low << 32);
    uint64_t sum = (x_high << 32 | x_low >> 32) + y_high;
    if (x_high >> 32 != 0 || sum < y_high)
        return false;
    store_be64(bytes, sum);
    store_be64(bytes + 8, y_low);
    return true;
}

static void neon_print_many_36x12(char *text, const uint8_t *bytes, size_t count, int separator)
{
    size_t stride = 12 + (separator >= 0);
    for (; count > 1; count -= 2) {
        print_36x12_twice(text, stride, bytes);
        if (separator >= 0)
            text[12] = text[25] = (char)separator;
        bytes += 16;
        text += 2 * stride;
    }
    print_each(text, bytes, count, separator, FORM_36X12, neon_print_36x12);
}

PARSE_MANY_BY_EACH(FORM_36X12, neon_parse_many_36x12, neon_parse_36x12)
MANY(FORM_36X25, 36x25)
