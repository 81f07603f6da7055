/* SPDX-License-Identifier: MIT */
/* test_byte_counts.c: the ones of many IDs, compared with counting bit by bit. */
#include "../../support/cases.h"
#include "cli/check/byte_counts.h"

#define MOST 70

static uint64_t ones_of(const uint8_t *ids, size_t count, size_t size, unsigned bit)
{
    uint64_t ones = 0;
    for (size_t i = 0; i < count; i++)
        ones += ids[i * size + bit / 8] >> (7 - bit % 8) & 1;
    return ones;
}

static void expect_ones(const struct byte_counts *counts, const uint8_t *ids, size_t count,
                        size_t size, size_t first, size_t end)
{
    for (unsigned bit = 8 * (unsigned)first; bit < 8 * end; bit++)
        if (byte_counts_ones(counts, bit) != ones_of(ids, count, size, bit))
            fail_msg("%zu IDs of %zu bytes, bytes %zu to %zu: wrong in bit %u", count, size, first,
                     end, bit);
}

/* Memory behind the IDs must not be read: valgrind and the address sanitizer see it. */
static void check_range(size_t count, size_t size, size_t first, size_t end)
{
    struct byte_counts counts = {0};
    uint8_t *ids = malloc(count > 0 ? count * size : 1);
    assert_non_null(ids);
    support_random_bytes(ids, count * size);
    byte_counts_add(&counts, ids, count, size, first, end);
    expect_ones(&counts, ids, count, size, first, end);
    free(ids);
}

TEST(ranges)
{
    static const size_t sizes[] = {1, 7, 8, 9, 16, 20, SORTID_MAX_SIZE};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (size_t first = 0; first < sizes[i]; first++)
            for (size_t end = first; end <= sizes[i]; end++)
                for (size_t count = 0; count < 26; count++)
                    check_range(count, sizes[i], first, end);
    check_range(MOST, 16, 6, 16);
}

/* All counts of an array may be split in any way. */
TEST(parts)
{
    uint8_t ids[MOST * 20];
    support_random_bytes(ids, sizeof ids);
    for (size_t part = 1; part <= MOST; part++) {
        struct byte_counts counts = {0};
        for (size_t done = 0; done < MOST; done += part)
            byte_counts_add(&counts, ids + done * 20, MOST - done < part ? MOST - done : part, 20,
                            4, 20);
        expect_ones(&counts, ids, MOST, 20, 4, 20);
    }
}

TEST(equal)
{
    uint8_t ids[MOST * 8];
    for (unsigned value = 0; value < 256; value += 51) {
        struct byte_counts counts = {0};
        memset(ids, (int)value, sizeof ids);
        byte_counts_add(&counts, ids, MOST, 8, 0, 8);
        expect_ones(&counts, ids, MOST, 8, 0, 8);
    }
}

CASES_MAIN(NULL, NULL)
