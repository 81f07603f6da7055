/* SPDX-License-Identifier: MIT */
/* simd/avx2_radix62.h: base 62 out and in. A part of avx2.c.
 *
 * Out. Scalar code splits an ID into 7 + 10 + 10 digits (split62x27), and these into 3 + 4, 2 + 4 +
 * 4 and 2 + 4 + 4: eight lanes of 32 bits below 62^4. Each becomes two pairs in 16 bits, each pair
 * two digits in bytes; quotients are products by reciprocals. A shuffle removes the five leading
 * zeros:
 *
 *     bytes  |. 0 1 2|3 4 5 6|. . 7 8|9 to 12|   |13 to 16|. . 17 18|19 to 22|23 to 26|
 *
 * In. Two loads of 16 characters, which share five, hold the 27 of a text. A character's class,
 * digit, upper or lower case, gives the offset to subtract and the highest value; a value above it,
 * as an unsigned byte, is that of a character between the classes or outside of all. Then
 * multiply-add by (62, 1), by (62^2, 1), by (62^4, 1), and wide products by scalar code
 * (join62x27):
 *
 *     low half   |. . . . . 0 1 2|3 to 10|   high half   |11 to 18|19 to 26|
 *     64 bits    |       a       |   b   |               |    c   |    d   |
 *
 * Loads and stores stay within ID and text, so there is no tail. ns per ID on an AMD EPYC (Zen,
 * AVX2) under other load, gcc 12 -O2; scalar.c by the same:
 *
 *                  one out   many out   one in   many in
 * 62x27            14.4      11.9       7.7      5.6
 * by scalar.c      16.2      15.4       19.0     17.0
 */
#pragma once

#include "avx2_constants.h"
#include "each.h"
#include "../text/radix62.h"

#define POW2_OF_62 3844
#define POW4_OF_62 14776336

#define RECIPROCAL_62 ((UINT64_C(1) << 36) / POW2_OF_62 + 1)
struct constants_62 {
    _Alignas(32) uint64_t reciprocal[4];
    uint32_t pow2[8], join_pairs[8];
    uint16_t by_16913[16], by_15871[16], join_digits[16];
    int8_t zero[32], to_upper[32], to_lower[32];  /* offsets of the classes */
    int8_t nine[32], last_upper[32], letters[32]; /* greatest values, number of letters */
    int8_t before_upper[32], before_lower[32];    /* the characters before 'A' and 'a' */
    int8_t places_out[32], places_in[32];         /* for shuffles */
};
static const struct constants_62 CONSTANTS_62 = {
    .reciprocal = {TIMES_4(RECIPROCAL_62)},
    .pow2 = {TIMES_8(POW2_OF_62)},
    .join_pairs = {TIMES_8(1 << 16 | POW2_OF_62)},
    .by_16913 = {TIMES_16(16913)},
    .by_15871 = {TIMES_16(62 * 256 - 1)},
    .join_digits = {TIMES_16(1 << 8 | 62)},
    .zero = {TIMES_32('0')},
    .to_upper = {TIMES_32('A' - '9' - 1)},
    .to_lower = {TIMES_32('a' - 'Z' - 1)},
    .nine = {TIMES_32(9)},
    .last_upper = {TIMES_32(35)},
    .letters = {TIMES_32(26)},
    .before_upper = {TIMES_32('A' - 1)},
    .before_lower = {TIMES_32('a' - 1)},
    .places_out = {1,  2,  3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, -1, -1, -1,
                   -1, -1, 0, 1, 2, 3, 6, 7,  8,  9,  10, 11, 12, 13, 14, 15},
    .places_in = {-1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5,  6,  7,  8,  9,  10,
                  0,  1,  2,  3,  4,  5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
};

/* 32-bit lanes below 62^4 to two pairs each in 16 bits, the upper first. The reciprocal is above
 * 2^36 / 3844 by less than 1, and v < 2^23.9: the error is below 2^23.9 / 2^36 < 1 / 3844, so
 * quotients are exact. */
SIMD_INLINE __m256i pairs_62(__m256i v, const struct constants_62 *k)
{
    const __m256i reciprocal = VECTOR(reciprocal);
    __m256i even = _mm256_mul_epu32(v, reciprocal);
    __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(v, 32), reciprocal);
    __m256i q = _mm256_blend_epi32(_mm256_srli_epi64(even, 36), _mm256_srli_epi64(odd, 4), 0xaa);
    __m256i r = _mm256_sub_epi32(v, _mm256_madd_epi16(q, VECTOR(pow2)));
    return _mm256_or_si256(q, _mm256_slli_epi32(r, 16));
}

/* The two characters of each pair. 16913 * 62 is 2^20 + 30, and 3843 * 30 < 2^20: quotients are
 * exact. The digits as bytes are first + 256 * (pair - 62 * first). */
SIMD_INLINE __m256i characters_62(__m256i pairs, const struct constants_62 *k)
{
    __m256i first = _mm256_srli_epi16(_mm256_mulhi_epu16(pairs, VECTOR(by_16913)), 4);
    __m256i v =
        _mm256_sub_epi16(_mm256_slli_epi16(pairs, 8), _mm256_mullo_epi16(first, VECTOR(by_15871)));
    __m256i is_letter = _mm256_cmpgt_epi8(v, VECTOR(nine));
    __m256i is_lower = _mm256_cmpgt_epi8(v, VECTOR(last_upper));
    v = _mm256_add_epi8(v, VECTOR(zero));
    v = _mm256_add_epi8(v, _mm256_and_si256(is_letter, VECTOR(to_upper)));
    return _mm256_add_epi8(v, _mm256_and_si256(is_lower, VECTOR(to_lower)));
}

/* Two numbers below 62^4 in the halves of a word. */
SIMD_INLINE int64_t two_62(uint64_t low, uint64_t high)
{
    return (int64_t)(high << 32 | low);
}

/* The eight numbers below 62^4. */
SIMD_INLINE __m256i split_62(struct words62 words)
{
    struct parts62 p = split62x27(words);
    uint64_t a = p.first / POW4_OF_62, b = p.second / POW4_OF_62, c = p.third / POW4_OF_62;
    uint64_t b2 = p.second / RADIX62_POW8,
             c2 = p.third / RADIX62_POW8; /* not from b and c: sooner */
    return _mm256_setr_epi64x(two_62(a, p.first - a * POW4_OF_62), two_62(b2, b - b2 * POW4_OF_62),
                              two_62(p.second - b * POW4_OF_62, c2),
                              two_62(c - c2 * POW4_OF_62, p.third - c * POW4_OF_62));
}

/* The last 16 characters first, whose first two are right only after the stores of the first 13. */
SIMD_INLINE void print_words_62x27(char *text, struct words62 words)
{
    const struct constants_62 *k = opaque_pointer(&CONSTANTS_62);
    __m256i all = characters_62(pairs_62(split_62(words), k), k);
    all = _mm256_shuffle_epi8(all, VECTOR(places_out));
    __m128i first = _mm256_castsi256_si128(all);
    _mm_storeu_si128((__m128i *)(void *)(text + 11), _mm256_extracti128_si256(all, 1));
    _mm_storel_epi64((__m128i *)(void *)(text + 5), _mm_srli_si128(first, 5));
    _mm_storel_epi64((__m128i *)(void *)text, first);
}

void sortid_avx2_print_62x27(char *text, const uint8_t *bytes)
{
    print_words_62x27(text, load_new_words62(bytes));
}

SIMD_INLINE void print_row_62x27(char *text, const uint8_t *bytes)
{
    print_words_62x27(text, load_words62(bytes));
}

void sortid_avx2_print_many_62x27(char *text, const uint8_t *bytes, size_t count, int separator)
{
    print_each(text, bytes, count, separator, FORM_62X27, print_row_62x27);
}

/* The values of 32 characters; false if one is not a digit. The comparisons are signed: bytes from
 * 0x80 on are below all classes, and their values from 0x50 to 0xcf are above 9. */
SIMD_INLINE bool values_of_62(__m256i *values, __m256i text, const struct constants_62 *k)
{
    __m256i is_letter = _mm256_cmpgt_epi8(text, VECTOR(before_upper));
    __m256i is_lower = _mm256_cmpgt_epi8(text, VECTOR(before_lower));
    __m256i v = _mm256_sub_epi8(text, VECTOR(zero));
    v = _mm256_sub_epi8(v, _mm256_and_si256(is_letter, VECTOR(to_upper)));
    v = _mm256_sub_epi8(v, _mm256_and_si256(is_lower, VECTOR(to_lower)));
    __m256i letters = VECTOR(letters), highest = VECTOR(nine);
    highest = _mm256_add_epi8(highest, _mm256_and_si256(is_letter, letters));
    highest = _mm256_add_epi8(highest, _mm256_and_si256(is_lower, letters));
    __m256i beyond = _mm256_subs_epu8(v, highest);
    *values = v;
    return _mm256_testz_si256(beyond, beyond) != 0;
}

/* Four values of eight digits, below 62^8 < 2^47.7. */
SIMD_INLINE __m256i join_62(__m256i v, const struct constants_62 *k)
{
    v = _mm256_maddubs_epi16(v, VECTOR(join_digits)); /* < 62^2 < 2^12 */
    v = _mm256_madd_epi16(v, VECTOR(join_pairs));     /* < 62^4 < 2^24 */
    __m256i upper = _mm256_mul_epu32(v, _mm256_set1_epi64x(POW4_OF_62));
    return _mm256_add_epi64(upper, _mm256_srli_epi64(v, 32));
}

SIMD_INLINE bool parse_one_62x27(uint8_t *bytes, const char *text)
{
    const struct constants_62 *k = opaque_pointer(&CONSTANTS_62);
    __m256i all = _mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)text));
    __m128i last = _mm_loadu_si128((const __m128i *)(const void *)(text + 11));
    __m256i values;
    if (!values_of_62(&values, _mm256_inserti128_si256(all, last, 1), k))
        return false;
    __m256i parts = join_62(_mm256_shuffle_epi8(values, VECTOR(places_in)), k);
    __m128i ab = _mm256_castsi256_si128(parts), cd = _mm256_extracti128_si256(parts, 1);
    return join62x27(bytes, (uint64_t)_mm_cvtsi128_si64(ab), (uint64_t)_mm_extract_epi64(ab, 1),
                     (uint64_t)_mm_cvtsi128_si64(cd), (uint64_t)_mm_extract_epi64(cd, 1));
}

bool sortid_avx2_parse_62x27(uint8_t *bytes, const char *text)
{
    return parse_one_62x27(bytes, text);
}

size_t sortid_avx2_parse_many_62x27(uint8_t *bytes, const char *text, size_t count, int separator)
{
    return parse_each(bytes, text, count, separator, FORM_62X27, parse_one_62x27);
}
