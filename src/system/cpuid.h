/* SPDX-License-Identifier: MIT */
/* system/cpuid.h: the compiler's <cpuid.h>, for x86. Every file includes it by this header: until version 10 that of
 * gcc has no include guard, so that a second #include in one translation unit is an error. */
#pragma once

#include <cpuid.h>
