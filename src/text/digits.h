/* SPDX-License-Identifier: MIT */
/* text/digits.h: what a byte is worth as a digit, and pairs of digits ready to
 * be copied. All text code reads these tables and has none of its own. */
#ifndef SORTID_TEXT_DIGITS_H
#define SORTID_TEXT_DIGITS_H

#include "refuse.h"

/* Marks a byte that is no digit; above every radix, all bits set. */
#define NO_DIGIT 0xff

/* Value of a digit 0-9 a-z A-Z, 0 to 35, else NO_DIGIT. Base32hex and hex are
 * the same digits cut off at 32 and 16: compare with the radix. */
extern const uint8_t sortid_text_value36[256];

/* The value in Crockford's alphabet without aliases, 0 to 31, else NO_DIGIT. */
extern const uint8_t sortid_text_value_crockford[256];

/* All pairs of two digits in order, 2 * radix^2 bytes and NUL. */
extern const char sortid_text_pairs10[2 * 10 * 10 + 1];
extern const char sortid_text_pairs16[2 * 16 * 16 + 1];         /* lower case */
extern const char sortid_text_pairs36[2 * 36 * 36 + 1];         /* lower case */
extern const char sortid_text_pairs32hex[2 * 32 * 32 + 1];      /* upper case */
extern const char sortid_text_pairs_crockford[2 * 32 * 32 + 1]; /* upper case */

static inline unsigned digit_value(const uint8_t values[256], char digit)
{
    return values[(unsigned char)digit];
}

/* Tells where the first byte is that is no digit of this radix. The caller has
 * seen that there is one within `length`. */
sortid_status sortid_text_refuse_digit(const uint8_t values[256], unsigned radix, const char *text,
                                       size_t length, size_t *position);

#endif
