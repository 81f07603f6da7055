/* SPDX-License-Identifier: MIT */
/* test_count.c: each implementation's IDs that count up, of 8 and of 16 bytes, with and without
 * tails: every count of IDs, carries through every byte, the last value, every alignment, guard
 * pages. The oracle lays out the expected IDs, with one addition for each. */
#include "support/guard.h"
#include "each_simd.h"

#include "support/oracle.h"

#define MAX_COUNT 100
#define TAIL      4
#define MARGIN    64

/* The arguments of count8 (size 8: low is the first) or count16. */
struct row_of_ids {
    size_t size, count;
    uint64_t high, low, step;
    const uint8_t *tails;
};

/* ---- Expectations ---------------------------------------------------------- */

static void expect_id(const struct row_of_ids *row, size_t index, const uint8_t *id)
{
    uint8_t expected[16];
    oracle_set_bits(expected, 0, 64, row->high);
    oracle_set_bits(expected, 8 * row->size - 64, 64, row->low + index * row->step);
    if (row->tails != NULL)
        memcpy(expected + 16 - TAIL, row->tails + TAIL * index, TAIL);
    EXPECT_BYTES(id, expected, row->size, "ID %zu of %zu, low %llx, step %llx, tails %d", index,
                 row->count, (unsigned long long)row->low, (unsigned long long)row->step,
                 row->tails != NULL);
}

static void expect_row_at(const struct simd *simd, const struct row_of_ids *row, uint8_t *ids)
{
    if (row->size == 8)
        simd->bulk->count8(ids, row->count, row->low);
    else
        simd->bulk->count16(ids, row->count, row->high, row->low, row->step, row->tails);
    for (size_t i = 0; i < row->count; i++)
        expect_id(row, i, ids + row->size * i);
}

static void expect_row(const struct simd *simd, const struct row_of_ids *row, size_t at)
{
    static _Alignas(64) uint8_t ids[MAX_COUNT * 16 + 3 * MARGIN];
    memset(ids, CANARY, sizeof ids);
    expect_row_at(simd, row, ids + MARGIN + at);
    EXPECT(only_within(ids, sizeof ids, MARGIN + at, row->size * row->count),
           "%zu IDs of %zu bytes: written outside", row->count, row->size);
}

/* ---- Rows -------------------------------------------------------------------- */

/* A row of `count` IDs. In its middle there is a carry into bit `carry_bit`; for 64 it ends with
 * the last value. */
static struct row_of_ids row8(size_t count, unsigned carry_bit)
{
    uint64_t first = carry_bit == 64 ? UINT64_MAX - count + 1
                                     : (support_random() >> carry_bit << carry_bit) - count / 2;
    if (count > 0 && first > UINT64_MAX - count + 1)
        first = UINT64_MAX - count + 1;
    return (struct row_of_ids){8, count, 0, count == 0 ? 0 : first, 1, NULL};
}

/* A low word with which the row does not overflow, often only just; tails need steps of 2^32. */
static struct row_of_ids row16(size_t count, uint64_t step, const uint8_t *tails)
{
    uint64_t unit = tails != NULL ? UINT64_C(1) << 32 : 1;
    uint64_t last_low = UINT64_MAX - (count == 0 ? 0 : count - 1) * step;
    uint64_t low = support_below(2) == 0 ? last_low : support_random() % last_low;
    return (struct row_of_ids){16, count, support_random(), low / unit * unit, step, tails};
}

static const uint64_t steps[] = {0,
                                 1,
                                 2,
                                 0xffff,
                                 UINT32_MAX,
                                 UINT64_C(1) << 32,
                                 UINT64_C(3) << 32,
                                 UINT64_C(0xff) << 32,
                                 UINT64_C(1) << 40,
                                 UINT64_C(1) << 56};

/* Calls `test` with rows of each kind. */
static void each_row(void (*test)(const struct simd *, const struct row_of_ids *),
                     const struct simd *simd, size_t count)
{
    static uint8_t tails[MAX_COUNT * TAIL + MARGIN];
    support_random_bytes(tails, sizeof tails);
    for (unsigned bit = 0; bit <= 64; bit++) {
        struct row_of_ids row = row8(count, bit);
        test(simd, &row);
    }
    for (size_t s = 0; s < COUNT_OF(steps); s++) {
        struct row_of_ids row = row16(count, steps[s], NULL);
        test(simd, &row);
        row = row16(count, steps[s] << 32 == 0 ? steps[s] : 0, tails + support_below(MARGIN));
        test(simd, &row);
    }
}

static void try_row(const struct simd *simd, const struct row_of_ids *row)
{
    expect_row(simd, row, (size_t)support_below(MARGIN));
}

TEST_SIMD(counts)
{
    for (size_t count = 0; count <= MAX_COUNT; count++)
        each_row(try_row, simd, count);
}

static void try_alignments(const struct simd *simd, const struct row_of_ids *row)
{
    for (size_t at = 0; at < MARGIN; at++)
        expect_row(simd, row, at);
}

TEST_SIMD(alignments)
{
    each_row(try_alignments, simd, 37);
}

/* IDs and tails that end or begin at a guard page. */
static void try_guards(const struct simd *simd, const struct row_of_ids *row)
{
    static struct guarded ids, tails; /* for the whole run */
    if (ids.begin == NULL) {
        ids = guarded_new(MAX_COUNT * 16);
        tails = guarded_new(MAX_COUNT * TAIL);
    }
    for (int ends = 0; ends < 4; ends++) {
        struct row_of_ids guarded = *row;
        uint8_t *at = guarded_place(&tails, row->count * TAIL, (ends & 1) != 0);
        if (row->tails != NULL) {
            memcpy(at, row->tails, row->count * TAIL);
            guarded.tails = at;
        }
        expect_row_at(simd, &guarded, guarded_place(&ids, row->count * row->size, (ends & 2) != 0));
    }
}

TEST_SIMD(guards)
{
    for (size_t count = 0; count <= MAX_COUNT; count++)
        each_row(try_guards, simd, count);
}

CASES_MAIN(NULL, NULL)
