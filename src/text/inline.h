/* SPDX-License-Identifier: MIT */
/* text/inline.h: what is inlined and what is not, where the compiler's choice would cost a hot call
 * registers that it must save. Used by all layers. */
#pragma once

#if defined(__GNUC__)
#define INLINED     inline __attribute__((always_inline))
#define OUT_OF_LINE __attribute__((noinline))
#else
#define INLINED inline
#define OUT_OF_LINE
#endif
