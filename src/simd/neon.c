/* SPDX-License-Identifier: MIT */
/* simd/neon.c: the implementation for AArch64 (little-endian), where NEON is always there.
 * Called through the table at its end alone; pure.
 *
 * One ID at a time in vectors of sixteen bytes; a call for many repeats it, and the
 * core overlaps one ID with the next. Loads and stores stay within ID and text: where
 * sixteen do not go into the length, the last vector overlaps the one before it, so
 * there is no tail. (36x12 out takes two IDs, ChaCha20 eight blocks; they have one.)
 *
 * Its parts are headers, one for each kind of work: neon_radix36.h, neon_radix32.h,
 * neon_hex.h, neon_fill.h, on top of neon_vectors.h.
 *
 *   text in   chars -> digits   two table look-ups; 0xff for what is no digit
 *   hex       |a|b|c|d|..      even and odd digits apart, one shifted into the other
 *   base 32   |a|b|c|d|..      neighbours joined: 8 x 5 -> 4 x 10 -> 2 x 20 -> 40 bits
 *   base 36   |a|b|c|d|..      neighbours joined to fours < 36^4; the rest is scalar
 *   text out  the same backwards: base 32 by a 16-bit window for each digit, base 36
 *             from four values < 36^6, which are 24 digits
 *
 * Never timed on a real core: what is right was shown by emulation. Estimates by
 * llvm-mca 14 for clang 14's loops in cycles an ID, by what the ports of a Cortex-A57
 * and of Apple's Cyclone allow (it has no tables of newer cores):
 *
 *   out, in      36x12       36x25    base 32 (26)    hex16      uuid
 *   A57        14    16    37    32     17    30     8    17   14    28
 *   Cyclone     5     7    18    14      5    14     3     6    4    10
 *
 * ChaCha20, waiting included, 2.7 and 1.7 cycles a byte; with four blocks in place of
 * eight 3.7 and 2.4. gcc 12 takes some instructions more: it copies pairs of registers
 * before a look-up in both.
 * Lost: vld1q_u8 as memcpy (the same code); the check of `separator` before the digits (gcc
 * then builds its constants again for each ID); `/` in base 36 (clang, see divide). */
#include "simd.h"

extern const struct simd sortid_simd_neon;

#ifdef SIMD_NEON

#include <arm_neon.h>

#include "chacha20.h"
#include "scalar.h"
#include "../text/bytes.h"
#include "../text/wide.h"
#include "../text/wipe.h"

#include "neon_fill.h"
#include "neon_hex.h"
#include "neon_radix32.h"
#include "neon_radix36.h"

#define ROW(FORM, NAME) [FORM] = {print_##NAME, print_many_##NAME, parse_##NAME, parse_many_##NAME},

const struct simd sortid_simd_neon = {
    .name = "neon",
    .codecs = {EACH_FORM(ROW)},
    .chacha20 = chacha20,
    .count8 = count8,
    .count16 = count16,
};

#endif
