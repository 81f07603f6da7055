/* SPDX-License-Identifier: MIT */
/* simd/avx2_radix36.h: base 36 out and in. A part of avx2.c.
 *
 * Out. 25 digits are split into 1 + 12 + 12 (scalar code, split25), 12 into 6 + 6, six into 3 + 3,
 * three into a pair and one; quotients are computed by multiplications by reciprocals:
 *
 *     64-bit lanes  |     a 12     |     b 12     | a of the next |  ...   divided in doubles
 *                   |up a 6 |      |up b 6 |      |               two such vectors, up and low
 *     16-bit lanes  |ua3|la3|ua3|la3|ub3|lb3|ub3|lb3|             last three, then first three
 *     bytes         |pp|pp|..., |d |d |...                        ordered by shuffles
 *
 * In. A byte's row of the ASCII chart, its high nibble, selects the offset to subtract, and a
 * second offset that sets bit 7 if the byte is beyond the row's digits. The digits of a row reach
 * the start or the end of the row, so one bound per row is enough. Then multiply-add by (36, 1), by
 * (1296, 1), by (36^4, 1):
 *
 *     low half   |0 1 2 3|4 5 6 7|8| (its other bytes weigh 0)   high half  |9 ... |17 ... 24|
 *     64 bits    | 0 to 7 |   8   |                              | 9 to 16 | 17 to 24 |
 *
 * and two wide products by scalar code (join25).
 *
 * For many IDs, scalar and vector work on different IDs are interleaved, because neither alone
 * keeps the CPU busy; a chain of some 50 cycles for one vector would fill the CPU's queues, so it
 * is split into loops over small buffers. IDs that do not fill a group are handled one by one; so
 * are all IDs if the program has set another rounding mode of doubles, or traps for inexact
 * results.
 *
 * ns per ID in 64 KiB of text, AMD Zen 3 at 3.2 GHz, gcc 12 (clang 14), -O2; scalar.c by gcc:
 *
 *                      many out      with newline     many in       with newline   one out  one in
 * 36x12                1.3 (1.5)     1.3 (1.7)        0.8 (0.9)     0.9 (0.9)      3.6      2.8
 * 36x12 by scalar.c    5.5           5.5              6.8           6.8            5.9      7.8
 * 36x25                4.9 (5.5)     5.2 (5.8)        3.0 (4.0)     3.0 (4.1)      8.5      4.4
 * 36x25 by scalar.c    15.4          15.6             14.5          14.7           15.8     16.1
 *
 * The calls for one ID are optimized for throughput. If each call depends on the previous one, they
 * take 21 and 29 out, 12.5 and 15 in (scalar.c 19 and 26, 15 and 19); from an ID that was just made
 * to its text on an Intel 6/167 17.0 and 22.3 (scalar.c 11.7 and 18.7).
 *
 * Tried and rejected: for one ID all four words of three digits by scalar code (one out 4.6 and 8.9
 * on that CPU); all steps of printing a vector in one loop (12 digits: 2.1 ns, because at most some
 * 64 vector operations can wait); scalar and vector work in separate loops (6.0 out, 3.4 in); two
 * stores of 16 for 24 digits (0.3 ns more); dividing 12 digits by 36^6 in integers (a quotient that
 * is sometimes wrong); carries by __int128 (gcc 12 spills); constants that the compiler builds in
 * registers (one out: 11 ns). */
#pragma once

#include "avx2_constants.h"
#include "avx2_vectors.h"
#include "mxcsr.h"
#include "../text/radix36.h"
#include "../text/wide.h"

#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

#define GROUP 32 /* IDs */

#define POW2 1296
#define POW3 46656
#define POW4 1679616
#define POW6 INT64_C(2176782336)
#define POW8 UINT64_C(2821109907456)

/* From tools/constants: 36^12; floor(2^156 / 36^24); floor(2^190 / 36^12) by halves; ceil(2^47 /
 * 36^3); 9^16; floor((2^128 - 1) / 36^16). */
#define POW12                UINT64_C(0x41c21cb8e1000000)
#define RECIPROCAL_POW24     UINT64_C(0xf27e3cab)
#define RECIPROCAL_POW12     UINT64_C(0xf927b119a812514a)
#define RECIPROCAL_POW12_LOW UINT64_C(0xfd9dd5de655091e5)
#define RECIPROCAL_POW3      UINT64_C(0xb3cc0706)
#define NINE16               UINT64_C(0x6954fe21e3e81)
#define LAST_UPPER9          UINT64_C(0x26e2f610e161)

struct constants {
    _Alignas(32) uint16_t words_36[16], words_220[16], words_1821[16], words_58255[16],
        words_51782[16];
    char bytes_9[32], bytes_0[32], bytes_a_10[32], bytes_39[32];
};
static const struct constants CONSTANTS = {
    {TIMES_16(36)},    {TIMES_16(220)},      {TIMES_16(1821)},
    {TIMES_16(58255)}, {TIMES_16(51782)},    {TIMES_32(9)},
    {TIMES_32('0')},   {TIMES_32('a' - 10)}, {TIMES_32('a' - 10 - '0')},
};

/* ---- Out: steps ---------------------------------------------------------- */

/* 64-bit lanes below 36^6 to 3 + 3 digits: first three in the upper half of the lane, last three
 * in the lower, which is v + q * (2^32 - 36^3). v may have any value above its low 32 bits; it
 * is added to the upper half. v < 2^31.03, the reciprocal is too large by 1408 / 2^47, and 1408
 * * v < 2^47: q is exact. */
SIMD_INLINE __m256i threes(__m256i v)
{
    __m256i reciprocal = _mm256_set1_epi64x(RECIPROCAL_POW3);
    __m256i q = _mm256_srli_epi64(_mm256_mul_epu32(v, reciprocal), 47); /* < 36^3 */
    return _mm256_add_epi64(v, _mm256_mul_epu32(q, _mm256_set1_epi64x((INT64_C(1) << 32) - POW3)));
}

/* v / 36^6 for v < 36^12, in the low half of each 64-bit lane; the high half ends in
 * sixteen 0 bits. With w = v >> 12 < 2^50.04 the quotient is that of w by 9^6 = 531441, and
 * that is (w - 265720) / 9^6, rounded to nearest by adding 1.5 * 2^52. It is never nearer to
 * the middle of two integers than 1 / (2 * 9^6) > 2^-20.1; the product of doubles, < 2^31.1,
 * is wrong by less than 2^-21.9 for the constant and 2^-21.9 for its own rounding. */
SIMD_INLINE __m256i upper6(__m256i v)
{
    __m256d two52 = _mm256_set1_pd(0x1p52); /* or: 2^52 + w */
    __m256d w = _mm256_or_pd(_mm256_castsi256_pd(_mm256_srli_epi64(v, 12)), two52);
    w = _mm256_sub_pd(w, _mm256_set1_pd(0x1p52 + 265720));
    w = _mm256_mul_pd(w, _mm256_set1_pd(1.0 / 531441));
    return _mm256_castpd_si256(_mm256_add_pd(w, _mm256_set1_pd(0x1.8p52)));
}

/* The 3 + 3 + 3 + 3 digits of v < 36^12 in the 16-bit lanes 2, 0, 3, 1. */
SIMD_INLINE __m256i threes_of_12(__m256i v)
{
    __m256i high = upper6(v);
    __m256i low = _mm256_sub_epi64(v, _mm256_mul_epu32(high, _mm256_set1_epi64x(POW6)));
    return _mm256_blend_epi16(threes(high), _mm256_slli_epi64(threes(low), 16), 0xaa);
}

/* 16-bit lanes t < 36^3 to the last digit, and the pair before it, first digit in the upper byte: h
 * + hh * 220 = (h - 36 * hh) + 256 * hh. Quotients by 36 are exact: 58255 / 2^21 is too large by 28
 * / (36 * 2^21) and 28 * t < 2^21; 1821 / 2^16 by 20 / (36 * 2^16) and 20 * h < 2^16.
 *
 * `of_one`, for one ID: a shorter chain and one more operation. hh = t / 36^2 is computed from t,
 * not from h. 51782 / 2^26 is too large by 608 / (1296 * 2^26), and 608 * t < 2^26. */
SIMD_INLINE void pairs_and_lasts(__m256i *pairs, __m256i *lasts, __m256i t, bool of_one)
{
    const struct constants *c = opaque_pointer(&CONSTANTS);
    __m256i h = _mm256_srli_epi16(_mm256_mulhi_epu16(t, load(c->words_58255)), 5); /* < 36^2 */
    __m256i hh = of_one ? _mm256_srli_epi16(_mm256_mulhi_epu16(t, load(c->words_51782)), 10)
                        : _mm256_mulhi_epu16(h, load(c->words_1821));       /* < 36 */
    *lasts = _mm256_sub_epi16(t, _mm256_mullo_epi16(h, load(c->words_36))); /* 36 * h < 2^16 */
    *pairs = _mm256_add_epi16(h, _mm256_mullo_epi16(hh, load(c->words_220)));
}

/* Bytes below 36 to characters; `zeros` is '0' in all bytes, or the character to write where a
 * byte is 0 and not a digit. */
SIMD_INLINE __m256i characters(__m256i digits, __m256i zeros)
{
    const struct constants *c = opaque_pointer(&CONSTANTS);
    __m256i letters = _mm256_cmpgt_epi8(digits, load(c->bytes_9));
    __m256i offsets = _mm256_blendv_epi8(zeros, load(c->bytes_a_10), letters);
    return _mm256_add_epi8(digits, offsets);
}

/* The lowest bytes of 32-bit lanes with pair and last digit, by lane: in the pair's order. */
#define THREE(lane) 4 * (lane) + 1, 4 * (lane), 4 * (lane) + 2
#define NONE4       -1, -1, -1, -1
#define NONE8       TIMES_8(-1)

/* ---- Out: one ------------------------------------------------------------ */

/* Four values below 36^6, in 64-bit lanes, to 12 characters in each half. Scalar code has
 * divided by 36^6: it is faster for one ID, and does not depend on the rounding mode. */
SIMD_INLINE __m256i characters_of_sixes(__m256i sixes)
{
    const struct constants *c = opaque_pointer(&CONSTANTS);
    __m256i pairs, lasts;
    pairs_and_lasts(&pairs, &lasts, threes(sixes), true); /* in the even lanes, 0 in the others */
    __m256i digits = _mm256_or_si256(pairs, _mm256_slli_epi32(lasts, 16));
    digits = _mm256_shuffle_epi8(digits, TWICE(THREE(1), THREE(0), THREE(3), THREE(2), NONE4));
    __m256i letters = _mm256_cmpgt_epi8(digits, load(c->bytes_9));
    __m256i more = _mm256_and_si256(letters, load(c->bytes_39));
    return _mm256_add_epi8(_mm256_add_epi8(digits, load(c->bytes_0)), more);
}

SIMD_INLINE __m128i sixes_of_12(uint64_t value)
{
    uint64_t high = value / (uint64_t)POW6;
    return _mm_set_epi64x((long long)(value - high * (uint64_t)POW6), (long long)high);
}

SIMD_INLINE void store_12(char *text, __m128i characters)
{
    store_8(text, characters);
    uint32_t last4 = (uint32_t)_mm_extract_epi32(characters, 2);
    memcpy(text + 8, &last4, 4);
}

void sortid_avx2_print_36x12(char *text, const uint8_t *bytes)
{
    uint64_t value = load_be64(bytes);
    __m128i sixes = sixes_of_12(value < LAST_36X12 ? value : LAST_36X12);
    store_12(text, lower(characters_of_sixes(_mm256_castsi128_si256(sixes))));
}

/* The multiples of 36^12 by the first digit, modulo 2^64. */
#define UP_TO_15(X)                                                                                \
    X(0), X(1), X(2), X(3), X(4), X(5), X(6), X(7), X(8), X(9), X(10), X(11), X(12), X(13), X(14), \
        X(15)
#define MULTIPLE(n) (n) * POW12
static const uint64_t multiples[16] = {UP_TO_15(MULTIPLE)};

/* The first digit, and two halves of 12 digits: q = v / 36^12 < 2^66 and the first digit are
 * computed in parallel from v, and each is then one product away from its half. Only the low 64
 * bits of q are needed.
 *
 * v without its low 24 bits has the same q, and as 36^12 = 2^24 * 9^12 its quotient is at least
 * 9^-12 > 2^-38.1 below the next integer. Its estimate in units of 2^-60 loses less than 4 (three
 * shifts, and a quarter each of two dropped halves, a dropped product and the rounded reciprocal),
 * so that 4 more make q exact. `first` is estimated by the high 32 bits: too small by one, and the
 * upper half not below 36^12, once in some 2^24 values, those less than 2^97.1 above a multiple of
 * 36^24 > 2^124. */
SIMD_INLINE unsigned split25(uint64_t halves[2], const uint8_t *bytes)
{
    uint64_t high = load_be64(bytes), low = load_be64(bytes + 8);
    uint64_t s1, s0, middle_high, middle_low, dropped;
    uint64_t first = (high >> 32) * RECIPROCAL_POW24 >> 60; /* <= 15 */
    wide_multiply(&s1, &s0, high, RECIPROCAL_POW12);
    wide_multiply(&middle_high, &dropped, high, RECIPROCAL_POW12_LOW);
    wide_multiply(&middle_low, &dropped, low & ~UINT64_C(0xffffff), RECIPROCAL_POW12);
    uint64_t s = (s0 >> 2) + (middle_high >> 2) + (middle_low >> 2) + 4; /* no carry */
    uint64_t q = (s1 << 2) + (s >> 60), upper = q - multiples[first];
    if (__builtin_expect(upper >= POW12, 0)) {
        upper -= POW12;
        first++;
    }
    halves[0] = upper;
    halves[1] = low - q * POW12;
    return (unsigned)first;
}

SIMD_INLINE char first_character(unsigned first)
{
    return sortid_text_pairs36[2 * first + 1];
}

void sortid_avx2_print_36x25(char *text, const uint8_t *bytes)
{
    uint64_t halves[2];
    text[0] = first_character(split25(halves, bytes));
    __m256i sixes = _mm256_castsi128_si256(sixes_of_12(halves[0]));
    sixes = characters_of_sixes(_mm256_inserti128_si256(sixes, sixes_of_12(halves[1]), 1));
    store_half(text + 1,
               lower(sixes)); /* writes four bytes too many, which the next store overwrites */
    store_12(text + 13, upper(sixes));
}

/* ---- Out: many ----------------------------------------------------------- */

/* Four IDs to 12 characters each, followed by the separator, which is in `zeros`. Each store
 * writes 16 bytes, and the next text overwrites the surplus. */
SIMD_INLINE void print_four12(char *text, size_t stride, __m256i threes, __m256i zeros)
{
    const __m256i order = TWICE(THREE(2), THREE(0), THREE(3), THREE(1), NONE4);
    __m256i pairs, lasts;
    pairs_and_lasts(&pairs, &lasts, threes, false);
    __m256i even = _mm256_shuffle_epi8(_mm256_unpacklo_epi16(pairs, lasts), order);
    __m256i odd = _mm256_shuffle_epi8(_mm256_unpackhi_epi16(pairs, lasts), order);
    even = characters(even, zeros);
    odd = characters(odd, zeros);
    store_half(text, lower(even));
    store_half(text + stride, lower(odd));
    store_half(text + 2 * stride, upper(even));
    store_half(text + 3 * stride, upper(odd));
}

/* Four IDs as integers; LAST_36X12 replaces those that are larger, which as signed integers are
 * above it or negative. */
SIMD_INLINE __m256i load_four12(const uint8_t *bytes)
{
    const __m256i last = _mm256_set1_epi64x((long long)LAST_36X12);
    __m256i v = swap8(load(bytes));
    __m256i beyond = _mm256_or_si256(v, _mm256_cmpgt_epi64(v, last)); /* in its sign */
    return _mm256_castpd_si256(_mm256_blendv_pd(_mm256_castsi256_pd(v), _mm256_castsi256_pd(last),
                                                _mm256_castsi256_pd(beyond)));
}

/* Prints GROUP IDs. Writes up to four bytes after the last text, where another text must follow. */
SIMD_INLINE void print_group12(char *text, size_t stride, const uint8_t *bytes, int separator)
{
    __m256i v[GROUP / 4], zeros = _mm256_set1_epi8('0');
    const __m256i behind = TWICE(TIMES_8(0), 0, 0, 0, 0, NONE4);
    zeros = _mm256_blendv_epi8(zeros, _mm256_set1_epi8((char)separator), behind);
    for (int i = 0; i < GROUP / 4; i++)
        v[i] = threes_of_12(load_four12(bytes + 32 * i));
    for (int i = 0; i < GROUP / 4; i++, text += 4 * stride)
        print_four12(text, stride, v[i], zeros);
}

void sortid_avx2_print_many_36x12(char *text, const uint8_t *bytes, size_t count, int separator)
{
    size_t stride = separator >= 0 ? 13 : 12, made = 0;
    if (doubles_are_default())
        for (; count - made > GROUP; made += GROUP)
            print_group12(text + made * stride, stride, bytes + 8 * made, separator);
    print_each(text + made * stride, bytes + 8 * made, count - made, separator, FORM_36X12,
               sortid_avx2_print_36x12);
}

/* The scalar work, which is AHEAD IDs ahead of the vectors: it writes first digit and separator
 * into the text, and the halves into the group's buffer. */
#define AHEAD 8
struct ahead {
    char *text;
    const uint8_t *bytes;
    uint64_t (*halves)[2];
};

SIMD_INLINE void split_next(struct ahead *ahead, size_t stride, int separator)
{
    ahead->text[0] = first_character(split25(*ahead->halves++, ahead->bytes));
    if (separator >= 0)
        ahead->text[25] = (char)separator;
    ahead->text += stride;
    ahead->bytes += 16;
}

/* Digits 1 to 16 of two IDs. After unpacking, the groups of three of the first half are in the
 * lower lanes. */
SIMD_INLINE __m256i first_sixteen(__m256i pairs, __m256i lasts)
{
    const __m256i a = TWICE(THREE(2), THREE(0), THREE(3), THREE(1), NONE4);
    const __m256i b = TWICE(NONE8, NONE4, THREE(2), 1);
    return _mm256_or_si256(_mm256_shuffle_epi8(_mm256_unpacklo_epi16(pairs, lasts), a),
                           _mm256_shuffle_epi8(_mm256_unpackhi_epi16(pairs, lasts), b));
}

/* Digits 17 to 24 of four IDs. */
SIMD_INLINE __m256i last_eight(const __m256i pairs[2], const __m256i lasts[2])
{
    const __m256i low = TWICE(0, 2, THREE(3), THREE(1), NONE8);
    const __m256i high = TWICE(NONE8, 0, 2, THREE(3), THREE(1));
    return _mm256_or_si256(_mm256_shuffle_epi8(_mm256_unpackhi_epi16(pairs[0], lasts[0]), low),
                           _mm256_shuffle_epi8(_mm256_unpackhi_epi16(pairs[1], lasts[1]), high));
}

SIMD_INLINE void store_upper_8(char *to, __m128i from)
{
    _mm_storeh_pi((__m64 *)(void *)to, _mm_castsi128_ps(from));
}

/* Digits 1 to 24 of four IDs, in stores of 16 and 8 bytes: a store that crosses a boundary of 32
 * bytes takes 5 cycles (Zen 3, if not aligned to 4), and shorter stores cross one less often. */
SIMD_INLINE void print_four24(char *text, size_t stride, const __m256i threes[2])
{
    const __m256i zeros = load(((const struct constants *)opaque_pointer(&CONSTANTS))->bytes_0);
    __m256i pairs[2], lasts[2];
    pairs_and_lasts(&pairs[0], &lasts[0], threes[0], false);
    pairs_and_lasts(&pairs[1], &lasts[1], threes[1], false);
    __m256i front = characters(first_sixteen(pairs[0], lasts[0]), zeros);
    __m256i rear = characters(first_sixteen(pairs[1], lasts[1]), zeros);
    __m256i eights = characters(last_eight(pairs, lasts), zeros);
    store_half(text, lower(front));
    store_half(text + stride, upper(front));
    store_half(text + 2 * stride, lower(rear));
    store_half(text + 3 * stride, upper(rear));
    store_8(text + 16, lower(eights));
    store_8(text + stride + 16, upper(eights));
    store_upper_8(text + 2 * stride + 16, lower(eights));
    store_upper_8(text + 3 * stride + 16, upper(eights));
}

/* Prints AHEAD IDs from their halves, interleaved with the scalar work for as many further IDs
 * if there are `more`. */
SIMD_INLINE void print_block25(char *text, size_t stride, uint64_t (*halves)[2],
                               struct ahead *ahead, bool more, int separator)
{
    __m256i threes[AHEAD / 2];
    for (int i = 0; i < AHEAD / 2; i++) {
        threes[i] = threes_of_12(load(halves[2 * i]));
        if (more)
            split_next(ahead, stride, separator);
    }
    for (int i = 0; i < AHEAD; i += 4, text += 4 * stride) {
        print_four24(text + 1, stride, threes + i / 2);
        if (more) {
            split_next(ahead, stride, separator);
            split_next(ahead, stride, separator);
        }
    }
}

SIMD_INLINE void print_group25(char *text, size_t stride, const uint8_t *bytes, int separator)
{
    _Alignas(32) uint64_t halves[GROUP][2];
    struct ahead ahead = {text, bytes, halves};
    for (int i = 0; i < AHEAD; i++)
        split_next(&ahead, stride, separator);
    for (size_t i = 0; i < GROUP; i += AHEAD)
        print_block25(text + i * stride, stride, halves + i, &ahead, i + AHEAD < GROUP, separator);
}

/* The stride and NO_SEPARATOR are constants: in registers they would displace other values. */
SIMD_INLINE size_t print_groups25(char *text, const uint8_t *bytes, size_t count, size_t stride,
                                  int separator)
{
    size_t made = 0;
    for (; count - made >= GROUP; made += GROUP)
        print_group25(text + made * stride, stride, bytes + 16 * made, separator);
    return made;
}

void sortid_avx2_print_many_36x25(char *text, const uint8_t *bytes, size_t count, int separator)
{
    size_t stride = separator >= 0 ? 26 : 25, made = 0;
    if (doubles_are_default())
        made = separator < 0 ? print_groups25(text, bytes, count, 25, NO_SEPARATOR)
                             : print_groups25(text, bytes, count, 26, (uint8_t)separator);
    print_each(text + made * stride, bytes + 16 * made, count - made, separator, FORM_36X25,
               sortid_avx2_print_36x25);
}

/* ---- In: steps ----------------------------------------------------------- */

/* Rows of the chart: no digits, up to 9, from A, up to Z, from a, up to z; bytes of the other
 * rows have bit 7 set themselves. */
#define ROWS(none, digits, A, Z, a, z) TWICE(none, none, none, digits, A, Z, a, z, TIMES_8(0))

/* The values of 32 digits; sets bit 7 in `bad` for a byte that is not a digit. */
SIMD_INLINE __m256i values36(__m256i *bad, __m256i text)
{
    const __m256i zeros = ROWS(0, -'0', 10 - 'A', 10 - 'A', 10 - 'a', 10 - 'a');
    const __m256i bounds = ROWS(-128, 127 - '9', -'A', 127 - 'Z', -'a', 127 - 'z');
    __m256i rows = _mm256_and_si256(_mm256_srli_epi16(text, 4), _mm256_set1_epi8(15));
    *bad = _mm256_or_si256(*bad, _mm256_add_epi8(text, _mm256_shuffle_epi8(bounds, rows)));
    return _mm256_add_epi8(text, _mm256_shuffle_epi8(zeros, rows));
}

#define PAIR 36, 1
#define FOUR POW2, 1
#define ZERO 0, 0

/* Twelve digits in each half to three 32-bit lanes below 36^4, and 0. */
SIMD_INLINE __m256i fours_of_12(__m256i digits)
{
    const __m256i weights = _mm256_setr_epi16(FOUR, FOUR, FOUR, ZERO, FOUR, FOUR, FOUR, ZERO);
    __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(1 << 8 | 36)); /* < 36^2 */
    return _mm256_madd_epi16(pairs, weights);
}

/* ---- In: one ------------------------------------------------------------- */

bool sortid_avx2_parse_36x12(uint8_t *bytes, const char *text)
{
    uint32_t last4;
    memcpy(&last4, text + 8, 4);
    __m128i digits = _mm_loadl_epi64((const __m128i *)(const void *)text);
    digits = _mm_insert_epi32(digits, (int)last4, 2);
    __m256i bad = _mm256_setzero_si256();
    digits = lower(fours_of_12(values36(&bad, _mm256_castsi128_si256(digits))));
    if ((_mm256_movemask_epi8(bad) & 0xfff) != 0)
        return false;
    uint64_t two = (uint64_t)_mm_cvtsi128_si64(digits);
    uint64_t value = (two & UINT32_MAX) * POW4 + (two >> 32);                 /* < 36^8 */
    store_be64(bytes, value * POW4 + (uint32_t)_mm_extract_epi32(digits, 2)); /* < 36^12 */
    return true;
}

/* 25 digits to 64-bit lanes: 0 to 7, 8, 9 to 16, 17 to 24. */
SIMD_INLINE __m256i eights_of_25(__m256i *bad, const char *text)
{
    const __m256i pairs_of = _mm256_setr_epi8(PAIR, PAIR, PAIR, PAIR, 1, 0, ZERO, ZERO, ZERO, PAIR,
                                              PAIR, PAIR, PAIR, PAIR, PAIR, PAIR, PAIR);
    const __m256i fours_of = _mm256_setr_epi16(FOUR, FOUR, 1, 0, ZERO, FOUR, FOUR, FOUR, FOUR);
    const __m256i eights_of = _mm256_setr_epi64x(POW4, 1, POW4, POW4);
    __m256i digits = values36(bad, load_halves(text, text + 9));
    __m256i fours = _mm256_madd_epi16(_mm256_maddubs_epi16(digits, pairs_of), fours_of);
    return _mm256_add_epi64(_mm256_mul_epu32(fours, eights_of), _mm256_srli_epi64(fours, 32));
}

/* x * 36^16 + y, x the first nine digits: 36^16 = 2^32 * 9^16. The sum fits if x is below its
 * largest possible value, because then x + 1 does not overflow; at that value it may or may not
 * fit. */
SIMD_INLINE bool join25(uint8_t *bytes, const uint64_t eights[4])
{
    uint64_t x = eights[0] * 36 + eights[1], x_high, x_low, high, low; /* < 36^9 */
    if (x >= LAST_UPPER9)
        return false;
    wide_multiply(&x_high, &x_low, x, NINE16);   /* < 2^96 */
    wide_multiply(&high, &low, eights[2], POW8); /* < 36^16 < 2^82.8 */
    high += x_high << 32 | x_low >> 32;
    wide_add(&high, &low, eights[3]);
    wide_add(&high, &low, x_low << 32);
    store_be64(bytes, high);
    store_be64(bytes + 8, low);
    return true;
}

bool sortid_avx2_parse_36x25(uint8_t *bytes, const char *text)
{
    uint64_t eights[4];
    __m256i bad = _mm256_setzero_si256();
    store(eights, eights_of_25(&bad, text));
    if (_mm256_movemask_epi8(bad) == 0 && join25(bytes, eights))
        return true;
    return sortid_text_parse36x25(bytes, text, NULL) ==
           SORTID_OK; /* decides the values at the limit */
}

/* ---- In: many ------------------------------------------------------------ */

/* `bad` has bit 7 set where a byte is not a digit; `differ` has any bit set where a byte is not
 * the separator. */
struct marks {
    __m256i bad, differ;
};

/* Reads four IDs of 12 digits, and checks four bytes after each. */
SIMD_INLINE void parse_four12(uint8_t *bytes, const char *text, size_t stride, int separator,
                              struct marks *marks)
{
    __m256i p = load_halves(text, text + 2 * stride);
    __m256i q = load_halves(text + stride, text + 3 * stride);
    if (separator >= 0) {
        const __m256i separators = _mm256_set1_epi8((char)separator);
        marks->differ = _mm256_or_si256(marks->differ, _mm256_xor_si256(p, separators));
        marks->differ = _mm256_or_si256(marks->differ, _mm256_xor_si256(q, separators));
    }
    p = fours_of_12(values36(&marks->bad, p));
    q = fours_of_12(values36(&marks->bad, q));
    __m256i ab = _mm256_unpacklo_epi64(p, q), c = _mm256_unpackhi_epi64(p, q);
    /* a * 36^8 as a * 9^8 < 2^46.1 and a shift by 16 */
    __m256i a = _mm256_slli_epi64(_mm256_mul_epu32(ab, _mm256_set1_epi64x(43046721)), 16);
    __m256i b = _mm256_mul_epu32(_mm256_srli_epi64(ab, 32), _mm256_set1_epi64x(POW4));
    __m256i v = _mm256_add_epi64(a, _mm256_add_epi64(b, c)); /* < 36^12 */
    store(bytes, swap8(v));
}

SIMD_INLINE bool parse_group12(uint8_t *bytes, const char *text, size_t stride, int separator)
{
    const __m256i digits =
        TWICE(-128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128, -128, 0, 0, 0, 0);
    const __m256i behind = TWICE(TIMES_8(0), 0, 0, 0, 0, -1, 0, 0, 0);
    struct marks marks = {_mm256_setzero_si256(), _mm256_setzero_si256()};
    for (int i = 0; i < GROUP; i += 4, text += 4 * stride)
        parse_four12(bytes + 8 * i, text, stride, separator, &marks);
    return _mm256_testz_si256(marks.bad, digits) && _mm256_testz_si256(marks.differ, behind);
}

/* Interleaved as in printing, but here the vectors are ahead of the scalar work. */
SIMD_INLINE bool parse_group25(uint8_t *bytes, const char *text, size_t stride, int separator)
{
    _Alignas(32) uint64_t eights[GROUP][4];
    __m256i bad = _mm256_setzero_si256();
    for (size_t i = 0; i < AHEAD; i++)
        store(eights[i], eights_of_25(&bad, text + i * stride));
    for (size_t i = 0; i < GROUP; i++, text += stride) {
        if (i + AHEAD < GROUP)
            store(eights[i + AHEAD], eights_of_25(&bad, text + AHEAD * stride));
        if (!join25(bytes + 16 * i, eights[i]) ||
            (separator >= 0 && (uint8_t)text[25] != separator))
            return false;
    }
    return _mm256_movemask_epi8(bad) == 0;
}

/* Reads up to GROUP texts one by one, until one cannot be read. */
#define PARSE_SOME(NAME, BYTES, DIGITS)                                                            \
    static size_t parse_some_##NAME(uint8_t *bytes, const char *text, size_t count, int separator) \
    {                                                                                              \
        size_t stride = DIGITS + (separator >= 0), some = count < GROUP ? count : GROUP;           \
        for (size_t i = 0; i < some; i++, text += stride, bytes += BYTES)                          \
            if ((separator >= 0 && (unsigned char)text[DIGITS] != (unsigned)separator) ||          \
                !sortid_avx2_parse_##NAME(bytes, text))                                            \
                return i;                                                                          \
        return some;                                                                               \
    }

/* Reads groups while another text follows; a group that fails is read one by one. */
#define PARSE_MANY_36(NAME, BYTES, DIGITS, GROUP_OF)                                               \
    PARSE_SOME(NAME, BYTES, DIGITS)                                                                \
    static size_t parse_packed_##NAME(uint8_t *bytes, const char *text, size_t count)              \
    {                                                                                              \
        size_t made = 0;                                                                           \
        while (count - made > GROUP &&                                                             \
               GROUP_OF(bytes + made * BYTES, text + made * DIGITS, DIGITS, NO_SEPARATOR))         \
            made += GROUP;                                                                         \
        return made;                                                                               \
    }                                                                                              \
    static size_t parse_ended_##NAME(uint8_t *bytes, const char *text, size_t count,               \
                                     uint8_t separator)                                            \
    {                                                                                              \
        size_t made = 0;                                                                           \
        while (count - made > GROUP &&                                                             \
               GROUP_OF(bytes + made * BYTES, text + made * (DIGITS + 1), DIGITS + 1, separator))  \
            made += GROUP;                                                                         \
        return made;                                                                               \
    }                                                                                              \
    size_t sortid_avx2_parse_many_##NAME(uint8_t *bytes, const char *text, size_t count,           \
                                         int separator)                                            \
    {                                                                                              \
        size_t stride = DIGITS + (separator >= 0), made = 0, some;                                 \
        do {                                                                                       \
            uint8_t *id = bytes + made * BYTES;                                                    \
            const char *next = text + made * stride;                                               \
            made += separator < 0                                                                  \
                        ? parse_packed_##NAME(id, next, count - made)                              \
                        : parse_ended_##NAME(id, next, count - made, (uint8_t)separator);          \
            some = parse_some_##NAME(bytes + made * BYTES, text + made * stride, count - made,     \
                                     separator);                                                   \
            made += some;                                                                          \
        } while (some == GROUP);                                                                   \
        return made;                                                                               \
    }

PARSE_MANY_36(36x12, 8, 12, parse_group12)
PARSE_MANY_36(36x25, 16, 25, parse_group25)
