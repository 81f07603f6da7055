/* SPDX-License-Identifier: MIT */
/* tally.c: see tally.h. The samples of a block are turned into planes, one for each bit, so that
 * the relation of any two bits is an exclusive or of two planes and a count of ones; all pairs of
 * 96 bits take some 60 ns per sample. The previous sample is the plane shifted by one. */
#include "tally.h"

#include "chance.h"

#include <stdio.h>
#include <string.h>

static unsigned byte_count(unsigned bits)
{
    return (bits + 7) / 8;
}

void tally_begin(struct tally *tally, unsigned bits)
{
    memset(tally, 0, sizeof *tally);
    tally->bits = bits;
}

/* ---- Planes --------------------------------------------------------------------- */

/* Eight bytes as the rows of a square of bits, transposed: bit s of byte b becomes bit b of byte s.
 * Three exchanges across the diagonal, of bits, pairs and quadruples. */
static uint64_t turn_square(uint64_t x)
{
    uint64_t t = (x ^ x >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & UINT64_C(0x0000cccc0000cccc);
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return x ^ t ^ t << 28;
}

/* Planes `low` to low + 7 from byte number `byte` of each sample. */
static void fill_planes(struct tally *tally, unsigned low, unsigned byte)
{
    for (unsigned b = 0; b < 8; b++)
        memset(&tally->planes[low + b], 0, sizeof(struct tally_plane));
    for (size_t first = 0; first < TALLY_BLOCK; first += 8) {
        uint64_t square = 0;
        for (unsigned s = 0; s < 8; s++)
            square |= (uint64_t)tally->block[first + s][byte] << 8 * s;
        square = turn_square(square);
        for (unsigned b = 0; b < 8; b++)
            tally->planes[low + b].words[first / 64] |= (square >> 8 * b & 0xff) << first % 64;
    }
}

/* The same plane of the samples before; `carry` is the bit before the first. */
static void shift_plane(struct tally_plane *before, const struct tally_plane *plane, uint64_t carry)
{
    for (size_t i = 0; i < TALLY_WORDS; i++) {
        before->words[i] = plane->words[i] << 1 | carry;
        carry = plane->words[i] >> 63;
    }
}

/* ---- Counting ones -------------------------------------------------------------- */

/* Two words at a time, if the machine can. */
typedef uint64_t pair __attribute__((vector_size(16)));

#define PAIRS (TALLY_WORDS / 2)

/* Adds a and b to *sum, bit by bit; returns the carries. */
static inline pair add_bits(pair *sum, pair a, pair b)
{
    pair either = *sum ^ a;
    pair carry = (*sum & a) | (either & b);
    *sum = either ^ b;
    return carry;
}

/* Ones in each byte of each word, then in both words. */
static unsigned ones_of(pair x)
{
    x -= x >> 1 & UINT64_C(0x5555555555555555);
    x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
    x = (x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (unsigned)((x[0] * UINT64_C(0x0101010101010101)) >> 56) +
           (unsigned)((x[1] * UINT64_C(0x0101010101010101)) >> 56);
}

/* Adds 4 and 8 words of differences to sums of weight 1, 2, 4. */
static inline pair add_4(pair sums[3], const pair *d)
{
    pair a = add_bits(&sums[0], d[0], d[1]);
    pair b = add_bits(&sums[0], d[2], d[3]);
    return add_bits(&sums[1], a, b);
}

static inline pair add_8(pair sums[3], const pair *d)
{
    pair a = add_4(sums, d);
    return add_bits(&sums[2], a, add_4(sums, d + 4));
}

/* How many bits of two planes differ. */
static unsigned differing(const struct tally_plane *a, const struct tally_plane *b)
{
    pair sums[3] = {{0}}, differences[PAIRS], eights = {0};
    unsigned count = 0;
    for (size_t i = 0; i < PAIRS; i++) {
        pair x, y;
        memcpy(&x, &a->words[2 * i], sizeof x);
        memcpy(&y, &b->words[2 * i], sizeof y);
        differences[i] = x ^ y;
    }
    for (size_t i = 0; i < PAIRS; i += 16) {
        pair first = add_8(sums, differences + i);
        pair sixteens = add_bits(&eights, first, add_8(sums, differences + i + 8));
        count += 16 * ones_of(sixteens);
    }
    return count + 8 * ones_of(eights) + 4 * ones_of(sums[2]) + 2 * ones_of(sums[1]) +
           ones_of(sums[0]);
}

static void count_relations(struct tally *tally)
{
    static const struct tally_plane none;
    for (unsigned i = 0; i < tally->bits; i++) {
        tally->ones[i] += differing(&tally->planes[i], &none);
        for (unsigned j = 0; j < tally->bits; j++)
            tally->after[i][j] += differing(&tally->planes[i], &tally->before[j]);
        for (unsigned j = i + 1; j < tally->bits; j++)
            tally->within[i][j] += differing(&tally->planes[i], &tally->planes[j]);
    }
}

/* ---- Samples -------------------------------------------------------------------- */

static void count_bytes(struct tally *tally)
{
    unsigned bytes = byte_count(tally->bits);
    const uint8_t *before = tally->last;
    for (size_t s = 0; s < TALLY_BLOCK; s++) {
        const uint8_t *sample = tally->block[s];
        for (unsigned i = 0; i < bytes; i++) {
            tally->bytes[i][sample[i]]++;
            tally->steps[i][(uint8_t)(sample[i] - before[i])]++;
        }
        before = sample;
    }
}

static void count_block(struct tally *tally)
{
    unsigned bytes = byte_count(tally->bits);
    for (unsigned i = 0; i < bytes; i++)
        fill_planes(tally, 8 * i, bytes - 1 - i);
    for (unsigned b = 0; b < tally->bits; b++)
        shift_plane(&tally->before[b], &tally->planes[b],
                    tally->last[bytes - 1 - b / 8] >> b % 8 & 1u);
    count_relations(tally);
    count_bytes(tally);
    memcpy(tally->last, tally->block[TALLY_BLOCK - 1], bytes);
    tally->samples += TALLY_BLOCK;
    tally->waiting = 0;
}

void tally_add(struct tally *tally, const uint8_t *samples, size_t stride, size_t count)
{
    unsigned bytes = byte_count(tally->bits);
    for (; count > 0; count--, samples += stride) {
        memcpy(tally->block[tally->waiting], samples, bytes);
        if (++tally->waiting == TALLY_BLOCK)
            count_block(tally);
    }
}

void tally_add_value(struct tally *tally, uint64_t value)
{
    unsigned bytes = byte_count(tally->bits);
    uint8_t sample[TALLY_BYTES];
    for (unsigned i = 0; i < bytes; i++)
        sample[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
    tally_add(tally, sample, bytes, 1);
}

/* ---- Checks --------------------------------------------------------------------- */

enum kind { ONES, AFTER, WITHIN, VALUES, STEPS };

/* A figure by its number: bits or bytes i and j. */
struct figure {
    enum kind kind;
    unsigned i, j;
};

static struct figure figure_at(unsigned bits, size_t index)
{
    size_t square = (size_t)bits * bits;
    if (index < bits)
        return (struct figure){ONES, (unsigned)index, 0};
    index -= bits;
    if (index < 2 * square) {
        size_t place = index % square;
        return (struct figure){index < square ? AFTER : WITHIN, (unsigned)(place / bits),
                               (unsigned)(place % bits)};
    }
    index -= 2 * square;
    unsigned bytes = byte_count(bits);
    return (struct figure){index < bytes ? VALUES : STEPS, (unsigned)(index % bytes), 0};
}

size_t tally_figures(unsigned bits)
{
    return bits + 2 * (size_t)bits * bits + 2 * (size_t)byte_count(bits);
}

uint64_t tally_limit(const struct tally *tally)
{
    return chance_fair_limit(tally->samples, TALLY_TAIL);
}

/* How many values byte number i can have: the first byte may have fewer than 8 bits. */
static unsigned values_of(unsigned bits, unsigned i)
{
    return i == 0 && bits % 8 != 0 ? 1u << bits % 8 : 256;
}

/* Differences of a byte with fewer bits count modulo its number of values. */
static double chi_square(const uint64_t counts[256], unsigned values, uint64_t samples)
{
    double expected = (double)samples / values, sum = 0;
    for (unsigned v = 0; v < values; v++) {
        uint64_t count = 0;
        for (unsigned w = v; w < 256; w += values)
            count += counts[w];
        sum += ((double)count - expected) * ((double)count - expected) / expected;
    }
    return sum;
}

static double chi_square_of(const struct tally *tally, struct figure figure)
{
    const uint64_t *counts = (figure.kind == VALUES ? tally->bytes : tally->steps)[figure.i];
    return chi_square(counts, values_of(tally->bits, figure.i), tally->samples);
}

static uint64_t count_of(const struct tally *tally, struct figure figure)
{
    if (figure.kind == ONES)
        return tally->ones[figure.i];
    return (figure.kind == AFTER ? tally->after : tally->within)[figure.i][figure.j];
}

bool tally_misses(const struct tally *tally, size_t index, uint64_t limit)
{
    struct figure figure = figure_at(tally->bits, index);
    if (figure.kind >= VALUES) {
        double x = chi_square_of(tally, figure);
        double freedom = values_of(tally->bits, figure.i) - 1;
        return chance_chi_above(x, freedom) <= TALLY_TAIL ||
               chance_chi_below(x, freedom) <= TALLY_TAIL;
    }
    if (figure.kind == WITHIN && figure.j <= figure.i)
        return false; /* counted at (j, i), or a bit with itself */
    uint64_t count = count_of(tally, figure);
    return count >= limit || count + limit <= tally->samples;
}

void tally_describe(char *text, size_t size, const struct tally *tally, size_t index)
{
    static const char *const words[] = {
        "bit %u%.0u is 1", "bit %u differs from bit %u of the sample before",
        "bit %u differs from bit %u of the same sample", "chi-square of byte %u%.0u",
        "chi-square of the steps of byte %u%.0u"};
    struct figure figure = figure_at(tally->bits, index);
    int length = snprintf(text, size, words[figure.kind], figure.i, figure.j);
    if (length < 0 || (size_t)length >= size)
        return;
    text += length, size -= (size_t)length;
    if (figure.kind >= VALUES)
        snprintf(text, size, ": %.1f at %u values", chi_square_of(tally, figure),
                 values_of(tally->bits, figure.i));
    else
        snprintf(text, size, ": share %.6f of %llu",
                 (double)count_of(tally, figure) / (double)tally->samples,
                 (unsigned long long)tally->samples);
}
