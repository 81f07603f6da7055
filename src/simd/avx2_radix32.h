/* SPDX-License-Identifier: MIT */
/* simd/avx2_radix32.h: base 32 out and in. A part of avx2.c.
 *
 * Out. Two digits are 10 bits within two bytes. A shuffle makes a 16-bit word of these bytes, and
 * two multiplications replace a shift by lane (SPREAD26, SPREAD32):
 *
 *     bytes  |7654 3210|7654 3210|7654 3210|7654 3210|7654 3210|7654 3210|   40 bits, 8 digits
 *     words  |aaaaabbbbb......|                                    shift 6
 *                      |..ccccc ddddd....|                         shift 4, then 2, then 0
 *     lanes  |digit a |digit b |digit c |digit d |...              a digit in a byte
 *
 * A digit becomes a character by two tables of 16, selected by its bit 4. 26 digits are computed as
 * 0 to 15 and 10 to 25, one part in each half of the vector, and two stores write exactly their
 * bytes. In the call for many, one store writes all 26 and some bytes more, which the next text
 * overwrites.
 *
 * In. Multiply-add joins the values of two digits, then of four, then shuffles make bytes
 * (GATHER26, GATHER32). */
#pragma once

#include "avx2_vectors.h"

/* ---- Base 32 out --------------------------------------------------------- */

static const char DIGITS_32HEX[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
static const char DIGITS_CROCKFORD[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* For each word: the two bytes it consists of, lower half first, and the factors that move its
 * upper digit (bits shift + 5 to shift + 9) to bit 16 of the product, and its lower digit (from
 * bit `shift`) to bit 8. */
struct spread {
    _Alignas(32) int8_t bytes[32];
    uint16_t first[16], second[16];
};

/* The words of eight digits, 40 bits from byte b on. */
#define WORDS(b)      b + 1, b, b + 2, b + 1, b + 3, b + 2, b + 4, b + 3
#define FIRST(shift)  1 << (11 - (shift))
#define FIRSTS        FIRST(6), FIRST(4), FIRST(2), FIRST(0)
#define SECOND(shift) 1 << (8 - (shift))
#define SECONDS       SECOND(6), SECOND(4), SECOND(2), SECOND(0)

/* Digits 0 to 15 | 10 to 25 of 16 bytes. The first two need only the first byte, by shift 0;
 * after them each group of eight begins at bytes 1, 6 and 11. */
static const struct spread SPREAD26 = {
    {0, -1, WORDS(1), 7, 6, 8, 7, 9, 8, WORDS(6), WORDS(11)},
    {FIRST(0), FIRSTS, FIRST(6), FIRST(4), FIRST(2), FIRSTS, FIRSTS},
    {SECOND(0), SECONDS, SECOND(6), SECOND(4), SECOND(2), SECONDS, SECONDS},
};

/* Digits 0 to 15 | 16 to 25. */
static const struct spread SPREAD26_IN_A_ROW = {
    {0, -1, WORDS(1), 7, 6, 8, 7, 9, 8, 10, 9, WORDS(11), -1, -1, -1, -1, -1, -1},
    {FIRST(0), FIRSTS, FIRST(6), FIRST(4), FIRST(2), FIRST(0), FIRSTS},
    {SECOND(0), SECONDS, SECOND(6), SECOND(4), SECOND(2), SECOND(0), SECONDS},
};

/* Digits 0 to 15 | 16 to 31 of 20 bytes, 0 to 15 | 8 to 19 loaded. */
static const struct spread SPREAD32 = {
    {WORDS(0), WORDS(5), WORDS(2), WORDS(7)},
    {FIRSTS, FIRSTS, FIRSTS, FIRSTS},
    {SECONDS, SECONDS, SECONDS, SECONDS},
};

/* The same, 0 to 15 | 4 to 19 loaded. */
static const struct spread SPREAD32_IN_A_ROW = {
    {WORDS(0), WORDS(5), WORDS(6), WORDS(11)},
    {FIRSTS, FIRSTS, FIRSTS, FIRSTS},
    {SECONDS, SECONDS, SECONDS, SECONDS},
};

SIMD_INLINE __m256i characters32(__m256i bytes, const struct spread *spread, const char digits[32])
{
    __m256i words = _mm256_shuffle_epi8(bytes, load(spread->bytes));
    __m256i first = _mm256_mulhi_epu16(words, load(spread->first));   /* word >> shift + 5 */
    __m256i second = _mm256_mullo_epi16(words, load(spread->second)); /* word << 8 - shift */
    __m256i both = _mm256_blendv_epi8(first, second, _mm256_set1_epi16(-256)); /* upper bytes */
    __m256i values = _mm256_and_si256(both, _mm256_set1_epi8(31));
    __m256i above15 = _mm256_add_epi8(values, _mm256_set1_epi8(128 - 16)); /* in bit 7 */
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(load_twice(digits), values),
                              _mm256_shuffle_epi8(load_twice(digits + 16), values), above15);
}

SIMD_INLINE void print_26(char *text, const uint8_t *bytes, const char digits[32])
{
    __m256i x = characters32(load_words_twice(bytes), &SPREAD26, digits);
    store_half(text, lower(x));
    store_half(text + 10, upper(x));
}

/* Writes 32 bytes, six more than the text has. */
SIMD_INLINE void print_26_in_a_row(char *text, const uint8_t *bytes, const char digits[32])
{
    store(text, characters32(load_twice(bytes), &SPREAD26_IN_A_ROW, digits));
}

#define PRINT_26(FORM, NAME, DIGITS)                                                               \
    void sortid_avx2_print_##NAME(char *text, const uint8_t *bytes)                                \
    {                                                                                              \
        print_26(text, bytes, DIGITS);                                                             \
    }                                                                                              \
    SIMD_INLINE void print_row_##NAME(char *text, const uint8_t *bytes)                            \
    {                                                                                              \
        print_26_in_a_row(text, bytes, DIGITS);                                                    \
    }                                                                                              \
    PRINT_MANY(FORM, NAME, print_row_##NAME)
PRINT_26(FORM_32HEX26, 32hex26, DIGITS_32HEX)
PRINT_26(FORM_CROCKFORD26, crockford26, DIGITS_CROCKFORD)

void sortid_avx2_print_32hex32(char *text, const uint8_t *bytes)
{
    __m128i low = load_words(bytes), high = load_word_and_half(bytes + 8);
    __m256i x = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    store(text, characters32(x, &SPREAD32, DIGITS_32HEX));
}

SIMD_INLINE void print_row_32hex32(char *text, const uint8_t *bytes)
{
    store(text, characters32(load_halves(bytes, bytes + 4), &SPREAD32_IN_A_ROW, DIGITS_32HEX));
}
PRINT_MANY(FORM_32HEX32, 32hex32, print_row_32hex32)

/* ---- Base 32 in ---------------------------------------------------------- */

/* Factors that make words of two digits, then double words of four, shifted so that a byte of
 * the result is a byte of one double word (`bytes`) or the sum of bytes of two (`shared`; their
 * bits do not overlap). In both -1 means none. */
struct gather {
    _Alignas(32) uint8_t pairs[32];
    int16_t fours[16];
    int8_t bytes[32], shared[32];
    uint8_t limit[32]; /* of the digits */
};

#define TWO(unit)  32 * (unit), unit
#define EIGHT_TWOS TWO(1), TWO(1), TWO(1), TWO(1), TWO(1), TWO(1), TWO(1), TWO(1)

/* Eight digits: four << 4 in one double word, 24 bits, four in the next, 20 bits. Bytes 0 to 4
 * are 2, 1, 0 with the upper 4 bits of 20, and 5, 4; so are the next eight. */
#define FOURS_OF_8   1024 * 16, 16, 1024, 1
#define BYTES_OF_16  2, 1, 0, 5, 4, 10, 9, 8, 13, 12
#define SHARED_OF_16 -1, -1, 6, -1, -1, -1, -1, 14, -1, -1
#define NONE_OF_6    -1, -1, -1, -1, -1, -1
#define LIMIT_8      31, 31, 31, 31, 31, 31, 31, 31

/* Digits 0 to 15 (10 to 15 have weight 0) | 10 to 25. 0 to 3 are 18 bits << 6, 4 to 7 20 bits <<
 * 2, 8 and 9 10 bits << 8: bytes 0 to 5 are 2, 1, 0 + 6, 5, 4 + 10, 9. Pairs are at most 31 *
 * 132 = 4092 < 2^15, fours below 2^26. */
static const struct gather GATHER26 = {
    {TWO(4), TWO(4), TWO(1), TWO(1), TWO(1), TWO(0), TWO(0), TWO(0), EIGHT_TWOS},
    {1024 * 16, 16, 1024 * 4, 4, 256, 0, 0, 0, FOURS_OF_8, FOURS_OF_8},
    {2, 1, 0, 5, 4, 9, NONE_OF_6, -1, -1, -1, -1, NONE_OF_6, BYTES_OF_16},
    {-1, -1, 6, -1, 10, -1, NONE_OF_6, -1, -1, -1, -1, NONE_OF_6, SHARED_OF_16},
    {7, 31, 31, 31, 31, 31, 31, 31, LIMIT_8, LIMIT_8, LIMIT_8}, /* 8 * 32^25 = 2^128 */
};

/* Digits 0 to 15 | 16 to 31, as ten bytes at the start of the lower half and at the end of the
 * upper half. Pairs are at most 31 * 33 = 1023, fours below 2^24. */
static const struct gather GATHER32 = {
    {EIGHT_TWOS, EIGHT_TWOS},
    {FOURS_OF_8, FOURS_OF_8, FOURS_OF_8, FOURS_OF_8},
    {BYTES_OF_16, NONE_OF_6, NONE_OF_6, BYTES_OF_16},
    {SHARED_OF_16, NONE_OF_6, NONE_OF_6, SHARED_OF_16},
    {LIMIT_8, LIMIT_8, LIMIT_8, LIMIT_8},
};

SIMD_INLINE __m256i gather32(__m256i values, const struct gather *gather)
{
    __m256i pairs = _mm256_maddubs_epi16(load(gather->pairs), values);
    __m256i fours = _mm256_madd_epi16(pairs, load(gather->fours));
    return _mm256_or_si256(_mm256_shuffle_epi8(fours, load(gather->bytes)),
                           _mm256_shuffle_epi8(fours, load(gather->shared)));
}

SIMD_INLINE __m128i value_26(const char *text, struct chart chart, struct seen *seen)
{
    __m256i x = gather32(see(seen, load_halves(text, text + 10), chart), &GATHER26);
    return _mm_or_si128(lower(x), upper(x));
}

SIMD_INLINE bool parse_26(uint8_t *bytes, const char *text, const int8_t values[256])
{
    struct seen seen = nothing_seen();
    __m128i value = value_26(text, load_chart(values), &seen);
    if (!all_within(seen, load(GATHER26.limit)))
        return false;
    store_half(bytes, value);
    return true;
}

SIMD_INLINE bool four_26(uint8_t *bytes, const char *text, size_t stride, const int8_t values[256])
{
    struct chart chart = load_chart(values);
    struct seen seen = nothing_seen();
    store_half(bytes, value_26(text, chart, &seen));
    store_half(bytes + 16, value_26(text + stride, chart, &seen));
    store_half(bytes + 32, value_26(text + 2 * stride, chart, &seen));
    store_half(bytes + 48, value_26(text + 3 * stride, chart, &seen));
    return all_within(seen, load(GATHER26.limit));
}

#define PARSE_26(FORM, NAME, VALUES)                                                               \
    bool sortid_avx2_parse_##NAME(uint8_t *bytes, const char *text)                                \
    {                                                                                              \
        return parse_26(bytes, text, VALUES);                                                      \
    }                                                                                              \
    SIMD_INLINE bool four_##NAME(uint8_t *bytes, const char *text, size_t stride)                  \
    {                                                                                              \
        return four_26(bytes, text, stride, VALUES);                                               \
    }                                                                                              \
    PARSE_MANY(FORM, NAME, four_##NAME)
PARSE_26(FORM_32HEX26, 32hex26, sortid_text_value32hex)
PARSE_26(FORM_CROCKFORD26, crockford26, sortid_text_value_crockford)

SIMD_INLINE void store_20(uint8_t *bytes, __m256i x)
{
    __m128i from_4 = _mm_bsrli_si128(lower(x), 4); /* six bytes, which are 0 in upper(x) */
    store_half(bytes, lower(x));
    store_half(bytes + 4, _mm_or_si128(from_4, upper(x)));
}

bool sortid_avx2_parse_32hex32(uint8_t *bytes, const char *text)
{
    struct seen seen = nothing_seen();
    __m256i values = see(&seen, load(text), load_chart(sortid_text_value32hex));
    if (!all_within(seen, load(GATHER32.limit)))
        return false;
    store_20(bytes, gather32(values, &GATHER32));
    return true;
}

SIMD_INLINE bool four_32hex32(uint8_t *bytes, const char *text, size_t stride)
{
    struct chart chart = load_chart(sortid_text_value32hex);
    struct seen seen = nothing_seen();
    for (size_t i = 0; i < 4; i++)
        store_20(bytes + 20 * i, gather32(see(&seen, load(text + i * stride), chart), &GATHER32));
    return all_within(seen, load(GATHER32.limit));
}
PARSE_MANY(FORM_32HEX32, 32hex32, four_32hex32)
