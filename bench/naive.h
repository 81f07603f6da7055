/* SPDX-License-Identifier: MIT */
/* naive.h: the straightforward conversion of base 36, to compare text rows with. Called by
 * peers.c. The library does not use it. */
#ifndef SORTID_BENCH_NAIVE_H
#define SORTID_BENCH_NAIVE_H

#include <stdbool.h>
#include <stdint.h>

/* Writes 128 bits as 25 digits and NUL: the simple conversion of the SCRU128 specification, byte
 * by byte over an array of digits. */
void naive_print36(char text[26], const uint8_t bytes[16]);

/* The inverse; accepts both cases. Returns false and writes nothing for an invalid digit or a number of 2^128
 * or more. */
bool naive_parse36(uint8_t bytes[16], const char text[25]);

#endif
