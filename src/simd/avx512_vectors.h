/* SPDX-License-Identifier: MIT */
/* simd/avx512_vectors.h: loads and stores of whole and partial vectors, and tables of bytes that
 * are computed by a formula. A part of avx512.c. */
#pragma once

#include "words.h"

SIMD_INLINE __m512i load_64(const void *from)
{
    return _mm512_loadu_si512(from);
}

SIMD_INLINE void store_64(void *to, __m512i x)
{
    _mm512_storeu_si512(to, x);
}

SIMD_INLINE __m512i all8(int byte)
{
    return _mm512_set1_epi8((char)byte);
}

SIMD_INLINE __m512i all16(int word)
{
    return _mm512_set1_epi16((short)word);
}

SIMD_INLINE __m512i all64(uint64_t word)
{
    return _mm512_set1_epi64((long long)word);
}

/* The mask of the first `count` bytes; all bytes if `count` is 64 to 255. */
SIMD_INLINE __mmask64 first_bytes(size_t count)
{
    return _bzhi_u64(~UINT64_C(0), (unsigned)count);
}

SIMD_INLINE __m512i load_first(const void *from, size_t count)
{
    return _mm512_maskz_loadu_epi8(first_bytes(count), from);
}

SIMD_INLINE void store_first(void *to, __m512i x, size_t count)
{
    _mm512_mask_storeu_epi8(to, first_bytes(count), x);
}

/* Stores the first 20 bytes by plain moves, because a masked store in progress could not be
 * forwarded to a load of the ID soon after. */
SIMD_INLINE void store_id20(uint8_t *to, __m512i x)
{
    const __m128i after = _mm256_extracti128_si256(_mm512_castsi512_si256(x), 1);
    const uint32_t rest = (uint32_t)_mm_cvtsi128_si32(after);
    _mm_storeu_si128((__m128i *)(void *)to, _mm512_castsi512_si128(x));
    memcpy(to + 16, &rest, sizeof rest);
}

/* Reverses the eight bytes of each word. */
SIMD_INLINE __m512i swap_words(__m512i x)
{
    const __m512i swap =
        _mm512_broadcast_i32x4(_mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    return _mm512_shuffle_epi8(x, swap);
}

/* F(0, ...), F(1, ...) to F(63, ...), and the mask that has bit j set if F(j, ...) is not 0. */
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
static const char DIGITS64_32HEX[64] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
static const char DIGITS64_CROCKFORD[64] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
