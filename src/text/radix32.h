/* SPDX-License-Identifier: MIT */
/* text/radix32.h: base 32 digits in either alphabet: 26 of a 128-bit integer, 10 of a 48-bit one,
 * 32 of 20 bytes (ULID, SCRU128 v1, SCRU160). Upper case out, any case in. Writes no NUL, checks no
 * length. */
#pragma once

#include "digits.h"
#include "memory.h"

typedef struct radix32 {
    const char *pairs;
    const int8_t *values; /* by byte: 0 to 31, or NO_DIGIT */
} radix32;

/* 0-9 A-V, and Crockford's 0-9 A-Z without I L O U. */
#define RADIX32_HEX       ((radix32){sortid_text_pairs32hex, sortid_text_value32hex})
#define RADIX32_CROCKFORD ((radix32){sortid_text_pairs_crockford, sortid_text_value_crockford})

void sortid_text_print32x26(char text[26], const uint8_t bytes[16], radix32 alphabet);
void sortid_text_print32x32(char text[32], const uint8_t bytes[20], radix32 alphabet);

/* SORTID_BAD_DIGIT; if the digits have more bits than the value, SORTID_OUT_OF_RANGE at 0 if the
 * first digit is above 7. */
sortid_status sortid_text_parse32x26(uint8_t bytes[16], const char text[26], radix32 alphabet,
                                     size_t *position);
sortid_status sortid_text_parse32x32(uint8_t bytes[20], const char text[32], radix32 alphabet,
                                     size_t *position);

/* Groups of eight digits, which are 40 bits or five bytes. */

static inline void print2(char text[2], uint64_t bits10, radix32 alphabet)
{
    put_pair(text, alphabet.pairs, 32, bits10 & 0x3ff);
}

static inline void print8(char text[8], uint64_t bits40, radix32 alphabet)
{
    print2(text, bits40 >> 30, alphabet);
    print2(text + 2, bits40 >> 20, alphabet);
    print2(text + 4, bits40 >> 10, alphabet);
    print2(text + 6, bits40, alphabet);
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

/* 10 digits of a value below 2^48 are two digits and a group. Inline, because gcc 12 passes the
 * alphabet of a call through memory, which takes a third of the time. */
static inline void print32x10(char text[10], uint64_t value, radix32 alphabet)
{
    print2(text, value >> 40, alphabet);
    print8(text + 2, value, alphabet);
}

static inline sortid_status parse32x10(uint64_t *value, const char text[10], radix32 alphabet,
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
