/* SPDX-License-Identifier: MIT */
/* kernel/avx2.c: the kernel for x86-64 with AVX2 and BMI2. select.c chooses it; it is
 * judged by equality with scalar.c. It never reads or writes a byte beyond what
 * kernel.h gives it, so only the loops for many need care at their end.
 *
 * Base 32 out. Two digits are 10 bits within two bytes; shuffled there as a 16-bit word,
 * two multiplications do the work of a shift by lane (SPREAD26, SPREAD32):
 *
 *     bytes  |7654 3210|7654 3210|7654 3210|7654 3210|7654 3210|   40 bits, 8 digits
 *     words  |aaaaabbbbb......|                                    shift 6
 *                      |..ccccc ddddd....|                         shift 4, then 2, then 0
 *     lanes  |digit a |digit b |digit c |digit d |...              a digit in a byte
 *
 * A digit becomes a character by two tables of 16, chosen by its bit 4. 26 digits are
 * made as 0 to 15 and 10 to 25, one in each half of the vector: two stores, no byte too
 * many. In a row, all 26 in one store, that the next text then writes over.
 *
 * Digits in. A byte's value is looked up in its row of the ASCII chart, and what was seen
 * is gathered: the lowest byte, the highest value (struct seen). They are tested once for
 * four texts, which are then the group of kernel.h. Values are put together by
 * multiply-add: two digits, four digits, then bytes (GATHER26, GATHER32).
 *
 * ChaCha20: two blocks to a vector of rows, three such at a time. Tails: IDs that fill
 * no group of four are done one by one.
 *
 * ns per ID in 64 KiB of text, AMD Zen 3 at 3.2 GHz, gcc 12 (clang 14), -O2; scalar.c by gcc:
 *
 *             many out, scalar  | many in           | one out           | one in
 * 26 digits   0.99 (0.96)  4.64 | 2.06 (1.95) 10.31 | 2.97 (2.44)  5.58 | 3.43 (3.01) 11.86
 * 32 digits   1.16 (1.17)  9.01 | 2.02 (1.84) 20.63 | 2.56 (2.39) 10.20 | 3.46 (3.23) 25.46
 * hex of 8    0.62 (0.62)  6.48 | 0.73 (0.71)  9.97 | 1.86 (1.85)  6.48 | 3.09 (2.47) 12.99
 * hex of 16   0.94 (0.75) 11.41 | 1.37 (1.27) 16.23 | 2.19 (1.86) 11.42 | 3.09 (2.48) 17.11
 * hex of 20   1.44 (1.29) 13.88 | 2.26 (2.11) 19.99 | 2.86 (2.65) 13.88 | 4.04 (3.42) 20.65
 * UUID form   1.35 (1.40) 13.06 | 2.11 (2.04) 52.11 | 3.11 (2.70) 13.56 | 3.86 (3.10) 56.49
 * chacha20, bytes per ns: 2.67 (2.85), scalar 0.66; one block 113 (93) ns, 292.
 * count8 0.08 ns an ID, count16 0.17, with tails 0.21: stores of 32 bytes, one a cycle.
 *
 * Tried and lost: out in groups of four, and the end byte by xor (the same); one load of 16 bytes for one ID: 0.3 ns
 * less, but 8 more where the ID has just been stored as two words, which no single load
 * is fed from. ChaCha20 with a block in each lane, eight at a time: 2.65 (3.14) bytes per
 * ns, but twice the time for one block; three pairs in lockstep: 2.62 (2.93). */
#include "kernel.h"

extern const struct kernel sortid_kernel_avx2;

#if defined(__GNUC__) && defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

#include "scalar.h"
#include "target.h"
#include "../text/bytes.h"
#include "../text/digits.h"
#include "../text/wipe.h"

TARGET_BEGIN("avx2,bmi2")

#define INLINED static inline __attribute__((always_inline))

/* ---- Vectors ------------------------------------------------------------------ */

INLINED __m256i load(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}

INLINED __m128i load_half(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

INLINED __m256i load_halves(const void *low, const void *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(load_half(low)), load_half(high), 1);
}

INLINED __m256i load_twice(const void *from)
{
    return _mm256_broadcastsi128_si256(load_half(from));
}

/* The same by two loads of 8 bytes: for an ID that may just have been stored as two words,
 * which the CPU can hand on to a load of one of them, but not of both. */
INLINED __m256i load_words_twice(const uint8_t bytes[16])
{
    __m128i first = _mm_loadl_epi64((const __m128i *)bytes);
    __asm__("" : "+x"(first)); /* or clang makes one load of both */
    __m128d both = _mm_loadh_pd(_mm_castsi128_pd(first), (const double *)(const void *)(bytes + 8));
    return _mm256_broadcastsi128_si256(_mm_castpd_si128(both));
}

INLINED void store(void *to, __m256i x)
{
    _mm256_storeu_si256((__m256i *)to, x);
}

INLINED void store_half(void *to, __m128i x)
{
    _mm_storeu_si128((__m128i *)to, x);
}

INLINED void store_8(void *to, __m128i x)
{
    _mm_storel_epi64((__m128i *)to, x);
}

INLINED __m128i lower(__m256i x)
{
    return _mm256_castsi256_si128(x);
}

INLINED __m128i upper(__m256i x)
{
    return _mm256_extracti128_si256(x, 1);
}

/* ---- Calls for many ----------------------------------------------------------- */

typedef void print_one(char *text, const uint8_t *bytes);
typedef bool parse_one(uint8_t *bytes, const char *text);
typedef bool parse_four(uint8_t *bytes, const char *text, size_t stride);

/* `print` may write over the beginning of the next text, `print_last` not. */
INLINED void print_each(char *text, const uint8_t *bytes, size_t count, int end, text_form form,
                        print_one *print, print_one *print_last)
{
    const struct form_size size = sortid_kernel_form_sizes[form];
    const size_t stride = (size_t)size.digits + (end >= 0);
    for (; count > 1; count--) {
        print(text, bytes);
        if (end >= 0)
            text[size.digits] = (char)end;
        text += stride;
        bytes += size.bytes;
    }
    if (count == 0)
        return;
    print_last(text, bytes);
    if (end >= 0)
        text[size.digits] = (char)end;
}

INLINED bool four_ends(const char *text, size_t digits, size_t stride, int end)
{
    unsigned other = 0;
    if (end >= 0)
        for (size_t i = 0; i < 4; i++)
            other |= (unsigned char)text[i * stride + digits] ^ (unsigned)end;
    return other == 0;
}

/* `four` may have written when it says no; `one` may not. Without `four` one by one. */
INLINED size_t parse_fours(uint8_t *bytes, const char *text, size_t count, int end, text_form form,
                           parse_four *four, parse_one *one)
{
    const struct form_size size = sortid_kernel_form_sizes[form];
    size_t stride = (size_t)size.digits + (end >= 0), made = 0;
    for (; four != NULL && count - made >= 4; made += 4) {
        if (!four_ends(text, size.digits, stride, end) || !four(bytes, text, stride))
            return made;
        text += 4 * stride;
        bytes += 4 * (size_t)size.bytes;
    }
    for (; made < count; made++) {
        if ((end >= 0 && text[size.digits] != (char)end) || !one(bytes, text))
            return made;
        text += stride;
        bytes += size.bytes;
    }
    return count;
}

#define PRINT_MANY(FORM, NAME, PRINT)                                                              \
    static void print_many_##NAME(char *text, const uint8_t *bytes, size_t count, int end)         \
    {                                                                                              \
        print_each(text, bytes, count, end, FORM, PRINT, print_##NAME);                            \
    }
#define PARSE_MANY(FORM, NAME, FOUR)                                                               \
    static size_t parse_many_##NAME(uint8_t *bytes, const char *text, size_t count, int end)       \
    {                                                                                              \
        return parse_fours(bytes, text, count, end, FORM, FOUR, parse_##NAME);                     \
    }

/* ---- Values of digits --------------------------------------------------------- */

/* Three rows of the ASCII chart: 30 to 3f, 40 to 4f, 50 to 5f. 60 to 7f are as 40 to 5f. */
struct chart {
    __m256i digits, to_o, from_p;
};

INLINED struct chart load_chart(const int8_t values[256])
{
    return (struct chart){load_twice(&values['0']), load_twice(&values['@']),
                          load_twice(&values['P'])};
}

/* The row is chosen by bit 4 (rows 3, 5, 7) and bit 6 (not row 3), moved to where the blend
 * looks, bit 7. Bytes of other rows get a value, too: struct seen refuses them. */
INLINED __m256i digit_values(__m256i text, struct chart chart)
{
    __m256i odd_rows =
        _mm256_blendv_epi8(_mm256_shuffle_epi8(chart.digits, text),
                           _mm256_shuffle_epi8(chart.from_p, text), _mm256_add_epi8(text, text));
    return _mm256_blendv_epi8(_mm256_shuffle_epi8(chart.to_o, text), odd_rows,
                              _mm256_slli_epi16(text, 3));
}

/* The lowest byte of text at each place, signed, so that 0x80 to 0xff are below '0' as well,
 * and the highest value, unsigned, so that NO_DIGIT is above all. */
struct seen {
    __m256i low, high;
};

INLINED struct seen nothing_seen(void)
{
    return (struct seen){_mm256_set1_epi8('0'), _mm256_setzero_si256()};
}

INLINED __m256i see(struct seen *seen, __m256i text, struct chart chart)
{
    __m256i values = digit_values(text, chart);
    seen->low = _mm256_min_epi8(seen->low, text);
    seen->high = _mm256_max_epu8(seen->high, values);
    return values;
}

INLINED bool all_within(struct seen seen, __m256i limit)
{
    __m256i below = _mm256_cmpgt_epi8(_mm256_set1_epi8('0'), seen.low);
    __m256i bad = _mm256_or_si256(below, _mm256_subs_epu8(seen.high, limit));
    return _mm256_testz_si256(bad, bad);
}

/* ---- Base 32 out -------------------------------------------------------------- */

static const char DIGITS_32HEX[32] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
static const char DIGITS_CROCKFORD[32] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* For each word the two bytes it is made of, lower half first, and the factors that bring its
 * upper digit (bits shift + 5 to shift + 9) to bit 16 of the product and its lower one (from
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

/* Digits 0 to 15 | 10 to 25 of 16 bytes. The first two are the first byte alone, by shift 0;
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

/* Digits 0 to 15 | 16 to 31 of 20 bytes, 0 to 15 | 4 to 19 loaded. */
static const struct spread SPREAD32 = {
    {WORDS(0), WORDS(5), WORDS(6), WORDS(11)},
    {FIRSTS, FIRSTS, FIRSTS, FIRSTS},
    {SECONDS, SECONDS, SECONDS, SECONDS},
};

INLINED __m256i characters32(__m256i bytes, const struct spread *spread, const char digits[32])
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

INLINED void print_26(char *text, const uint8_t *bytes, const char digits[32])
{
    __m256i x = characters32(load_words_twice(bytes), &SPREAD26, digits);
    store_half(text, lower(x));
    store_half(text + 10, upper(x));
}

/* Writes six bytes more. */
INLINED void print_26_in_a_row(char *text, const uint8_t *bytes, const char digits[32])
{
    store(text, characters32(load_twice(bytes), &SPREAD26_IN_A_ROW, digits));
}

#define PRINT_26(FORM, NAME, DIGITS)                                                               \
    static void print_##NAME(char *text, const uint8_t *bytes)                                     \
    {                                                                                              \
        print_26(text, bytes, DIGITS);                                                             \
    }                                                                                              \
    INLINED void print_row_##NAME(char *text, const uint8_t *bytes)                                \
    {                                                                                              \
        print_26_in_a_row(text, bytes, DIGITS);                                                    \
    }                                                                                              \
    PRINT_MANY(FORM, NAME, print_row_##NAME)
PRINT_26(FORM_32HEX26, 32hex26, DIGITS_32HEX)
PRINT_26(FORM_CROCKFORD26, crockford26, DIGITS_CROCKFORD)

static void print_32hex32(char *text, const uint8_t *bytes)
{
    store(text, characters32(load_halves(bytes, bytes + 4), &SPREAD32, DIGITS_32HEX));
}
PRINT_MANY(FORM_32HEX32, 32hex32, print_32hex32)

/* ---- Base 32 in --------------------------------------------------------------- */

/* Factors that make words of two digits, then double words of four, shifted so that a byte of
 * the result is a byte of one double word (`bytes`) or the sum of bytes of two (`shared`,
 * whose bits do not meet). In both -1 is none. */
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

/* Digits 0 to 15, of which 10 to 15 count for nothing, | 10 to 25. 0 to 3 are 18 bits << 6,
 * 4 to 7 20 bits << 2, 8 and 9 10 bits << 8: bytes 0 to 5 are 2, 1, 0 + 6, 5, 4 + 10, 9.
 * Pairs are at most 31 * 132 = 4092 < 2^15, fours below 2^26. */
static const struct gather GATHER26 = {
    {TWO(4), TWO(4), TWO(1), TWO(1), TWO(1), TWO(0), TWO(0), TWO(0), EIGHT_TWOS},
    {1024 * 16, 16, 1024 * 4, 4, 256, 0, 0, 0, FOURS_OF_8, FOURS_OF_8},
    {2, 1, 0, 5, 4, 9, NONE_OF_6, -1, -1, -1, -1, NONE_OF_6, BYTES_OF_16},
    {-1, -1, 6, -1, 10, -1, NONE_OF_6, -1, -1, -1, -1, NONE_OF_6, SHARED_OF_16},
    {7, 31, 31, 31, 31, 31, 31, 31, LIMIT_8, LIMIT_8, LIMIT_8}, /* 8 * 32^25 = 2^128 */
};

/* Digits 0 to 15 | 16 to 31, as ten bytes in front of the lower half, at the end of the upper.
 * Pairs are at most 31 * 33 = 1023, fours below 2^24. */
static const struct gather GATHER32 = {
    {EIGHT_TWOS, EIGHT_TWOS},
    {FOURS_OF_8, FOURS_OF_8, FOURS_OF_8, FOURS_OF_8},
    {BYTES_OF_16, NONE_OF_6, NONE_OF_6, BYTES_OF_16},
    {SHARED_OF_16, NONE_OF_6, NONE_OF_6, SHARED_OF_16},
    {LIMIT_8, LIMIT_8, LIMIT_8, LIMIT_8},
};

INLINED __m256i gather32(__m256i values, const struct gather *gather)
{
    __m256i pairs = _mm256_maddubs_epi16(load(gather->pairs), values);
    __m256i fours = _mm256_madd_epi16(pairs, load(gather->fours));
    return _mm256_or_si256(_mm256_shuffle_epi8(fours, load(gather->bytes)),
                           _mm256_shuffle_epi8(fours, load(gather->shared)));
}

INLINED __m128i value_26(const char *text, struct chart chart, struct seen *seen)
{
    __m256i x = gather32(see(seen, load_halves(text, text + 10), chart), &GATHER26);
    return _mm_or_si128(lower(x), upper(x));
}

INLINED bool parse_26(uint8_t *bytes, const char *text, const int8_t values[256])
{
    struct seen seen = nothing_seen();
    __m128i value = value_26(text, load_chart(values), &seen);
    if (!all_within(seen, load(GATHER26.limit)))
        return false;
    store_half(bytes, value);
    return true;
}

INLINED bool four_26(uint8_t *bytes, const char *text, size_t stride, const int8_t values[256])
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
    static bool parse_##NAME(uint8_t *bytes, const char *text)                                     \
    {                                                                                              \
        return parse_26(bytes, text, VALUES);                                                      \
    }                                                                                              \
    INLINED bool four_##NAME(uint8_t *bytes, const char *text, size_t stride)                      \
    {                                                                                              \
        return four_26(bytes, text, stride, VALUES);                                               \
    }                                                                                              \
    PARSE_MANY(FORM, NAME, four_##NAME)
PARSE_26(FORM_32HEX26, 32hex26, sortid_text_value32hex)
PARSE_26(FORM_CROCKFORD26, crockford26, sortid_text_value_crockford)

INLINED void store_20(uint8_t *bytes, __m256i x)
{
    __m128i from_4 = _mm_bsrli_si128(lower(x), 4); /* six bytes, where upper(x) has none */
    store_half(bytes, lower(x));
    store_half(bytes + 4, _mm_or_si128(from_4, upper(x)));
}

static bool parse_32hex32(uint8_t *bytes, const char *text)
{
    struct seen seen = nothing_seen();
    __m256i values = see(&seen, load(text), load_chart(sortid_text_value32hex));
    if (!all_within(seen, load(GATHER32.limit)))
        return false;
    store_20(bytes, gather32(values, &GATHER32));
    return true;
}

INLINED bool four_32hex32(uint8_t *bytes, const char *text, size_t stride)
{
    struct chart chart = load_chart(sortid_text_value32hex);
    struct seen seen = nothing_seen();
    for (size_t i = 0; i < 4; i++)
        store_20(bytes + 20 * i, gather32(see(&seen, load(text + i * stride), chart), &GATHER32));
    return all_within(seen, load(GATHER32.limit));
}
PARSE_MANY(FORM_32HEX32, 32hex32, four_32hex32)

/* ---- Hex out ------------------------------------------------------------------ */

static const char DIGITS_HEX[16] = "0123456789abcdef";

/* For each character the byte it is of, whether it is its upper digit, and what turns the 0
 * that stands for no byte (-1) into a hyphen. */
struct halves {
    _Alignas(32) int8_t bytes[32];
    int8_t upper[32], hyphens[32];
};

#define BOTH(byte) byte, byte
#define U_L        -1, 0
#define HYPHEN     '0' ^ '-'

static const struct halves HALVES = {
    {BOTH(0), BOTH(1), BOTH(2), BOTH(3), BOTH(4), BOTH(5), BOTH(6), BOTH(7), BOTH(8), BOTH(9),
     BOTH(10), BOTH(11), BOTH(12), BOTH(13), BOTH(14), BOTH(15)},
    {U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L, U_L},
    {0},
};

/* The first 32 of 36 characters. */
static const struct halves HALVES_UUID = {
    {BOTH(0), BOTH(1), BOTH(2), BOTH(3), -1, BOTH(4), BOTH(5), -1, BOTH(6), BOTH(7), -1, BOTH(8),
     BOTH(9), -1, BOTH(10), BOTH(11), BOTH(12), BOTH(13)},
    {U_L, U_L, U_L, U_L, 0, U_L, U_L, 0, U_L, U_L, 0, U_L, U_L, 0, U_L, U_L, U_L, U_L},
    {0, 0, 0,      0, 0, 0, 0, 0,      HYPHEN, 0, 0, 0, 0, HYPHEN, 0, 0,
     0, 0, HYPHEN, 0, 0, 0, 0, HYPHEN, 0,      0, 0, 0, 0, 0,      0, 0},
};

INLINED __m256i characters16(__m256i bytes, const struct halves *halves)
{
    __m256i lower4 = _mm256_shuffle_epi8(bytes, load(halves->bytes));
    __m256i upper4 = _mm256_srli_epi16(lower4, 4); /* of its own byte; bits 4 to 7 are not */
    __m256i values = _mm256_blendv_epi8(lower4, upper4, load(halves->upper));
    values = _mm256_and_si256(values, _mm256_set1_epi8(15));
    return _mm256_shuffle_epi8(load_twice(DIGITS_HEX), values);
}

INLINED void print_16_as_uuid(char *text, __m256i twice)
{
    __m256i first32 = characters16(twice, &HALVES_UUID);
    store_half(text + 20, upper(characters16(twice, &HALVES))); /* its last 4 stay */
    store(text, _mm256_xor_si256(first32, load(HALVES_UUID.hyphens)));
}

static void print_hex8(char *text, const uint8_t *bytes)
{
    __m128i x = _mm_loadl_epi64((const __m128i *)bytes);
    store_half(text, lower(characters16(_mm256_castsi128_si256(x), &HALVES)));
}

static void print_hex16(char *text, const uint8_t *bytes)
{
    store(text, characters16(load_words_twice(bytes), &HALVES));
}

static void print_hex20(char *text, const uint8_t *bytes)
{
    store(text, characters16(load_words_twice(bytes), &HALVES));
    print_hex8(text + 24, bytes + 12);
}

static void print_uuid(char *text, const uint8_t *bytes)
{
    print_16_as_uuid(text, load_words_twice(bytes));
}

INLINED void print_row_hex16(char *text, const uint8_t *bytes)
{
    store(text, characters16(load_twice(bytes), &HALVES));
}

INLINED void print_row_uuid(char *text, const uint8_t *bytes)
{
    print_16_as_uuid(text, load_twice(bytes));
}

PRINT_MANY(FORM_HEX8, hex8, print_hex8)
PRINT_MANY(FORM_HEX16, hex16, print_row_hex16)
PRINT_MANY(FORM_HEX20, hex20, print_hex20)
PRINT_MANY(FORM_UUID, uuid, print_row_uuid)

/* ---- Hex in ------------------------------------------------------------------- */

/* Words below 256, one for each byte. */
INLINED __m256i see16(struct seen *seen, __m256i text, struct chart chart)
{
    return _mm256_maddubs_epi16(see(seen, text, chart), _mm256_set1_epi16(0x0110)); /* 16, 1 */
}

INLINED __m128i narrow(__m256i pairs)
{
    return _mm_packus_epi16(lower(pairs), upper(pairs));
}

/* The pack works by halves: 0 2 1 3. */
INLINED __m256i narrow2(__m256i first, __m256i second)
{
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(first, second), 0xd8);
}

INLINED bool all_hex(struct seen seen)
{
    return all_within(seen, _mm256_set1_epi8(15));
}

static bool parse_hex8(uint8_t *bytes, const char *text)
{
    struct seen seen = nothing_seen();
    __m256i pairs = see16(&seen, load_twice(text), load_chart(sortid_text_value16));
    if (!all_hex(seen))
        return false;
    store_8(bytes, narrow(pairs));
    return true;
}

INLINED bool four_hex8(uint8_t *bytes, const char *text, size_t stride)
{
    struct chart chart = load_chart(sortid_text_value16);
    struct seen seen = nothing_seen();
    __m256i even = see16(&seen, load_halves(text, text + 2 * stride), chart);
    __m256i odd = see16(&seen, load_halves(text + stride, text + 3 * stride), chart);
    store(bytes, _mm256_packus_epi16(even, odd));
    return all_hex(seen);
}
PARSE_MANY(FORM_HEX8, hex8, four_hex8)

static bool parse_hex20(uint8_t *bytes, const char *text)
{
    struct chart chart = load_chart(sortid_text_value16);
    struct seen seen = nothing_seen();
    __m256i pairs = see16(&seen, load(text), chart);
    __m256i last = see16(&seen, load_twice(text + 24), chart);
    if (!all_hex(seen))
        return false;
    store_half(bytes, narrow(pairs));
    store_8(bytes + 12, narrow(last));
    return true;
}

INLINED bool four_hex20(uint8_t *bytes, const char *text, size_t stride)
{
    struct chart chart = load_chart(sortid_text_value16);
    struct seen seen = nothing_seen();
    for (size_t i = 0; i < 2; i++) {
        __m256i first = see16(&seen, load(text), chart);
        __m256i second = see16(&seen, load(text + stride), chart);
        __m256i lasts = see16(&seen, load_halves(text + 24, text + stride + 24), chart);
        __m256i both = narrow2(first, second);
        __m128i tails = narrow(lasts);
        store_half(bytes, lower(both));
        store_8(bytes + 12, tails);
        store_half(bytes + 20, upper(both));
        store_8(bytes + 32, _mm_unpackhi_epi64(tails, tails));
        text += 2 * stride;
        bytes += 40;
    }
    return all_hex(seen);
}
PARSE_MANY(FORM_HEX20, hex20, four_hex20)

/* The 32 digits of a UUID: characters 0 to 15 and 20 to 35, and of 8 to 23 what they lack. All
 * hyphens are in 8 to 23. */
static const struct {
    _Alignas(32) int8_t outer[32], inner[32];
} UNHYPHENED = {
    {0,  1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, -1, -1,
     -1, 0, 1, 2, 4, 5, 6, 7, 8, 9,  10, 11, 12, 13, 14, 15},
    {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 8,  9,
     11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
};
#define AT(position) (1 << ((position)-8))
#define HYPHENS      (AT(8) | AT(13) | AT(18) | AT(23))

INLINED __m256i load_uuid(const char *text, int *hyphens)
{
    __m256i inner = load_twice(text + 8);
    *hyphens &= _mm256_movemask_epi8(_mm256_cmpeq_epi8(inner, _mm256_set1_epi8('-')));
    return _mm256_or_si256(
        _mm256_shuffle_epi8(load_halves(text, text + 20), load(UNHYPHENED.outer)),
        _mm256_shuffle_epi8(inner, load(UNHYPHENED.inner)));
}

/* 16 bytes of 32 digits, or of a UUID, where *hyphens loses the bit of one that is none. */
INLINED __m256i load_32(const char *text, bool uuid, int *hyphens)
{
    return uuid ? load_uuid(text, hyphens) : load(text);
}

INLINED bool parse_16(uint8_t *bytes, const char *text, bool uuid)
{
    int hyphens = HYPHENS;
    struct seen seen = nothing_seen();
    __m256i digits = load_32(text, uuid, &hyphens);
    __m256i words = see16(&seen, digits, load_chart(sortid_text_value16));
    if (hyphens != HYPHENS || !all_hex(seen))
        return false;
    store_half(bytes, narrow(words));
    return true;
}

INLINED bool four_16(uint8_t *bytes, const char *text, size_t stride, bool uuid)
{
    int hyphens = HYPHENS;
    struct chart chart = load_chart(sortid_text_value16);
    struct seen seen = nothing_seen();
    for (size_t i = 0; i < 4; i += 2) {
        __m256i first = see16(&seen, load_32(text + i * stride, uuid, &hyphens), chart);
        __m256i second = see16(&seen, load_32(text + (i + 1) * stride, uuid, &hyphens), chart);
        store(bytes + 16 * i, narrow2(first, second));
    }
    return hyphens == HYPHENS && all_hex(seen);
}

#define PARSE_16(FORM, NAME, UUID)                                                                 \
    static bool parse_##NAME(uint8_t *bytes, const char *text)                                     \
    {                                                                                              \
        return parse_16(bytes, text, UUID);                                                        \
    }                                                                                              \
    INLINED bool four_##NAME(uint8_t *bytes, const char *text, size_t stride)                      \
    {                                                                                              \
        return four_16(bytes, text, stride, UUID);                                                 \
    }                                                                                              \
    PARSE_MANY(FORM, NAME, four_##NAME)
PARSE_16(FORM_HEX16, hex16, false)
PARSE_16(FORM_UUID, uuid, true)

/* ---- ChaCha20 ----------------------------------------------------------------- */

/* The rows of two blocks' states, a block in each half. */
struct two_blocks {
    __m256i a, b, c, d;
};

static const uint32_t SIGMA[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};

INLINED struct two_blocks load_state(const uint32_t key[8], uint32_t counter)
{
    return (struct two_blocks){
        .a = load_twice(SIGMA),
        .b = load_twice(key),
        .c = load_twice(key + 4),
        .d = _mm256_setr_epi32((int)counter, 0, 0, 0, (int)(counter + 1), 0, 0, 0),
    };
}

struct byte_rotations {
    __m256i by_16, by_8;
};

INLINED struct byte_rotations load_byte_rotations(void)
{
    static const int8_t by_16[16] = {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};
    static const int8_t by_8[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};
    struct byte_rotations r = {load_twice(by_16), load_twice(by_8)};
    __asm__("" : "+x"(r.by_16)); /* or clang 14 makes two shuffles of each one */
    return r;
}

INLINED __m256i rotate(__m256i x, int bits)
{
    return _mm256_or_si256(_mm256_slli_epi32(x, bits), _mm256_srli_epi32(x, 32 - bits));
}

/* The four quarter rounds of a block, RFC 8439 section 2.1. */
INLINED void four_quarters(struct two_blocks *x, struct byte_rotations r)
{
    x->a = _mm256_add_epi32(x->a, x->b);
    x->d = _mm256_shuffle_epi8(_mm256_xor_si256(x->d, x->a), r.by_16);
    x->c = _mm256_add_epi32(x->c, x->d);
    x->b = rotate(_mm256_xor_si256(x->b, x->c), 12);
    x->a = _mm256_add_epi32(x->a, x->b);
    x->d = _mm256_shuffle_epi8(_mm256_xor_si256(x->d, x->a), r.by_8);
    x->c = _mm256_add_epi32(x->c, x->d);
    x->b = rotate(_mm256_xor_si256(x->b, x->c), 7);
}

/* Turns the rows so that diagonals stand in columns, and back. b stays: it is ready last. */
INLINED void to_diagonals(struct two_blocks *x)
{
    x->a = _mm256_shuffle_epi32(x->a, 0x93);
    x->c = _mm256_shuffle_epi32(x->c, 0x39);
    x->d = _mm256_shuffle_epi32(x->d, 0x4e);
}

INLINED void to_columns(struct two_blocks *x)
{
    x->a = _mm256_shuffle_epi32(x->a, 0x39);
    x->c = _mm256_shuffle_epi32(x->c, 0x93);
    x->d = _mm256_shuffle_epi32(x->d, 0x4e);
}

INLINED void first_half(struct two_blocks *x, struct byte_rotations r)
{
    four_quarters(x, r);
    to_diagonals(x);
}

INLINED void second_half(struct two_blocks *x, struct byte_rotations r)
{
    four_quarters(x, r);
    to_columns(x);
}

INLINED void store_sum(uint8_t out[128], struct two_blocks x, struct two_blocks y)
{
    __m256i a = _mm256_add_epi32(x.a, y.a), b = _mm256_add_epi32(x.b, y.b);
    __m256i c = _mm256_add_epi32(x.c, y.c), d = _mm256_add_epi32(x.d, y.d);
    store(out, _mm256_permute2x128_si256(a, b, 0x20));
    store(out + 32, _mm256_permute2x128_si256(c, d, 0x20));
    store(out + 64, _mm256_permute2x128_si256(a, b, 0x31));
    store(out + 96, _mm256_permute2x128_si256(c, d, 0x31));
}

/* One pair of blocks takes as long as its chain of 28 steps in a double round; three pairs fill
 * the time of that chain. */
INLINED void make_two(uint8_t out[128], const uint32_t key[8], uint32_t counter)
{
    struct byte_rotations r = load_byte_rotations();
    struct two_blocks x = load_state(key, counter);
    for (int i = 0; i < 10; i++) {
        first_half(&x, r);
        second_half(&x, r);
    }
    store_sum(out, x, load_state(key, counter));
}

INLINED void make_six(uint8_t out[384], const uint32_t key[8], uint32_t counter)
{
    struct byte_rotations r = load_byte_rotations();
    struct two_blocks x = load_state(key, counter), y = load_state(key, counter + 2),
                      z = load_state(key, counter + 4);
    for (int i = 0; i < 10; i++) {
        first_half(&x, r);
        first_half(&y, r);
        first_half(&z, r);
        second_half(&x, r);
        second_half(&y, r);
        second_half(&z, r);
    }
    store_sum(out, x, load_state(key, counter));
    store_sum(out + 128, y, load_state(key, counter + 2));
    store_sum(out + 256, z, load_state(key, counter + 4));
}

static void chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    uint8_t last[384];
    for (; blocks >= 6; blocks -= 6) {
        make_six(out, key, counter);
        out += sizeof last;
        counter += 6;
    }
    if (blocks == 0)
        return;
    if (blocks <= 2)
        make_two(last, key, counter);
    else
        make_six(last, key, counter);
    memcpy(out, last, 64 * blocks);
    wipe(last, sizeof last);
}

/* ---- Counting up -------------------------------------------------------------- */

_Alignas(32) static const int8_t SWAPPED[32] = {7,  6,  5,  4,  3,  2,  1,  0,  15, 14, 13,
                                                12, 11, 10, 9,  8,  7,  6,  5,  4,  3,  2,
                                                1,  0,  15, 14, 13, 12, 11, 10, 9,  8};

INLINED __m256i swapped(__m256i x)
{
    return _mm256_shuffle_epi8(x, load(SWAPPED));
}

INLINED __m256i all_words(uint64_t word)
{
    return _mm256_set1_epi64x((long long)word);
}

static void count8(uint8_t *ids, size_t count, uint64_t first)
{
    __m256i next = _mm256_add_epi64(all_words(first), _mm256_setr_epi64x(0, 1, 2, 3));
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        store(ids + 8 * i, swapped(next));
        store(ids + 8 * i + 32, swapped(_mm256_add_epi64(next, all_words(4))));
        store(ids + 8 * i + 64, swapped(_mm256_add_epi64(next, all_words(8))));
        store(ids + 8 * i + 96, swapped(_mm256_add_epi64(next, all_words(12))));
        next = _mm256_add_epi64(next, all_words(16));
    }
    for (; i < count; i++)
        store_be64(ids + 8 * i, first + i);
}

/* Four tails of 4 bytes: the first two, then the last two, at the ends of IDs. */
_Alignas(32) static const int8_t TAILS[2][32] = {
    {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3,
     -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 4, 5, 6, 7},
    {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 8,  9,  10, 11,
     -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 12, 13, 14, 15},
};

/* Whole groups of four; returns how many are made. */
INLINED size_t count16_fours(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                             const uint8_t *tails)
{
    __m256i next = _mm256_set_epi64x((long long)(low + step), (long long)high, (long long)low,
                                     (long long)high);
    __m256i two = _mm256_set_epi64x((long long)(2 * step), 0, (long long)(2 * step), 0);
    size_t i = 0;
    for (; count - i >= 4; i += 4) {
        __m256i after = _mm256_add_epi64(next, two);
        __m256i first = swapped(next), second = swapped(after);
        if (tails != NULL) {
            __m256i four = load_twice(tails + 4 * i);
            first = _mm256_or_si256(first, _mm256_shuffle_epi8(four, load(TAILS[0])));
            second = _mm256_or_si256(second, _mm256_shuffle_epi8(four, load(TAILS[1])));
        }
        store(ids + 16 * i, first);
        store(ids + 16 * i + 32, second);
        next = _mm256_add_epi64(after, two);
    }
    return i;
}

static void count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                    const uint8_t *tails)
{
    size_t i = tails == NULL ? count16_fours(ids, count, high, low, step, NULL)
                             : count16_fours(ids, count, high, low, step, tails);
    for (; i < count; i++) {
        store_be64(ids + 16 * i, high);
        store_be64(ids + 16 * i + 8, low + i * step);
        if (tails != NULL)
            memcpy(ids + 16 * i + 12, tails + 4 * i, 4);
    }
}

/* ---- Base 36 ------------------------------------------------------------------ */

static void print_36x12(char *text, const uint8_t *bytes)
{
    sortid_scalar_print_36x12(text, bytes);
}

static bool parse_36x12(uint8_t *bytes, const char *text)
{
    return sortid_scalar_parse_36x12(bytes, text);
}

static void print_36x25(char *text, const uint8_t *bytes)
{
    sortid_scalar_print_36x25(text, bytes);
}

static bool parse_36x25(uint8_t *bytes, const char *text)
{
    return sortid_scalar_parse_36x25(bytes, text);
}

PRINT_MANY(FORM_36X12, 36x12, print_36x12)
PARSE_MANY(FORM_36X12, 36x12, NULL)
PRINT_MANY(FORM_36X25, 36x25, print_36x25)
PARSE_MANY(FORM_36X25, 36x25, NULL)

/* ---- The table ---------------------------------------------------------------- */

TARGET_END

#define ROW(FORM, NAME) [FORM] = {print_##NAME, print_many_##NAME, parse_##NAME, parse_many_##NAME},

const struct kernel sortid_kernel_avx2 = {
    .name = "avx2",
    .codecs = {EACH_FORM(ROW)},
    .chacha20 = chacha20,
    .count8 = count8,
    .count16 = count16,
};

#endif
