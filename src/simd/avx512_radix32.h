/* SPDX-License-Identifier: MIT */
/* simd/avx512_radix32.h: base 32, hex and UUID form, out and in. A part of avx512.c.
 *
 * All these forms only move bits. Out: a permutation collects the eight ID bytes that contain each
 * eight characters, a multishift moves one digit into each byte, and a permutation of the alphabet
 * makes it a character.
 *
 *   IDs    |0 1 2 ... 15|0 1 2 ... 15|              two ULIDs, big-endian
 *   eights |7 6 5 4 3 2 1 0|11 10 9 8 ... 4|...  character 8 begins in byte 4
 *   digits |7 31 31 31 31 31 31 31|...              3 bits, then 5 each
 *   text   |01ARYZ6S41TSV4RRFFQ69G5FAV.01ARYZ...|   a dot is the separator
 *
 * In: a permutation makes slots of eight digits, multiply-adds join them to 40 (32) bits, and a
 * permutation drops the rest. The compiler computes the byte positions from the formulas of `struct
 * layout`, so one loop handles all these forms.
 *
 * One ID in base 32 is printed in the same way by vectors of 32 bytes and plain loads and stores:
 * 1.4 ns on an Intel 6/167, gcc 12 -O2, and 6.4 ns from an ID that was just made (AVX2 2.6 and 8.1;
 * 64 bytes with masks 2.1 and 9.5, because a masked load waits for the stores). */
#pragma once

#include "avx512_vectors.h"

/* ---- Base 32 and 16 ------------------------------------------------------ */

/* A form whose digits are bits of the ID, with a stride: the relation between a vector of text
 * and a vector of IDs. j = 0 to 63 is a byte of the resulting vector. */
struct layout {
    size_t ids, stride, size;    /* in a vector; bytes from text to text, from ID to ID */
    uint64_t digits, separators; /* out: which characters are digits, which `separator` */
    uint64_t placed;             /* in: which bytes of the slots are digits */
    unsigned bits, join;         /* of a digit; 32 less those of four digits */
    uint8_t order[64];           /* out: ID bytes to eight around each eight characters */
    uint8_t shift[64];           /* out: the digit's lowest bit among those eight bytes */
    uint8_t keep[64];            /* out: the digit's bits */
    uint8_t slots[64];           /* in: characters to slots of eight digits */
    uint8_t refuse[64];          /* in: bits that no value of the digit has */
    uint8_t bytes[64];           /* in: bytes of the slots to ID bytes */
};

/* The formulas' parameters: IDs in a vector, stride, bytes of an ID, its digits, bits of a
 * digit, 1 if there are hyphens (`uuid`). These give the position of a character in its text,
 * and the number of its digit, or for a hyphen that of the next digit. */
#define PLACE(j, stride)   ((j) % (stride))
#define HYPHENS(c, uuid)   ((uuid) * (((c) > 8) + ((c) > 13) + ((c) > 18) + ((c) > 23)))
#define DIGIT(c, uuid)     ((c)-HYPHENS(c, uuid))
#define IS_HYPHEN(c, uuid) ((uuid) && ((c) == 8 || (c) == 13 || (c) == 18 || (c) == 23))

#define IS_SEPARATOR(j, ids, stride, size, digits, bits, uuid)                                     \
    ((j) < (ids) * (stride) && PLACE(j, stride) == (digits) + 4 * (uuid))
#define IS_DIGIT(j, ids, stride, size, digits, bits, uuid)                                         \
    ((j) < (ids) * (stride) && PLACE(j, stride) < (digits) + 4 * (uuid) &&                         \
     !IS_HYPHEN(PLACE(j, stride), uuid))

/* Bits are counted from the highest bit of the vector's first ID byte. END_BIT is where the
 * digit of character j ends. BASE is the first of the eight bytes from which character j is
 * made: the byte in which the first of its eight characters begins. */
#define END_BIT(j, stride, size, digits, bits, uuid)                                               \
    (8 * (size) * ((j) / (stride) + 1) - (bits) * ((digits)-1 - DIGIT(PLACE(j, stride), uuid)))
#define BASE(j, stride, size, digits, bits, uuid)                                                  \
    ((END_BIT((j) / 8 * 8, stride, size, digits, bits, uuid) - (bits)) / 8)
#define ORDER(j, ids, stride, size, digits, bits, uuid)                                            \
    ((BASE(j, stride, size, digits, bits, uuid) + 7 - (j) % 8) & 63)
#define SHIFT(j, ids, stride, size, digits, bits, uuid)                                            \
    ((8 * BASE(j, stride, size, digits, bits, uuid) + 64 -                                         \
      END_BIT(j, stride, size, digits, bits, uuid)) &                                              \
     63)

/* The first digit has fewer bits if the digits together have more bits than the ID. */
#define EXCESS(size, digits, bits) ((digits) * (bits)-8 * (size))
#define KEEP(j, ids, stride, size, digits, bits, uuid)                                             \
    ((1 << ((bits) - (PLACE(j, stride) == 0 ? EXCESS(size, digits, bits) : 0))) - 1)

/* In: a slot has eight bytes for digits of an ID. The last slot is full, and the upper four
 * digits are in the upper half. SLOT is byte j's slot within its ID; IN_SLOT is the number of
 * its digit, negative before the first. */
#define SLOTS(digits)      (((digits) + 7) / 8)
#define SLOT(j, digits)    ((j) / 8 % SLOTS(digits))
#define IN_SLOT(j, digits) (8 * SLOT(j, digits) + ((j) % 8 ^ 4) - (8 * SLOTS(digits) - (digits)))
#define CHARACTER(d, uuid) ((d) + (uuid) * (((d) > 7) + ((d) > 11) + ((d) > 15) + ((d) > 19)))
#define IS_PLACED(j, ids, stride, size, digits, bits, uuid)                                        \
    ((j) / 8 / SLOTS(digits) < (ids) && IN_SLOT(j, digits) >= 0)
#define FROM(j, ids, stride, size, digits, bits, uuid)                                             \
    ((((j) / 8 / SLOTS(digits)) * (stride) + CHARACTER(IN_SLOT(j, digits), uuid)) & 63)
#define REFUSE(j, ids, stride, size, digits, bits, uuid)                                           \
    (0xff & ~((1 << ((bits) - (IN_SLOT(j, digits) == 0 ? EXCESS(size, digits, bits) : 0))) - 1))

/* The digits of a slot make `bits` bytes. FULL is byte j of the IDs, counted from the first byte
 * of its ID's first slot. */
#define FULL(j, size, digits, bits) ((j) % (size) + (bits)*SLOTS(digits) - (size))
#define BYTE(j, ids, stride, size, digits, bits, uuid)                                             \
    ((8 * ((j) / (size)*SLOTS(digits) + FULL(j, size, digits, bits) / (bits)) + (bits)-1 -         \
      FULL(j, size, digits, bits) % (bits)) &                                                      \
     63)

#define LAYOUT(ids, stride, size, digits, bits, uuid)                                              \
    ids, stride, size, MASK(IS_DIGIT, ids, stride, size, digits, bits, uuid),                      \
        MASK(IS_SEPARATOR, ids, stride, size, digits, bits, uuid),                                 \
        MASK(IS_PLACED, ids, stride, size, digits, bits, uuid), bits, 32 - 4 * (bits),             \
        BYTES(ORDER, ids, stride, size, digits, bits, uuid),                                       \
        BYTES(SHIFT, ids, stride, size, digits, bits, uuid),                                       \
        BYTES(KEEP, ids, stride, size, digits, bits, uuid),                                        \
        BYTES(FROM, ids, stride, size, digits, bits, uuid),                                        \
        BYTES(REFUSE, ids, stride, size, digits, bits, uuid),                                      \
        BYTES(BYTE, ids, stride, size, digits, bits, uuid)

/* Without and with a separator. */
static const struct layout LAYOUT_32X26[2] = {{LAYOUT(2, 26, 16, 26, 5, 0)},
                                              {LAYOUT(2, 27, 16, 26, 5, 0)}};
static const struct layout LAYOUT_32X32[2] = {{LAYOUT(2, 32, 20, 32, 5, 0)},
                                              {LAYOUT(1, 33, 20, 32, 5, 0)}};
static const struct layout LAYOUT_HEX8[2] = {{LAYOUT(4, 16, 8, 16, 4, 0)},
                                             {LAYOUT(3, 17, 8, 16, 4, 0)}};
static const struct layout LAYOUT_HEX16[2] = {{LAYOUT(2, 32, 16, 32, 4, 0)},
                                              {LAYOUT(1, 33, 16, 32, 4, 0)}};
static const struct layout LAYOUT_HEX20[2] = {{LAYOUT(1, 40, 20, 40, 4, 0)},
                                              {LAYOUT(1, 41, 20, 40, 4, 0)}};
static const struct layout LAYOUT_UUID[2] = {{LAYOUT(1, 36, 16, 32, 4, 1)},
                                             {LAYOUT(1, 37, 16, 32, 4, 1)}};

/* A layout in registers. `others` fills the positions of a text that are not digits. */
struct printer {
    __m512i order, shift, keep, alphabet, others;
    __mmask64 digits;
};

SIMD_INLINE struct printer load_printer(const struct layout *l, const char alphabet[64],
                                        int separator)
{
    return (struct printer){
        load_64(l->order),
        load_64(l->shift),
        load_64(l->keep),
        load_64(alphabet),
        _mm512_mask_mov_epi8(all8('-'), _cvtu64_mask64(l->separators), all8(separator)),
        _cvtu64_mask64(l->digits),
    };
}

/* Eight characters need at most 8 * 5 bits, 2 for the missing bits of a first digit, and 7 for
 * the start within a byte: 49 of the 64. `keep` clears bits from outside the digit. */
SIMD_INLINE __m512i print_vector(const struct printer *p, __m512i ids)
{
    __m512i eights = _mm512_permutexvar_epi8(p->order, ids);
    __m512i digits = _mm512_and_si512(_mm512_multishift_epi64_epi8(p->shift, eights), p->keep);
    return _mm512_mask_permutexvar_epi8(p->others, p->digits, digits, p->alphabet);
}

/* The number of IDs for which 64 bytes may be loaded and stored, both of texts and of IDs. */
SIMD_INLINE size_t whole_vectors(const struct layout *l)
{
    return 64 / l->size + 1; /* texts are longer than IDs */
}

static void print_linear(char *text, const uint8_t *bytes, size_t count, int separator,
                         const struct layout layouts[2], const char alphabet[64])
{
    const struct layout *l = &layouts[separator >= 0];
    const size_t step = l->ids, texts = step * l->stride, ids = step * l->size;
    const size_t least = whole_vectors(l);
    const struct printer p = load_printer(l, alphabet, separator);
    for (; count >= least; count -= step) {
        store_64(text, print_vector(&p, load_64(bytes)));
        text += texts;
        bytes += ids;
    }
    for (; count > 0; count -= step) {
        size_t now = count < step ? count : step;
        store_first(text, print_vector(&p, load_first(bytes, now * l->size)), now * l->stride);
        if (now == count)
            return;
        text += texts;
        bytes += ids;
    }
}

/* `others` is a text of zeros; `signs` are its characters that are not digits. */
struct parser {
    __m512i slots, low, high, refuse, pairs, fours, join, bytes, others;
    __m128i drop;
    __mmask64 placed, signs;
};

SIMD_INLINE struct parser load_parser(const struct layout *l, const int8_t values[256],
                                      int separator)
{
    uint64_t used = first_bytes(l->ids * l->stride);
    __m512i others =
        _mm512_mask_mov_epi8(all8('-'), _cvtu64_mask64(l->separators), all8(separator));
    return (struct parser){
        load_64(l->slots),
        load_64(values),
        load_64(values + 64),
        load_64(l->refuse),
        all16(1 << 8 | 1 << l->bits),
        _mm512_set1_epi32(1 << 16 | 1 << 2 * l->bits),
        _mm512_set1_epi64(l->join), /* 0 for the upper half */
        load_64(l->bytes),
        _mm512_mask_mov_epi8(others, _cvtu64_mask64(l->digits), all8('0')),
        _mm_cvtsi32_si128((int)l->join),
        _cvtu64_mask64(l->placed),
        _cvtu64_mask64(used & ~l->digits),
    };
}

/* Values of digits are below 2^bits, pairs of them below 2^10, fours below 2^20; 255, which is
 * not a digit, overflows no pair either. The lower half of a slot is shifted up to its upper
 * half (`join`), then both are shifted down as one number. */
SIMD_INLINE bool parse_vector(const struct parser *p, __m512i *ids, __m512i text)
{
    __m512i slots = _mm512_mask_permutexvar_epi8(all8('0'), p->placed, p->slots, text);
    __m512i values = _mm512_permutex2var_epi8(p->low, slots, p->high);
    __mmask64 bad = _mm512_test_epi8_mask(values, p->refuse) | _mm512_movepi8_mask(slots) |
                    _mm512_mask_cmpneq_epi8_mask(p->signs, text, p->others);
    __m512i fours = _mm512_madd_epi16(_mm512_maddubs_epi16(values, p->pairs), p->fours);
    __m512i eights = _mm512_srl_epi64(_mm512_sllv_epi32(fours, p->join), p->drop);
    *ids = _mm512_permutexvar_epi8(p->bytes, eights);
    return bad == 0;
}

static size_t parse_linear(uint8_t *bytes, const char *text, size_t count, int separator,
                           const struct layout layouts[2], const int8_t values[256])
{
    const struct layout *l = &layouts[separator >= 0];
    const size_t step = l->ids, least = whole_vectors(l);
    const struct parser p = load_parser(l, values, separator);
    __m512i ids;
    size_t left = count;
    for (; left >= least; left -= step) {
        if (!parse_vector(&p, &ids, load_64(text)))
            return count - left;
        store_64(bytes, ids);
        text += step * l->stride;
        bytes += step * l->size;
    }
    while (left > 0) {
        size_t now = left < step ? left : step;
        __mmask64 there = first_bytes(now * l->stride);
        if (!parse_vector(&p, &ids, _mm512_mask_loadu_epi8(p.others, there, text)))
            return count - left;
        store_first(bytes, ids, now * l->size);
        text += now * l->stride;
        bytes += now * l->size;
        left -= now;
    }
    return count;
}

#define LINEAR_OUT(NAME, LAYOUTS, ALPHABET)                                                        \
    static void avx512_print_many_##NAME(char *text, const uint8_t *bytes, size_t count,           \
                                         int separator)                                            \
    {                                                                                              \
        print_linear(text, bytes, count, separator, LAYOUTS, ALPHABET);                            \
    }
#define LINEAR_IN(NAME, LAYOUTS, VALUES)                                                           \
    static size_t avx512_parse_many_##NAME(uint8_t *bytes, const char *text, size_t count,         \
                                           int separator)                                          \
    {                                                                                              \
        return parse_linear(bytes, text, count, separator, LAYOUTS, VALUES);                       \
    }

/* The other routines of hex and UUID form are those of AVX2 (avx2.h). */
LINEAR_OUT(32hex26, LAYOUT_32X26, DIGITS64_32HEX)
LINEAR_OUT(crockford26, LAYOUT_32X26, DIGITS64_CROCKFORD)
LINEAR_OUT(32hex32, LAYOUT_32X32, DIGITS64_32HEX)
LINEAR_OUT(hex8, LAYOUT_HEX8, DIGITS_36)
LINEAR_OUT(hex20, LAYOUT_HEX20, DIGITS_36)
LINEAR_OUT(uuid, LAYOUT_UUID, DIGITS_36)

LINEAR_IN(32hex26, LAYOUT_32X26, sortid_text_value32hex)
LINEAR_IN(crockford26, LAYOUT_32X26, sortid_text_value_crockford)
LINEAR_IN(32hex32, LAYOUT_32X32, sortid_text_value32hex)
LINEAR_IN(hex8, LAYOUT_HEX8, sortid_text_value16)
LINEAR_IN(hex16, LAYOUT_HEX16, sortid_text_value16)

static bool avx512_parse_hex20(uint8_t *bytes, const char *text)
{
    const struct parser p = load_parser(&LAYOUT_HEX20[0], sortid_text_value16, '-');
    __m512i id;
    if (!parse_vector(&p, &id, _mm512_mask_loadu_epi8(p.others, first_bytes(40), text)))
        return false;
    store_id20(bytes, id);
    return true;
}

/* ---- One in base 32 ------------------------------------------------------ */

/* In vectors of 32 bytes: characters 0 to 15 in the lower half, the last 16 in the upper one. There
 * a permutation uses five bits of an index, so the digits need no mask; the first of 26, which has
 * three bits, has zeros above them, since all bytes around the ID are zeros. */
struct one_layout {
    _Alignas(32) uint8_t order[32]; /* as in struct layout */
    uint8_t shift[32];
};

#define ONE_CHARACTER(j, digits) ((j) + ((j) < 16 ? 0 : (digits)-32))
#define ONE_END(j, size, digits) (8 * (size)-5 * ((digits)-1 - ONE_CHARACTER(j, digits)))
#define ONE_BASE(j, size, digits)                                                                  \
    ((ONE_END((j) / 8 * 8, size, digits) + 3) / 8 - 1) /* from -1 on */
#define ONE_ORDER(j, size, digits) ((ONE_BASE(j, size, digits) + 7 - (j) % 8) & 31)
#define ONE_SHIFT(j, size, digits)                                                                 \
    ((8 * ONE_BASE(j, size, digits) + 64 - ONE_END(j, size, digits)) & 63)
#define BYTES_32(F, ...)                                                                           \
    {                                                                                              \
        EIGHT(F, 0, __VA_ARGS__), EIGHT(F, 8, __VA_ARGS__), EIGHT(F, 16, __VA_ARGS__),             \
            EIGHT(F, 24, __VA_ARGS__)                                                              \
    }
#define ONE_LAYOUT(size, digits)                                                                   \
    BYTES_32(ONE_ORDER, size, digits), BYTES_32(ONE_SHIFT, size, digits)

static const struct one_layout ONE_26 = {ONE_LAYOUT(16, 26)}, ONE_32 = {ONE_LAYOUT(20, 32)};

SIMD_INLINE __m256i load_32_bytes(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

SIMD_INLINE __m256i characters_of_one(__m256i id, const struct one_layout *l,
                                      const char alphabet[64])
{
    __m256i eights = _mm256_permutexvar_epi8(load_32_bytes(l->order), id);
    __m256i digits = _mm256_multishift_epi64_epi8(load_32_bytes(l->shift), eights);
    return _mm256_permutexvar_epi8(digits, load_32_bytes(alphabet));
}

SIMD_INLINE void print_one_26(char *text, const uint8_t *bytes, const char alphabet[64])
{
    __m256i x = characters_of_one(_mm256_zextsi128_si256(load_words(bytes)), &ONE_26, alphabet);
    _mm_storeu_si128((__m128i *)(void *)text, _mm256_castsi256_si128(x));
    _mm_storeu_si128((__m128i *)(void *)(text + 10), _mm256_extracti128_si256(x, 1));
}

static void avx512_print_crockford26(char *text, const uint8_t *bytes)
{
    print_one_26(text, bytes, DIGITS64_CROCKFORD);
}

static void avx512_print_32hex26(char *text, const uint8_t *bytes)
{
    print_one_26(text, bytes, DIGITS64_32HEX);
}

static void avx512_print_32hex32(char *text, const uint8_t *bytes)
{
    uint32_t last;
    memcpy(&last, bytes + 16, 4);
    __m256i id = _mm256_castsi128_si256(load_words(bytes));
    id = _mm256_inserti128_si256(id, _mm_cvtsi32_si128((int)last), 1);
    _mm256_storeu_si256((__m256i *)(void *)text, characters_of_one(id, &ONE_32, DIGITS64_32HEX));
}
