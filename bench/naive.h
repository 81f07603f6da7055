/* SPDX-License-Identifier: MIT */
/* naive.h: base 36 as one writes it first, the yardstick of the text rows. Called
 * by peers.c. Never used by the library. */
#ifndef SORTID_BENCH_NAIVE_H
#define SORTID_BENCH_NAIVE_H

#include <stdint.h>

/* Writes 128 bits as 25 digits and NUL: the simple conversion that the SCRU128
 * document shows, byte by byte over an array of digits. */
void naive_print36(char text[26], const uint8_t bytes[16]);

#endif
