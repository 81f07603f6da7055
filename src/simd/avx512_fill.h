/* SPDX-License-Identifier: MIT */
/* simd/avx512_fill.h: ChaCha20, sixteen blocks in parallel, and counting up. A part of avx512.c. */
#pragma once

#include "avx512_vectors.h"

/* RFC 8439 section 2.1, on sixteen blocks. */
SIMD_INLINE void quarter_round(__m512i x[16], int a, int b, int c, int d)
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

/* Transposes four words of sixteen blocks: x[i] gets the four words of the blocks i, i + 4, i +
 * 8, i + 12 in its lanes. */
SIMD_INLINE void transpose4(__m512i x[4])
{
    __m512i a = _mm512_unpacklo_epi32(x[0], x[1]), b = _mm512_unpackhi_epi32(x[0], x[1]);
    __m512i c = _mm512_unpacklo_epi32(x[2], x[3]), d = _mm512_unpackhi_epi32(x[2], x[3]);
    x[0] = _mm512_unpacklo_epi64(a, c);
    x[1] = _mm512_unpackhi_epi64(a, c);
    x[2] = _mm512_unpacklo_epi64(b, d);
    x[3] = _mm512_unpackhi_epi64(b, d);
}

/* Stores the blocks from, from + 4, + 8 and + 12, whose quarters are the lanes of a, b, c, d. */
SIMD_INLINE void store_blocks(uint8_t *out, size_t blocks, size_t from, __m512i a, __m512i b,
                              __m512i c, __m512i d)
{
    __m512i ab02 = _mm512_shuffle_i32x4(a, b, 0x88), ab13 = _mm512_shuffle_i32x4(a, b, 0xdd);
    __m512i cd02 = _mm512_shuffle_i32x4(c, d, 0x88), cd13 = _mm512_shuffle_i32x4(c, d, 0xdd);
    if (from < blocks)
        store_64(out + 64 * from, _mm512_shuffle_i32x4(ab02, cd02, 0x88));
    if (from + 4 < blocks)
        store_64(out + 64 * (from + 4), _mm512_shuffle_i32x4(ab13, cd13, 0x88));
    if (from + 8 < blocks)
        store_64(out + 64 * (from + 8), _mm512_shuffle_i32x4(ab02, cd02, 0xdd));
    if (from + 12 < blocks)
        store_64(out + 64 * (from + 12), _mm512_shuffle_i32x4(ab13, cd13, 0xdd));
}

SIMD_INLINE __m512i word(uint32_t value)
{
    return _mm512_set1_epi32((int)value);
}

static const uint32_t SIGMA_512[4] = CHACHA20_SIGMA;

/* Adds four words of the constants or of the key to each block. Without a loop, because with loops
 * over x gcc 12 keeps the key in memory. */
SIMD_INLINE void add_words(__m512i x[4], const uint32_t words[4])
{
    x[0] = _mm512_add_epi32(x[0], word(words[0]));
    x[1] = _mm512_add_epi32(x[1], word(words[1]));
    x[2] = _mm512_add_epi32(x[2], word(words[2]));
    x[3] = _mm512_add_epi32(x[3], word(words[3]));
}

SIMD_INLINE void add_input(__m512i x[16], const uint32_t key[8], __m512i counters)
{
    add_words(x, SIGMA_512);
    add_words(x + 4, key);
    add_words(x + 8, key + 4);
    x[12] = _mm512_add_epi32(x[12], counters);
}

/* Computes sixteen blocks and writes the first `blocks`. */
SIMD_INLINE void make_blocks(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    const __m512i zero = _mm512_setzero_si512();
    const __m512i counters = _mm512_add_epi32(
        word(counter), _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    __m512i x[16] = {zero, zero, zero, zero, zero, zero, zero, zero,
                     zero, zero, zero, zero, zero, zero, zero, zero};
    add_input(x, key, counters);
    for (int i = 0; i < 10; i++)
        CHACHA20_DOUBLE_ROUND(quarter_round, x);
    add_input(x, key, counters);
    transpose4(x);
    transpose4(x + 4);
    transpose4(x + 8);
    transpose4(x + 12);
    store_blocks(out, blocks, 0, x[0], x[4], x[8], x[12]);
    store_blocks(out, blocks, 1, x[1], x[5], x[9], x[13]);
    store_blocks(out, blocks, 2, x[2], x[6], x[10], x[14]);
    store_blocks(out, blocks, 3, x[3], x[7], x[11], x[15]);
}

static void avx512_chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    for (; blocks >= 16; blocks -= 16) {
        make_blocks(out, 16, key, counter);
        out += 16 * 64;
        counter += 16;
    }
    if (blocks > 0)
        make_blocks(out, blocks, key, counter);
}

/* The IDs that a masked store writes first, up to a multiple of 64 bytes if IDs of `size` bytes
 * reach one: a store of 64 bytes across two cache lines takes as long as two stores (a fill of
 * ULIDs 0.43 ns an ID instead of 0.30, Intel 6/167). */
SIMD_INLINE size_t ids_to_line(const uint8_t *ids, size_t count, size_t size)
{
    size_t first = (0 - (uintptr_t)ids) % 64 / size;
    return first < count ? first : count;
}

static void avx512_count8(uint8_t *ids, size_t count, uint64_t first)
{
    __m512i values = _mm512_add_epi64(all64(first), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
    size_t before = ids_to_line(ids, count, 8);
    if (before > 0) {
        store_first(ids, swap_words(values), 8 * before);
        values = _mm512_add_epi64(values, all64(before));
        ids += 8 * before;
        count -= before;
    }
    for (; count >= 8; count -= 8) {
        store_64(ids, swap_words(values));
        values = _mm512_add_epi64(values, all64(8));
        ids += 64;
    }
    store_first(ids, swap_words(values), 8 * count);
}

/* Replaces the last four bytes of four IDs. */
SIMD_INLINE __m512i set_tails(__m512i ids, __m128i tails)
{
    const __m512i order = _mm512_set_epi32(3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
    return _mm512_mask_permutexvar_epi32(ids, 0x8888, order, _mm512_castsi128_si512(tails));
}

/* Writes fewer than four IDs. */
SIMD_INLINE void store_ids16(uint8_t *ids, __m512i values, size_t count, const uint8_t *tails)
{
    __m512i bytes = swap_words(values);
    if (tails != NULL)
        bytes = set_tails(bytes, _mm512_castsi512_si128(load_first(tails, 4 * count)));
    store_first(ids, bytes, 16 * count);
}

/* Counts whole stores of four IDs. Inlined once without tails. */
SIMD_INLINE __m512i avx512_count16_fours(uint8_t *ids, size_t count, __m512i values, uint64_t step,
                                         const uint8_t *tails)
{
    const __m512i more = _mm512_maskz_mov_epi64(0xaa, all64(4 * step));
    for (size_t i = 0; count - i >= 4; i += 4) {
        __m512i bytes = swap_words(values);
        if (tails != NULL)
            bytes = set_tails(bytes, _mm_loadu_si128((const __m128i *)(tails + 4 * i)));
        store_64(ids + 16 * i, bytes);
        values = _mm512_add_epi64(values, more);
    }
    return values;
}

static void avx512_count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                           const uint8_t *tails)
{
    size_t before = ids_to_line(ids, count, 16);
    const uint64_t first[8] = {high,           low,  high,          low + step, high,
                               low + 2 * step, high, low + 3 * step};
    __m512i values = load_64(first);
    if (before > 0) {
        store_ids16(ids, values, before, tails);
        values = _mm512_add_epi64(values, _mm512_maskz_mov_epi64(0xaa, all64(before * step)));
        ids += 16 * before;
        count -= before;
        tails = tails != NULL ? tails + 4 * before : NULL;
    }
    values = tails == NULL ? avx512_count16_fours(ids, count, values, step, NULL)
                           : avx512_count16_fours(ids, count, values, step, tails);
    size_t done = count & ~(size_t)3;
    store_ids16(ids + 16 * done, values, count - done, tails != NULL ? tails + 4 * done : NULL);
}
