/* SPDX-License-Identifier: MIT */
/* system/cpuid.h: the compiler's <cpuid.h>, for x86. Until version 10 that of gcc has no include
 * guard, so every file includes this header instead. */
#pragma once

#include <cpuid.h>
