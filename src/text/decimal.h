/* SPDX-License-Identifier: MIT */
/* text/decimal.h: big-endian bytes as a decimal integer without leading zeros. Writes no NUL. */
#pragma once

#include "refuse.h"

/* Digits of the largest value of 20 bytes. */
#define DECIMAL_MAX_DIGITS 49

/* Writes 1 to DECIMAL_MAX_DIGITS digits of `size` bytes, a multiple of 4 up to
 * 20; returns their number. */
size_t sortid_text_print_decimal(char *text, const uint8_t *bytes, size_t size);

/* The same for an integer: 1 to 20 digits. */
size_t sortid_text_print_decimal64(char *text, uint64_t value);

/* Writes integers of `size` bytes, each followed by the separator; returns the end of the text. */
static inline char *print_decimals_singly(char *text, const uint8_t *bytes, size_t size,
                                          size_t count, int separator)
{
    for (; count > 0; count--, bytes += size) {
        text += sortid_text_print_decimal(text, bytes, size);
        *text++ = (char)separator;
    }
    return text;
}

/* Reads 1 to `max_digits` digits. SORTID_BAD_LENGTH at 0 or max_digits; SORTID_BAD_DIGIT, also
 * at 0 for a leading zero; SORTID_OUT_OF_RANGE at 0 if the value does not fit `size` bytes, a
 * multiple of 4. */
sortid_status sortid_text_parse_decimal(uint8_t *bytes, size_t size, size_t max_digits,
                                        const char *text, size_t length, size_t *position);
