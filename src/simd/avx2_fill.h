/* SPDX-License-Identifier: MIT */
/* simd/avx2_fill.h: what fills of IDs use: ChaCha20 and counting up. A part of avx2.c. ChaCha20
 * keeps a row of two blocks in each vector, and computes three such pairs at a time. */
#ifndef SORTID_SIMD_AVX2_FILL_H
#define SORTID_SIMD_AVX2_FILL_H

#include "avx2_vectors.h"
#include "../text/wipe.h"

/* ---- ChaCha20 ----------------------------------------------------------------- */

/* The rows of the states of two blocks, one block in each half. */
struct two_blocks {
    __m256i a, b, c, d;
};

static const uint32_t SIGMA[4] = CHACHA20_SIGMA;

SIMD_INLINE struct two_blocks load_state(const uint32_t key[8], uint32_t counter)
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

SIMD_INLINE struct byte_rotations load_byte_rotations(void)
{
    static const int8_t by_16[16] = {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};
    static const int8_t by_8[16] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};
    struct byte_rotations r = {load_twice(by_16), load_twice(by_8)};
    __asm__("" : "+x"(r.by_16)); /* without this clang 14 makes two shuffles of each one */
    return r;
}

SIMD_INLINE __m256i rotate(__m256i x, int bits)
{
    return _mm256_or_si256(_mm256_slli_epi32(x, bits), _mm256_srli_epi32(x, 32 - bits));
}

/* The four quarter rounds of a block, RFC 8439 section 2.1. */
SIMD_INLINE void four_quarters(struct two_blocks *x, struct byte_rotations r)
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

/* Rotates the rows so that diagonals become columns, and back. Row b stays, because it is ready
 * last. */
SIMD_INLINE void to_diagonals(struct two_blocks *x)
{
    x->a = _mm256_shuffle_epi32(x->a, 0x93);
    x->c = _mm256_shuffle_epi32(x->c, 0x39);
    x->d = _mm256_shuffle_epi32(x->d, 0x4e);
}

SIMD_INLINE void to_columns(struct two_blocks *x)
{
    x->a = _mm256_shuffle_epi32(x->a, 0x39);
    x->c = _mm256_shuffle_epi32(x->c, 0x93);
    x->d = _mm256_shuffle_epi32(x->d, 0x4e);
}

SIMD_INLINE void first_half(struct two_blocks *x, struct byte_rotations r)
{
    four_quarters(x, r);
    to_diagonals(x);
}

SIMD_INLINE void second_half(struct two_blocks *x, struct byte_rotations r)
{
    four_quarters(x, r);
    to_columns(x);
}

SIMD_INLINE void store_sum(uint8_t out[128], struct two_blocks x, struct two_blocks y)
{
    __m256i a = _mm256_add_epi32(x.a, y.a), b = _mm256_add_epi32(x.b, y.b);
    __m256i c = _mm256_add_epi32(x.c, y.c), d = _mm256_add_epi32(x.d, y.d);
    store(out, _mm256_permute2x128_si256(a, b, 0x20));
    store(out + 32, _mm256_permute2x128_si256(c, d, 0x20));
    store(out + 64, _mm256_permute2x128_si256(a, b, 0x31));
    store(out + 96, _mm256_permute2x128_si256(c, d, 0x31));
}

/* The time for one pair of blocks is that of its chain of 28 steps in a double round; three
 * pairs use that time fully. */
SIMD_INLINE void make_two(uint8_t out[128], const uint32_t key[8], uint32_t counter)
{
    struct byte_rotations r = load_byte_rotations();
    struct two_blocks x = load_state(key, counter);
    for (int i = 0; i < 10; i++) {
        first_half(&x, r);
        second_half(&x, r);
    }
    store_sum(out, x, load_state(key, counter));
}

SIMD_INLINE void make_six(uint8_t out[384], const uint32_t key[8], uint32_t counter)
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

SIMD_INLINE __m256i swapped(__m256i x)
{
    return _mm256_shuffle_epi8(x, load(SWAPPED));
}

SIMD_INLINE __m256i all_words(uint64_t word)
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

/* Writes whole groups of four; returns the number of IDs written. */
SIMD_INLINE size_t count16_fours(uint8_t *ids, size_t count, uint64_t high, uint64_t low,
                                 uint64_t step, const uint8_t *tails)
{
    uint64_t second_low = low + step;
    __m256i next =
        _mm256_set_epi64x((long long)second_low, (long long)high, (long long)low, (long long)high);
    uint64_t both = 2 * step;
    __m256i two = _mm256_set_epi64x((long long)both, 0, (long long)both, 0);
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

#endif
