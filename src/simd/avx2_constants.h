/* SPDX-License-Identifier: MIT */
/* simd/avx2_constants.h: constant vectors of 32 bytes in a struct, which is read through a pointer
 * that is opaque to the compiler. Otherwise gcc 12 builds some of them in the function, by a move
 * and a broadcast each (a KSUID out 16.3 ns, in 8.7 ns), and replaces a multiplication by 220 with
 * five shifts and additions. */
#pragma once

#define TIMES_4(x)  x, x, x, x
#define TIMES_8(x)  TIMES_4(x), TIMES_4(x)
#define TIMES_16(x) TIMES_8(x), TIMES_8(x)
#define TIMES_32(x) TIMES_16(x), TIMES_16(x)

SIMD_INLINE const void *opaque_pointer(const void *constants)
{
    __asm__("" : "+r"(constants));
    return constants;
}

/* The vector of this name in the struct at `k`. */
#define VECTOR(name) _mm256_load_si256((const __m256i *)(const void *)(k->name))
