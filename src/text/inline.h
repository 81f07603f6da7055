/* SPDX-License-Identifier: MIT */
/* text/inline.h: forces or forbids inlining, so that hot calls save no registers. */
#pragma once

#if defined(__GNUC__)
#define INLINED     inline __attribute__((always_inline))
#define OUT_OF_LINE __attribute__((noinline))
#else
#define INLINED inline
#define OUT_OF_LINE
#endif
