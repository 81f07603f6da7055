/* SPDX-License-Identifier: MIT */
/* simd/avx512.c: the implementation for x86-64 with AVX-512 (F, BW, VL, VBMI, IFMA) and BMI2.
 * Called only through the table that select.c chooses. It reads and writes nothing outside the
 * arrays it is given, and shares no state.
 *
 * Its parts are headers, one for each kind of work, compiled into this one file so that the
 * instruction set is enabled once: avx512_radix36.h, avx512_radix32.h, avx512_fill.h, all based on
 * avx512_vectors.h. Each begins with a description of its algorithm.
 *
 * Tails are handled by the same code with masked loads and stores; missing bytes read as a valid
 * text. A whole vector is loaded or stored only where all 64 bytes belong to the arrays.
 *
 * Printing one ID in base 36 is a chain of divisions, and printing one that was just made waits for the stores
 * that a load of the whole ID spans. There the AVX2 routines (avx2.h) are in the table: on an AMD Zen 5 they
 * took one 25-digit text out from 12.0 ns (scalar code) to 6.3 and in from 5.5 to 3.9, one 12-digit text out from
 * 4.2 to 2.8, and one ULID text by the default generator from 14.8 to 10.3. One text of UUIDv7 and of SCRU128 v1, whose
 * IDs are stored as two words too, is printed by AVX2 for the same reason, without a measurement.
 *
 * The rest is not measured in parts; correctness is tested on an emulated CPU (tools/emulate-avx512).
 * Estimates for the inner loops by llvm-mca 14 for its icelake-server, gcc 12 -O2, in cycles per ID, and in
 * parentheses the limit set by its two vector ports: 36x25 out 7.2 (4.5), in 5.6 (2.9); 36x12 out 2.5 (1.5),
 * in 1.8 (1.1); base 32 of 16 bytes out 1.3 (1.1), in 4.1 (3.0); count8 0.2; count16 0.6; ChaCha20 0.5 per
 * byte (0.4 with clang). The model keeps 97 operations in flight; newer CPUs keep more.
 *
 * Tried and rejected, by the same estimate: 36x25 out in two passes, 7.8; the second and third
 * digit of a word computed after the first instead of in parallel with it, 7.5. */
#include "simd.h"

extern const struct simd sortid_simd_avx512;

#ifdef SIMD_X86

#include <immintrin.h>

#include "avx2.h"
#include "chacha20.h"
#include "mxcsr.h"
#include "scalar.h"
#include "target.h"
#include "../text/bytes.h"
#include "../text/digits.h"
#include "../text/wide.h"

TARGET_BEGIN("avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,avx2,bmi2")

#include "avx2_decimal.h"
#include "avx512_fill.h"
#include "avx512_radix32.h"
#include "avx512_radix36.h"
#include "avx2_radix62.h"

const struct simd sortid_simd_avx512 = {
    .name = "avx512",
#define ROW(FORM, NAME) [FORM] = {print_##NAME, print_many_##NAME, parse_##NAME, parse_many_##NAME},
    .codecs = {EACH_FORM(ROW)},
    .print_decimals = print_decimals,
    .parse_decimals = parse_decimals,
    .chacha20 = chacha20,
    .count8 = count8,
    .count16 = count16,
};

TARGET_END

#endif
