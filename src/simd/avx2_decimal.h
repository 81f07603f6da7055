/* SPDX-License-Identifier: MIT */
/* simd/avx2_decimal.h: many IDs of 16 bytes as decimal integers, out and in.
 *
 * Out. Scalar code splits an ID into 7 + 16 + 16 digits (split39). The 16 + 16 of two IDs a and b
 * are lanes of a vector, and so are the first 7 of four IDs, whose leading zeros are removed at the
 * end:
 *
 *     64-bit lanes  |    a 16     |    a 16     | b 16 | b 16 |   divided by 10^8 in doubles
 *                   |     up 8    |     up 8    |             |   two such vectors, up and low
 *     16-bit lanes  |u 4|u 4|l 4|l 4| ...                         each divided by 10^4
 *     bytes         |dd|dd|dd|dd|dd|dd|dd|dd| ...                 pairs of two vectors, interleaved
 *
 * In. A text of 33 to 39 digits is loaded as its first 8 and its last 32 characters. The first are
 * shifted to drop those that are also among the last. The last are joined by multiply-add by (10,
 * 1), (100, 1) and (10^4, 1) and a product by 10^8, then by wide products in scalar code (join39).
 *
 * These are the numbers from 10^32 on: IDs whose first 48 bits are a time in ms, except the first
 * 23 hours of 1970. Other numbers are left to text/decimal.c; so is all printing if the program has
 * set another rounding mode of doubles, or traps for inexact results.
 *
 * ns per ID, AMD Zen 3 at 3.2 GHz, gcc 12 -O2, best of 200 runs of 1,000 IDs: out 7.2, in 7.1. By
 * text/decimal.c 25.4 and 50.1.
 *
 * Tried and rejected for out: two IDs at a time (9.1); the first 7 digits by words (8.3), or in
 * vectors with groups of 8, 16 and 64 IDs (9.3, 8.2, 8.7), because loads of lanes wait for stores
 * of words. */
#pragma once

#include "avx2_constants.h"
#include "mxcsr.h"
#include "../text/decimal.h"
#include "../text/decimal8.h"
#include "../text/wide.h"

/* From tools/constants: 10^16; 10^32 by halves; floor(2^170 / 10^32), floor(2^117 / 10^16);
 * floor((2^128 - 1) / 10^32). */
#define DECIMAL_TEN16            UINT64_C(0x2386f26fc10000)
#define DECIMAL_TEN32_HIGH       UINT64_C(0x4ee2d6d415b)
#define DECIMAL_TEN32_LOW        UINT64_C(0x85acef8100000000)
#define DECIMAL_RECIPROCAL_TEN32 UINT64_C(0xcfb11ead453994ba)
#define DECIMAL_RECIPROCAL_TEN16 UINT64_C(0xe69594bec44de15b)
#define DECIMAL_LAST_FIRST       UINT64_C(0x33ec47)

#define RECIPROCAL_10000 ((UINT64_C(1) << 45) / 10000 + 1)
#define ORDER_10         4, 5, 0, 1, 6, 7, 2, 3, 12, 13, 8, 9, 14, 15, 10, 11
struct constants_10 {
    _Alignas(32) double two52[4], two52_and_half[4], reciprocal[4], rounding[4];
    uint64_t ten8[4], reciprocal_ten4[4], less_ten4[4];
    uint8_t order[32];
    uint16_t by_5243[16], by_100[16], by_6554[16], by_2559[16], zeros[16], nines[16];
    uint16_t join_digits[16], join_pairs[16], join_fours[16];
};
static const struct constants_10 CONSTANTS_10 = {
    .two52 = {TIMES_4(0x1p52)},
    .two52_and_half = {TIMES_4(0x1p52 + 195312)},
    .reciprocal = {TIMES_4(1.0 / 390625)},
    .rounding = {TIMES_4(0x1.8p52)},
    .ten8 = {TIMES_4(100000000)},
    .reciprocal_ten4 = {TIMES_4(RECIPROCAL_10000)},
    .less_ten4 = {TIMES_4((UINT64_C(1) << 32) - 10000)},
    .order = {ORDER_10, ORDER_10},
    .by_5243 = {TIMES_16(5243)},
    .by_100 = {TIMES_16(100)},
    .by_6554 = {TIMES_16(6554)},
    .by_2559 = {TIMES_16(2559)},
    .zeros = {TIMES_16(0x3030)},
    .nines = {TIMES_16(0x0909)},
    .join_digits = {TIMES_16(1 << 8 | 10)},
    .join_pairs = {100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1, 100, 1},
    .join_fours = {10000, 1, 10000, 1, 10000, 1, 10000, 1, 10000, 1, 10000, 1, 10000, 1, 10000, 1},
};

#define DOUBLES_10(name) _mm256_load_pd(k->name)

/* ---- Out ----------------------------------------------------------------- */

/* The 16 + 16 last digits; returns the first 7. `first` is estimated by the high word: it is too
 * small by less than 3 / 2^42, so it is exact or one less, and then rest < 10^32 * (1 + 2^-40).
 * rest < 2^106.4, so its bits from 43 up fit a word; without those below, with the reciprocal
 * rounded down and the product cut off, q is too small by less than 2^43 / 10^16 + 2^63.4 / 2^74 +
 * 2^-10 < 1 / 400. So it is the quotient, or rarely one less, and r < 2 * 10^16. */
SIMD_INLINE uint64_t split39(uint64_t halves[2], const uint8_t *bytes)
{
    uint64_t high = load_be64(bytes), low = load_be64(bytes + 8), first, q, r, dropped;
    uint64_t less_high, less_low;
    wide_multiply(&first, &dropped, high, DECIMAL_RECIPROCAL_TEN32);
    first >>= 42;
    wide_multiply(&less_high, &less_low, first, DECIMAL_TEN32_LOW);
    uint64_t rest = low - less_low;
    uint64_t rest_high = high - first * DECIMAL_TEN32_HIGH - less_high - (low < less_low);
    wide_multiply(&q, &dropped, rest_high << 21 | rest >> 43, DECIMAL_RECIPROCAL_TEN16);
    q >>= 10;
    r = rest - q * DECIMAL_TEN16;
    if (__builtin_expect(r >= DECIMAL_TEN16, 0)) {
        r -= DECIMAL_TEN16;
        q++;
    }
    if (__builtin_expect(q >= DECIMAL_TEN16, 0)) {
        q -= DECIMAL_TEN16;
        first++;
    }
    halves[0] = q;
    halves[1] = r;
    return first;
}

/* x / 10^8 for x < 10^16, in the low half of each 64-bit lane; the high half ends in sixteen 0
 * bits. With w = x >> 8 < 2^45.2 the quotient is that of w by 5^8 = 390625, which is (w - 195312) /
 * 5^8, rounded to nearest by adding 1.5 * 2^52. It is never nearer to the middle of two integers
 * than 1 / (2 * 5^8) > 2^-19.6; the product of doubles, < 2^26.6, is wrong by less than 2^-26.4 for
 * the constant and 2^-27 for its rounding. */
SIMD_INLINE __m256i upper8(__m256i x, const struct constants_10 *k)
{
    __m256d w = _mm256_or_pd(_mm256_castsi256_pd(_mm256_srli_epi64(x, 8)), DOUBLES_10(two52));
    w = _mm256_mul_pd(_mm256_sub_pd(w, DOUBLES_10(two52_and_half)), DOUBLES_10(reciprocal));
    return _mm256_castpd_si256(_mm256_add_pd(w, DOUBLES_10(rounding)));
}

/* 64-bit lanes below 10^8 to 4 + 4 digits: the first four in the upper half of the lane, the last
 * four in the lower, which is x + q * (2^32 - 10^4). x may have any value above its low 32 bits; it
 * is added to the upper half. The reciprocal is too large by 1168 / (10^4 * 2^45), and 1168 * 10^8
 * < 2^45: q is exact. */
SIMD_INLINE __m256i fours_10(__m256i x, const struct constants_10 *k)
{
    __m256i q = _mm256_srli_epi64(_mm256_mul_epu32(x, VECTOR(reciprocal_ten4)), 45);
    return _mm256_add_epi64(x, _mm256_mul_epu32(q, VECTOR(less_ten4)));
}

/* 16-bit lanes below 100 to two digits in bytes, the first in the lower byte: x * 6554 >> 16 is x /
 * 10. */
SIMD_INLINE __m256i digits_of_pairs(__m256i x, const struct constants_10 *k)
{
    __m256i tens = _mm256_mulhi_epu16(x, VECTOR(by_6554));
    __m256i digits =
        _mm256_sub_epi16(_mm256_slli_epi16(x, 8), _mm256_mullo_epi16(tens, VECTOR(by_2559)));
    return _mm256_or_si256(digits, VECTOR(zeros));
}

/* Digits of lanes below 10^8: in each half the 8 + 8 characters of x and y of the lower lane, and
 * of the other one. x may have any value above its low 48 bits. */
SIMD_INLINE void characters_10(__m256i *of_lower, __m256i *of_other, __m256i x, __m256i y,
                               const struct constants_10 *k)
{
    __m256i fours = _mm256_blend_epi16(fours_10(x, k), _mm256_slli_epi64(fours_10(y, k), 16), 0xaa);
    fours = _mm256_shuffle_epi8(fours, VECTOR(order));
    __m256i hundreds = /* v * 5243 >> 19 is v / 100 up to 43689 */
        _mm256_srli_epi16(_mm256_mulhi_epu16(fours, VECTOR(by_5243)), 3);
    __m256i rest = _mm256_sub_epi16(fours, _mm256_mullo_epi16(hundreds, VECTOR(by_100)));
    hundreds = digits_of_pairs(hundreds, k);
    rest = digits_of_pairs(rest, k);
    *of_lower = _mm256_unpacklo_epi16(hundreds, rest);
    *of_other = _mm256_unpackhi_epi16(hundreds, rest);
}

#define DECIMAL_GROUP 32 /* IDs */

/* The parts of the IDs of a group: the first 7 digits, and the 16 + 16 others. */
struct split_decimals {
    _Alignas(32) uint64_t halves[DECIMAL_GROUP][2];
    uint64_t first[DECIMAL_GROUP];
};

SIMD_INLINE __m256i load_lanes(const uint64_t *from)
{
    return _mm256_load_si256((const __m256i *)(const void *)from);
}

SIMD_INLINE void store_halves(void *lower, void *upper, __m256i x)
{
    _mm_storeu_si128((__m128i *)lower, _mm256_castsi256_si128(x));
    _mm_storeu_si128((__m128i *)upper, _mm256_extracti128_si256(x, 1));
}

SIMD_INLINE void first_characters(uint64_t words[DECIMAL_GROUP], const struct split_decimals *split,
                                  const struct constants_10 *k)
{
    for (size_t i = 0; i < DECIMAL_GROUP; i += 8) {
        __m256i x = load_lanes(split->first + i), y = load_lanes(split->first + i + 4);
        __m256i even = _mm256_unpacklo_epi64(x, y), odd = _mm256_unpackhi_epi64(x, y);
        characters_10(&x, &y, even, odd, k);
        store_halves(words + i, words + i + 2, x);
        store_halves(words + i + 4, words + i + 6, y);
    }
}

/* Writes eight characters without leading zeros, at least one, and a surplus, which must be
 * overwritten; returns their end. */
SIMD_INLINE char *put_first(char *text, uint64_t characters)
{
    unsigned zeros = count_leading(characters ^ ZEROS);
    put_digits(text, characters >> 8 * zeros, 8);
    return text + 8 - zeros;
}

/* Prints the IDs of a group, each of at least 10^32. */
SIMD_INLINE char *print_split(char *text, const struct split_decimals *split, int separator,
                              const struct constants_10 *k)
{
    uint64_t words[DECIMAL_GROUP];
    first_characters(words, split, k);
    for (size_t i = 0; i < DECIMAL_GROUP; i += 2) {
        __m256i next16, last16, x = load_lanes(split->halves[i]), up = upper8(x, k);
        __m256i low = _mm256_sub_epi64(x, _mm256_mul_epu32(up, VECTOR(ten8)));
        characters_10(&next16, &last16, up, low, k);
        char *a = put_first(text, words[i]), *b = put_first(a + 33, words[i + 1]);
        store_halves(a, b, next16);
        store_halves(a + 16, b + 16, last16);
        a[32] = b[32] = (char)separator;
        text = b + 33;
    }
    return text;
}

static size_t print_decimals(char *text, const uint8_t *bytes, size_t count, int separator)
{
    const struct constants_10 *k = opaque_pointer(&CONSTANTS_10);
    const bool by_doubles = doubles_are_default();
    char *at = text;
    for (; by_doubles && count >= DECIMAL_GROUP; count -= DECIMAL_GROUP) {
        struct split_decimals split;
        uint64_t least = UINT64_MAX;
        for (size_t i = 0; i < DECIMAL_GROUP; i++) {
            uint64_t first = split39(split.halves[i], bytes + 16 * i);
            split.first[i] = first;
            least = first < least ? first : least;
        }
        if (least > 0)
            at = print_split(at, &split, separator, k);
        else
            at = print_decimals_singly(at, bytes, 16, DECIMAL_GROUP, separator);
        bytes += 16 * DECIMAL_GROUP;
    }
    return (size_t)(print_decimals_singly(at, bytes, 16, count, separator) - text);
}

/* ---- In ------------------------------------------------------------------ */

/* The bytes of a text that are read: the longest number and its separator. */
#define DECIMAL_READ 40

/* The number of digits before the first separator after 32 characters; 32 or 40 if it is not 33 to
 * 39. */
SIMD_INLINE unsigned length_of_decimal(const char *text, __m128i separators)
{
    __m128i end = _mm_loadl_epi64((const __m128i *)(const void *)(text + 32));
    unsigned ends = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(end, separators));
    return 32 + (unsigned)__builtin_ctz(ends | 1U << 8);
}

/* The first `length` - 32 digits as a number below 10^7; false if one of the first eight characters
 * is not a digit, or the first is 0. */
SIMD_INLINE bool first_of_decimal(uint64_t *first, const char *text, unsigned length)
{
    uint64_t digits = load_be64((const uint8_t *)text) ^ ZEROS;
    *first = join_eight(digits >> 8 * (40 - length), 10);
    return are_digits(digits) && digits >> 56 != 0;
}

/* 32 characters minus '0'. */
SIMD_INLINE __m256i last_of_decimal(const char *text, unsigned length, const struct constants_10 *k)
{
    const __m256i *at = (const __m256i *)(const void *)(text + length - 32);
    return _mm256_sub_epi8(_mm256_loadu_si256(at), VECTOR(zeros));
}

/* 32 digits to eight lanes below 10^4. */
SIMD_INLINE __m256i join_fours_of_digits(__m256i digits, const struct constants_10 *k)
{
    __m256i pairs = _mm256_maddubs_epi16(VECTOR(join_digits), digits);
    return _mm256_madd_epi16(pairs, VECTOR(join_pairs));
}

/* The 16 + 16 digits of two texts: in the halves the first 16 of a and b, the last of a and b. */
SIMD_INLINE __m256i join_16(__m256i a, __m256i b, const struct constants_10 *k)
{
    __m256i fours = _mm256_packus_epi32(join_fours_of_digits(a, k), join_fours_of_digits(b, k));
    __m256i eights = _mm256_madd_epi16(fours, VECTOR(join_fours)); /* < 10^8 */
    return _mm256_add_epi64(_mm256_mul_epu32(eights, VECTOR(ten8)), _mm256_srli_epi64(eights, 32));
}

/* first * 10^32 + middle * 10^16 + last; false and nothing written if it is not below 2^128. Then
 * `first` is larger than that of the largest ID, or the same and the sum is carried over. */
SIMD_INLINE bool join39(uint8_t *bytes, uint64_t first, uint64_t middle, uint64_t last)
{
    uint64_t high, low, middle_high, middle_low;
    wide_multiply(&high, &low, first, DECIMAL_TEN32_LOW);
    wide_multiply(&middle_high, &middle_low, middle, DECIMAL_TEN16);
    wide_add(&middle_high, &middle_low, last); /* < 10^32 */
    high += first * DECIMAL_TEN32_HIGH;        /* first * 10^32 < 2^128 */
    wide_add(&high, &low, middle_low);         /* less than first * 10^32 + 2^64 <= 2^128 */
    uint64_t sum = high + middle_high;
    if (first > DECIMAL_LAST_FIRST || sum < high)
        return false;
    store_be64(bytes, sum);
    store_be64(bytes + 8, low);
    return true;
}

/* Reads two texts, each with DECIMAL_READ readable bytes; false if one was not read. */
SIMD_INLINE bool parse_two_decimals(uint8_t *bytes, const char **text, __m128i separators,
                                    const struct constants_10 *k)
{
    const char *a = *text;
    uint64_t first_a = 0, first_b = 0;
    unsigned length_a = length_of_decimal(a, separators);
    if (length_a == 32 || length_a == 40)
        return false; /* before b is read: after 40 characters that would be one byte too far */
    const char *b = a + length_a + 1;
    unsigned length_b = length_of_decimal(b, separators);
    if (length_b == 32 || length_b == 40)
        return false;
    __m256i last_a = last_of_decimal(a, length_a, k), last_b = last_of_decimal(b, length_b, k);
    __m256i beyond = _mm256_or_si256(_mm256_subs_epu8(last_a, VECTOR(nines)),
                                     _mm256_subs_epu8(last_b, VECTOR(nines)));
    bool good = _mm256_testz_si256(beyond, beyond) != 0 &&
                first_of_decimal(&first_a, a, length_a) && first_of_decimal(&first_b, b, length_b);
    __m256i joined = join_16(last_a, last_b, k);
    __m128i middle = _mm256_castsi256_si128(joined), last = _mm256_extracti128_si256(joined, 1);
    *text = b + length_b + 1;
    return good &&
           join39(bytes, first_a, (uint64_t)_mm_cvtsi128_si64(middle),
                  (uint64_t)_mm_cvtsi128_si64(last)) &&
           join39(bytes + 16, first_b, (uint64_t)_mm_extract_epi64(middle, 1),
                  (uint64_t)_mm_extract_epi64(last, 1));
}

static size_t parse_decimals(uint8_t *bytes, size_t *consumed, const char *text, size_t length,
                             size_t count, int separator)
{
    const struct constants_10 *k = opaque_pointer(&CONSTANTS_10);
    const __m128i separators = _mm_set1_epi8((char)separator);
    const char *at = text;
    size_t made = 0;
    *consumed = 0;
    while (count - made >= 2 && length - (size_t)(at - text) >= 2 * DECIMAL_READ &&
           parse_two_decimals(bytes + 16 * made, &at, separators, k)) {
        made += 2;
        *consumed = (size_t)(at - text);
    }
    return made;
}
