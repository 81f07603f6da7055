/* SPDX-License-Identifier: MIT */
/* text/radix32.c: base 32 digits by groups of eight, which are 40 bits or five
 * bytes. 26 digits are 130 bits: two digits for the top 8 bits of a 128-bit
 * integer, then three groups; 10 are two digits and one group. */
#include "radix32.h"
#include "bytes.h"

static inline void print2(char text[2], uint64_t bits10, radix32 alphabet)
{
    memcpy(text, alphabet.pairs + 2 * (bits10 & 0x3ff), 2);
}

static inline void print8(char text[8], uint64_t bits40, radix32 alphabet)
{
    print2(text, bits40 >> 30, alphabet);
    print2(text + 2, bits40 >> 20, alphabet);
    print2(text + 4, bits40 >> 10, alphabet);
    print2(text + 6, bits40, alphabet);
}

void sortid_text_print32x26(char text[26], uint64_t high, uint64_t low, radix32 alphabet)
{
    print2(text, high >> 56, alphabet);
    print8(text + 2, high >> 16, alphabet);
    print8(text + 10, high << 24 | low >> 40, alphabet);
    print8(text + 18, low, alphabet);
}

void sortid_text_print32x10(char text[10], uint64_t value, radix32 alphabet)
{
    print2(text, value >> 40, alphabet);
    print8(text + 2, value, alphabet);
}

void sortid_text_print32x32(char text[32], const uint8_t bytes[20], radix32 alphabet)
{
    for (int i = 0; i < 4; i++)
        print8(text + 8 * i, load_be(bytes + 5 * i, 5), alphabet);
}

/* The value of two and of eight digits; 2^63 or above if one is not a digit. */
static inline uint64_t parse2(const char *text, radix32 alphabet)
{
    return digit_bits(alphabet.values, text[0]) << 5 | digit_bits(alphabet.values, text[1]);
}

static inline uint64_t parse8(const char *text, radix32 alphabet)
{
    return parse2(text, alphabet) << 30 | parse2(text + 2, alphabet) << 20 |
           parse2(text + 4, alphabet) << 10 | parse2(text + 6, alphabet);
}

sortid_status sortid_text_parse32x26(uint64_t *high, uint64_t *low, const char text[26],
                                     radix32 alphabet, size_t *position)
{
    uint64_t top = parse2(text, alphabet);
    uint64_t a = parse8(text + 2, alphabet);
    uint64_t b = parse8(text + 10, alphabet);
    uint64_t c = parse8(text + 18, alphabet);
    if (!all_digits(top | a | b | c))
        return sortid_text_refuse_digit(alphabet.values, 32, text, 26, position);
    if (top >= 256) /* 8 * 32: the first digit is above 7 */
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    *high = top << 56 | a << 16 | b >> 24;
    *low = b << 40 | c;
    return SORTID_OK;
}

sortid_status sortid_text_parse32x10(uint64_t *value, const char text[10], radix32 alphabet,
                                     size_t *position)
{
    uint64_t top = parse2(text, alphabet);
    uint64_t rest = parse8(text + 2, alphabet);
    if (!all_digits(top | rest))
        return sortid_text_refuse_digit(alphabet.values, 32, text, 10, position);
    if (top >= 256)
        return refuse(position, 0, SORTID_OUT_OF_RANGE);
    *value = top << 40 | rest;
    return SORTID_OK;
}

sortid_status sortid_text_parse32x32(uint8_t bytes[20], const char text[32], radix32 alphabet,
                                     size_t *position)
{
    uint64_t groups[4];
    for (int i = 0; i < 4; i++)
        groups[i] = parse8(text + 8 * i, alphabet);
    if (!all_digits(groups[0] | groups[1] | groups[2] | groups[3]))
        return sortid_text_refuse_digit(alphabet.values, 32, text, 32, position);
    for (int i = 0; i < 4; i++)
        store_be(bytes + 5 * i, 5, groups[i]);
    return SORTID_OK;
}
