/* SPDX-License-Identifier: MIT */
/* simd/target.h: enables an instruction set for the functions between TARGET_BEGIN("avx2,bmi2") and
 * TARGET_END, so that a SIMD file needs no compiler flag. Include standard headers and
 * <immintrin.h> before the region. Functions inlined into it need the same set. */
#pragma once

#define TARGET_PRAGMA(text) _Pragma(#text)

#if defined(__clang__)
#define TARGET_BEGIN(set)                                                                          \
    TARGET_PRAGMA(clang attribute push(__attribute__((target(set))), apply_to = function))
#define TARGET_END _Pragma("clang attribute pop")
#elif defined(__GNUC__)
#define TARGET_BEGIN(set) _Pragma("GCC push_options") TARGET_PRAGMA(GCC target(set))
#define TARGET_END        _Pragma("GCC pop_options")
#endif
