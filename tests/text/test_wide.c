/* SPDX-License-Identifier: MIT */
/* test_wide.c: compares the 128-bit product without a 128-bit type, as used on 32-bit machines,
 * with schoolbook multiplication by bytes. The product by a 128-bit type has no separate test:
 * here all of base 36 uses it. */
#include "support/cases.h"

#define SORTID_NO_INT128
#include "text/wide.h"

/* a * b in base 256, by columns, most significant byte first. */
static void multiply_bytes(uint8_t product[16], uint64_t a, uint64_t b)
{
    uint32_t columns[16] = {0};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            columns[i + j] += (uint32_t)(a >> 8 * i & 0xff) * (uint32_t)(b >> 8 * j & 0xff);
    uint32_t carry = 0;
    for (int i = 0; i < 16; i++) {
        carry += columns[i];
        product[15 - i] = (uint8_t)carry;
        carry >>= 8;
    }
}

static void expect_product(uint64_t a, uint64_t b)
{
    uint8_t expected[16], found[16];
    uint64_t high, low;
    multiply_bytes(expected, a, b);
    wide_multiply(&high, &low, a, b);
    for (int i = 0; i < 8; i++) {
        found[i] = (uint8_t)(high >> (56 - 8 * i));
        found[8 + i] = (uint8_t)(low >> (56 - 8 * i));
    }
    assert_memory_equal(found, expected, sizeof found);
}

TEST(edges)
{
    static const uint64_t edges[] = {0,          1,          UINT32_MAX,     UINT64_C(1) << 32,
                                     UINT64_MAX, 0x80000000, UINT64_MAX - 1, UINT64_C(1) << 63};
    for (size_t i = 0; i < COUNT_OF(edges); i++)
        for (size_t j = 0; j < COUNT_OF(edges); j++)
            expect_product(edges[i], edges[j]);
}

TEST(random)
{
    for (int i = 0; i < 100000; i++)
        expect_product(support_random(), support_random());
}

CASES_MAIN(NULL, NULL)
