/* SPDX-License-Identifier: MIT */
/* text/decimal.c: decimal digits in 64-bit arithmetic, eight at a time (decimal8.h).
 *
 * Long numbers are divided by 10^16 = 2^16 * 5^16: a shift by 16 bits and a division by D = 5^16
 * < 2^37.16. So 39 digits are split into 7 + 16 + 16, and 49 into these and 16 more. */
#include "decimal.h"
#include "bytes.h"
#include "decimal8.h"
#include "digits.h"
#include "wide.h"

#define TEN8  UINT32_C(100000000)
#define TEN16 UINT64_C(10000000000000000)

/* From tools/constants: 5^16, floor(2^138 / D) in two halves, floor(2^90 / D). */
#define D               UINT64_C(0x2386f26fc1)
#define RECIPROCAL_HIGH UINT64_C(0x1cd2b297d8)
#define RECIPROCAL_LOW  UINT64_C(0x89bc2b6985d7cd0f)
#define RECIPROCAL_90   UINT64_C(0x1cd2b297d889bc)

static inline void print_8_decimals(char text[8], uint32_t value)
{
    put_digits(text, split_digits(value) | ZEROS, 8);
}

static inline void print16(char text[16], uint64_t value)
{
    uint64_t upper = value / TEN8; /* < 10^8 as value < 10^16 */
    print_8_decimals(text, (uint32_t)upper);
    print_8_decimals(text + 8, (uint32_t)(value - upper * TEN8));
}

/* The same for the last digits, where no byte behind them may be written: by overlapping moves. */
static inline size_t print_only8(char *text, uint32_t value)
{
    uint64_t digits = split_digits(value);
    unsigned zeros = count_leading(digits);
    size_t length = 8 - zeros;
    digits |= ZEROS;
    if (length >= 4) {
        put_digits(text, digits >> 8 * zeros, 4);
        put_digits(text + length - 4, digits >> 32, 4);
    } else {
        text[0] = (char)(digits >> 8 * zeros & 0xff);
        text[length / 2] = (char)(digits >> (8 * (zeros + length / 2)) & 0xff);
        text[length - 1] = (char)(digits >> 56);
    }
    return length;
}

/* 9 to 20 digits. */
static size_t print_long64(char *text, uint64_t value)
{
    if (value < TEN16) {
        uint64_t upper = value / TEN8;
        size_t length = print_first8(text, (uint32_t)upper);
        print_8_decimals(text + length, (uint32_t)(value - upper * TEN8));
        return length + 8;
    }
    size_t length = print_first8(text, (uint32_t)(value / TEN16)); /* <= 1844 */
    print16(text + length, value % TEN16);
    return length + 16;
}

size_t sortid_text_print_decimal64(char *text, uint64_t value)
{
    return value < TEN8 ? print_only8(text, (uint32_t)value) : print_long64(text, value);
}

/* high:low = quotient * 10^16 + rest. */
struct division {
    uint64_t high, low; /* the quotient */
    uint64_t rest;
};

static inline struct division divide_1e16(uint64_t high, uint64_t low)
{
    /* w = v >> 16 = high * 2^48 + middle, 112 bits, and its quotient q by D is that of v by 10^16,
     * 75 bits. s estimates w / D * 2^26: both reciprocals are rounded down and two low halves are
     * dropped, so s / 2^26 is at most (2^64 + 2^48) / 2^90 + 2 / 2^26 < 4 / 2^26 below the true
     * value, and its whole part is q, or once in some 2^24 values q - 1. */
    struct division result;
    uint64_t middle = low >> 16, s_high, s_low, from_high, from_middle, dropped;
    wide_multiply(&s_high, &s_low, high, RECIPROCAL_HIGH);
    wide_multiply(&from_high, &dropped, high, RECIPROCAL_LOW);
    wide_multiply(&from_middle, &dropped, middle, RECIPROCAL_90);
    wide_add(&s_high, &s_low, from_high + from_middle); /* < 2^63.2 + 2^37; s < 2^101 */
    result.high = s_high >> 26;
    result.low = s_high << 38 | s_low >> 26;

    /* w - q * D < 2 * D, so 64 bits of each are enough. */
    uint64_t rest = (high << 48 | middle) - result.low * D;
    if (rest >= D) {
        rest -= D;
        wide_add(&result.high, &result.low, 1);
    }
    result.rest = rest << 16 | (low & 0xffff);
    return result;
}

static inline size_t print_wide(char *text, uint64_t high, uint64_t low)
{
    if (high == 0)
        return sortid_text_print_decimal64(text, low);
    struct division upper = divide_1e16(high, low);
    size_t length;
    if (upper.high == 0 && upper.low < TEN16) {
        length = sortid_text_print_decimal64(text, upper.low); /* > 0 as v >= 2^64 */
    } else {
        uint64_t middle = upper.high << 48 | upper.low >> 16; /* < 2^59 as upper < 2^75 */
        uint64_t first = middle / D;                          /* < 2^128 / 10^32 < 10^7 */
        length = print_first8(text, (uint32_t)first);
        print16(text + length, (middle - first * D) << 16 | (upper.low & 0xffff));
        length += 16;
    }
    print16(text + length, upper.rest);
    return length + 16;
}

/* The first 4 or 8 bytes. A variable count would need a chain of shifts. */
static inline uint64_t load_top(const uint8_t *bytes, size_t count)
{
    return count == 4 ? load_be(bytes, 4) : load_be64(bytes);
}

/* More than 16 bytes, the first four not 0: long division. The first quotient is below 2^96 /
 * 10^16 < 2^43; the second one starts from a rest below 10^16 and is below 2^64. */
static size_t print_widest(char *text, uint64_t highest, uint64_t high, uint64_t low)
{
    struct division upper = divide_1e16(highest, high), lower = divide_1e16(upper.rest, low);
    size_t length = print_wide(text, upper.low, lower.low);
    print16(text + length, lower.rest);
    return length + 16;
}

size_t sortid_text_print_decimal(char *text, const uint8_t *bytes, size_t size)
{
    if (size <= 8)
        return sortid_text_print_decimal64(text, load_top(bytes, size));
    uint64_t low = load_be64(bytes + size - 8);
    if (size <= 16)
        return print_wide(text, load_top(bytes, size - 8), low);
    uint64_t highest = load_be(bytes, 4), high = load_be64(bytes + 4);
    return highest == 0 ? print_wide(text, high, low) : print_widest(text, highest, high, low);
}

#define MAX_LIMBS 3 /* 20 bytes */

struct number {
    uint64_t limbs[MAX_LIMBS]; /* the least significant first */
    size_t count;
    uint64_t over; /* not 0 if the number does not fit the limbs */
};

/* n = n * 10^8 + addend, which is below 10^8. */
static inline void append8(struct number *n, uint64_t addend)
{
    uint64_t carry = addend;
    for (size_t i = 0; i < n->count; i++) {
        uint64_t high, low;
        wide_multiply(&high, &low, n->limbs[i], TEN8);
        wide_add(&high, &low, carry); /* <= (2^64 - 1) * 10^8 + 10^8 - 1 < 2^64 * 10^8 */
        n->limbs[i] = low;
        carry = high; /* < 10^8 */
    }
    n->over |= carry;
}

/* Reads `length` bytes, at least 1; false if one is not a digit. */
static bool read_digits(struct number *n, const char *text, size_t length)
{
    size_t at = 0, first = (length - 1) % 8 + 1; /* the first group is the short one */
    uint64_t digits = ZEROS;
    while (at < first)
        digits = digits << 8 | (unsigned char)text[at++];
    digits ^= ZEROS;
    bool good = are_digits(digits);
    n->limbs[0] = join_eight(digits, 10);
    for (; at < length; at += 8) {
        digits = load_be64((const uint8_t *)text + at) ^ ZEROS;
        good &= are_digits(digits);
        append8(n, join_eight(digits, 10));
    }
    return good;
}

/* Writes the number; false and nothing written if it does not fit. */
static bool store_number(uint8_t *bytes, size_t size, const struct number *n)
{
    size_t top = n->count - 1, top_size = size - 8 * top; /* 4 or 8 */
    if (n->over != 0 || (top_size < 8 && n->limbs[top] >> 8 * top_size != 0))
        return false;
    store_be(bytes, top_size, n->limbs[top]);
    for (size_t i = 0; i < top; i++)
        store_be64(bytes + size - 8 * (i + 1), n->limbs[i]);
    return true;
}

sortid_status sortid_text_parse_decimal(uint8_t *bytes, size_t size, size_t max_digits,
                                        const char *text, size_t length, size_t *position)
{
    if (length == 0 || length > max_digits)
        return refuse(position, length == 0 ? 0 : max_digits, SORTID_BAD_LENGTH);
    struct number n = {{0}, (size + 7) / 8, 0};
    if (text[0] == '0' && length > 1)
        return refuse(position, 0, SORTID_BAD_DIGIT);
    if (!read_digits(&n, text, length))
        return sortid_text_refuse_digit(sortid_text_value36, 10, text, length, position);
    return store_number(bytes, size, &n) ? SORTID_OK : refuse(position, 0, SORTID_OUT_OF_RANGE);
}
