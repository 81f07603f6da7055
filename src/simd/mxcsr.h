/* SPDX-License-Identifier: MIT */
/* simd/mxcsr.h: whether doubles behave as SIMD code that divides by them expects. */
#pragma once

#include "simd.h"

#include <immintrin.h>

/* Rounding to nearest, and no trap for inexact results. */
SIMD_INLINE bool doubles_are_default(void)
{
    return (_mm_getcsr() & (_MM_ROUND_MASK | _MM_MASK_INEXACT)) == _MM_MASK_INEXACT;
}
