/* SPDX-License-Identifier: MIT */
/* simd/avx512.c: the implementation for x86-64 with AVX-512 (F, BW, VL, VBMI, IFMA) and BMI2.
 * select.c chooses it, nobody else calls it. It reads and writes nothing outside the
 * arrays it is given, and shares no state.
 *
 * Its parts are headers, one for each kind of work, compiled into this one file so that
 * the instruction set is switched on once: avx512_radix36.h, avx512_radix32.h,
 * avx512_fill.h, on top of avx512_vectors.h. Each opens with its algorithm.
 *
 * Tails: the same work with masked loads and stores; what is missing reads as a good
 * text. A whole vector is touched only while all 64 bytes belong to the arrays.
 *
 * Speed: not measured, as no machine with AVX-512 was at hand; proved right on an emulated
 * one (tools/emulate-avx512). Estimates of the inner loops by llvm-mca 14 for its
 * icelake-server, gcc 12 -O2, in cycles for an ID, and what its two vector ports alone
 * would allow: 36x25 out 7.2 (4.5), in 5.6 (2.9); 36x12 out 2.5 (1.5), in 1.8 (1.1); base
 * 32 of 16 bytes out 1.3 (1.1), in 4.1 (3.0); count8 0.2; count16 0.6; ChaCha20 0.5 a byte
 * (0.4 with clang). The model keeps 97 operations in flight; newer CPUs keep more.
 *
 * Tried and lost, by the same estimate: 36x25 out in two passes, 7.8; the second and third
 * digit of a word after the first in place of beside it, 7.5. */
#include "simd.h"

extern const struct simd sortid_simd_avx512;

#ifdef SIMD_X86

#include <immintrin.h>

#include "chacha20.h"
#include "scalar.h"
#include "target.h"
#include "../text/bytes.h"
#include "../text/digits.h"
#include "../text/wide.h"

TARGET_BEGIN("avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,avx2,bmi2")

#include "avx512_fill.h"
#include "avx512_radix32.h"
#include "avx512_radix36.h"

/* One text base 36 out is a chain of divisions; the scalar code with its table of pairs has
 * the shorter one. */
#define print_36x12 sortid_scalar_print_36x12
#define print_36x25 sortid_scalar_print_36x25

const struct simd sortid_simd_avx512 = {
    .name = "avx512",
#define ROW(FORM, NAME) [FORM] = {print_##NAME, print_many_##NAME, parse_##NAME, parse_many_##NAME},
    .codecs = {EACH_FORM(ROW)},
    .chacha20 = chacha20,
    .count8 = count8,
    .count16 = count16,
};

TARGET_END

#endif
