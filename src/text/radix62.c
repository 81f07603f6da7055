/* SPDX-License-Identifier: MIT */
/* text/radix62.c: base 62 digits, out and in, in 64-bit arithmetic.
 *
 * 27 digits are split into 7 + 10 + 10, since 62^10 < 2^59.55 fits a word. The file is based on
 * 62^10 = 2^10 * 31^10: dividing by it is a shift by 10 bits and a division by D = 31^10 < 2^49.55. */
#include "radix62.h"
#include "bytes.h"
#include "digits.h"
#include "wide.h"

#define POW2 UINT32_C(3844)
#define POW5 UINT32_C(916132832)

/* From tools/constants: 62^10, D, 31^20 in two halves, floor(2^163 / 31^20), floor(2^113 / D). */
#define POW10         UINT64_C(0xba5ca5392cb0400)
#define D             UINT64_C(0x2e97294e4b2c1)
#define D2_HIGH       UINT64_C(0x87aac19e4)
#define D2_LOW        UINT64_C(0xaafc0e20c98f581)
#define RECIPROCAL_D2 UINT64_C(0xf18854efe483ec0c)
#define RECIPROCAL_D  UINT64_C(0xafd47697a2813952)

/* An integer of 128 bits. */
struct wide {
    uint64_t high, low;
};

static inline bool is_below(struct wide a, struct wide b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* The caller knows that a >= b. */
static inline struct wide subtract(struct wide a, struct wide b)
{
    return (struct wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

/* value < 62^5 < 2^29.8 */
static inline void print5(char text[5], uint32_t value)
{
    uint32_t upper3 = value / POW2, upper1 = upper3 / POW2; /* < 62^3, < 62 */
    text[0] = sortid_text_pairs62[2 * upper1 + 1];
    memcpy(text + 1, sortid_text_pairs62 + 2 * (upper3 - upper1 * POW2), 2);
    memcpy(text + 3, sortid_text_pairs62 + 2 * (value - upper3 * POW2), 2);
}

/* value < 62^10 */
static inline void print10(char text[10], uint64_t value)
{
    uint64_t upper = value / POW5; /* < 62^5 */
    print5(text, (uint32_t)upper);
    print5(text + 5, (uint32_t)(value - upper * POW5));
}

void sortid_text_print62x27(char text[27], const uint8_t bytes[20])
{
    const struct wide d2 = {D2_HIGH, D2_LOW};
    uint64_t top = load_be64(bytes), middle = load_be64(bytes + 4), low = load_be64(bytes + 12);
    uint64_t dropped, first, second, high;

    /* The quotient of v by 62^20 is that of w = v >> 20 by 31^20, below 62^7. It is estimated by
     * top = v >> 96 = w >> 76: the dropped bits of w count for less than 2^76 / 31^20 < 2^-23, the
     * reciprocal, rounded down, for less than 2^140 / 2^163 = 2^-23. So the estimate is the quotient
     * or, once in some 2^22 values, 1 less. */
    wide_multiply(&first, &dropped, top, RECIPROCAL_D2);
    first >>= 163 - 76 - 64;

    /* w - first * 31^20 < 2 * 31^20 < 2^101, so 128 bits of each are enough. */
    struct wide w = {top << 12 | (middle >> 20 & 0xfff), middle << 44 | low >> 20}, product;
    wide_multiply(&product.high, &product.low, first, D2_LOW);
    product.high += first * D2_HIGH;
    struct wide rest = subtract(w, product);
    if (!is_below(rest, d2)) {
        rest = subtract(rest, d2);
        first++;
    }

    /* r = rest << 20 | the low 20 bits of v, below 62^20. Its quotient by 62^10 is that of x = r >> 10
     * by D. It is estimated by high = x >> 46 = rest >> 36 < 2^64: the dropped bits count for less
     * than 2^46 / D < 2^-3, the reciprocal for less than 2^110 / 2^113, so the estimate is at most 1
     * too small. */
    high = rest.high << 28 | rest.low >> 36;
    wide_multiply(&second, &dropped, high, RECIPROCAL_D);
    second >>= 113 - 46 - 64;
    uint64_t third = (rest.low << 10 | (low >> 10 & 0x3ff)) - second * D; /* < 2 * D */
    if (third >= D) {
        third -= D;
        second++;
    }

    uint64_t upper = first / POW5; /* < 62^2 */
    memcpy(text, sortid_text_pairs62 + 2 * upper, 2);
    print5(text + 2, (uint32_t)(first - upper * POW5));
    print10(text + 7, second);
    print10(text + 17, third << 10 | (low & 0x3ff));
}

/* The value of five digits, below 62^5; *seen gathers them all. */
static inline uint64_t read5(uint64_t *seen, const char *text)
{
    uint64_t a = digit_bits(sortid_text_value62, text[0]);
    uint64_t b = digit_bits(sortid_text_value62, text[1]);
    uint64_t c = digit_bits(sortid_text_value62, text[2]);
    uint64_t d = digit_bits(sortid_text_value62, text[3]);
    uint64_t e = digit_bits(sortid_text_value62, text[4]);
    *seen |= a | b | c | d | e;
    return (a * 62 + b) * (62 * POW2) + (c * 62 + d) * 62 + e;
}

static inline uint64_t read2(uint64_t *seen, const char *text)
{
    uint64_t a = digit_bits(sortid_text_value62, text[0]);
    uint64_t b = digit_bits(sortid_text_value62, text[1]);
    *seen |= a | b;
    return a * 62 + b;
}

sortid_status sortid_text_parse62x27(uint8_t bytes[20], const char text[27], size_t *position)
{
    uint64_t seen = 0, high, middle, low, carry;
    uint64_t first = read2(&seen, text) * POW5 + read5(&seen, text + 2);
    uint64_t second = read5(&seen, text + 7) * POW5 + read5(&seen, text + 12);
    uint64_t third = read5(&seen, text + 17) * POW5 + read5(&seen, text + 22);
    if (!all_digits(seen))
        return sortid_text_refuse_digit(sortid_text_value62, 62, text, 27, position);

    /* (first * 62^10 + second) * 62^10 + third. The factor is below 62^17 < 2^101.3, so its high half
     * is below 2^37.3, and the product of that by 62^10 below 2^97. */
    uint64_t factor_high, factor_low;
    wide_multiply(&factor_high, &factor_low, first, POW10);
    wide_add(&factor_high, &factor_low, second);
    wide_multiply(&carry, &low, factor_low, POW10);
    wide_multiply(&high, &middle, factor_high, POW10);
    wide_add(&carry, &low, third); /* carry < 62^10: no overflow */
    wide_add(&high, &middle, carry);
    if (high >> 32 != 0)
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    store_be(bytes, 4, high);
    store_be64(bytes + 4, middle);
    store_be64(bytes + 12, low);
    return SORTID_OK;
}
