/* SPDX-License-Identifier: MIT */
/* system/cpuid.h: the compiler's <cpuid.h>, for x86. Every file includes it by this header: until version 10 that of
 * gcc has no include guard, so that a second #include in one translation unit is an error. */
#ifndef SORTID_SYSTEM_CPUID_H
#define SORTID_SYSTEM_CPUID_H

#include <cpuid.h>

#endif
