/* SPDX-License-Identifier: MIT */
/* text/wipe.h: sets memory to 0 for good: a store that the compiler may not
 * leave out because nobody reads it. What it has put into registers or spilled
 * by itself is out of C's reach. */
#ifndef SORTID_TEXT_WIPE_H
#define SORTID_TEXT_WIPE_H

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

#endif
