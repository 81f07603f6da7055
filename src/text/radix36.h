/* SPDX-License-Identifier: MIT */
/* text/radix36.h: base 36 digits, 12 of a 63-bit and 25 of a 128-bit integer (SCRU64, SCRU128).
 * Lower case out, any case in. Writes no NUL, checks no length. */
#pragma once

#include "refuse.h"

/* `value` < 36^12. */
void sortid_text_print36x12(char text[12], uint64_t value);

void sortid_text_print36x25(char text[25], const uint8_t bytes[16]);

/* SORTID_BAD_DIGIT; 12 digits are never out of range. */
sortid_status sortid_text_parse36x12(uint64_t *value, const char text[12], size_t *position);

/* SORTID_BAD_DIGIT; SORTID_OUT_OF_RANGE at 0 if the value is 2^128 or more. */
sortid_status sortid_text_parse36x25(uint8_t bytes[16], const char text[25], size_t *position);
