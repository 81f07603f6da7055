/* SPDX-License-Identifier: MIT */
/* text/digits.c: the digit tables, laid out so that a reader can check them: a value table is the
 * ASCII chart from '0' on, a pair table has a row for each first digit. The pair tables of other
 * radices are in the files of the radix, so that a program links only what it uses. */
#include "digits.h"

/* clang-format off */
#define NO NO_DIGIT
#define NO_8 NO, NO, NO, NO, NO, NO, NO, NO
#define NO_16 NO_8, NO_8
#define NO_48 NO_16, NO_16, NO_16
#define NO_128 NO_48, NO_48, NO_16, NO_16

#define DIGITS 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, NO, NO, NO, NO, NO, NO /* 0 to 9 : ; < = > ? */

/* @ or `, the letters, and the five signs after them */
#define LETTERS_16                                                                  \
    NO, 10, 11, 12, 13, 14, 15, NO, NO_8, NO_16                     /* @ A to F */
#define LETTERS_32HEX                                                               \
    NO, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, /* @ A to O */  \
    25, 26, 27, 28, 29, 30, 31, NO, NO_8                            /* P to V */
#define LETTERS_36                                                                  \
    NO, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, /* @ A to O */  \
    25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, NO, NO, NO, NO, NO  /* P to Z */
#define LETTERS_CROCKFORD                                                           \
    NO, 10, 11, 12, 13, 14, 15, 16, 17, NO, 18, 19, NO, 20, 21, NO, /* no I L O */  \
    22, 23, 24, 25, 26, NO, 27, 28, 29, 30, 31, NO, NO, NO, NO, NO  /* no U */
#define LETTERS_62_LOWER                                                            \
    NO, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, /* ` a to o */  \
    51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, NO, NO, NO, NO, NO  /* p to z */

const int8_t sortid_text_value36[256] = {NO_48, DIGITS, LETTERS_36, LETTERS_36, NO_128};
const int8_t sortid_text_value32hex[256] = {NO_48, DIGITS, LETTERS_32HEX, LETTERS_32HEX, NO_128};
const int8_t sortid_text_value16[256] = {NO_48, DIGITS, LETTERS_16, LETTERS_16, NO_128};
const int8_t sortid_text_value_crockford[256] = {
    NO_48, DIGITS, LETTERS_CROCKFORD, LETTERS_CROCKFORD, NO_128};
const int8_t sortid_text_value62[256] = {NO_48, DIGITS, LETTERS_36, LETTERS_62_LOWER, NO_128};

#define ROW_16(d) ROW_10(d)                                                         \
    JOIN(d, "a") JOIN(d, "b") JOIN(d, "c") JOIN(d, "d") JOIN(d, "e") JOIN(d, "f")

const char sortid_text_pairs16[] = ROW_16("0") MORE_ROWS(NINE_ROWS(ROW_16)
    ROW_16("a") ROW_16("b") ROW_16("c") ROW_16("d") ROW_16("e") ROW_16("f"));

/* clang-format on */

sortid_status sortid_text_refuse_digit(const int8_t values[256], unsigned radix, const char *text,
                                       size_t length, size_t *position)
{
    size_t at = 0;
    while (at + 1 < length && digit_value(values, text[at]) < radix)
        at++;
    return refuse(position, at, SORTID_BAD_DIGIT);
}
