/* SPDX-License-Identifier: MIT */
/* simd/neon.c: the implementation for little-endian AArch64, where NEON is always available.
 *
 * It handles one ID at a time in vectors of 16 bytes; a call for many repeats this, and the core
 * overlaps one ID with the next. If a length is not a multiple of 16, the last vector overlaps the
 * previous one, so there is no tail, except for 36x12 out (two IDs) and ChaCha20 (eight blocks).
 *
 * Its parts are the headers neon_*.h, one for each kind of work.
 *
 *   text in   chars -> digits   two table look-ups; 0xff if not a digit
 *   hex       |a|b|c|d|..      even and odd digits apart, one shifted into the other
 *   base 32   |a|b|c|d|..      neighbors joined: 8 x 5 -> 4 x 10 -> 2 x 20 -> 40 bits
 *   base 36   |a|b|c|d|..      neighbors joined to values < 36^4; the rest is scalar
 *   text out  the reverse: base 32 by a 16-bit window for each digit, base 36
 *             from four values < 36^6, which are 24 digits
 *
 * Never timed on a real core; correctness is tested by emulation. Estimates by llvm-mca 14 for
 * clang 14's loops, in cycles per ID, for the ports of a Cortex-A57 and of Apple's Cyclone:
 *
 *   out, in      36x12       36x25    base 32 (26)    hex16      uuid
 *   A57        14    16    37    32     17    30     8    17   14    28
 *   Cyclone     5     7    18    14      5    14     3     6    4    10
 *
 * ChaCha20 takes 2.7 and 1.7 cycles per byte; with four blocks instead of eight 3.7 and 2.4. Tried
 * and rejected: the check of `separator` before the digits (gcc then builds its constants again for
 * each ID); `/` in base 36 (see divide). */
#include "simd.h"

#ifdef SIMD_NEON

#include <arm_neon.h>

#include "chacha20.h"
#include "scalar.h"
#include "../text/bytes.h"
#include "../text/radix62.h"
#include "../text/wide.h"
#include "../text/wipe.h"

#include "neon_fill.h"
#include "neon_hex.h"
#include "neon_radix32.h"
#include "neon_radix36.h"

/* Base 62 and decimal integers have scalar code only. */
#define neon_print_62x27 sortid_text_print62x27

static bool neon_parse_62x27(uint8_t *bytes, const char *text)
{
    return sortid_text_parse62x27(bytes, text, NULL) == SORTID_OK;
}

PRINT_MANY_BY_EACH(FORM_62X27, neon_print_many_62x27, neon_print_62x27)
PARSE_MANY_BY_EACH(FORM_62X27, neon_parse_many_62x27, neon_parse_62x27)

#define CODEC(FORM, NAME)                                                                          \
    const struct codec sortid_neon_##NAME = {neon_print_##NAME, neon_print_many_##NAME,            \
                                             neon_parse_##NAME, neon_parse_many_##NAME};
EACH_FORM(CODEC)

const struct bulk sortid_neon_bulk = {
    .print_decimals = sortid_scalar_print_decimals,
    .parse_decimals = sortid_scalar_parse_decimals,
    .chacha20 = neon_chacha20,
    .count8 = neon_count8,
    .count16 = neon_count16,
};

#endif
