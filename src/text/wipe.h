/* SPDX-License-Identifier: MIT */
/* text/wipe.h: sets memory to 0 by a store that the compiler must not omit. C cannot erase copies
 * in registers or spilled ones. */
#pragma once

#include "memory.h"

static inline void wipe(void *memory, size_t size)
{
#if defined(__GNUC__)
    memset(memory, 0, size);
    __asm__ volatile("" : : "r"(memory) : "memory");
#else
    for (volatile unsigned char *byte = memory; size > 0; size--)
        *byte++ = 0;
#endif
}
