/* SPDX-License-Identifier: MIT */
/* text/radix62.h: 27 base 62 digits of a 160-bit integer (KSUID), 0-9 A-Z a-z: case matters. Writes
 * no NUL, checks no length. The arithmetic is inline, for implementations that handle digits in
 * vectors. */
#pragma once

#include "bytes.h"
#include "refuse.h"
#include "wide.h"

void sortid_text_print62x27(char text[27], const uint8_t bytes[20]);

/* SORTID_BAD_DIGIT; SORTID_OUT_OF_RANGE at 0 if the value is 2^160 or more. */
sortid_status sortid_text_parse62x27(uint8_t bytes[20], const char text[27], size_t *position);

/* 62^10 < 2^59.55 fits a word. 62^10 = 2^10 * 31^10: dividing by it is a shift by 10 bits and a
 * division by D = 31^10 < 2^49.55. From tools/constants: D, 31^20 in two halves, floor(2^163 /
 * 31^20), floor(2^113 / D). */
#define RADIX62_D             UINT64_C(0x2e97294e4b2c1)
#define RADIX62_D2_HIGH       UINT64_C(0x87aac19e4)
#define RADIX62_D2_LOW        UINT64_C(0xaafc0e20c98f581)
#define RADIX62_RECIPROCAL_D2 UINT64_C(0xf18854efe483ec0c)
#define RADIX62_RECIPROCAL_D  UINT64_C(0xafd47697a2813952)

struct parts62 {
    uint64_t first, second, third; /* of 7, 10 and 10 digits */
};

/* The bytes of an ID as integers. */
struct words62 {
    uint64_t top, middle, low; /* bytes 0 to 7, 4 to 11, 12 to 19 */
};

static inline struct words62 load_words62(const uint8_t bytes[20])
{
    return (struct words62){load_be64(bytes), load_be64(bytes + 4), load_be64(bytes + 12)};
}

/* The same by loads of the words that generators store, because a load of two stores waits for
 * both. */
static inline struct words62 load_new_words62(const uint8_t bytes[20])
{
    uint64_t top = load_be64(bytes), next = load_be64(bytes + 8), last = load_be(bytes + 16, 4);
    return (struct words62){top, top << 32 | next >> 32, next << 32 | last};
}

static inline struct parts62 split62x27(struct words62 words)
{
    uint64_t top = words.top, middle = words.middle, low = words.low;
    uint64_t dropped, first, second, high;

    /* The quotient of v by 62^20 is that of w = v >> 20 by 31^20, below 62^7. It is estimated by
     * top = v >> 96 = w >> 76: the dropped bits of w count for less than 2^76 / 31^20 < 2^-23, the
     * reciprocal, rounded down, for less than 2^140 / 2^163 = 2^-23. So the estimate is the
     * quotient or, once in some 2^22 values, 1 less. */
    wide_multiply(&first, &dropped, top, RADIX62_RECIPROCAL_D2);
    first >>= 163 - 76 - 64;

    /* w - first * 31^20 < 2 * 31^20 < 2^101, so 128 bits of each are enough. */
    uint64_t w_high = top << 12 | (middle >> 20 & 0xfff), w_low = middle << 44 | low >> 20;
    uint64_t product_high, product_low;
    wide_multiply(&product_high, &product_low, first, RADIX62_D2_LOW);
    product_high += first * RADIX62_D2_HIGH;
    uint64_t rest_high = w_high - product_high - (w_low < product_low);
    uint64_t rest_low = w_low - product_low;
    if (rest_high > RADIX62_D2_HIGH ||
        (rest_high == RADIX62_D2_HIGH && rest_low >= RADIX62_D2_LOW)) {
        rest_high -= RADIX62_D2_HIGH + (rest_low < RADIX62_D2_LOW);
        rest_low -= RADIX62_D2_LOW;
        first++;
    }

    /* r = rest << 20 | the low 20 bits of v, below 62^20. Its quotient by 62^10 is that of x = r >>
     * 10 by D. It is estimated by high = x >> 46 = rest >> 36 < 2^64: the dropped bits count for
     * less than 2^46 / D < 2^-3, the reciprocal for less than 2^110 / 2^113, so the estimate is at
     * most 1 too small. */
    high = rest_high << 28 | rest_low >> 36;
    wide_multiply(&second, &dropped, high, RADIX62_RECIPROCAL_D);
    second >>= 113 - 46 - 64;
    uint64_t third = (rest_low << 10 | (low >> 10 & 0x3ff)) - second * RADIX62_D; /* < 2 * D */
    if (third >= RADIX62_D) {
        third -= RADIX62_D;
        second++;
    }
    return (struct parts62){first, second, third << 10 | (low & 0x3ff)};
}

/* From tools/constants: 62^8. */
#define RADIX62_POW8 UINT64_C(0xc694446f0100)

/* ((a * 62^8 + b) * 62^8 + c) * 62^8 + d, where a < 62^3 and the others are below 62^8 < 2^47.7.
 * Returns false, and writes nothing, from 2^160 on. The inner sum is below 62^11 < 2^65.6, so its
 * high half is below 4; the next is below 62^19 < 2^113.2, so its high half is below 2^49.2, and
 * that times 62^8 below 2^97. */
static inline bool join62x27(uint8_t bytes[20], uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t ab_high, ab_low, abc_high, abc_low, high, middle, low, carry;
    wide_multiply(&ab_high, &ab_low, a, RADIX62_POW8);
    wide_add(&ab_high, &ab_low, b);
    wide_multiply(&abc_high, &abc_low, ab_low, RADIX62_POW8);
    wide_add(&abc_high, &abc_low, c);
    abc_high += ab_high * RADIX62_POW8;
    wide_multiply(&carry, &low, abc_low, RADIX62_POW8);
    wide_multiply(&high, &middle, abc_high, RADIX62_POW8);
    wide_add(&carry, &low, d); /* carry < 62^8: no overflow */
    wide_add(&high, &middle, carry);
    if (high >> 32 != 0)
        return false;
    store_be64(bytes, high << 32 | middle >> 32);
    store_be64(bytes + 4, middle);
    store_be64(bytes + 12, low);
    return true;
}
