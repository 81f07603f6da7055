/* SPDX-License-Identifier: MIT */
/* text/memory.h: memcpy and memset, the only functions of the C library below src/system and
 * src/generator; included instead of <string.h>. In a freestanding build the program must define
 * both, which compilers also call themselves. */
#pragma once

#include <stddef.h>

#if !defined(__STDC_HOSTED__) || __STDC_HOSTED__
#include <string.h>
#else
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memset(void *memory, int byte, size_t size);
#if defined(__GNUC__) /* only under this name the call becomes a move in a freestanding build */
#define memcpy(to, from, size)     __builtin_memcpy((to), (from), (size))
#define memset(memory, byte, size) __builtin_memset((memory), (byte), (size))
#endif
#endif
