/* SPDX-License-Identifier: MIT */
/* simd/neon_fill.h: ChaCha20 and counting up. A part of neon.c. */
#pragma once

#include "neon_vectors.h"

/* Word w of eight consecutive blocks: a lane for each block, four in x[w], four in x[16 + w]. A
 * quarter round is a chain of twelve dependent steps; four quarters in parallel, in both halves of
 * x, keep the pipelines busy. The 32 registers cannot hold all words: some 20 to 40 of 300
 * instructions of a double round move words to the stack and back. */
#define BLOCKS 8

#define ROTATE(x, bits) vsriq_n_u32(vshlq_n_u32(x, bits), x, 32 - (bits))

SIMD_INLINE uint32x4_t rotate16(uint32x4_t x)
{
    return vreinterpretq_u32_u16(vrev32q_u16(vreinterpretq_u16_u32(x)));
}

/* RFC 8439 section 2.1. */
SIMD_INLINE void quarter_round(uint32x4_t x[16], int a, int b, int c, int d)
{
    x[a] = vaddq_u32(x[a], x[b]);
    x[d] = rotate16(veorq_u32(x[d], x[a]));
    x[c] = vaddq_u32(x[c], x[d]);
    x[b] = veorq_u32(x[b], x[c]);
    x[b] = ROTATE(x[b], 12);
    x[a] = vaddq_u32(x[a], x[b]);
    x[d] = veorq_u32(x[d], x[a]);
    x[d] = ROTATE(x[d], 8);
    x[c] = vaddq_u32(x[c], x[d]);
    x[b] = veorq_u32(x[b], x[c]);
    x[b] = ROTATE(x[b], 7);
}

/* The rounds of four blocks in x and of four in the 16 vectors after it. */
SIMD_INLINE void both(uint32x4_t x[32], int a, int b, int c, int d)
{
    quarter_round(x, a, b, c, d);
    quarter_round(x + 16, a, b, c, d);
}

/* Words w to w + 3 of four blocks, transposed: a lane becomes a block. */
SIMD_INLINE void store_words(uint8_t *out, const uint32x4_t x[4])
{
    uint32x4_t a = vzip1q_u32(x[0], x[2]), b = vzip1q_u32(x[1], x[3]);
    uint32x4_t c = vzip2q_u32(x[0], x[2]), d = vzip2q_u32(x[1], x[3]);
    store(out, vreinterpretq_u8_u32(vzip1q_u32(a, b)));
    store(out + 64, vreinterpretq_u8_u32(vzip2q_u32(a, b)));
    store(out + 128, vreinterpretq_u8_u32(vzip1q_u32(c, d)));
    store(out + 192, vreinterpretq_u8_u32(vzip2q_u32(c, d)));
}

SIMD_INLINE void store_sums(uint8_t *out, uint32x4_t x[16], const uint32x4_t input[16])
{
    for (int w = 0; w < 16; w++)
        x[w] = vaddq_u32(x[w], input[w]);
    for (int w = 0; w < 16; w += 4)
        store_words(out + 4 * w, x + w);
}

/* Makes eight blocks and advances the counters of `input` by eight. */
SIMD_INLINE void make_blocks(uint8_t out[64 * BLOCKS], uint32x4_t input[16])
{
    uint32x4_t x[32], first = input[12], second = vaddq_u32(first, vdupq_n_u32(4));
    memcpy(x, input, sizeof x / 2);
    memcpy(x + 16, input, sizeof x / 2);
    x[16 + 12] = second;
    for (int i = 0; i < 10; i++)
        CHACHA20_DOUBLE_ROUND(both, x);
    store_sums(out, x, input);
    input[12] = second;
    store_sums(out + 64 * BLOCKS / 2, x + 16, input);
    input[12] = vaddq_u32(first, vdupq_n_u32(BLOCKS));
}

/* RFC 8439 section 2.3: constants, key, counters, nonce 0. */
SIMD_INLINE void load_state(uint32x4_t x[16], const uint32_t key[8], uint32_t counter)
{
    static const uint32_t SIGMA[4] = CHACHA20_SIGMA;
    static const uint32_t LANE[4] = {0, 1, 2, 3};
    for (int w = 0; w < 4; w++)
        x[w] = vdupq_n_u32(SIGMA[w]);
    for (int w = 0; w < 8; w++)
        x[4 + w] = vdupq_n_u32(key[w]);
    x[12] = vaddq_u32(vdupq_n_u32(counter), vld1q_u32(LANE));
    for (int w = 13; w < 16; w++)
        x[w] = vdupq_n_u32(0);
}

static void neon_chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter)
{
    uint32x4_t input[16];
    uint8_t last[64 * BLOCKS];
    load_state(input, key, counter);
    for (; blocks >= BLOCKS; blocks -= BLOCKS) {
        make_blocks(out, input);
        out += 64 * BLOCKS;
    }
    if (blocks > 0) {
        make_blocks(last, input);
        memcpy(out, last, 64 * blocks);
        wipe(last, sizeof last); /* key stream that the caller has not requested */
    }
    wipe(input, sizeof input); /* the key is in it */
}

SIMD_INLINE void store_be64x2(uint8_t *to, uint64x2_t x)
{
    store(to, vrev64q_u8(vreinterpretq_u8_u64(x)));
}

static void neon_count8(uint8_t *ids, size_t count, uint64_t first)
{
    uint64x2_t pair = vcombine_u64(vcreate_u64(first), vcreate_u64(first + 1));
    for (; count >= 4; count -= 4) {
        store_be64x2(ids, pair);
        store_be64x2(ids + 16, vaddq_u64(pair, vdupq_n_u64(2)));
        pair = vaddq_u64(pair, vdupq_n_u64(4));
        ids += 32;
    }
    for (first = vgetq_lane_u64(pair, 0); count > 0; count--) {
        store_be64(ids, first++);
        ids += 8;
    }
}

SIMD_INLINE void count16_plain(uint8_t *ids, size_t count, uint64x2_t id, uint64x2_t step)
{
    for (; count > 0; count--) {
        store_be64x2(ids, id);
        id = vaddq_u64(id, step);
        ids += 16;
    }
}

/* Stores an ID whose last four bytes, the last lane, are those of `tail` in memory order. */
SIMD_INLINE void store_tailed(uint8_t *to, uint64x2_t id, uint32_t tail)
{
    uint32x4_t words = vreinterpretq_u32_u8(vrev64q_u8(vreinterpretq_u8_u64(id)));
    store(to, vreinterpretq_u8_u32(vsetq_lane_u32(tail, words, 3)));
}

static void neon_count16(uint8_t *ids, size_t count, uint64_t high, uint64_t low, uint64_t step,
                         const uint8_t *tails)
{
    uint64x2_t id = vcombine_u64(vcreate_u64(high), vcreate_u64(low));
    uint64x2_t steps = vcombine_u64(vcreate_u64(0), vcreate_u64(step));
    if (tails == NULL) {
        count16_plain(ids, count, id, steps);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t tail;
        memcpy(&tail, tails + 4 * i, 4);
        store_tailed(ids + 16 * i, id, tail);
        id = vaddq_u64(id, steps);
    }
}
