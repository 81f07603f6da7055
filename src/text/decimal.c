/* SPDX-License-Identifier: MIT */
/* text/decimal.c: decimal digits by long division and multiplication over 32-bit
 * limbs, nine digits (10^9 < 2^30) at a step, least significant limb first. */
#include "decimal.h"
#include "bytes.h"
#include "digits.h"

#define MAX_LIMBS  5 /* 20 bytes */
#define MAX_GROUPS 6 /* 49 digits by nines */
#define GROUP      9
#define TEN_TO_9   UINT32_C(1000000000)

struct number {
    uint32_t limbs[MAX_LIMBS];
    size_t count; /* limbs in use */
};

/* `size` bytes in whole limbs: the first may be short. */
static struct number load_number(const uint8_t *bytes, size_t size)
{
    struct number n = {{0}, 0};
    while (size > 0) {
        size_t take = size < 4 ? size : 4;
        size -= take;
        n.limbs[n.count++] = (uint32_t)load_be(bytes + size, take);
    }
    return n;
}

/* n /= 10^9; returns the rest. Drops a leading limb that has become 0. */
static uint32_t divide(struct number *n)
{
    uint64_t rest = 0;
    for (size_t i = n->count; i-- > 0;) {
        uint64_t part = rest << 32 | n->limbs[i]; /* < 10^9 * 2^32 */
        n->limbs[i] = (uint32_t)(part / TEN_TO_9);
        rest = part % TEN_TO_9;
    }
    while (n->count > 0 && n->limbs[n->count - 1] == 0)
        n->count--;
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

/* Writes the last `count` digits of value with leading zeros. */
static void print_padded(char *text, uint32_t value, size_t count)
{
    for (size_t i = count; i-- > 0; value /= 10)
        text[i] = (char)('0' + value % 10);
}

static size_t count_digits(uint32_t value)
{
    size_t count = 1;
    for (; value >= 10; value /= 10)
        count++;
    return count;
}

size_t sortid_text_print_decimal(char *text, const uint8_t *bytes, size_t size)
{
    struct number n = load_number(bytes, size);
    uint32_t groups[MAX_GROUPS];
    size_t last = 0;
    while (groups[last] = divide(&n), n.count > 0)
        last++;
    size_t length = count_digits(groups[last]);
    print_padded(text, groups[last], length);
    for (; last > 0; length += GROUP)
        print_padded(text + length, groups[--last], GROUP);
    return length;
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
