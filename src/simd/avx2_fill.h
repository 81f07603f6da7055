/* SPDX-License-Identifier: MIT */
/* simd/avx2_fill.h: ChaCha20 and counting up. A part of avx2.c.
 *
 * ChaCha20 computes sixteen blocks at a time, with a word of eight blocks in each vector. Fewer
 * blocks are computed with a row of two blocks in each vector, one or three such pairs at a time:
 * that takes more operations for each block, but less time for one. */
#pragma once

#include "avx2_vectors.h"
#include "../text/wipe.h"

/* ---- ChaCha20, up to six blocks ------------------------------------------ */

/* The rows of the states of two blocks, one block in each half. */
struct two_blocks {
    __m256i a, b, c, d;
};

static const uint32_t SIGMA_256[4] = CHACHA20_SIGMA;

SIMD_INLINE struct two_blocks load_state(const uint32_t key[8], uint32_t counter)
{
    return (struct two_blocks){
        .a = load_twice(SIGMA_256),
        .b = load_twice(key),
        .c = load_twice(key + 4),
        .d = _mm256_setr_epi32((int)counter, 0, 0, 0, (int)(counter + 1), 0, 0, 0),
    };
}

/* Rotations of words by 16 and 8 bits, as orders of bytes. */
_Alignas(32) static const int8_t BY_16[32] = {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13,
                                              2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};
_Alignas(32) static const int8_t BY_8[32] = {3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14,
                                             3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14};

struct byte_rotations {
    __m256i by_16, by_8;
};

SIMD_INLINE struct byte_rotations load_byte_rotations(void)
{
    struct byte_rotations r = {load_twice(BY_16), load_twice(BY_8)};
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

/* Four quarter rounds, then a rotation of the rows that makes columns of diagonals, or diagonals of
 * columns again. Row b stays, because it is ready last. */
SIMD_INLINE void first_half(struct two_blocks *x, struct byte_rotations r)
{
    four_quarters(x, r);
    x->a = _mm256_shuffle_epi32(x->a, 0x93);
    x->c = _mm256_shuffle_epi32(x->c, 0x39);
    x->d = _mm256_shuffle_epi32(x->d, 0x4e);
}

SIMD_INLINE void second_half(struct two_blocks *x, struct byte_rotations r)
{
    four_quarters(x, r);
    x->a = _mm256_shuffle_epi32(x->a, 0x39);
    x->c = _mm256_shuffle_epi32(x->c, 0x93);
    x->d = _mm256_shuffle_epi32(x->d, 0x4e);
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

/* ---- ChaCha20, sixteen blocks -------------------------------------------- */

/* The state of eight blocks: in each vector the same word of all. The state of sixteen does not fit
 * into the registers, so it is in memory, and a half of it is loaded and stored once in four
 * quarter rounds. Each step writes its row in place: with rows passed by value gcc 12 spills more
 * (3.05 bytes per ns, not 3.6). */
struct eight_blocks {
    __m256i a[4], b[4], c[4], d[4];
};

/* The vectors of row x from number i on, each with the vector of row y from number j on. */
#define EACH_OF_ROWS(STEP, x, i, y, j)                                                             \
    STEP((x)[(i)], (y)[(j)])                                                                       \
    STEP((x)[((i) + 1) % 4], (y)[((j) + 1) % 4])                                                   \
    STEP((x)[((i) + 2) % 4], (y)[((j) + 2) % 4])                                                   \
    STEP((x)[((i) + 3) % 4], (y)[((j) + 3) % 4])

#define ADD(x, y)           x = _mm256_add_epi32(x, y);
#define XOR_ROTATE_12(x, y) x = rotate(_mm256_xor_si256(x, y), 12);
#define XOR_ROTATE_7(x, y)  x = rotate(_mm256_xor_si256(x, y), 7);
#define XOR_ROTATE_16(x, y) x = _mm256_shuffle_epi8(_mm256_xor_si256(x, y), load(BY_16));
#define XOR_ROTATE_8(x, y)  x = _mm256_shuffle_epi8(_mm256_xor_si256(x, y), load(BY_8));

/* Four quarter rounds in step: on the columns, or on the diagonals if `diagonal` is 1. */
SIMD_INLINE void quarters_in_step(struct eight_blocks *x, int diagonal)
{
    const int b = diagonal, c = 2 * diagonal, d = 3 * diagonal;
    EACH_OF_ROWS(ADD, x->a, 0, x->b, b)
    EACH_OF_ROWS(XOR_ROTATE_16, x->d, d, x->a, 0)
    EACH_OF_ROWS(ADD, x->c, c, x->d, d)
    EACH_OF_ROWS(XOR_ROTATE_12, x->b, b, x->c, c)
    EACH_OF_ROWS(ADD, x->a, 0, x->b, b)
    EACH_OF_ROWS(XOR_ROTATE_8, x->d, d, x->a, 0)
    EACH_OF_ROWS(ADD, x->c, c, x->d, d)
    EACH_OF_ROWS(XOR_ROTATE_7, x->b, b, x->c, c)
    __asm__("" : "+m"(*x)); /* else the compiler keeps some rows of both halves in registers */
}

/* Four words of the constants or of the key, for eight blocks. */
SIMD_INLINE void load_row(__m256i row[4], const uint32_t words[4])
{
    row[0] = _mm256_set1_epi32((int)words[0]);
    row[1] = _mm256_set1_epi32((int)words[1]);
    row[2] = _mm256_set1_epi32((int)words[2]);
    row[3] = _mm256_set1_epi32((int)words[3]);
}

SIMD_INLINE void load_eight(struct eight_blocks *x, const uint32_t key[8], uint32_t counter)
{
    load_row(x->a, SIGMA_256);
    load_row(x->b, key);
    load_row(x->c, key + 4);
    x->d[0] = _mm256_add_epi32(_mm256_set1_epi32((int)counter),
                               _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    x->d[1] = x->d[2] = x->d[3] = _mm256_setzero_si256();
}

/* Sums of two rows, transposed: the four words of the blocks 0 and 4, then 1 and 5, 2 and 6, 3 and
 * 7, one block in each half. */
SIMD_INLINE void add_and_transpose(__m256i row[4], const __m256i x[4], const __m256i y[4])
{
    __m256i p = _mm256_add_epi32(x[0], y[0]), q = _mm256_add_epi32(x[1], y[1]);
    __m256i r = _mm256_add_epi32(x[2], y[2]), s = _mm256_add_epi32(x[3], y[3]);
    __m256i pq = _mm256_unpacklo_epi32(p, q), upper_pq = _mm256_unpackhi_epi32(p, q);
    __m256i rs = _mm256_unpacklo_epi32(r, s), upper_rs = _mm256_unpackhi_epi32(r, s);
    row[0] = _mm256_unpacklo_epi64(pq, rs);
    row[1] = _mm256_unpackhi_epi64(pq, rs);
    row[2] = _mm256_unpacklo_epi64(upper_pq, upper_rs);
    row[3] = _mm256_unpackhi_epi64(upper_pq, upper_rs);
}

/* Stores 32 bytes of each block. */
SIMD_INLINE void store_rows(uint8_t *out, const __m256i x[4], const __m256i y[4])
{
    store(out, _mm256_permute2x128_si256(x[0], y[0], 0x20));
    store(out + 64, _mm256_permute2x128_si256(x[1], y[1], 0x20));
    store(out + 128, _mm256_permute2x128_si256(x[2], y[2], 0x20));
    store(out + 192, _mm256_permute2x128_si256(x[3], y[3], 0x20));
    store(out + 256, _mm256_permute2x128_si256(x[0], y[0], 0x31));
    store(out + 320, _mm256_permute2x128_si256(x[1], y[1], 0x31));
    store(out + 384, _mm256_permute2x128_si256(x[2], y[2], 0x31));
    store(out + 448, _mm256_permute2x128_si256(x[3], y[3], 0x31));
}

SIMD_INLINE void store_eight(uint8_t out[512], const struct eight_blocks *x, const uint32_t key[8],
                             uint32_t counter)
{
    struct eight_blocks first, sums;
    load_eight(&first, key, counter);
    add_and_transpose(sums.a, x->a, first.a);
    add_and_transpose(sums.b, x->b, first.b);
    store_rows(out, sums.a, sums.b);
    add_and_transpose(sums.c, x->c, first.c);
    add_and_transpose(sums.d, x->d, first.d);
    store_rows(out + 32, sums.c, sums.d);
}

/* While one half waits for the end of its quarter rounds, the CPU begins those of the other. */
SIMD_INLINE void make_sixteen(uint8_t out[1024], struct eight_blocks state[2],
                              const uint32_t key[8], uint32_t counter)
{
    __asm__(
        ""
        : "+r"(key)); /* else vectors of the key are kept on the stack from one call to the next */
    load_eight(&state[0], key, counter);
    load_eight(&state[1], key, counter + 8);
    for (int i = 0; i < 10; i++) {
        quarters_in_step(&state[0], 0);
        quarters_in_step(&state[1], 0);
        quarters_in_step(&state[0], 1);
        quarters_in_step(&state[1], 1);
    }
    __asm__("" : "+r"(key));
    store_eight(out, &state[0], key, counter);
    store_eight(out + 512, &state[1], key, counter + 8);
}

/* Whole groups of sixteen blocks. */
static void make_sixteens(uint8_t *out, size_t groups, const uint32_t key[8], uint32_t counter)
{
    struct eight_blocks state[2];
    for (; groups > 0; groups--) {
        make_sixteen(out, state, key, counter);
        out += 1024;
        counter += 16;
    }
    wipe(state, sizeof state); /* with the output it tells the key */
}

/* ---- ChaCha20 ------------------------------------------------------------ */

/* Fewer than sixteen blocks. */
static void make_few(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
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

static void avx2_chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    size_t groups = blocks / 16;
    if (groups > 0)
        make_sixteens(out, groups, key, counter);
    make_few(out + 1024 * groups, blocks % 16, key, counter + 16 * (uint32_t)groups);
}

/* ---- Counting up --------------------------------------------------------- */

SIMD_INLINE __m256i all_words(uint64_t word)
{
    return _mm256_set1_epi64x((long long)word);
}

static void avx2_count8(uint8_t *ids, size_t count, uint64_t first)
{
    __m256i next = _mm256_add_epi64(all_words(first), _mm256_setr_epi64x(0, 1, 2, 3));
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        store(ids + 8 * i, swap8(next));
        store(ids + 8 * i + 32, swap8(_mm256_add_epi64(next, all_words(4))));
        store(ids + 8 * i + 64, swap8(_mm256_add_epi64(next, all_words(8))));
        store(ids + 8 * i + 96, swap8(_mm256_add_epi64(next, all_words(12))));
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
SIMD_INLINE size_t avx2_count16_fours(uint8_t *ids, size_t count, uint64_t high, uint64_t low,
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
        __m256i first = swap8(next), second = swap8(after);
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

static void avx2_count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                         const uint8_t *tails)
{
    size_t i = tails == NULL ? avx2_count16_fours(ids, count, high, low, step, NULL)
                             : avx2_count16_fours(ids, count, high, low, step, tails);
    for (; i < count; i++) {
        store_be64(ids + 16 * i, high);
        store_be64(ids + 16 * i + 8, low + i * step);
        if (tails != NULL)
            memcpy(ids + 16 * i + 12, tails + 4 * i, 4);
    }
}
