/* SPDX-License-Identifier: MIT */
/* simd/target.h: switches an instruction set on for the functions between
 * TARGET_BEGIN("avx2,bmi2") and TARGET_END, so that a SIMD file needs no compiler
 * flag. For SIMD files; standard headers and <immintrin.h> come before the region.
 * A function that is inlined into such a function must be in a region of the same set. */
#ifndef SORTID_SIMD_TARGET_H
#define SORTID_SIMD_TARGET_H

#define TARGET_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define TARGET_BEGIN(set)                                                                          \
    TARGET_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define TARGET_END _Pragma("clang attribute pop")
#elif defined(__GNUC__)
#define TARGET_BEGIN(set) _Pragma("GCC push_options") TARGET_PRAGMA(GCC target(set))
#define TARGET_END        _Pragma("GCC pop_options")
#endif

#endif
