/* SPDX-License-Identifier: MIT */
/* naive.h: base 36 as one writes it first, the yardstick of the text rows. Called
 * by peers.c. Never used by the library. */
#ifndef SORTID_BENCH_NAIVE_H
#define SORTID_BENCH_NAIVE_H

#include <stdbool.h>
#include <stdint.h>

/* Writes 128 bits as 25 digits and NUL: the simple conversion that the SCRU128
 * document shows, byte by byte over an array of digits. */
void naive_print36(char text[26], const uint8_t bytes[16]);

/* And back, any case; false, and nothing written, for another digit or 2^128 and more. */
bool naive_parse36(uint8_t bytes[16], const char text[25]);

#endif
