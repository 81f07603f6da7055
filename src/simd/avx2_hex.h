/* SPDX-License-Identifier: MIT */
/* simd/avx2_hex.h: hex and UUID form, out and in. A part of avx2.c. */
#pragma once

#include "avx2_vectors.h"

/* ---- Hex out ------------------------------------------------------------- */

static const char DIGITS_HEX[] = "0123456789abcdef";

/* For each character: its byte (-1 for none, which gives a '0'), whether it is the upper digit,
 * and the xor that turns that '0' into a hyphen. */
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

SIMD_INLINE __m256i characters16(__m256i bytes, const struct halves *halves)
{
    __m256i lower4 = _mm256_shuffle_epi8(bytes, load(halves->bytes));
    __m256i upper4 = _mm256_srli_epi16(lower4, 4); /* bits 4 to 7 are of another byte */
    __m256i values = _mm256_blendv_epi8(lower4, upper4, load(halves->upper));
    values = _mm256_and_si256(values, _mm256_set1_epi8(15));
    return _mm256_shuffle_epi8(load_twice(DIGITS_HEX), values);
}

SIMD_INLINE void print_16_as_uuid(char *text, __m256i twice)
{
    __m256i first32 = characters16(twice, &HALVES_UUID);
    store_half(text + 20, upper(characters16(twice, &HALVES))); /* its last 4 are not overwritten */
    store(text, _mm256_xor_si256(first32, load(HALVES_UUID.hyphens)));
}

void sortid_avx2_print_hex8(char *text, const uint8_t *bytes)
{
    __m128i x = _mm_loadl_epi64((const __m128i *)bytes);
    store_half(text, lower(characters16(_mm256_castsi128_si256(x), &HALVES)));
}

void sortid_avx2_print_hex16(char *text, const uint8_t *bytes)
{
    store(text, characters16(load_words_twice(bytes), &HALVES));
}

void sortid_avx2_print_hex20(char *text, const uint8_t *bytes)
{
    store(text, characters16(load_words_twice(bytes), &HALVES));
    sortid_avx2_print_hex8(text + 24, bytes + 12);
}

void sortid_avx2_print_uuid(char *text, const uint8_t *bytes)
{
    print_16_as_uuid(text, load_words_twice(bytes));
}

SIMD_INLINE void print_row_hex16(char *text, const uint8_t *bytes)
{
    store(text, characters16(load_twice(bytes), &HALVES));
}

SIMD_INLINE void print_row_uuid(char *text, const uint8_t *bytes)
{
    print_16_as_uuid(text, load_twice(bytes));
}

PRINT_MANY(FORM_HEX8, hex8, sortid_avx2_print_hex8)
PRINT_MANY(FORM_HEX16, hex16, print_row_hex16)
PRINT_MANY(FORM_HEX20, hex20, sortid_avx2_print_hex20)
PRINT_MANY(FORM_UUID, uuid, print_row_uuid)

/* ---- Hex in -------------------------------------------------------------- */

/* Words below 256, one for each byte. */
SIMD_INLINE __m256i see16(struct seen *seen, __m256i text, struct chart chart)
{
    return _mm256_maddubs_epi16(see(seen, text, chart), _mm256_set1_epi16(0x0110)); /* 16, 1 */
}

SIMD_INLINE __m128i narrow(__m256i pairs)
{
    return _mm_packus_epi16(lower(pairs), upper(pairs));
}

/* The pack works on each half separately: the order is 0 2 1 3. */
SIMD_INLINE __m256i narrow2(__m256i first, __m256i second)
{
    return _mm256_permute4x64_epi64(_mm256_packus_epi16(first, second), 0xd8);
}

SIMD_INLINE bool all_hex(struct seen seen)
{
    return all_within(seen, _mm256_set1_epi8(15));
}

bool sortid_avx2_parse_hex8(uint8_t *bytes, const char *text)
{
    struct seen seen = nothing_seen();
    __m256i pairs = see16(&seen, load_twice(text), load_chart(sortid_text_value16));
    if (!all_hex(seen))
        return false;
    store_8(bytes, narrow(pairs));
    return true;
}

SIMD_INLINE bool four_hex8(uint8_t *bytes, const char *text, size_t stride)
{
    struct chart chart = load_chart(sortid_text_value16);
    struct seen seen = nothing_seen();
    __m256i even = see16(&seen, load_halves(text, text + 2 * stride), chart);
    __m256i odd = see16(&seen, load_halves(text + stride, text + 3 * stride), chart);
    store(bytes, _mm256_packus_epi16(even, odd));
    return all_hex(seen);
}
PARSE_MANY(FORM_HEX8, hex8, four_hex8)

bool sortid_avx2_parse_hex20(uint8_t *bytes, const char *text)
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

SIMD_INLINE bool four_hex20(uint8_t *bytes, const char *text, size_t stride)
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

/* The 32 digits of a UUID: from characters 0 to 15 and 20 to 35, and the missing ones from 8 to
 * 23. All hyphens are in 8 to 23. */
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

SIMD_INLINE __m256i load_uuid(const char *text, int *hyphens)
{
    __m256i inner = load_twice(text + 8);
    *hyphens &= _mm256_movemask_epi8(_mm256_cmpeq_epi8(inner, _mm256_set1_epi8('-')));
    return _mm256_or_si256(
        _mm256_shuffle_epi8(load_halves(text, text + 20), load(UNHYPHENED.outer)),
        _mm256_shuffle_epi8(inner, load(UNHYPHENED.inner)));
}

/* Loads 32 digits, or those of a UUID. A UUID clears the bits in *hyphens of places without a
 * hyphen. */
SIMD_INLINE __m256i load_32(const char *text, bool uuid, int *hyphens)
{
    return uuid ? load_uuid(text, hyphens) : load(text);
}

SIMD_INLINE bool parse_16(uint8_t *bytes, const char *text, bool uuid)
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

SIMD_INLINE bool four_16(uint8_t *bytes, const char *text, size_t stride, bool uuid)
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
    bool sortid_avx2_parse_##NAME(uint8_t *bytes, const char *text)                                \
    {                                                                                              \
        return parse_16(bytes, text, UUID);                                                        \
    }                                                                                              \
    SIMD_INLINE bool four_##NAME(uint8_t *bytes, const char *text, size_t stride)                  \
    {                                                                                              \
        return four_16(bytes, text, stride, UUID);                                                 \
    }                                                                                              \
    PARSE_MANY(FORM, NAME, four_##NAME)
PARSE_16(FORM_HEX16, hex16, false)
PARSE_16(FORM_UUID, uuid, true)
