/* SPDX-License-Identifier: MIT */
/* simd/avx512.c: the implementation for x86-64 with AVX-512 (F, BW, VL, VBMI, IFMA) and BMI2. It
 * never reads or writes a byte outside its arrays.
 *
 * Its parts are the headers avx512_*.h, one for each kind of work, so that the instruction set is
 * enabled once. Each begins with its algorithm.
 *
 * Tails are handled by the same code with masked loads and stores; missing bytes read as a valid
 * text. A whole vector is loaded or stored only if all 64 bytes belong to the arrays.
 *
 * The table takes AVX2's functions (avx2.h) if they are at least as fast. In ns, AVX2 (AVX-512), on
 * an Intel 6/167, gcc 12 -O2 ("one": one call after another):
 *
 *     36x12 in, one        2.86 (3.80)   hex8 out, one    1.77 (2.06)   hex20 out, one  2.36 (2.51)
 *     32hex26 in, one      3.91 (4.12)   hex8 in, one     3.23 (3.87)   hex20 in, many  2.45 (2.49)
 *     crockford26 in, one  3.91 (4.12)   hex16 out, one   1.81 (2.13)   uuid in, one    4.50 (4.58)
 *     32hex32 in, one      3.92 (3.80)   hex16 in, one    3.44 (3.89)   uuid in, many   2.47 (2.59)
 *     62x27: the same code               hex16 out, many  0.86 (1.07)
 *
 * One ID loses by the masked loads and stores, by constants of 64 bytes, and by comparisons through
 * a mask register; a masked load also waits for the stores of an ID that was just made (9.5 ns, not
 * 1.8). AVX2's 32hex32 in has its result earlier: 8.9 ns after the text, not 13.0.
 *
 * Printing one ID of base 36 is a chain of divisions. AVX2's is the best one on an AMD Zen 5: 25
 * digits out 6.3 ns (12.0 by scalar code), in 3.9 (5.5), 12 digits out 2.8 (4.2). On the Intel CPU
 * 12 digits out take 4.85 (4.70 by scalar code).
 *
 * Many IDs on the Intel CPU in ns: 36x25 out 2.37, in 1.90; 36x12 out 0.85, in 0.61; crockford26
 * out 0.81, in 1.36; count8 0.05; count16 0.29, as memset; ChaCha20 6.2 bytes per ns. On a Zen 4,
 * which stores 64 bytes in two cycles, count16 takes 0.14 (AVX2 0.16). Correctness is also tested
 * on an emulated CPU (tools/emulate-avx512). */
#include "simd.h"

#ifdef SIMD_X86

#include <immintrin.h>

#include "avx2.h"
#include "chacha20.h"
#include "mxcsr.h"
#include "target.h"
#include "../text/bytes.h"
#include "../text/digits.h"
#include "../text/wide.h"

TARGET_BEGIN("avx512f,avx512bw,avx512vl,avx512vbmi,avx512ifma,avx2,bmi2")

/* Those of AVX2 that are not slower. */
#define avx512_print_36x12       sortid_avx2_print_36x12
#define avx512_print_36x25       sortid_avx2_print_36x25
#define avx512_print_hex8        sortid_avx2_print_hex8
#define avx512_print_hex16       sortid_avx2_print_hex16
#define avx512_print_hex20       sortid_avx2_print_hex20
#define avx512_print_uuid        sortid_avx2_print_uuid
#define avx512_print_62x27       sortid_avx2_print_62x27
#define avx512_parse_36x12       sortid_avx2_parse_36x12
#define avx512_parse_36x25       sortid_avx2_parse_36x25
#define avx512_parse_crockford26 sortid_avx2_parse_crockford26
#define avx512_parse_32hex26     sortid_avx2_parse_32hex26
#define avx512_parse_32hex32     sortid_avx2_parse_32hex32
#define avx512_parse_hex8        sortid_avx2_parse_hex8
#define avx512_parse_hex16       sortid_avx2_parse_hex16
#define avx512_parse_uuid        sortid_avx2_parse_uuid
#define avx512_parse_62x27       sortid_avx2_parse_62x27
#define avx512_print_many_hex16  sortid_avx2_print_many_hex16
#define avx512_print_many_62x27  sortid_avx2_print_many_62x27
#define avx512_parse_many_hex20  sortid_avx2_parse_many_hex20
#define avx512_parse_many_uuid   sortid_avx2_parse_many_uuid
#define avx512_parse_many_62x27  sortid_avx2_parse_many_62x27

#include "avx2_decimal.h"
#include "avx512_fill.h"
#include "avx512_radix32.h"
#include "avx512_radix36.h"

#define CODEC(FORM, NAME)                                                                          \
    const struct codec sortid_avx512_##NAME = {avx512_print_##NAME, avx512_print_many_##NAME,      \
                                               avx512_parse_##NAME, avx512_parse_many_##NAME};
EACH_FORM(CODEC)

const struct bulk sortid_avx512_bulk = {
    .print_decimals = print_decimals,
    .parse_decimals = parse_decimals,
    .chacha20 = avx512_chacha20,
    .count8 = avx512_count8,
    .count16 = avx512_count16,
};

TARGET_END

#endif
