/* SPDX-License-Identifier: MIT */
/* tally.h: statistics of random fields of up to 96 bits, and their check. A sample is one random
 * value; samples come in the order in which they were drawn. Counted over whole blocks of
 * TALLY_BLOCK samples:
 *   ones     each bit
 *   after    bit i of a sample differs from bit j of the one before, for all i, j
 *   within   bit i differs from bit j of the same sample, for i < j
 *   bytes    the values of each byte
 *   steps    the differences of each byte to that of the sample before
 * If the samples are random and independent, the first three are fair coin tosses and the last two
 * have even distributions. Each figure must be in its own interval of 99.999 %. It
 * makes no samples. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TALLY_BITS  96
#define TALLY_BYTES (TALLY_BITS / 8)
#define TALLY_BLOCK 4096 /* samples */
#define TALLY_WORDS (TALLY_BLOCK / 64)

/* A figure is outside its interval by chance with a probability of at most twice this. */
#define TALLY_TAIL 5e-6

/* A plane holds one bit of a block's samples. */
struct tally_plane {
    uint64_t words[TALLY_WORDS];
};

struct tally {
    unsigned bits;
    uint64_t samples; /* in whole blocks */
    uint64_t ones[TALLY_BITS];
    uint64_t after[TALLY_BITS][TALLY_BITS];
    uint64_t within[TALLY_BITS][TALLY_BITS];
    uint64_t bytes[TALLY_BYTES][256];
    uint64_t steps[TALLY_BYTES][256];

    size_t waiting; /* samples of the next block */
    uint8_t block[TALLY_BLOCK][TALLY_BYTES];
    uint8_t last[TALLY_BYTES]; /* the last sample of the block before */
    struct tally_plane planes[TALLY_BITS], before[TALLY_BITS];
};

/* Starts, for samples of 1 to TALLY_BITS bits. */
void tally_begin(struct tally *tally, unsigned bits);

/* Adds `count` samples, big-endian in (bits + 7) / 8 bytes, unused top bits zero, each `stride`
 * bytes after the one before. */
void tally_add(struct tally *tally, const uint8_t *samples, size_t stride, size_t count);

/* Adds a sample of at most 64 bits. */
void tally_add_value(struct tally *tally, uint64_t value);

/* The number of figures of a tally of so many bits. */
size_t tally_figures(unsigned bits);

/* Whether figure number `index` is outside its interval; limits as tally_limit gives them. */
bool tally_misses(const struct tally *tally, size_t index, uint64_t limit);

/* The count of ones from which a figure of fair tosses is outside its interval. */
uint64_t tally_limit(const struct tally *tally);

/* Describes the figure and its value. */
void tally_describe(char *text, size_t size, const struct tally *tally, size_t index);
