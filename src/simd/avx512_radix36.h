/* SPDX-License-Identifier: MIT */
/* simd/avx512_radix36.h: base 36 out and in. A part of avx512.c.
 *
 * Out: eight IDs, one half of each in a lane of 64 bits, are divided by 36^12 in limbs of 52
 * bits (see `divide`), then 36^12 -> 36^6 -> 36^3 -> digits; each stored vector has two IDs. The
 * call for many goes through a small array three times, so that each has a short chain. In:
 * groups of four digits in lanes of 32 bits are transposed and joined by five 52-bit products
 * (see `join_eight25`). */
#pragma once

#include "avx512_vectors.h"

/* ---- Base 36 out --------------------------------------------------------- */

#define POW2  UINT32_C(1296)
#define POW3  UINT32_C(46656)
#define POW4  UINT32_C(1679616)
#define POW6  UINT64_C(2176782336)
#define POW8  UINT64_C(2821109907456)
#define POW12 UINT64_C(4738381338321616896)
#define NINE8 UINT64_C(43046721)
#define D     UINT64_C(282429536481) /* 9^12: 36^12 = 2^24 * D */

/* From tools/constants: 2^90 / D and the lower 52 bits of 2^142 / D, rounded down; 2^71 / 9^6,
 * 2^26 / 1296 and 2^21 / 36, rounded up; 9^16. */
#define RECIPROCAL_90   UINT64_C(0xf927b119a8125)
#define RECIPROCAL_142  UINT64_C(0x14afd9dd5de65)
#define RECIPROCAL_71   UINT64_C(0xfc8de8db15ce8)
#define RECIPROCAL_1296 UINT16_C(0xca46)
#define RECIPROCAL_36   UINT16_C(0xe38f)
#define NINE16          UINT64_C(0x6954fe21e3e81)

#define LIMB (UINT64_C(1) << 52)

/* a plus the low or the high 52 bits of the product of the low 52 bits of b and c. */
SIMD_INLINE __m512i add_low(__m512i a, __m512i b, uint64_t c)
{
    return _mm512_madd52lo_epu64(a, b, all64(c));
}

SIMD_INLINE __m512i add_high(__m512i a, __m512i b, uint64_t c)
{
    return _mm512_madd52hi_epu64(a, b, all64(c));
}

SIMD_INLINE __m512i high52(__m512i b, uint64_t c)
{
    return add_high(_mm512_setzero_si512(), b, c);
}

/* `upper` shifted up by 24, with the low 24 bits of `lower` below. */
SIMD_INLINE __m512i join24(__m512i upper, __m512i lower)
{
    return _mm512_ternarylogic_epi64(all64(0xffffff), lower, _mm512_slli_epi64(upper, 24), 0xca);
}

/* Eight IDs as (first * 36^12 + upper) * 36^12 + lower. */
struct thirds {
    __m512i first, upper, lower;
};

/* v / 36^12 = w / D where w = v >> 24 = w1 * 2^52 + w0. s = s1 * 2^52 + s0 estimates w / D * 2^38 <
 * 2^104: w1 times two limbs of 2^142 / D, w0 times the upper one. Two constants are rounded down
 * and two low halves dropped: each loses less than 1. So s >> 38 is the quotient q < 2^66, or q - 1
 * if w is less than 5 above a multiple of D: multiples of 36^12, or one of 2^36 others. In that
 * case `lower` is 36^12 or more, below 2 * 36^12 < 2^63.1, and is corrected. Without these 38 spare
 * bits that would happen often.
 *
 * Only the lower 64 bits of q are kept, and 52 of them are enough for the remainder: it is below
 * 2^40, and its bits above 52 are lost when it is shifted up by 24. */
SIMD_INLINE struct thirds divide(__m512i high, __m512i low)
{
    __m512i w1 = _mm512_srli_epi64(high, 12);
    __m512i w0 = _mm512_or_si512(_mm512_slli_epi64(high, 40), _mm512_srli_epi64(low, 24));
    __m512i s1 = high52(w1, RECIPROCAL_90);
    __m512i s0 = add_low(_mm512_setzero_si512(), w1, RECIPROCAL_90);
    s0 = add_high(add_high(s0, w1, RECIPROCAL_142), w0, RECIPROCAL_90);
    __m512i q = _mm512_add_epi64(_mm512_slli_epi64(s1, 14), _mm512_srli_epi64(s0, 38));
    __m512i q_upper = _mm512_srli_epi64(_mm512_add_epi64(s1, _mm512_srli_epi64(s0, 52)), 10);
    __m512i lower = join24(add_low(w0, q, LIMB - D), low);
    __mmask8 over = _mm512_cmpge_epu64_mask(lower, all64(POW12));
    if (__builtin_expect(over != 0, 0)) {
        lower = _mm512_mask_sub_epi64(lower, over, lower, all64(POW12));
        q = _mm512_mask_add_epi64(q, over, q, all64(1));
        over = _mm512_mask_testn_epi64_mask(over, q, all64(0xffffff));
        q_upper = _mm512_mask_add_epi64(q_upper, over, q_upper, all64(1));
    }
    /* The estimate is rounded up by less than q_upper / 2^52 < 2^-10 in units of 2^-38; the
     * fraction of a quotient stays 2^38 / D > 0.97 of these units below 1. So the result is
     * exact, 0 to 15. */
    __m512i first = _mm512_srli_epi64(high52(q_upper, RECIPROCAL_90 + 1), 38);
    __m512i upper = join24(add_low(q_upper, first, LIMB - D), q);
    return (struct thirds){first, upper, lower};
}

/* Splits x below 36^6 < 2^31.1 into two words below 36^3 in the low half, the upper one first; the
 * bits above are garbage. 2^52 / 36^3 is rounded up, which makes the quotient too large by less
 * than 2^-20 < 1 / 36^3. The result is upper + (x - upper * 36^3) * 2^16, by a single product. */
SIMD_INLINE __m512i split6(__m512i x)
{
    __m512i upper = high52(x, (LIMB + POW3 - 1) / POW3);
    return add_low(_mm512_slli_epi64(x, 16), upper, LIMB - ((uint64_t)POW3 << 16) + 1);
}

/* Splits x below 36^12 into four words below 36^3. The division is by 36^6 = 2^12 * 9^6: x >> 12
 * < 2^50.1, and 2^71 / 9^6 is rounded up, which makes the quotient too large by less than 0.27
 * units of 2^-19, where 2^19 / 9^6 > 0.98 units are allowed. */
SIMD_INLINE __m512i split12(__m512i x)
{
    __m512i upper = _mm512_srli_epi64(high52(_mm512_srli_epi64(x, 12), RECIPROCAL_71), 19);
    __m512i lower = split6(add_low(x, upper, LIMB - POW6));
    return _mm512_mask_mov_epi32(_mm512_slli_epi64(lower, 32), 0x5555, split6(upper));
}

struct digits {
    __m512i pairs, thirds; /* the first two digits of a word as bytes; its last one */
};

/* Splits words below 36^3 = 46656. Both reciprocals are rounded up, which makes the quotients
 * too large by less than 0.47 * 46656 / 2^26 < 1 / 1296 and 0.78 * 46656 / 2^21 < 1 / 36. If u1
 * is the word's first digit and u2 its first two digits, the pair is u1 + (u2 - 36 * u1) * 256. */
SIMD_INLINE struct digits split3(__m512i words)
{
    __m512i upper1 = _mm512_srli_epi16(_mm512_mulhi_epu16(words, all16(RECIPROCAL_1296)), 10);
    __m512i upper2 = _mm512_srli_epi16(_mm512_mulhi_epu16(words, all16(RECIPROCAL_36)), 5);
    return (struct digits){
        _mm512_sub_epi16(_mm512_slli_epi16(upper2, 8),
                         _mm512_mullo_epi16(upper1, all16((36 << 8) - 1))),
        _mm512_sub_epi16(words, _mm512_mullo_epi16(upper2, all16(36))),
    };
}

/* ---- 25 digits out ------------------------------------------------------- */

/* The text of two IDs whose four words are in the lanes 0 and 2: pairs of digits from `upper`
 * and `lower` (64 to 127), the other digits from the last digits of both (even and odd bytes)
 * and from the first digit (64 to 127). */
#define IS_DIGIT25(j, stride) ((j) < 2 * (stride) && PLACE(j, stride) < 25)
#define WORD25(j, stride)     (8 * (2 * ((j) / (stride))) + 2 * ((PLACE(j, stride) + 11) % 12 / 3))
#define IS_LOWER(j, stride)   (PLACE(j, stride) > 12)
#define THIRD_OF(j, stride)   ((PLACE(j, stride) + 11) % 12 % 3)
#define IS_PAIR25(j, stride)                                                                       \
    (IS_DIGIT25(j, stride) && PLACE(j, stride) > 0 && THIRD_OF(j, stride) < 2)
#define PAIR25(j, stride)                                                                          \
    ((64 * IS_LOWER(j, stride) + WORD25(j, stride) + THIRD_OF(j, stride)) & 127)
#define REST25(j, stride)                                                                          \
    (PLACE(j, stride) == 0 ? 64 + 16 * ((j) / (stride)) % 64                                       \
                           : (WORD25(j, stride) + IS_LOWER(j, stride)) & 63)

struct order25 {
    size_t stride;
    uint64_t pair, digits;
    uint8_t pairs[64], rests[64];
};

#define ORDER25(stride)                                                                            \
    stride, MASK(IS_PAIR25, stride), MASK(IS_DIGIT25, stride), BYTES(PAIR25, stride),              \
        BYTES(REST25, stride)

static const struct order25 ORDERS_25[2] = {{ORDER25(25)}, {ORDER25(26)}};

struct writer25 {
    __m512i pairs, rests, alphabet, separator;
    __mmask64 pair, digits;
    size_t stride;
};

/* Of eight IDs: the pairs of digits of both groups of twelve, their third digits, and the first
 * digit. */
struct digits25 {
    __m512i upper, lower, rests, first;
};

SIMD_INLINE struct writer25 load_writer25(int separator)
{
    const struct order25 *o = &ORDERS_25[separator >= 0];
    return (struct writer25){load_64(o->pairs), load_64(o->rests),       load_64(DIGITS_36),
                             all8(separator),   _cvtu64_mask64(o->pair), _cvtu64_mask64(o->digits),
                             o->stride};
}

/* The lanes of the result are the IDs 0 4 1 5 2 6 3 7. */
SIMD_INLINE struct thirds divide_ids(__m512i first4, __m512i last4)
{
    first4 = swap_words(first4);
    last4 = swap_words(last4);
    return divide(_mm512_unpacklo_epi64(first4, last4), _mm512_unpackhi_epi64(first4, last4));
}

/* The digits of words below 36^3. */
SIMD_INLINE struct digits25 digits_of(const struct thirds *words)
{
    struct digits upper = split3(words->upper), lower = split3(words->lower);
    __m512i rests = _mm512_or_si512(upper.thirds, _mm512_slli_epi16(lower.thirds, 8));
    return (struct digits25){upper.pairs, lower.pairs, rests, words->first};
}

SIMD_INLINE struct thirds words_of(const struct thirds *t)
{
    return (struct thirds){t->first, split12(t->upper), split12(t->lower)};
}

/* The text of the IDs 2 * number (0 to 6) and the next one: their lanes are 0 2, 4 6, 1 3, 5 7. */
SIMD_INLINE __m512i text_of_two(const struct writer25 *w, const struct digits25 *d, int number)
{
    __m512i place = all8(32 * (number & 1) + 8 * (number >> 1));
    __m512i rests = _mm512_permutex2var_epi8(d->rests, _mm512_add_epi8(w->rests, place), d->first);
    __m512i pairs = _mm512_permutex2var_epi8(d->upper, _mm512_add_epi8(w->pairs, place), d->lower);
    __m512i digits = _mm512_mask_mov_epi8(rests, w->pair, pairs);
    return _mm512_mask_permutexvar_epi8(w->separator, w->digits, digits, w->alphabet);
}

/* Prints at most eight IDs. */
static void print_few25(char *text, const uint8_t *bytes, size_t count, const struct writer25 *w)
{
    size_t size = 16 * count;
    struct thirds t = divide_ids(load_first(bytes, size), load_first(bytes + (size > 64 ? 64 : 0),
                                                                     size > 64 ? size - 64 : 0));
    struct thirds words = words_of(&t);
    struct digits25 d = digits_of(&words);
    for (int pair = 0; count > 0; pair++) {
        size_t now = count < 2 ? count : 2;
        store_first(text, text_of_two(w, &d, pair), now * w->stride);
        text += now * w->stride;
        count -= now;
    }
}

#define BATCH 4 /* groups of eight */

static void print_batch25(char *text, const uint8_t *bytes, const struct writer25 *w)
{
    struct thirds t[BATCH];
    for (int i = 0; i < BATCH; i++)
        t[i] = divide_ids(load_64(bytes + 128 * i), load_64(bytes + 128 * i + 64));
    for (int i = 0; i < BATCH; i++)
        t[i] = words_of(&t[i]);
    for (int i = 0; i < BATCH; i++) {
        struct digits25 d = digits_of(&t[i]);
        store_64(text, text_of_two(w, &d, 0));
        store_64(text + 2 * w->stride, text_of_two(w, &d, 1));
        store_64(text + 4 * w->stride, text_of_two(w, &d, 2));
        store_64(text + 6 * w->stride, text_of_two(w, &d, 3));
        text += 8 * w->stride;
    }
}

static void avx512_print_many_36x25(char *text, const uint8_t *bytes, size_t count, int separator)
{
    const struct writer25 w = load_writer25(separator);
    for (; count > 8 * BATCH; count -= 8 * BATCH) { /* the last store needs 14 bytes more */
        print_batch25(text, bytes, &w);
        text += 8 * BATCH * w.stride;
        bytes += 16 * 8 * BATCH;
    }
    while (count > 0) {
        size_t now = count < 8 ? count : 8;
        print_few25(text, bytes, now, &w);
        text += now * w.stride;
        bytes += 16 * now;
        count -= now;
    }
}

/* ---- 12 digits out ------------------------------------------------------- */

/* The text of four IDs whose words are in the lanes 0 to 3: pairs, and the third digits (from 64
 * on). */
#define IS_DIGIT12(j, stride) ((j) < 4 * (stride) && PLACE(j, stride) < 12)
#define DIGIT12(j, stride)                                                                         \
    ((PLACE(j, stride) % 3 == 2 ? 64 : PLACE(j, stride) % 3) +                                     \
     ((8 * ((j) / (stride)) + 2 * (PLACE(j, stride) / 3)) & 63))

struct order12 {
    size_t stride;
    uint64_t digits;
    uint8_t order[64];
};

#define ORDER12(stride) stride, MASK(IS_DIGIT12, stride), BYTES(DIGIT12, stride)

static const struct order12 ORDERS_12[2] = {{ORDER12(12)}, {ORDER12(13)}};

struct writer12 {
    __m512i upper, lower, alphabet, separator;
    __mmask64 digits;
    size_t stride;
};

SIMD_INLINE struct writer12 load_writer12(int separator)
{
    const struct order12 *o = &ORDERS_12[separator >= 0];
    __m512i order = load_64(o->order);
    return (struct writer12){order,           _mm512_add_epi8(order, all8(32)), load_64(DIGITS_36),
                             all8(separator), _cvtu64_mask64(o->digits),        o->stride};
}

struct digits12 {
    __m512i upper, lower; /* the texts of four IDs each */
};

SIMD_INLINE struct digits12 text_of_eight(const struct writer12 *w, __m512i ids)
{
    __m512i value = _mm512_min_epu64(swap_words(ids), all64(LAST_36X12));
    struct digits d = split3(split12(value));
    __m512i upper = _mm512_permutex2var_epi8(d.pairs, w->upper, d.thirds);
    __m512i lower = _mm512_permutex2var_epi8(d.pairs, w->lower, d.thirds);
    return (struct digits12){
        _mm512_mask_permutexvar_epi8(w->separator, w->digits, upper, w->alphabet),
        _mm512_mask_permutexvar_epi8(w->separator, w->digits, lower, w->alphabet),
    };
}

static void avx512_print_many_36x12(char *text, const uint8_t *bytes, size_t count, int separator)
{
    const struct writer12 w = load_writer12(separator);
    for (; count >= 10; count -= 8) { /* the last store needs 16 bytes more */
        struct digits12 d = text_of_eight(&w, load_64(bytes));
        store_64(text, d.upper);
        store_64(text + 4 * w.stride, d.lower);
        text += 8 * w.stride;
        bytes += 64;
    }
    while (count > 0) {
        size_t now = count < 8 ? count : 8;
        struct digits12 d = text_of_eight(&w, load_first(bytes, 8 * now));
        store_first(text, d.upper, (now < 4 ? now : 4) * w.stride);
        if (now > 4)
            store_first(text + 4 * w.stride, d.lower, (now - 4) * w.stride);
        text += now * w.stride;
        bytes += 8 * now;
        count -= now;
    }
}

/* ---- Base 36 in ---------------------------------------------------------- */

/* An ID of 12 digits takes 16 bytes: four digits, four unused, eight digits. */
#define SLOT12(j)                 ((j) % 16)
#define IS_PLACED12(j, stride)    (SLOT12(j) < 4 || SLOT12(j) >= 8)
#define FROM12(j, stride)         ((stride) * ((j) / 16) + (SLOT12(j) < 4 ? SLOT12(j) : SLOT12(j) - 4))
#define IS_SEPARATOR12(j, stride) ((j) < 4 * (stride) && PLACE(j, stride) == 12)

/* An ID of 25 digits takes 32: the first digit as the last of four, four unused, three times
 * eight. */
#define SLOT25(j)                 ((j) % 32)
#define IS_PLACED25(j, stride)    (SLOT25(j) == 3 || SLOT25(j) >= 8)
#define FROM25(j, stride)         (((stride) * ((j) / 32) + (SLOT25(j) == 3 ? 0 : SLOT25(j) - 7)) & 63)
#define IS_SEPARATOR25(j, stride) ((j) < 2 * (stride) && PLACE(j, stride) == 25)

struct places {
    size_t stride;
    uint64_t placed, separators;
    uint8_t from[64];
};

static const struct places PLACES_12[2] = {
    {12, MASK(IS_PLACED12, 12), MASK(IS_SEPARATOR12, 12), BYTES(FROM12, 12)},
    {13, MASK(IS_PLACED12, 13), MASK(IS_SEPARATOR12, 13), BYTES(FROM12, 13)},
};
static const struct places PLACES_25[2] = {
    {25, MASK(IS_PLACED25, 25), MASK(IS_SEPARATOR25, 25), BYTES(FROM25, 25)},
    {26, MASK(IS_PLACED25, 26), MASK(IS_SEPARATOR25, 26), BYTES(FROM25, 26)},
};

struct reader {
    __m512i from, low, high, others; /* `others`: '0', and the separator at its positions */
    __mmask64 placed, separators;
    size_t stride;
};

SIMD_INLINE struct reader load_reader(const struct places *p, int separator)
{
    return (struct reader){
        load_64(p->from),
        load_64(sortid_text_value36),
        load_64(sortid_text_value36 + 64),
        _mm512_mask_mov_epi8(all8('0'), _cvtu64_mask64(p->separators), all8(separator)),
        _cvtu64_mask64(p->placed),
        _cvtu64_mask64(p->separators),
        p->stride,
    };
}

/* Joins four digits each to lanes of 32 bits, pairs below 36^2 and fours below 36^4 < 2^21 (255,
 * which is not a digit, overflows nowhere). A wrong digit or separator sets bits of `bad`. */
SIMD_INLINE __m512i read_fours(const struct reader *r, __m512i text, __mmask64 *bad)
{
    __m512i digits = _mm512_mask_permutexvar_epi8(all8('0'), r->placed, r->from, text);
    __m512i values = _mm512_permutex2var_epi8(r->low, digits, r->high);
    *bad |= _mm512_movepi8_mask(_mm512_or_si512(values, digits)) |
            _mm512_mask_cmpneq_epi8_mask(r->separators, text, r->others);
    __m512i pairs = _mm512_maddubs_epi16(values, all16(1 << 8 | 36));
    return _mm512_madd_epi16(pairs, _mm512_set1_epi32(1 << 16 | 1296));
}

/* Joins two fours to one number < 36^8 < 2^41.4. */
SIMD_INLINE __m512i join8(__m512i fours)
{
    return _mm512_add_epi64(_mm512_mul_epu32(fours, all64(POW4)), _mm512_srli_epi64(fours, 32));
}

/* Loads texts into a vector; missing texts read as 0. */
SIMD_INLINE __m512i load_texts(const struct reader *r, const char *text, size_t from, size_t count)
{
    size_t first = from * r->stride, size = count > from ? (count - from) * r->stride : 0;
    return _mm512_mask_loadu_epi8(r->others, first_bytes(size), size > 0 ? text + first : text);
}

/* The bytes of eight IDs whose words are in the order 0 4 1 5 2 6 3 7. */
#define BYTE12(j, unused) (8 * ((j) / 8 % 4 * 2 + (j) / 32) + 7 - (j) % 8)

static const uint8_t BYTES_12[64] = BYTES(BYTE12, 0);

SIMD_INLINE __m512i read_eight12(const struct reader *r, __m512i first4, __m512i last4,
                                 __mmask64 *bad)
{
    __m512i a = read_fours(r, first4, bad), b = read_fours(r, last4, bad);
    /* The first four times 36^8 = 2^16 * 9^8; < 2^46.1 before the shift. */
    __m512i upper = _mm512_mul_epu32(_mm512_unpacklo_epi64(a, b), all64(NINE8));
    __m512i lower = join8(_mm512_unpackhi_epi64(a, b));
    return _mm512_permutexvar_epi8(load_64(BYTES_12),
                                   _mm512_add_epi64(_mm512_slli_epi64(upper, 16), lower));
}

static size_t avx512_parse_many_36x12(uint8_t *bytes, const char *text, size_t count, int separator)
{
    const struct reader r = load_reader(&PLACES_12[separator >= 0], separator);
    __mmask64 bad = 0;
    size_t left = count;
    for (; left >= 10; left -= 8) { /* the last load needs 16 bytes more */
        __m512i ids = read_eight12(&r, load_64(text), load_64(text + 4 * r.stride), &bad);
        if (bad != 0)
            return count - left;
        store_64(bytes, ids);
        text += 8 * r.stride;
        bytes += 64;
    }
    while (left > 0) {
        size_t now = left < 8 ? left : 8;
        __m512i ids =
            read_eight12(&r, load_texts(&r, text, 0, now), load_texts(&r, text, 4, now), &bad);
        if (bad != 0)
            return count - left;
        store_first(bytes, ids, 8 * now);
        text += now * r.stride;
        bytes += 8 * now;
        left -= now;
    }
    return count;
}

struct id_halves {
    __m512i high, low;
};

/* x * 36^16 + y, where x = first * 36^8 + a < 2^46.6, y = b * 36^8 + c < 2^82.8 and 36^16 = 2^32
 * * 9^16. x * 9^16 = x1 * 2^52 + x0 < 2^97.4. The sum is x1 * 2^84 + v1 * 2^52 + v0: v0 < 3 *
 * 2^52 (its carry goes to v1), v1 < 2^33. It is below 2^128 if x1 plus the bits of v1 above 32
 * is below 2^44. */
SIMD_INLINE struct id_halves join_eight25(__m512i first, __m512i a, __m512i b, __m512i c,
                                          __mmask64 *bad)
{
    const __m512i zero = _mm512_setzero_si512(), limb = all64(LIMB - 1);
    __m512i x = add_low(a, first, POW8);
    __m512i y0 = add_low(c, b, POW8), y1 = add_high(zero, b, POW8);
    __m512i x0 = add_low(zero, x, NINE16), x1 = add_high(zero, x, NINE16);
    __m512i v0 = _mm512_add_epi64(y0, _mm512_and_si512(_mm512_slli_epi64(x0, 32), limb));
    __m512i v1 = _mm512_add_epi64(_mm512_add_epi64(y1, _mm512_srli_epi64(x0, 20)),
                                  _mm512_srli_epi64(v0, 52));
    __m512i top = _mm512_add_epi64(x1, _mm512_srli_epi64(v1, 32));
    *bad |= _mm512_test_epi64_mask(top, all64(~((UINT64_C(1) << 44) - 1)));
    __m512i high = _mm512_add_epi64(_mm512_slli_epi64(x1, 20), _mm512_srli_epi64(v1, 12));
    __m512i low = _mm512_ternarylogic_epi64(limb, v0, _mm512_slli_epi64(v1, 52), 0xca);
    return (struct id_halves){high, low};
}

/* The bytes of four IDs whose words are in the order 0 2 1 3, as halves. */
#define BYTE25(j, unused) (64 * ((j) / 8 % 2) + 8 * ((j) / 16 / 2 + (j) / 16 % 2 * 2) + 7 - (j) % 8)

static const uint8_t BYTES_25[64] = BYTES(BYTE25, 0);

SIMD_INLINE struct id_halves read_eight25(const struct reader *r, const __m512i text[4],
                                          __mmask64 *bad)
{
    __m512i t0 = read_fours(r, text[0], bad), t1 = read_fours(r, text[1], bad);
    __m512i t2 = read_fours(r, text[2], bad), t3 = read_fours(r, text[3], bad);
    __m512i even01 = _mm512_unpacklo_epi64(t0, t1), odd01 = _mm512_unpackhi_epi64(t0, t1);
    __m512i even23 = _mm512_unpacklo_epi64(t2, t3), odd23 = _mm512_unpackhi_epi64(t2, t3);
    __m512i first = _mm512_shuffle_i64x2(even01, even23, 0x88);
    __m512i a = join8(_mm512_shuffle_i64x2(odd01, odd23, 0x88));
    __m512i b = join8(_mm512_shuffle_i64x2(even01, even23, 0xdd));
    __m512i c = join8(_mm512_shuffle_i64x2(odd01, odd23, 0xdd));
    struct id_halves h = join_eight25(first, a, b, c, bad);
    __m512i order = load_64(BYTES_25);
    return (struct id_halves){
        _mm512_permutex2var_epi8(h.high, order, h.low),
        _mm512_permutex2var_epi8(h.high, _mm512_add_epi8(order, all8(32)), h.low),
    };
}

static size_t avx512_parse_many_36x25(uint8_t *bytes, const char *text, size_t count, int separator)
{
    const struct reader r = load_reader(&PLACES_25[separator >= 0], separator);
    __mmask64 bad = 0;
    size_t left = count;
    for (; left > 8; left -= 8) { /* the last load needs 14 bytes more */
        const __m512i texts[4] = {load_64(text), load_64(text + 2 * r.stride),
                                  load_64(text + 4 * r.stride), load_64(text + 6 * r.stride)};
        struct id_halves ids = read_eight25(&r, texts, &bad);
        if (bad != 0)
            return count - left;
        store_64(bytes, ids.high);
        store_64(bytes + 64, ids.low);
        text += 8 * r.stride;
        bytes += 128;
    }
    if (left > 0) {
        const __m512i texts[4] = {load_texts(&r, text, 0, left), load_texts(&r, text, 2, left),
                                  load_texts(&r, text, 4, left), load_texts(&r, text, 6, left)};
        struct id_halves ids = read_eight25(&r, texts, &bad);
        if (bad != 0)
            return count - left;
        store_first(bytes, ids.high, 16 * left);
        if (left > 4)
            store_first(bytes + 64, ids.low, 16 * left - 64);
    }
    return count;
}
