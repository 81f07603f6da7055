/* SPDX-License-Identifier: MIT */
/* text/hex.h: bytes as hex digits, plain and in UUID form (RFC 9562 section 4:
 * 8-4-4-4-12). Lower case out, any case in. Writes no NUL, checks no length. */
#pragma once

#include "refuse.h"

/* Writes 2 * size digits of `size` bytes, at most 20. */
void sortid_text_print_hex(char *text, const uint8_t *bytes, size_t size);

/* Reads 2 * size digits: SORTID_BAD_DIGIT. */
sortid_status sortid_text_parse_hex(uint8_t *bytes, size_t size, const char *text,
                                    size_t *position);

/* The same in UUID form: SORTID_BAD_DIGIT, also for any other byte where a hyphen must be. */
void sortid_text_print_uuid(char text[36], const uint8_t bytes[16]);
sortid_status sortid_text_parse_uuid(uint8_t bytes[16], const char text[36], size_t *position);
