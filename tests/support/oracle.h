/* SPDX-License-Identifier: MIT */
/* oracle.h: schoolbook arithmetic on big-endian byte strings, so that tests of random IDs know the
 * expected result without the code under test. Used by tests/format, tests/simd and formats.c. Slow
 * on purpose: one division for each digit. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether the case of a letter matters: the alphabet has letters of both. */
bool oracle_has_case(const char *alphabet);

/* Value of a digit in an alphabet, letters in any case unless it matters; -1 if it is none. */
int oracle_digit(const char *alphabet, int byte);

/* Writes the number as `length` digits and NUL; false if it does not fit. */
bool oracle_print(char *text, size_t length, const char *alphabet, const uint8_t *bytes,
                  size_t size);

/* Reads `length` digits, all of them valid; false if the number is too large. */
bool oracle_parse(uint8_t *bytes, size_t size, const char *alphabet, const char *text,
                  size_t length);

/* Writes decimal digits without leading zeros, and NUL; returns the number of digits. */
size_t oracle_decimal(char *text, const uint8_t *bytes, size_t size);

/* Adds or subtracts 1 in place; false, with all bits inverted, at the end of the range. */
bool oracle_increment(uint8_t *bytes, size_t size);
bool oracle_decrement(uint8_t *bytes, size_t size);

/* Reads up to 64 bits from bit `first`, counted from the most significant; and writes them. */
uint64_t oracle_bits(const uint8_t *bytes, size_t first, size_t count);
void oracle_set_bits(uint8_t *bytes, size_t first, size_t count, uint64_t value);

/* The text with all letters upper, lower, or every other one upper. */
void oracle_upper(char *text);
void oracle_lower(char *text);
void oracle_mixed(char *text);

/* UUID form of 32 hex digits: 36 characters and NUL. */
void oracle_uuid(char *uuid, const char *hex);
