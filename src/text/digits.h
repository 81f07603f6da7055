/* SPDX-License-Identifier: MIT */
/* text/digits.h: the value of a byte as a digit, and pairs of digits to be copied. All text code
 * uses only these tables. */
#pragma once

#include "memory.h"
#include "refuse.h"

/* The value of a byte that is not a digit. It is negative, so that the sign of values combined
 * by shifts and ORs tells whether there was one. */
#define NO_DIGIT (-1)

/* The value of a byte as a digit in any case, or NO_DIGIT; indexed by the byte. */
extern const int8_t sortid_text_value36[256];         /* 0-9 a-z */
extern const int8_t sortid_text_value32hex[256];      /* 0-9 a-v */
extern const int8_t sortid_text_value16[256];         /* 0-9 a-f */
extern const int8_t sortid_text_value_crockford[256]; /* 0-9 a-z without i l o u, no aliases */

/* The same where case matters. */
extern const int8_t sortid_text_value62[256]; /* 0-9 A-Z a-z */

/* The pair tables have a row for each first digit; a build with SORTID_ONE_ROW (a small module for
 * web pages) has only the first one, and computes the pairs. */
#ifdef SORTID_ONE_ROW
#define PAIR_ROWS(radix) 1
#define MORE_ROWS(...)
#else
#define PAIR_ROWS(radix) (radix)
#define MORE_ROWS(...)   __VA_ARGS__
#endif

/* All pairs of two digits in order, and NUL except in base 62. */
extern const char sortid_text_pairs16[2 * 16 * PAIR_ROWS(16) + 1];         /* lower case */
extern const char sortid_text_pairs36[2 * 36 * PAIR_ROWS(36) + 1];         /* lower case */
extern const char sortid_text_pairs32hex[2 * 32 * PAIR_ROWS(32) + 1];      /* upper case */
extern const char sortid_text_pairs_crockford[2 * 32 * PAIR_ROWS(32) + 1]; /* upper case */
extern const char sortid_text_pairs62[2 * 62 * PAIR_ROWS(62)]; /* upper before lower case */

/* Writes a pair below radix^2. */
static inline void put_pair(char text[2], const char *pairs, size_t radix, size_t pair)
{
#ifdef SORTID_ONE_ROW
    text[0] = pairs[2 * (pair / radix) + 1];
    text[1] = pairs[2 * (pair % radix) + 1];
#else
    (void)radix;
    memcpy(text, pairs + 2 * pair, 2);
#endif
}

/* clang-format off */
/* A row has all pairs that begin with the digit d. */
#define JOIN(first, second) first second
#define ROW_10(d)                                                                   \
    JOIN(d, "0") JOIN(d, "1") JOIN(d, "2") JOIN(d, "3") JOIN(d, "4")                \
    JOIN(d, "5") JOIN(d, "6") JOIN(d, "7") JOIN(d, "8") JOIN(d, "9")
#define NINE_ROWS(row)                                                              \
    row("1") row("2") row("3") row("4") row("5") row("6") row("7") row("8") row("9")
/* clang-format on */

/* The value of a digit; all bits set if it is not a digit. */
static inline uint64_t digit_bits(const int8_t values[256], char digit)
{
    return (uint64_t)(int64_t)values[(unsigned char)digit];
}

/* The same for code that checks each digit separately: UINT_MAX if it is not a digit. */
static inline unsigned digit_value(const int8_t values[256], char digit)
{
    return (unsigned)values[(unsigned char)digit];
}

/* Whether all values that were ORed together, shifted or not, were digits. */
static inline bool all_digits(uint64_t seen)
{
    return seen >> 63 == 0;
}

/* Reports the position of the first byte that is not a digit below `radix`. The caller knows
 * that there is one within `length`. */
sortid_status sortid_text_refuse_digit(const int8_t values[256], unsigned radix, const char *text,
                                       size_t length, size_t *position);
