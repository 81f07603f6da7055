/* SPDX-License-Identifier: MIT */
/* text/decimal.c: decimal digits by long division and multiplication over 32-bit
 * limbs, nine digits (10^9 < 2^30) at a step, least significant limb first. */
#include "decimal.h"
#include "bytes.h"
#include "digits.h"

#include <string.h>

#define MAX_LIMBS  5 /* 20 bytes */
#define MAX_GROUPS 6 /* 49 digits by nines */
#define GROUP      9
#define TEN_TO_9   UINT32_C(1000000000)

struct number {
    uint32_t limbs[MAX_LIMBS];
    size_t count; /* limbs in use */
};

/* Leading limbs of 0 do not count. */
static void trim(struct number *n)
{
    while (n->count > 0 && n->limbs[n->count - 1] == 0)
        n->count--;
}

/* `size` bytes, a multiple of 4. */
static struct number load_number(const uint8_t *bytes, size_t size)
{
    struct number n = {{0}, 0};
    for (size_t at = size; at > 0; at -= 4)
        n.limbs[n.count++] = (uint32_t)load_be(bytes + at - 4, 4);
    trim(&n);
    return n;
}

/* n /= 10^9; returns the rest. */
static uint32_t divide(struct number *n)
{
    uint64_t rest = 0;
    for (size_t i = n->count; i-- > 0;) {
        uint64_t part = rest << 32 | n->limbs[i]; /* < 10^9 * 2^32 */
        n->limbs[i] = (uint32_t)(part / TEN_TO_9);
        rest = part % TEN_TO_9;
    }
    trim(n);
    return (uint32_t)rest;
}

/* n = n * factor + addend; returns what went over the limbs. */
static uint32_t multiply_add(struct number *n, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (size_t i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limbs[i] * factor; /* <= (2^32 - 1)^2 + 2^32 - 1 < 2^64 */
        n->limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)carry;
}

static inline void print2(char text[2], uint32_t value)
{
    memcpy(text, sortid_text_pairs10 + 2 * value, 2); /* value < 100 */
}

static inline void print4(char text[4], uint32_t value)
{
    uint32_t upper = value / 100; /* < 100 as value < 10^4 */
    print2(text, upper);
    print2(text + 2, value - upper * 100);
}

/* Nine digits with leading zeros: 1 + 4 + 4, each by itself. */
static inline void print_group(char text[GROUP], uint32_t value)
{
    uint32_t upper5 = value / 10000, first = value / 100000000; /* < 10^5, < 10 */
    text[0] = (char)('0' + first);
    print4(text + 1, upper5 - first * 10000);
    print4(text + 5, value - upper5 * 10000);
}

/* Writes the digits of a value before digits[end], in whole groups; returns
 * where they begin. */
static size_t print_groups(char *digits, size_t end, uint64_t value)
{
    do {
        uint64_t upper = value / TEN_TO_9;
        end -= GROUP;
        print_group(digits + end, (uint32_t)(value - upper * TEN_TO_9));
        value = upper;
    } while (value > 0);
    return end;
}

/* Copies the digits from `first` on without their leading zeros. */
static size_t copy_trimmed(char *text, const char digits[MAX_GROUPS * GROUP], size_t first)
{
    size_t end = MAX_GROUPS * GROUP;
    while (first + 1 < end && digits[first] == '0')
        first++;
    memcpy(text, digits + first, end - first);
    return end - first;
}

size_t sortid_text_print_decimal64(char *text, uint64_t value)
{
    char digits[MAX_GROUPS * GROUP];
    return copy_trimmed(text, digits, print_groups(digits, sizeof digits, value));
}

size_t sortid_text_print_decimal(char *text, const uint8_t *bytes, size_t size)
{
    char digits[MAX_GROUPS * GROUP]; /* filled from its end */
    size_t first = sizeof digits;
    struct number n = load_number(bytes, size);
    while (n.count > 2) {
        first -= GROUP;
        print_group(digits + first, divide(&n));
    }
    uint64_t upper = (uint64_t)n.limbs[1] << 32 | n.limbs[0]; /* 0 where there is no limb */
    return copy_trimmed(text, digits, print_groups(digits, first, upper));
}

/* Reads `length` decimal digits into n; what does not fit shows in *over. */
static bool read_digits(struct number *n, uint32_t *over, const char *text, size_t length)
{
    size_t take = (length - 1) % GROUP + 1; /* the first group is the short one */
    for (size_t at = 0; at < length; at += take, take = GROUP) {
        uint32_t group = 0, factor = 1;
        for (size_t i = 0; i < take; i++) {
            unsigned digit = digit_value(sortid_text_value36, text[at + i]);
            if (digit >= 10)
                return false;
            group = group * 10 + digit; /* < 10^9 */
            factor *= 10;               /* <= 10^9 */
        }
        *over |= multiply_add(n, factor, group);
    }
    return true;
}

sortid_status sortid_text_parse_decimal(uint8_t *bytes, size_t size, size_t max_digits,
                                        const char *text, size_t length, size_t *position)
{
    if (length == 0 || length > max_digits)
        return refuse(position, length == 0 ? 0 : max_digits, SORTID_BAD_LENGTH);
    struct number n = {{0}, size / 4};
    uint32_t over = 0;
    if (text[0] == '0' && length > 1)
        return refuse(position, 0, SORTID_BAD_DIGIT);
    if (!read_digits(&n, &over, text, length))
        return sortid_text_refuse_digit(sortid_text_value36, 10, text, length, position);
    if (over != 0)
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    for (size_t i = 0; i < n.count; i++)
        store_be(bytes + size - 4 * (i + 1), 4, n.limbs[i]);
    return SORTID_OK;
}
