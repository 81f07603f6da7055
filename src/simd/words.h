/* SPDX-License-Identifier: MIT */
/* simd/words.h: a load for avx2.c and avx512.c. Include it between TARGET_BEGIN and TARGET_END. */
#pragma once

/* 16 bytes by two loads of 8, for an ID that may just have been stored as two words: the CPU can
 * forward a store to a load of one word, but not two stores to a load of both. */
SIMD_INLINE __m128i load_words(const uint8_t bytes[16])
{
    __m128i first = _mm_loadl_epi64((const __m128i *)bytes);
    __asm__("" : "+x"(first)); /* without this clang makes one load of both */
    __m128d both = _mm_loadh_pd(_mm_castsi128_pd(first), (const double *)(const void *)(bytes + 8));
    return _mm_castpd_si128(both);
}
