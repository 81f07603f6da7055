/* SPDX-License-Identifier: MIT */
/* byte_counts.c: a word is eight bytes of an ID, in the order in memory. Words of eight IDs are
 * added bit by bit before bytes are counted: sums[0] has the lowest binary digit of 64 sums,
 * sums[1] and sums[2] the next ones, and what is carried over from there counts eight.
 *
 *     sums[0] + word + word -> sums[0], carry     a full adder for each bit
 *     sums[1] + carry + carry -> sums[1], carry   for each four words
 *     sums[2] + carry + carry -> sums[2], carry   for each eight
 *
 * Counting the bytes of each ID instead takes 3.6 ns more for a ulid, of 13.8, and 6.8 for a ksuid
 * (Intel 6/167). */
#include "byte_counts.h"

#include <string.h>

#define DIGITS 3
#define GROUP  8 // 1 << DIGITS

static uint64_t load(const uint8_t *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Adds two words to a sum; returns the carries. */
static inline uint64_t add(uint64_t *sum, uint64_t a, uint64_t b)
{
    uint64_t half = *sum ^ a;
    uint64_t carry = (*sum & a) | (half & b);
    *sum = half ^ b;
    return carry;
}

static inline uint64_t add_four(uint64_t *sums, const uint8_t *word, size_t size)
{
    uint64_t first = add(&sums[0], load(word), load(word + size));
    uint64_t second = add(&sums[0], load(word + 2 * size), load(word + 3 * size));
    return add(&sums[1], first, second);
}

/* Counts the bytes of a word, as if it had come so often. */
static void count_word(struct byte_counts *counts, size_t at, uint64_t word, unsigned times)
{
    uint8_t bytes[sizeof word];
    memcpy(bytes, &word, sizeof word);
    for (size_t i = 0; i < sizeof word; i++)
        counts->count[at + i][bytes[i]] += times;
}

/* Counts the word at `at` of each ID. */
static void count_words(struct byte_counts *counts, const uint8_t *ids, size_t count, size_t size,
                        size_t at)
{
    uint64_t sums[DIGITS] = {0};
    const uint8_t *word = ids + at;
    size_t groups = count / GROUP;
    for (size_t i = 0; i < groups; i++, word += GROUP * size) {
        uint64_t first = add_four(sums, word, size);
        uint64_t second = add_four(sums, word + GROUP / 2 * size, size);
        count_word(counts, at, add(&sums[2], first, second), GROUP);
    }
    for (unsigned i = 0; i < DIGITS && groups > 0; i++)
        count_word(counts, at, sums[i], 1u << i);
    for (size_t i = 0; i < count % GROUP; i++, word += size)
        count_word(counts, at, load(word), 1);
}

/* Words must not overlap: the first one may begin before `first`. */
void byte_counts_add(struct byte_counts *counts, const uint8_t *ids, size_t count, size_t size,
                     size_t first, size_t end)
{
    size_t at = end;
    while (at > first && at >= sizeof(uint64_t)) {
        at -= sizeof(uint64_t);
        count_words(counts, ids, count, size, at);
    }
    for (; at > first; at--)
        for (size_t i = 0; i < count; i++)
            counts->count[at - 1][ids[i * size + at - 1]]++;
}

uint64_t byte_counts_ones(const struct byte_counts *counts, unsigned bit)
{
    uint64_t ones = 0;
    for (unsigned value = 0; value < 256; value++)
        if ((value >> (7 - bit % 8) & 1) != 0)
            ones += counts->count[bit / 8][value];
    return ones;
}
