/* SPDX-License-Identifier: MIT */
/* system/cpuid.h: the compiler's <cpuid.h>, for x86. Until version 10 that of gcc has no include
 * guard, so every file includes this header instead. tools/amalgamate puts it outside of any #if. */
#pragma once
#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
