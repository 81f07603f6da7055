/* SPDX-License-Identifier: MIT */
/* text/radix36.c: base 36 digits, out and in, in 64-bit arithmetic.
 *
 * The file is based on 36^12 = 2^24 * 9^12: dividing by it is a shift by 24 bits and a division
 * by D = 9^12 < 2^38.04. So 25 digits are split into 1 + 12 + 12, and 12 digits into 6 + 6,
 * where 36^6 < 2^31.02 still fits 32 bits. */
#include "radix36.h"
#include "bytes.h"
#include "digits.h"
#include "wide.h"

/* clang-format off */
#define ROW_36(d) ROW_10(d)                                                         \
    JOIN(d, "a") JOIN(d, "b") JOIN(d, "c") JOIN(d, "d") JOIN(d, "e") JOIN(d, "f")   \
    JOIN(d, "g") JOIN(d, "h") JOIN(d, "i") JOIN(d, "j") JOIN(d, "k") JOIN(d, "l")   \
    JOIN(d, "m") JOIN(d, "n") JOIN(d, "o") JOIN(d, "p") JOIN(d, "q") JOIN(d, "r")   \
    JOIN(d, "s") JOIN(d, "t") JOIN(d, "u") JOIN(d, "v") JOIN(d, "w") JOIN(d, "x")   \
    JOIN(d, "y") JOIN(d, "z")

const char sortid_text_pairs36[] = ROW_36("0") MORE_ROWS(NINE_ROWS(ROW_36)
    ROW_36("a") ROW_36("b") ROW_36("c") ROW_36("d") ROW_36("e") ROW_36("f") ROW_36("g")
    ROW_36("h") ROW_36("i") ROW_36("j") ROW_36("k") ROW_36("l") ROW_36("m") ROW_36("n")
    ROW_36("o") ROW_36("p") ROW_36("q") ROW_36("r") ROW_36("s") ROW_36("t") ROW_36("u")
    ROW_36("v") ROW_36("w") ROW_36("x") ROW_36("y") ROW_36("z"));
/* clang-format on */

#define POW2 UINT32_C(1296)
#define POW4 UINT32_C(1679616)
#define POW6 UINT32_C(2176782336)
#define POW8 UINT64_C(2821109907456)
#define D    UINT64_C(282429536481)

/* From tools/constants: 9^16, floor(2^130 / D) in two halves, floor(2^90 / D). */
#define NINE16          UINT64_C(0x6954fe21e3e81)
#define RECIPROCAL_HIGH UINT64_C(0xf927b11)
#define RECIPROCAL_LOW  UINT64_C(0x9a812514afd9dd5d)
#define RECIPROCAL_90   UINT64_C(0xf927b119a8125)

static inline void print_pair36(char text[2], uint32_t pair)
{
    put_pair(text, sortid_text_pairs36, 36, pair);
}

static inline void print6(char text[6], uint32_t value)
{
    uint32_t upper4 = value / POW2, upper2 = value / POW4; /* < 36^4, < 36^2 */
    print_pair36(text, upper2);
    print_pair36(text + 2, upper4 - upper2 * POW2);
    print_pair36(text + 4, value - upper4 * POW2);
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

void sortid_text_print36x25(char text[25], const uint8_t bytes[16])
{
    uint64_t high = load_be64(bytes), low = load_be64(bytes + 8);

    /* w = v >> 24 = high * 2^40 + middle, 104 bits. Its quotient q by D is that of v by 36^12, 66
     * bits. s estimates w / D * 2^26: both reciprocals are rounded down and two low halves are
     * dropped, so s / 2^26 is at most (2^64 + 2^40) / 2^90 + 2 / 2^26 < 4 / 2^26 below the true
     * value, and its whole part is q, or once in some 2^24 values q - 1. */
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

/* Digits in the bytes of a word, the last in the lowest. */
static inline uint64_t load1(char digit)
{
    return (uint8_t)sortid_text_value36[(unsigned char)digit];
}

static inline uint64_t load4(const char *text)
{
    return load1(text[0]) << 24 | load1(text[1]) << 16 | load1(text[2]) << 8 | load1(text[3]);
}

static inline uint64_t load8_36(const char *text)
{
    return load4(text) << 32 | load4(text + 4);
}

/* Digits are below 36; NO_DIGIT sets all bits of its byte. */
static inline bool are_digits36(uint64_t digits)
{
    return (digits & UINT64_C(0x8080808080808080)) == 0;
}

sortid_status sortid_text_parse36x12(uint64_t *value, const char text[12], size_t *position)
{
    uint64_t upper = load8_36(text), lower = load4(text + 8);
    if (!are_digits36(upper | lower))
        return sortid_text_refuse_digit(sortid_text_value36, 36, text, 12, position);
    *value = join_eight(upper, 36) * POW4 + join_eight(lower, 36); /* < 36^12 */
    return SORTID_OK;
}

sortid_status sortid_text_parse36x25(uint8_t bytes[16], const char text[25], size_t *position)
{
    uint64_t first = load1(text[0]), a = load8_36(text + 1);
    uint64_t b = load8_36(text + 9), c = load8_36(text + 17);
    if (!are_digits36(first | a | b | c))
        return sortid_text_refuse_digit(sortid_text_value36, 36, text, 25, position);

    /* x * 36^16 + y, where 36^16 = 2^32 * 9^16. x < 36^9 < 2^46.6 and 9^16 < 2^50.8, so the product
     * by 9^16 is below 2^97.4; at 2^96 the shift by 32 leaves 128 bits. */
    uint64_t x = first * POW8 + join_eight(a, 36), x_high, x_low, y_high, y_low;
    wide_multiply(&x_high, &x_low, x, NINE16);
    wide_multiply(&y_high, &y_low, join_eight(b, 36), POW8);
    wide_add(&y_high, &y_low, join_eight(c, 36)); /* y < 36^16 < 2^82.8 */
    wide_add(&y_high, &y_low, x_low << 32);
    uint64_t sum = (x_high << 32 | x_low >> 32) + y_high;
    if (x_high >> 32 != 0 || sum < y_high)
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    store_be64(bytes, sum);
    store_be64(bytes + 8, y_low);
    return SORTID_OK;
}
