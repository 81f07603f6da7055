/* SPDX-License-Identifier: MIT */
/* text/radix36.c: base 36 digits, out and in, in 64-bit arithmetic.
 *
 * 36^12 = 2^24 * 9^12 carries the whole file: dividing by it is a shift by 24
 * bits and a division by D = 9^12 < 2^38.04. So 25 digits are 1 + 12 + 12, and
 * 12 digits 6 + 6, where 36^6 < 2^31.02 still fits 32 bits. */
#include "radix36.h"
#include "digits.h"
#include "wide.h"

#include <string.h>

#define POW2 UINT32_C(1296)
#define POW4 UINT32_C(1679616)
#define POW6 UINT32_C(2176782336)
#define D    UINT64_C(282429536481)

/* From tools/constants: 36^24 < 2^124.1, floor(2^130 / D), floor(2^90 / D). */
#define POW24_HIGH      UINT64_C(0x10e425c56daffabc)
#define POW24_LOW       UINT64_C(0x35c1000000000000)
#define RECIPROCAL_HIGH UINT64_C(0xf927b11)
#define RECIPROCAL_LOW  UINT64_C(0x9a812514afd9dd5d)
#define RECIPROCAL_90   UINT64_C(0xf927b119a8125)

static inline void print_pair(char text[2], uint32_t pair)
{
    memcpy(text, sortid_text_pairs36 + 2 * pair, 2); /* pair < 36^2 */
}

static inline void print6(char text[6], uint32_t value)
{
    uint32_t upper4 = value / POW2, upper2 = value / POW4; /* < 36^4, < 36^2 */
    print_pair(text, upper2);
    print_pair(text + 2, upper4 - upper2 * POW2);
    print_pair(text + 4, value - upper4 * POW2);
}

static inline void print12(char text[12], uint64_t value)
{
    uint64_t upper = value / POW6; /* < 36^6 as value < 36^12 */
    print6(text, (uint32_t)upper);
    print6(text + 6, (uint32_t)(value - upper * POW6));
}

void sortid_text_print36x12(char text[12], uint64_t value)
{
    print12(text, value);
}

void sortid_text_print36x25(char text[25], uint64_t high, uint64_t low)
{
    /* w = v >> 24 = high * 2^40 + middle, 104 bits. Its quotient q by D is that
     * of v by 36^12, 66 bits. s estimates w / D * 2^26: both reciprocals are
     * rounded down and two low halves are dropped, so s / 2^26 is at most
     * (2^64 + 2^40) / 2^90 + 2 / 2^26 < 4 / 2^26 below the true value, and its
     * whole part is q, or once in some 2^24 values q - 1. */
    uint64_t middle = low >> 24, s_high, s_low, from_high, from_middle, dropped;
    wide_multiply(&s_high, &s_low, high, RECIPROCAL_HIGH);
    wide_multiply(&from_high, &dropped, high, RECIPROCAL_LOW);
    wide_multiply(&from_middle, &dropped, middle, RECIPROCAL_90);
    wide_add(&s_high, &s_low, from_high);
    wide_add(&s_high, &s_low, from_middle); /* < 2^92 */

    /* w - q * D < 2 * D, so 64 bits of each are enough. */
    uint64_t rest = (high << 40 | middle) - (s_high << 38 | s_low >> 26) * D;
    if (rest >= D) {
        rest -= D;
        wide_add(&s_high, &s_low, UINT64_C(1) << 26);
    }

    uint64_t upper = s_high << 14 | s_low >> 50; /* q >> 24 < 2^42 */
    uint64_t first = upper / D;                  /* 0 to 15, as v < 16 * 36^24 */
    text[0] = sortid_text_pairs36[2 * first + 1];
    print12(text + 1, (upper - first * D) << 24 | (s_low >> 26 & 0xffffff));
    print12(text + 13, rest << 24 | (low & 0xffffff));
}

/* The digit at text[i]; what is none shows in *seen. */
static inline uint64_t parse1(unsigned *seen, const char *text)
{
    unsigned digit = digit_value(sortid_text_value36, *text);
    *seen |= digit;
    return digit;
}

static inline uint64_t parse2(unsigned *seen, const char *text)
{
    uint64_t first = parse1(seen, text);
    return first * 36 + parse1(seen, text + 1);
}

static inline uint64_t parse6(unsigned *seen, const char *text)
{
    uint64_t first = parse2(seen, text), second = parse2(seen, text + 2);
    return first * POW4 + second * POW2 + parse2(seen, text + 4); /* < 36^6 */
}

static inline uint64_t parse12(unsigned *seen, const char *text)
{
    uint64_t upper = parse6(seen, text);
    return upper * POW6 + parse6(seen, text + 6); /* < 36^12 */
}

/* Digits are below 64, NO_DIGIT is not. */
static inline bool all_digits(unsigned seen)
{
    return seen < 64;
}

sortid_status sortid_text_parse36x12(uint64_t *value, const char text[12], size_t *position)
{
    unsigned seen = 0;
    uint64_t result = parse12(&seen, text);
    if (!all_digits(seen))
        return sortid_text_refuse_digit(sortid_text_value36, 36, text, 12, position);
    *value = result;
    return SORTID_OK;
}

sortid_status sortid_text_parse36x25(uint64_t *high, uint64_t *low, const char text[25],
                                     size_t *position)
{
    unsigned seen = 0;
    uint64_t first = parse1(&seen, text);
    uint64_t upper = parse12(&seen, text + 1), lower = parse12(&seen, text + 13);
    if (!all_digits(seen))
        return sortid_text_refuse_digit(sortid_text_value36, 36, text, 25, position);
    if (first > 15) /* 16 * 36^24 > 2^128 */
        return refuse(position, 0, SORTID_OUT_OF_RANGE);

    uint64_t h, l, first_h, first_l;
    wide_multiply(&h, &l, upper, RADIX36_12);
    wide_add(&h, &l, lower); /* < 36^24 */
    wide_multiply(&first_h, &first_l, first, POW24_LOW);
    first_h += first * POW24_HIGH; /* first * 36^24 <= 15 * 36^24 < 2^128 - 2^121 */
    wide_add(&first_h, &l, first_l);
    h += first_h;
    if (h < first_h)
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    *high = h;
    *low = l;
    return SORTID_OK;
}
