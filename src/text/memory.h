/* SPDX-License-Identifier: MIT */
/* text/memory.h: memcpy and memset, the only functions of the C library that the layers text,
 * simd, format and generate need; they include this instead of <string.h>. Without a library
 * (-ffreestanding) there is no <string.h>, and the program must define both functions, which
 * compilers call by themselves anyway. */
#pragma once

#include <stddef.h>

#if !defined(__STDC_HOSTED__) || __STDC_HOSTED__
#include <string.h>
#else
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *memory, int byte, size_t size);
#if defined(__GNUC__) /* a freestanding build makes a move of the call only under this name */
#define memcpy(to, from, size)     __builtin_memcpy((to), (from), (size))
#define memset(memory, byte, size) __builtin_memset((memory), (byte), (size))
#endif
#endif
