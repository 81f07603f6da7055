/* SPDX-License-Identifier: MIT */
/* kernel/avx512.c: the kernel for x86-64 with AVX-512 (F, BW, VL, DQ, VBMI, IFMA) and BMI2. */
#include "kernel.h"

extern const struct kernel sortid_kernel_avx512;

#if defined(__GNUC__) && defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#include "chacha20.h"
#include "scalar.h"
#include "target.h"
#include "../text/bytes.h"
#include "../text/digits.h"
#include "../text/wide.h"

TARGET_BEGIN("avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512ifma,avx2,bmi2")

#define INLINED static inline __attribute__((always_inline))

/* ---- Vectors ------------------------------------------------------------------ */

INLINED __m512i load(const void *from)
{
    return _mm512_loadu_si512(from);
}

INLINED void store(void *to, __m512i x)
{
    _mm512_storeu_si512(to, x);
}

INLINED __m512i all8(int byte)
{
    return _mm512_set1_epi8((char)byte);
}

INLINED __m512i all16(int word)
{
    return _mm512_set1_epi16((short)word);
}

INLINED __m512i all64(uint64_t word)
{
    return _mm512_set1_epi64((long long)word);
}

/* The mask of the first `count` bytes; of all from 64 (to 255) on. */
INLINED __mmask64 first_bytes(size_t count)
{
    return _bzhi_u64(~UINT64_C(0), (unsigned)count);
}

INLINED __m512i load_first(const void *from, size_t count)
{
    return _mm512_maskz_loadu_epi8(first_bytes(count), from);
}

INLINED void store_first(void *to, __m512i x, size_t count)
{
    _mm512_mask_storeu_epi8(to, first_bytes(count), x);
}

INLINED __m128i lane(__m512i x, int number)
{
    return number == 0   ? _mm512_castsi512_si128(x)
           : number == 1 ? _mm256_extracti128_si256(_mm512_castsi512_si256(x), 1)
                         : _mm512_extracti32x4_epi32(x, 2);
}

/* The rest of `count` bytes, below 16, of a lane: plain moves, since a load of the
 * text soon after could not be served from a masked store under way. */
INLINED void store_rest(char *to, __m128i x, size_t count)
{
    size_t done = 0;
    if (count & 8) {
        _mm_storel_epi64((__m128i *)(void *)to, x);
        x = _mm_srli_si128(x, 8);
        done = 8;
    }
    if (count & 4) {
        _mm_storeu_si32(to + done, x);
        x = _mm_srli_si128(x, 4);
        done += 4;
    }
    if (count & 2) {
        _mm_storeu_si16(to + done, x);
        x = _mm_srli_si128(x, 2);
        done += 2;
    }
    if (count & 1)
        to[done] = (char)_mm_extract_epi8(x, 0);
}

/* `count` bytes, at most 48 and known to the compiler. */
INLINED void store_exactly(void *to, __m512i x, size_t count)
{
    size_t done = 0;
    if (count >= 32) {
        _mm256_storeu_si256((__m256i *)to, _mm512_castsi512_si256(x));
        done = 32;
    } else if (count >= 16) {
        _mm_storeu_si128((__m128i *)to, lane(x, 0));
        done = 16;
    }
    if (count > done)
        store_rest((char *)to + done, lane(x, (int)(done / 16)), count - done);
}

/* ---- Tables by formula --------------------------------------------------------- */

/* F(0, ...), F(1, ...) to F(63, ...), and the mask with bit j where F(j, ...) is not 0. */
#define EIGHT(F, j, ...)                                                                           \
    F(j, __VA_ARGS__), F(j + 1, __VA_ARGS__), F(j + 2, __VA_ARGS__), F(j + 3, __VA_ARGS__),        \
        F(j + 4, __VA_ARGS__), F(j + 5, __VA_ARGS__), F(j + 6, __VA_ARGS__), F(j + 7, __VA_ARGS__)
#define BYTES(F, ...)                                                                              \
    {                                                                                              \
        EIGHT(F, 0, __VA_ARGS__), EIGHT(F, 8, __VA_ARGS__), EIGHT(F, 16, __VA_ARGS__),             \
            EIGHT(F, 24, __VA_ARGS__), EIGHT(F, 32, __VA_ARGS__), EIGHT(F, 40, __VA_ARGS__),       \
            EIGHT(F, 48, __VA_ARGS__), EIGHT(F, 56, __VA_ARGS__)                                   \
    }
#define BIT(F, j, ...) ((uint64_t)((F(j, __VA_ARGS__)) != 0) << (j))
#define EIGHT_BITS(F, j, ...)                                                                      \
    (BIT(F, j, __VA_ARGS__) | BIT(F, j + 1, __VA_ARGS__) | BIT(F, j + 2, __VA_ARGS__) |            \
     BIT(F, j + 3, __VA_ARGS__) | BIT(F, j + 4, __VA_ARGS__) | BIT(F, j + 5, __VA_ARGS__) |        \
     BIT(F, j + 6, __VA_ARGS__) | BIT(F, j + 7, __VA_ARGS__))
#define MASK(F, ...)                                                                               \
    (EIGHT_BITS(F, 0, __VA_ARGS__) | EIGHT_BITS(F, 8, __VA_ARGS__) |                               \
     EIGHT_BITS(F, 16, __VA_ARGS__) | EIGHT_BITS(F, 24, __VA_ARGS__) |                             \
     EIGHT_BITS(F, 32, __VA_ARGS__) | EIGHT_BITS(F, 40, __VA_ARGS__) |                             \
     EIGHT_BITS(F, 48, __VA_ARGS__) | EIGHT_BITS(F, 56, __VA_ARGS__))

static const char DIGITS_36[64] = "0123456789abcdefghijklmnopqrstuvwxyz"; /* and hex */
static const char DIGITS_32HEX[64] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
static const char DIGITS_CROCKFORD[64] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* ---- Base 32 and 16 ------------------------------------------------------------- */

/* A form whose digits are bits of the ID, at a stride: how a vector of text stands to
 * a vector of IDs. Bytes are j = 0 to 63 of the vector that is made. */
struct layout {
    size_t ids, stride, size;  /* in a vector; bytes from text to text, from ID to ID */
    uint64_t digits, ends;     /* out: which characters are digits, which `end` */
    uint64_t placed;           /* in: which bytes of the slots are digits */
    unsigned bits, join;       /* of a digit; 32 less those of four digits */
    uint8_t order[64];         /* out: ID bytes to eight around each eight characters */
    uint8_t shift[64];         /* out: the digit's lowest bit among those eight bytes */
    uint8_t keep[64];          /* out: the digit's bits */
    uint8_t slots[64];         /* in: characters to slots of eight digits */
    uint8_t refuse[64];        /* in: bits that no value of the digit has */
    uint8_t bytes[64];         /* in: bytes of the slots to ID bytes */
};

/* What the formulas are about: IDs in a vector, stride, bytes, digits, bits of a
 * digit, 1 if there are hyphens. */
#define SHAPE(X, ...) X(__VA_ARGS__)

/* Character j of the text: its ID, its place there, its number among the digits. */
#define PLACE(j, stride)  ((j) % (stride))
#define HYPHENS(c, uuid)  ((uuid) * (((c) > 8) + ((c) > 13) + ((c) > 18) + ((c) > 23)))
#define DIGIT(c, uuid)    ((c) - HYPHENS(c, uuid))
#define IS_HYPHEN(c, uuid) ((uuid) && ((c) == 8 || (c) == 13 || (c) == 18 || (c) == 23))

#define IS_END(j, ids, stride, size, digits, bits, uuid)                                           \
    ((j) < (ids) * (stride) && PLACE(j, stride) == (digits) + 4 * (uuid))
#define IS_DIGIT(j, ids, stride, size, digits, bits, uuid)                                         \
    ((j) < (ids) * (stride) && PLACE(j, stride) < (digits) + 4 * (uuid) &&                         \
     !IS_HYPHEN(PLACE(j, stride), uuid))

/* Bits are counted from the highest of the vector's first ID byte. Where the digit of
 * character j ends; the first byte of the eight from which character j is made, which
 * is the one where the first of its eight characters begins. */
#define END_BIT(j, stride, size, digits, bits, uuid)                                               \
    (8 * (size) * ((j) / (stride) + 1) -                                                           \
     (bits) * ((digits) - 1 - DIGIT(PLACE(j, stride), uuid)))
#define BASE(j, stride, size, digits, bits, uuid)                                                  \
    ((END_BIT((j) / 8 * 8, stride, size, digits, bits, uuid) - (bits)) / 8)
#define ORDER(j, ids, stride, size, digits, bits, uuid)                                            \
    ((BASE(j, stride, size, digits, bits, uuid) + 7 - (j) % 8) & 63)
#define SHIFT(j, ids, stride, size, digits, bits, uuid)                                            \
    ((8 * BASE(j, stride, size, digits, bits, uuid) + 64 -                                         \
      END_BIT(j, stride, size, digits, bits, uuid)) &                                              \
     63)

/* The first digit has fewer bits where the digits have more than the ID. */
#define EXCESS(size, digits, bits) ((digits) * (bits) - 8 * (size))
#define KEEP(j, ids, stride, size, digits, bits, uuid)                                             \
    ((1 << ((bits) - (PLACE(j, stride) == 0 ? EXCESS(size, digits, bits) : 0))) - 1)

/* In: a slot is eight bytes of an ID's digits, the last slot full, the upper four digits
 * in the upper half. Byte j's slot within its ID, and which digit it is, below 0 for
 * what is before the first. */
#define SLOTS(digits) (((digits) + 7) / 8)
#define SLOT(j, digits) ((j) / 8 % SLOTS(digits))
#define IN_SLOT(j, digits) (8 * SLOT(j, digits) + ((j) % 8 ^ 4) - (8 * SLOTS(digits) - (digits)))
#define CHARACTER(d, uuid) ((d) + (uuid) * (((d) > 7) + ((d) > 11) + ((d) > 15) + ((d) > 19)))
#define IS_PLACED(j, ids, stride, size, digits, bits, uuid)                                        \
    ((j) / 8 / SLOTS(digits) < (ids) && IN_SLOT(j, digits) >= 0)
#define FROM(j, ids, stride, size, digits, bits, uuid)                                             \
    ((((j) / 8 / SLOTS(digits)) * (stride) + CHARACTER(IN_SLOT(j, digits), uuid)) & 63)
#define REFUSE(j, ids, stride, size, digits, bits, uuid)                                           \
    (0xff & ~((1 << ((bits) - (IN_SLOT(j, digits) == 0 ? EXCESS(size, digits, bits) : 0))) - 1))

/* A slot is worth `bits` bytes. Byte j of the IDs, counted from the first slot's. */
#define FULL(j, size, digits, bits) ((j) % (size) + (bits) * SLOTS(digits) - (size))
#define BYTE(j, ids, stride, size, digits, bits, uuid)                                             \
    ((8 * ((j) / (size) * SLOTS(digits) + FULL(j, size, digits, bits) / (bits)) + (bits) - 1 -     \
      FULL(j, size, digits, bits) % (bits)) &                                                      \
     63)

#define LAYOUT(ids, stride, size, digits, bits, uuid)                                              \
    {                                                                                              \
        ids, stride, size, MASK(IS_DIGIT, ids, stride, size, digits, bits, uuid),                  \
            MASK(IS_END, ids, stride, size, digits, bits, uuid),                                   \
            MASK(IS_PLACED, ids, stride, size, digits, bits, uuid), bits, 32 - 4 * (bits),         \
            BYTES(ORDER, ids, stride, size, digits, bits, uuid),                                   \
            BYTES(SHIFT, ids, stride, size, digits, bits, uuid),                                   \
            BYTES(KEEP, ids, stride, size, digits, bits, uuid),                                    \
            BYTES(FROM, ids, stride, size, digits, bits, uuid),                                    \
            BYTES(REFUSE, ids, stride, size, digits, bits, uuid),                                  \
            BYTES(BYTE, ids, stride, size, digits, bits, uuid)                                     \
    }

/* Without and with an end. */
static const struct layout LAYOUT_32X26[2] = {LAYOUT(2, 26, 16, 26, 5, 0),
                                              LAYOUT(2, 27, 16, 26, 5, 0)};
static const struct layout LAYOUT_32X32[2] = {LAYOUT(2, 32, 20, 32, 5, 0),
                                              LAYOUT(1, 33, 20, 32, 5, 0)};
static const struct layout LAYOUT_HEX8[2] = {LAYOUT(4, 16, 8, 16, 4, 0),
                                             LAYOUT(3, 17, 8, 16, 4, 0)};
static const struct layout LAYOUT_HEX16[2] = {LAYOUT(2, 32, 16, 32, 4, 0),
                                              LAYOUT(1, 33, 16, 32, 4, 0)};
static const struct layout LAYOUT_HEX20[2] = {LAYOUT(1, 40, 20, 40, 4, 0),
                                              LAYOUT(1, 41, 20, 40, 4, 0)};
static const struct layout LAYOUT_UUID[2] = {LAYOUT(1, 36, 16, 32, 4, 1),
                                             LAYOUT(1, 37, 16, 32, 4, 1)};

/* A layout in registers, with what fills the places of a text that are no digits. */
struct printer {
    __m512i order, shift, keep, alphabet, others;
    __mmask64 digits;
};

INLINED struct printer load_printer(const struct layout *l, const char alphabet[64], int end)
{
    return (struct printer){
        load(l->order),
        load(l->shift),
        load(l->keep),
        load(alphabet),
        _mm512_mask_mov_epi8(all8('-'), _cvtu64_mask64(l->ends), all8(end)),
        _cvtu64_mask64(l->digits),
    };
}

INLINED __m512i print_vector(const struct printer *p, __m512i ids)
{
    __m512i eights = _mm512_permutexvar_epi8(p->order, ids);
    __m512i digits = _mm512_and_si512(_mm512_multishift_epi64_epi8(p->shift, eights), p->keep);
    return _mm512_mask_permutexvar_epi8(p->others, p->digits, digits, p->alphabet);
}

/* As many IDs as 64 bytes may be read and written for, of texts and of IDs. */
INLINED size_t whole_vectors(const struct layout *l)
{
    return 64 / l->size + 1; /* texts are longer than IDs */
}

static void print_linear(char *text, const uint8_t *bytes, size_t count, int end,
                         const struct layout layouts[2], const char alphabet[64])
{
    const struct layout *l = &layouts[end >= 0];
    const size_t step = l->ids, texts = step * l->stride, ids = step * l->size;
    const struct printer p = load_printer(l, alphabet, end);
    for (; count >= whole_vectors(l); count -= step) {
        store(text, print_vector(&p, load(bytes)));
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

struct parser {
    __m512i slots, low, high, refuse, pairs, fours, join, bytes, others;
    __m128i drop;
    __mmask64 placed, signs;
};

INLINED struct parser load_parser(const struct layout *l, const int8_t values[256], int end)
{
    uint64_t used = first_bytes(l->ids * l->stride);
    __m512i others = _mm512_mask_mov_epi8(all8('-'), _cvtu64_mask64(l->ends), all8(end));
    return (struct parser){
        load(l->slots),
        load(values),
        load(values + 64),
        load(l->refuse),
        all16(1 << 8 | 1 << l->bits),
        _mm512_set1_epi32(1 << 16 | 1 << 2 * l->bits),
        _mm512_set1_epi64(l->join),
        load(l->bytes),
        _mm512_mask_mov_epi8(others, _cvtu64_mask64(l->digits), all8('0')),
        _mm_cvtsi32_si128((int)l->join),
        _cvtu64_mask64(l->placed),
        _cvtu64_mask64(used & ~l->digits),
    };
}

INLINED bool parse_vector(const struct parser *p, __m512i *ids, __m512i text)
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

static size_t parse_linear(uint8_t *bytes, const char *text, size_t count, int end,
                           const struct layout layouts[2], const int8_t values[256])
{
    const struct layout *l = &layouts[end >= 0];
    const size_t step = l->ids;
    const struct parser p = load_parser(l, values, end);
    __m512i ids;
    size_t left = count;
    for (; left >= whole_vectors(l); left -= step) {
        if (!parse_vector(&p, &ids, load(text)))
            return count - left;
        store(bytes, ids);
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

INLINED void print_one(char *text, const uint8_t *bytes, const struct layout *l, size_t digits,
                       size_t size, const char alphabet[64])
{
    const struct printer p = load_printer(l, alphabet, '-');
    store_exactly(text, print_vector(&p, load_first(bytes, size)), digits);
}

INLINED bool parse_one(uint8_t *bytes, const char *text, const struct layout *l, size_t digits,
                       size_t size, const int8_t values[256])
{
    const struct parser p = load_parser(l, values, '-');
    __m512i ids;
    if (!parse_vector(&p, &ids, _mm512_mask_loadu_epi8(p.others, first_bytes(digits), text)))
        return false;
    store_exactly(bytes, ids, size);
    return true;
}

#define LINEAR(NAME, LAYOUTS, DIGITS, SIZE, ALPHABET, VALUES)                                      \
    static void print_##NAME(char *text, const uint8_t *bytes)                                     \
    {                                                                                              \
        print_one(text, bytes, &(LAYOUTS)[0], DIGITS, SIZE, ALPHABET);                             \
    }                                                                                              \
    static void print_many_##NAME(char *text, const uint8_t *bytes, size_t count, int end)         \
    {                                                                                              \
        print_linear(text, bytes, count, end, LAYOUTS, ALPHABET);                                  \
    }                                                                                              \
    static bool parse_##NAME(uint8_t *bytes, const char *text)                                     \
    {                                                                                              \
        return parse_one(bytes, text, &(LAYOUTS)[0], DIGITS, SIZE, VALUES);                        \
    }                                                                                              \
    static size_t parse_many_##NAME(uint8_t *bytes, const char *text, size_t count, int end)       \
    {                                                                                              \
        return parse_linear(bytes, text, count, end, LAYOUTS, VALUES);                             \
    }

LINEAR(32hex26, LAYOUT_32X26, 26, 16, DIGITS_32HEX, sortid_text_value32hex)
LINEAR(crockford26, LAYOUT_32X26, 26, 16, DIGITS_CROCKFORD, sortid_text_value_crockford)
LINEAR(32hex32, LAYOUT_32X32, 32, 20, DIGITS_32HEX, sortid_text_value32hex)
LINEAR(hex8, LAYOUT_HEX8, 16, 8, DIGITS_36, sortid_text_value16)
LINEAR(hex16, LAYOUT_HEX16, 32, 16, DIGITS_36, sortid_text_value16)
LINEAR(hex20, LAYOUT_HEX20, 40, 20, DIGITS_36, sortid_text_value16)
LINEAR(uuid, LAYOUT_UUID, 36, 16, DIGITS_36, sortid_text_value16)

/* ---- Base 36 out ---------------------------------------------------------------- */

#define POW2  UINT32_C(1296)
#define POW3  UINT32_C(46656)
#define POW4  UINT32_C(1679616)
#define POW6  UINT64_C(2176782336)
#define POW8  UINT64_C(2821109907456)
#define POW12 UINT64_C(4738381338321616896)
#define NINE8 UINT64_C(43046721)
#define D     UINT64_C(282429536481) /* 9^12: 36^12 = 2^24 * D */

/* From tools/constants: floor(2^90 / D), floor(2^142 / D) % 2^52, 9^16, and
 * 2^71 / 9^6 rounded up. All below 2^52. */
#define RECIPROCAL_90  UINT64_C(0xf927b119a8125)
#define RECIPROCAL_142 UINT64_C(0x14afd9dd5de65)
#define RECIPROCAL_71  UINT64_C(0xfc8de8db15ce8)
#define NINE16         UINT64_C(0x6954fe21e3e81)

#define LIMB (UINT64_C(1) << 52)

/* a + the low or high 52 bits of the product of the low 52 bits of b and c. */
INLINED __m512i add_low(__m512i a, __m512i b, uint64_t c)
{
    return _mm512_madd52lo_epu64(a, b, all64(c));
}

INLINED __m512i add_high(__m512i a, __m512i b, uint64_t c)
{
    return _mm512_madd52hi_epu64(a, b, all64(c));
}

INLINED __m512i high52(__m512i b, uint64_t c)
{
    return add_high(_mm512_setzero_si512(), b, c);
}

/* Upper bits moved up by 24, and below them the low 24 bits of another. */
INLINED __m512i join24(__m512i upper, __m512i lower)
{
    return _mm512_ternarylogic_epi64(all64(0xffffff), lower, _mm512_slli_epi64(upper, 24), 0xca);
}

struct thirds {
    __m512i first, upper, lower; /* v = (first * 36^12 + upper) * 36^12 + lower */
};

/* Eight IDs as halves. */
INLINED struct thirds divide(__m512i high, __m512i low)
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
    __m512i first = _mm512_srli_epi64(high52(q_upper, RECIPROCAL_90 + 1), 38);
    __m512i upper = join24(add_low(q_upper, first, LIMB - D), q);
    return (struct thirds){first, upper, lower};
}

/* Below 36^6 to two words below 36^3 in the low half, the upper one first. */
INLINED __m512i split6(__m512i x)
{
    __m512i upper = high52(x, (LIMB + POW3 - 1) / POW3);
    return add_low(_mm512_slli_epi64(x, 16), upper, LIMB - ((uint64_t)POW3 << 16) + 1);
}

/* Below 36^12 to four words below 36^3. */
INLINED __m512i split12(__m512i x)
{
    __m512i upper = _mm512_srli_epi64(high52(_mm512_srli_epi64(x, 12), RECIPROCAL_71), 19);
    __m512i lower = split6(add_low(x, upper, LIMB - POW6));
    return _mm512_mask_mov_epi32(_mm512_slli_epi64(lower, 32), 0x5555, split6(upper));
}

struct digits {
    __m512i pairs, thirds; /* the first two digits of a word as bytes; its last one */
};

/* Words below 36^3. */
INLINED struct digits split3(__m512i words)
{
    __m512i a = _mm512_srli_epi16(_mm512_mulhi_epu16(words, all16(51782)), 10);
    __m512i rest = _mm512_sub_epi16(words, _mm512_mullo_epi16(a, all16(1296)));
    __m512i b = _mm512_mulhi_epu16(rest, all16(1821));
    __m512i c = _mm512_sub_epi16(rest, _mm512_mullo_epi16(b, all16(36)));
    return (struct digits){_mm512_or_si512(a, _mm512_slli_epi16(b, 8)), c};
}

INLINED __m512i swap_words(__m512i x)
{
    const __m512i swap = _mm512_broadcast_i32x4(
        _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    return _mm512_shuffle_epi8(x, swap);
}

/* The text of two IDs, which stand in the words 0 and 2: `pairs` of upper and lower, of
 * what is neither the last digits of both (even and odd bytes) and the first digit. */
#define IS_DIGIT25(j, stride)  ((j) < 2 * (stride) && PLACE(j, stride) < 25)
#define WORD25(j, stride)      (8 * (2 * ((j) / (stride))) + 2 * ((PLACE(j, stride) + 11) % 12 / 3))
#define IS_LOWER(j, stride)    (PLACE(j, stride) > 12)
#define THIRD_OF(j, stride)    ((PLACE(j, stride) + 11) % 12 % 3)
#define IS_PAIR25(j, stride)                                                                       \
    (IS_DIGIT25(j, stride) && PLACE(j, stride) > 0 && THIRD_OF(j, stride) < 2)
#define IS_REST25(j, stride)   (IS_DIGIT25(j, stride) && !IS_PAIR25(j, stride))
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
    {                                                                                              \
        stride, MASK(IS_PAIR25, stride), MASK(IS_DIGIT25, stride), BYTES(PAIR25, stride),          \
            BYTES(REST25, stride)                                                                  \
    }

static const struct order25 ORDERS_25[2] = {ORDER25(25), ORDER25(26)};

struct writer25 {
    __m512i pairs, rests, alphabet, end;
    __mmask64 pair, digits;
    size_t stride;
};

struct digits25 {
    __m512i upper, lower, rests, first;
};

INLINED struct writer25 load_writer25(int end)
{
    const struct order25 *o = &ORDERS_25[end >= 0];
    return (struct writer25){load(o->pairs),           load(o->rests),
                             load(DIGITS_36),          all8(end),
                             _cvtu64_mask64(o->pair),  _cvtu64_mask64(o->digits),
                             o->stride};
}

INLINED struct thirds divide_ids(__m512i first4, __m512i last4)
{
    first4 = swap_words(first4);
    last4 = swap_words(last4);
    return divide(_mm512_unpacklo_epi64(first4, last4), _mm512_unpackhi_epi64(first4, last4));
}

INLINED struct digits25 digits_of(const struct thirds *t)
{
    struct digits upper = split3(split12(t->upper)), lower = split3(split12(t->lower));
    __m512i rests = _mm512_or_si512(upper.thirds, _mm512_slli_epi16(lower.thirds, 8));
    return (struct digits25){upper.pairs, lower.pairs, rests, t->first};
}

/* IDs 2 * number and the next one. */
INLINED __m512i text_of_two(const struct writer25 *w, const struct digits25 *d, int number)
{
    __m512i place = all8(32 * (number & 1) + 8 * (number >> 1));
    __m512i rests = _mm512_permutex2var_epi8(d->rests, _mm512_add_epi8(w->rests, place), d->first);
    __m512i pairs = _mm512_permutex2var_epi8(d->upper, _mm512_add_epi8(w->pairs, place), d->lower);
    __m512i digits = _mm512_mask_mov_epi8(rests, w->pair, pairs);
    return _mm512_mask_permutexvar_epi8(w->end, w->digits, digits, w->alphabet);
}

static void print_few25(char *text, const uint8_t *bytes, size_t count, const struct writer25 *w)
{
    size_t size = 16 * count;
    struct thirds t = divide_ids(load_first(bytes, size),
                                 load_first(bytes + (size > 64 ? 64 : 0), size > 64 ? size - 64 : 0));
    struct digits25 d = digits_of(&t);
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
        t[i] = divide_ids(load(bytes + 128 * i), load(bytes + 128 * i + 64));
    for (int i = 0; i < BATCH; i++) {
        struct digits25 d = digits_of(&t[i]);
        store(text, text_of_two(w, &d, 0));
        store(text + 2 * w->stride, text_of_two(w, &d, 1));
        store(text + 4 * w->stride, text_of_two(w, &d, 2));
        store(text + 6 * w->stride, text_of_two(w, &d, 3));
        text += 8 * w->stride;
    }
}

static void print_many_36x25(char *text, const uint8_t *bytes, size_t count, int end)
{
    const struct writer25 w = load_writer25(end);
    for (; count > 8 * BATCH; count -= 8 * BATCH) {
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

/* Twelve digits of four IDs in words 0 to 3. */
#define IS_DIGIT12(j, stride) ((j) < 4 * (stride) && PLACE(j, stride) < 12)
#define DIGIT12(j, stride)                                                                         \
    ((PLACE(j, stride) % 3 == 2 ? 64 : PLACE(j, stride) % 3) +                                     \
     ((8 * ((j) / (stride)) + 2 * (PLACE(j, stride) / 3)) & 63))

struct order12 {
    size_t stride;
    uint64_t digits;
    uint8_t order[64];
};

#define ORDER12(stride) {stride, MASK(IS_DIGIT12, stride), BYTES(DIGIT12, stride)}

static const struct order12 ORDERS_12[2] = {ORDER12(12), ORDER12(13)};

struct writer12 {
    __m512i upper, lower, alphabet, end;
    __mmask64 digits;
    size_t stride;
};

INLINED struct writer12 load_writer12(int end)
{
    const struct order12 *o = &ORDERS_12[end >= 0];
    __m512i order = load(o->order);
    return (struct writer12){order,     _mm512_add_epi8(order, all8(32)), load(DIGITS_36),
                             all8(end), _cvtu64_mask64(o->digits),        o->stride};
}

struct digits12 {
    __m512i upper, lower; /* the texts of four IDs each */
};

INLINED struct digits12 text_of_eight(const struct writer12 *w, __m512i ids)
{
    __m512i value = _mm512_min_epu64(swap_words(ids), all64(LAST_36X12));
    struct digits d = split3(split12(value));
    __m512i upper = _mm512_permutex2var_epi8(d.pairs, w->upper, d.thirds);
    __m512i lower = _mm512_permutex2var_epi8(d.pairs, w->lower, d.thirds);
    return (struct digits12){
        _mm512_mask_permutexvar_epi8(w->end, w->digits, upper, w->alphabet),
        _mm512_mask_permutexvar_epi8(w->end, w->digits, lower, w->alphabet),
    };
}

static void print_many_36x12(char *text, const uint8_t *bytes, size_t count, int end)
{
    const struct writer12 w = load_writer12(end);
    for (; count >= 10; count -= 8) { /* 64 - 48 bytes of the next texts are touched */
        struct digits12 d = text_of_eight(&w, load(bytes));
        store(text, d.upper);
        store(text + 4 * w.stride, d.lower);
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

/* ---- Base 36 in ------------------------------------------------------------------ */

/* In lanes of 16 bytes: 12 digits to a dword, none, two dwords. */
#define SLOT12(j)              ((j) % 16)
#define IS_PLACED12(j, stride) (SLOT12(j) < 4 || SLOT12(j) >= 8)
#define FROM12(j, stride)      ((stride) * ((j) / 16) + (SLOT12(j) < 4 ? SLOT12(j) : SLOT12(j) - 4))
#define IS_END12(j, stride)    ((j) < 4 * (stride) && PLACE(j, stride) == 12)

/* In halves of 32 bytes: the first digit, and three times eight. */
#define SLOT25(j)              ((j) % 32)
#define IS_PLACED25(j, stride) (SLOT25(j) == 3 || SLOT25(j) >= 8)
#define FROM25(j, stride)      (((stride) * ((j) / 32) + (SLOT25(j) == 3 ? 0 : SLOT25(j) - 7)) & 63)
#define IS_END25(j, stride)    ((j) < 2 * (stride) && PLACE(j, stride) == 25)

struct places {
    size_t stride;
    uint64_t placed, ends;
    uint8_t from[64];
};

static const struct places PLACES_12[2] = {
    {12, MASK(IS_PLACED12, 12), MASK(IS_END12, 12), BYTES(FROM12, 12)},
    {13, MASK(IS_PLACED12, 13), MASK(IS_END12, 13), BYTES(FROM12, 13)},
};
static const struct places PLACES_25[2] = {
    {25, MASK(IS_PLACED25, 25), MASK(IS_END25, 25), BYTES(FROM25, 25)},
    {26, MASK(IS_PLACED25, 26), MASK(IS_END25, 26), BYTES(FROM25, 26)},
};

struct reader {
    __m512i from, low, high, others; /* `others`: '0', and the end where it stands */
    __mmask64 placed, ends;
    size_t stride;
};

INLINED struct reader load_reader(const struct places *p, int end)
{
    return (struct reader){
        load(p->from),
        load(sortid_text_value36),
        load(sortid_text_value36 + 64),
        _mm512_mask_mov_epi8(all8('0'), _cvtu64_mask64(p->ends), all8(end)),
        _cvtu64_mask64(p->placed),
        _cvtu64_mask64(p->ends),
        p->stride,
    };
}

/* Digits by fours to dwords below 36^4. What is no digit sets bits of `bad`. */
INLINED __m512i read_fours(const struct reader *r, __m512i text, __mmask64 *bad)
{
    __m512i digits = _mm512_mask_permutexvar_epi8(all8('0'), r->placed, r->from, text);
    __m512i values = _mm512_permutex2var_epi8(r->low, digits, r->high);
    *bad |= _mm512_movepi8_mask(_mm512_or_si512(values, digits)) |
            _mm512_mask_cmpneq_epi8_mask(r->ends, text, r->others);
    __m512i pairs = _mm512_maddubs_epi16(values, all16(1 << 8 | 36));
    return _mm512_madd_epi16(pairs, _mm512_set1_epi32(1 << 16 | 1296));
}

/* Of two dwords the first * 36^4 + the second, < 36^8. */
INLINED __m512i join8(__m512i fours)
{
    return _mm512_add_epi64(_mm512_mul_epu32(fours, all64(POW4)), _mm512_srli_epi64(fours, 32));
}

/* Texts of a vector that may end early: what is missing reads as 0. */
INLINED __m512i load_texts(const struct reader *r, const char *text, size_t from, size_t count)
{
    size_t first = from * r->stride, size = count > from ? (count - from) * r->stride : 0;
    return _mm512_mask_loadu_epi8(r->others, first_bytes(size), size > 0 ? text + first : text);
}

/* Bytes of eight IDs whose words stand in the order 0 4 1 5 2 6 3 7. */
#define BYTE12(j, unused) (8 * ((j) / 8 % 4 * 2 + (j) / 32) + 7 - (j) % 8)

static const uint8_t BYTES_12[64] = BYTES(BYTE12, 0);

INLINED __m512i read_eight12(const struct reader *r, __m512i first4, __m512i last4, __mmask64 *bad)
{
    __m512i a = read_fours(r, first4, bad), b = read_fours(r, last4, bad);
    __m512i upper = _mm512_mul_epu32(_mm512_unpacklo_epi64(a, b), all64(NINE8)); /* < 2^46.1 */
    __m512i lower = join8(_mm512_unpackhi_epi64(a, b));
    return _mm512_permutexvar_epi8(load(BYTES_12),
                                   _mm512_add_epi64(_mm512_slli_epi64(upper, 16), lower));
}

static size_t parse_many_36x12(uint8_t *bytes, const char *text, size_t count, int end)
{
    const struct reader r = load_reader(&PLACES_12[end >= 0], end);
    __mmask64 bad = 0;
    size_t left = count;
    for (; left >= 10; left -= 8) {
        __m512i ids = read_eight12(&r, load(text), load(text + 4 * r.stride), &bad);
        if (bad != 0)
            return count - left;
        store(bytes, ids);
        text += 8 * r.stride;
        bytes += 64;
    }
    while (left > 0) {
        size_t now = left < 8 ? left : 8;
        __m512i ids = read_eight12(&r, load_texts(&r, text, 0, now), load_texts(&r, text, 4, now), &bad);
        if (bad != 0)
            return count - left;
        store_first(bytes, ids, 8 * now);
        text += now * r.stride;
        bytes += 8 * now;
        left -= now;
    }
    return count;
}

struct halves {
    __m512i high, low;
};

/* (first * 36^8 + a) * 36^16 + b * 36^8 + c. */
INLINED struct halves join25(__m512i first, __m512i a, __m512i b, __m512i c, __mmask64 *bad)
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
    return (struct halves){high, low};
}

/* Bytes of four IDs whose words stand in the order 0 2 1 3, as halves. */
#define BYTE25(j, unused)                                                                          \
    (64 * ((j) / 8 % 2) + 8 * ((j) / 16 / 2 + (j) / 16 % 2 * 2) + 7 - (j) % 8)

static const uint8_t BYTES_25[64] = BYTES(BYTE25, 0);

INLINED struct halves read_eight25(const struct reader *r, const __m512i text[4], __mmask64 *bad)
{
    __m512i t0 = read_fours(r, text[0], bad), t1 = read_fours(r, text[1], bad);
    __m512i t2 = read_fours(r, text[2], bad), t3 = read_fours(r, text[3], bad);
    __m512i even01 = _mm512_unpacklo_epi64(t0, t1), odd01 = _mm512_unpackhi_epi64(t0, t1);
    __m512i even23 = _mm512_unpacklo_epi64(t2, t3), odd23 = _mm512_unpackhi_epi64(t2, t3);
    __m512i first = _mm512_shuffle_i64x2(even01, even23, 0x88);
    __m512i a = join8(_mm512_shuffle_i64x2(odd01, odd23, 0x88));
    __m512i b = join8(_mm512_shuffle_i64x2(even01, even23, 0xdd));
    __m512i c = join8(_mm512_shuffle_i64x2(odd01, odd23, 0xdd));
    struct halves h = join25(first, a, b, c, bad);
    __m512i order = load(BYTES_25);
    return (struct halves){
        _mm512_permutex2var_epi8(h.high, order, h.low),
        _mm512_permutex2var_epi8(h.high, _mm512_add_epi8(order, all8(32)), h.low),
    };
}

static size_t parse_many_36x25(uint8_t *bytes, const char *text, size_t count, int end)
{
    const struct reader r = load_reader(&PLACES_25[end >= 0], end);
    __mmask64 bad = 0;
    size_t left = count;
    for (; left > 8; left -= 8) {
        const __m512i texts[4] = {load(text), load(text + 2 * r.stride), load(text + 4 * r.stride),
                                  load(text + 6 * r.stride)};
        struct halves ids = read_eight25(&r, texts, &bad);
        if (bad != 0)
            return count - left;
        store(bytes, ids.high);
        store(bytes + 64, ids.low);
        text += 8 * r.stride;
        bytes += 128;
    }
    if (left > 0) {
        const __m512i texts[4] = {load_texts(&r, text, 0, left), load_texts(&r, text, 2, left),
                                  load_texts(&r, text, 4, left), load_texts(&r, text, 6, left)};
        struct halves ids = read_eight25(&r, texts, &bad);
        if (bad != 0)
            return count - left;
        store_first(bytes, ids.high, 16 * left);
        if (left > 4)
            store_first(bytes + 64, ids.low, 16 * left - 64);
    }
    return count;
}

static bool parse_36x12(uint8_t *bytes, const char *text)
{
    const struct reader r = load_reader(&PLACES_12[0], 0);
    __mmask64 bad = 0;
    __m128i fours = lane(read_fours(&r, load_texts(&r, text, 0, 1), &bad), 0);
    uint64_t upper = (uint64_t)_mm_cvtsi128_si64(fours); /* < 36^4 */
    uint64_t lower = (uint64_t)_mm_extract_epi64(fours, 1);
    if (bad != 0)
        return false;
    store_be64(bytes, upper * POW8 + (uint32_t)lower * (uint64_t)POW4 + (lower >> 32)); /* < 36^12 */
    return true;
}

static bool parse_36x25(uint8_t *bytes, const char *text)
{
    const struct reader r = load_reader(&PLACES_25[0], 0);
    __mmask64 bad = 0;
    __m512i fours = read_fours(&r, load_texts(&r, text, 0, 1), &bad);
    uint64_t first = (uint64_t)_mm_cvtsi128_si64(lane(fours, 0));
    __m512i eights = join8(fours);
    uint64_t a = (uint64_t)_mm_extract_epi64(lane(eights, 0), 1);
    uint64_t b = (uint64_t)_mm_cvtsi128_si64(lane(eights, 1));
    uint64_t c = (uint64_t)_mm_extract_epi64(lane(eights, 1), 1);
    uint64_t x_high, x_low, y_high, y_low;
    wide_multiply(&x_high, &x_low, first * POW8 + a, NINE16); /* < 36^9 * 9^16 < 2^97.4 */
    wide_multiply(&y_high, &y_low, b, POW8);
    wide_add(&y_high, &y_low, c); /* < 36^16 < 2^82.8 */
    wide_add(&y_high, &y_low, x_low << 32);
    uint64_t high = (x_high << 32 | x_low >> 32) + y_high;
    if (bad != 0 || x_high >> 32 != 0 || high < y_high)
        return false;
    store_be64(bytes, high);
    store_be64(bytes + 8, y_low);
    return true;
}

/* ---- ChaCha20 -------------------------------------------------------------------- */

/* RFC 8439 section 2.1, on sixteen blocks. */
INLINED void quarter_round(__m512i x[16], int a, int b, int c, int d)
{
    x[a] = _mm512_add_epi32(x[a], x[b]);
    x[d] = _mm512_rol_epi32(_mm512_xor_si512(x[d], x[a]), 16);
    x[c] = _mm512_add_epi32(x[c], x[d]);
    x[b] = _mm512_rol_epi32(_mm512_xor_si512(x[b], x[c]), 12);
    x[a] = _mm512_add_epi32(x[a], x[b]);
    x[d] = _mm512_rol_epi32(_mm512_xor_si512(x[d], x[a]), 8);
    x[c] = _mm512_add_epi32(x[c], x[d]);
    x[b] = _mm512_rol_epi32(_mm512_xor_si512(x[b], x[c]), 7);
}

INLINED void double_round(__m512i x[16])
{
    quarter_round(x, 0, 4, 8, 12);
    quarter_round(x, 1, 5, 9, 13);
    quarter_round(x, 2, 6, 10, 14);
    quarter_round(x, 3, 7, 11, 15);
    quarter_round(x, 0, 5, 10, 15);
    quarter_round(x, 1, 6, 11, 12);
    quarter_round(x, 2, 7, 8, 13);
    quarter_round(x, 3, 4, 9, 14);
}

/* Four vectors of a word each to four of which lane i is the four words of block i, i + 4,
 * i + 8, i + 12. */
INLINED void transpose4(__m512i x[4])
{
    __m512i a = _mm512_unpacklo_epi32(x[0], x[1]), b = _mm512_unpackhi_epi32(x[0], x[1]);
    __m512i c = _mm512_unpacklo_epi32(x[2], x[3]), d = _mm512_unpackhi_epi32(x[2], x[3]);
    x[0] = _mm512_unpacklo_epi64(a, c);
    x[1] = _mm512_unpackhi_epi64(a, c);
    x[2] = _mm512_unpacklo_epi64(b, d);
    x[3] = _mm512_unpackhi_epi64(b, d);
}

/* Lanes of four vectors, the parts of four blocks, to the four blocks. */
INLINED void store_blocks(uint8_t *out, size_t blocks, size_t from, __m512i a, __m512i b, __m512i c,
                          __m512i d)
{
    __m512i ab02 = _mm512_shuffle_i32x4(a, b, 0x88), ab13 = _mm512_shuffle_i32x4(a, b, 0xdd);
    __m512i cd02 = _mm512_shuffle_i32x4(c, d, 0x88), cd13 = _mm512_shuffle_i32x4(c, d, 0xdd);
    if (from < blocks)
        store(out + 64 * from, _mm512_shuffle_i32x4(ab02, cd02, 0x88));
    if (from + 4 < blocks)
        store(out + 64 * (from + 4), _mm512_shuffle_i32x4(ab13, cd13, 0x88));
    if (from + 8 < blocks)
        store(out + 64 * (from + 8), _mm512_shuffle_i32x4(ab02, cd02, 0xdd));
    if (from + 12 < blocks)
        store(out + 64 * (from + 12), _mm512_shuffle_i32x4(ab13, cd13, 0xdd));
}

INLINED __m512i word(uint32_t value)
{
    return _mm512_set1_epi32((int)value);
}

INLINED void make_blocks(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    const __m512i zero = _mm512_setzero_si512();
    const __m512i counters = _mm512_add_epi32(
        word(counter), _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    __m512i x[16] = {word(0x61707865), word(0x3320646e), word(0x79622d32), word(0x6b206574),
                     word(key[0]),     word(key[1]),     word(key[2]),     word(key[3]),
                     word(key[4]),     word(key[5]),     word(key[6]),     word(key[7]),
                     counters,         zero,             zero,             zero};
    for (int i = 0; i < 10; i++)
        double_round(x);
    x[0] = _mm512_add_epi32(x[0], word(0x61707865));
    x[1] = _mm512_add_epi32(x[1], word(0x3320646e));
    x[2] = _mm512_add_epi32(x[2], word(0x79622d32));
    x[3] = _mm512_add_epi32(x[3], word(0x6b206574));
    x[4] = _mm512_add_epi32(x[4], word(key[0]));
    x[5] = _mm512_add_epi32(x[5], word(key[1]));
    x[6] = _mm512_add_epi32(x[6], word(key[2]));
    x[7] = _mm512_add_epi32(x[7], word(key[3]));
    x[8] = _mm512_add_epi32(x[8], word(key[4]));
    x[9] = _mm512_add_epi32(x[9], word(key[5]));
    x[10] = _mm512_add_epi32(x[10], word(key[6]));
    x[11] = _mm512_add_epi32(x[11], word(key[7]));
    x[12] = _mm512_add_epi32(x[12], counters);
    transpose4(x);
    transpose4(x + 4);
    transpose4(x + 8);
    transpose4(x + 12);
    store_blocks(out, blocks, 0, x[0], x[4], x[8], x[12]);
    store_blocks(out, blocks, 1, x[1], x[5], x[9], x[13]);
    store_blocks(out, blocks, 2, x[2], x[6], x[10], x[14]);
    store_blocks(out, blocks, 3, x[3], x[7], x[11], x[15]);
}

static void chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    for (; blocks >= 16; blocks -= 16) {
        make_blocks(out, 16, key, counter);
        out += 16 * 64;
        counter += 16;
    }
    if (blocks > 0)
        make_blocks(out, blocks, key, counter);
}

/* ---- Counting up ----------------------------------------------------------------- */

static void count8(uint8_t *ids, size_t count, uint64_t first)
{
    __m512i values = _mm512_add_epi64(all64(first), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
    for (; count >= 8; count -= 8) {
        store(ids, swap_words(values));
        values = _mm512_add_epi64(values, all64(8));
        ids += 64;
    }
    store_first(ids, swap_words(values), 8 * count);
}

/* The last four bytes of four IDs. */
INLINED __m512i set_tails(__m512i ids, __m128i tails)
{
    const __m512i order = _mm512_set_epi32(3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    return _mm512_mask_permutexvar_epi32(ids, 0x8888, order, _mm512_castsi128_si512(tails));
}

static void count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                    const uint8_t *tails)
{
    const long long h = (long long)high, step4 = (long long)(4 * step);
    const __m512i more = _mm512_set_epi64(step4, 0, step4, 0, step4, 0, step4, 0);
    __m512i values = _mm512_set_epi64((long long)(low + 3 * step), h, (long long)(low + 2 * step),
                                      h, (long long)(low + step), h, (long long)low, h);
    for (; count >= 4; count -= 4) {
        __m512i bytes = swap_words(values);
        if (tails != NULL) {
            bytes = set_tails(bytes, _mm_loadu_si128((const __m128i *)tails));
            tails += 16;
        }
        store(ids, bytes);
        values = _mm512_add_epi64(values, more);
        ids += 64;
    }
    __m512i bytes = swap_words(values);
    if (tails != NULL)
        bytes = set_tails(bytes, lane(load_first(tails, 4 * count), 0));
    store_first(ids, bytes, 16 * count);
}

#define print_36x12 sortid_scalar_print_36x12
#define print_36x25 sortid_scalar_print_36x25

const struct kernel sortid_kernel_avx512 = {
    .name = "avx512",
#define ROW(FORM, NAME) [FORM] = {print_##NAME, print_many_##NAME, parse_##NAME, parse_many_##NAME},
    .codecs = {EACH_FORM(ROW)},
    .chacha20 = chacha20,
    .count8 = count8,
    .count16 = count16,
};

TARGET_END

#endif
