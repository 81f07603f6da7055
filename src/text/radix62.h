/* SPDX-License-Identifier: MIT */
/* text/radix62.h: base 62 digits of a 160-bit integer, 27 of them: the scalar reference of KSUID's
 * text. The digits are 0-9 A-Z a-z: case matters. Knows digit counts, not formats; writes no NUL,
 * checks no length. */
#ifndef SORTID_TEXT_RADIX62_H
#define SORTID_TEXT_RADIX62_H

#include "refuse.h"

void sortid_text_print62x27(char text[27], const uint8_t bytes[20]);

/* SORTID_BAD_DIGIT; SORTID_OUT_OF_RANGE at 0 if the value is 2^160 or more. */
sortid_status sortid_text_parse62x27(uint8_t bytes[20], const char text[27], size_t *position);

#endif
