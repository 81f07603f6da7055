/* SPDX-License-Identifier: MIT */
/* text/radix32.h: base 32 digits in either alphabet: 26 of a 128-bit integer, 10
 * of a 48-bit one, 32 of 20 bytes: the scalar reference of ULID's, SCRU128 v1's
 * and SCRU160's text. Upper case out, any case in. Writes no NUL, checks no
 * length. */
#ifndef SORTID_TEXT_RADIX32_H
#define SORTID_TEXT_RADIX32_H

#include "digits.h"

typedef struct radix32 {
    const char *pairs;    /* 2 * 32^2 characters */
    const int8_t *values; /* by byte: 0 to 31, or NO_DIGIT */
} radix32;

/* 0-9 A-V, and Crockford's 0-9 A-Z without I L O U. */
#define RADIX32_HEX       ((radix32){sortid_text_pairs32hex, sortid_text_value32hex})
#define RADIX32_CROCKFORD ((radix32){sortid_text_pairs_crockford, sortid_text_value_crockford})

void sortid_text_print32x26(char text[26], uint64_t high, uint64_t low, radix32 alphabet);
void sortid_text_print32x10(char text[10], uint64_t value, radix32 alphabet); /* < 2^48 */
void sortid_text_print32x32(char text[32], const uint8_t bytes[20], radix32 alphabet);

/* SORTID_BAD_DIGIT; if the digits have more bits than the value, SORTID_OUT_OF_RANGE at 0 if the
 * first digit is above 7. */
sortid_status sortid_text_parse32x26(uint64_t *high, uint64_t *low, const char text[26],
                                     radix32 alphabet, size_t *position);
sortid_status sortid_text_parse32x10(uint64_t *value, const char text[10], radix32 alphabet,
                                     size_t *position);
sortid_status sortid_text_parse32x32(uint8_t bytes[20], const char text[32], radix32 alphabet,
                                     size_t *position);

#endif
