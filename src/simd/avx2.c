/* SPDX-License-Identifier: MIT */
/* simd/avx2.c: the implementation for x86-64 with AVX2 and BMI2. It never reads or writes a byte
 * outside its arrays, so the loops for many treat the last IDs separately.
 *
 * Its parts are the headers avx2_*.h, one for each kind of work, so that the instruction set is
 * enabled once. Each begins with its algorithm.
 *
 * ns per ID in 64 KiB of text, AMD Zen 3 at 3.2 GHz, gcc 12 (clang 14), -O2; scalar.c by gcc:
 *
 *             many out, scalar  | many in           | one out           | one in
 * 26 digits   0.99 (0.96)  4.64 | 2.06 (1.95) 10.31 | 2.97 (2.44)  5.58 | 3.43 (3.01) 11.86
 * 32 digits   1.16 (1.17)  9.01 | 2.02 (1.84) 20.63 | 2.56 (2.39) 10.20 | 3.46 (3.23) 25.46
 * hex of 8    0.62 (0.62)  6.48 | 0.73 (0.71)  9.97 | 1.86 (1.85)  6.48 | 3.09 (2.47) 12.99
 * hex of 16   0.94 (0.75) 11.41 | 1.37 (1.27) 16.23 | 2.19 (1.86) 11.42 | 3.09 (2.48) 17.11
 * hex of 20   1.44 (1.29) 13.88 | 2.26 (2.11) 19.99 | 2.86 (2.65) 13.88 | 4.04 (3.42) 20.65
 * UUID form   1.35 (1.40) 13.06 | 2.11 (2.04) 52.11 | 3.11 (2.70) 13.56 | 3.86 (3.10) 56.49
 * chacha20, bytes per ns: 3.56 (3.28), scalar 0.66; sixteen blocks 313 (322) ns, one 120 (112),
 * scalar 292. count8 0.08 ns per ID, count16 0.17, with tails 0.21: stores of 32 bytes, one per
 * cycle.
 *
 * On an Intel 6/167 only one routine is slower than in scalar.c: 36x12 out, one, by 3 % (4.85 ns,
 * 4.70). There the next read of the clock waits for the text of an ID, so that the time from the ID
 * to the text counts, and scalar code is earlier with a ULID (by 1.9 ns of 18.7) and a KSUID (by 6
 * of 38). On a Zen 3 AVX2 is faster by 2.5 ns and 9 ns in these rows, so they stay.
 *
 * Tried and rejected: printing in groups of four, and the separator by xor (no difference); one
 * load of 16 bytes for one ID (0.3 ns less, but 8 ns more if the ID has just been stored as two
 * words: see words.h).
 *
 * Tried and rejected for ChaCha20, in bytes per ns of 96 blocks: two to four pairs of blocks with a
 * row in each vector, 2.2 to 2.7; eight blocks with a word in each vector, 2.2 to 2.9, because they
 * wait for the end of their last chain; sixteen without the barrier that keeps a half in memory
 * 2.65, with the orders of the byte shuffles in registers 3.05. The limit of the ports is 4.8. */
#include "simd.h"

#ifdef SIMD_X86

#include <immintrin.h>

#include "avx2.h"
#include "chacha20.h"
#include "mxcsr.h"
#include "target.h"
#include "../text/bytes.h"
#include "../text/digits.h"
#include "../text/wipe.h"

TARGET_BEGIN("avx2,bmi2")

#include "avx2_decimal.h"
#include "avx2_fill.h"
#include "avx2_hex.h"
#include "avx2_radix32.h"
#include "avx2_radix36.h"
#include "avx2_radix62.h"

TARGET_END

#define CODEC(FORM, NAME)                                                                          \
    const struct codec sortid_avx2_##NAME = {                                                      \
        sortid_avx2_print_##NAME, sortid_avx2_print_many_##NAME, sortid_avx2_parse_##NAME,         \
        sortid_avx2_parse_many_##NAME};
EACH_FORM(CODEC)

const struct bulk sortid_avx2_bulk = {
    .print_decimals = print_decimals,
    .parse_decimals = parse_decimals,
    .chacha20 = avx2_chacha20,
    .count8 = avx2_count8,
    .count16 = avx2_count16,
};

#endif
