/* SPDX-License-Identifier: MIT */
/* text/lookup.h: compares names, and copies a description to a struct of the caller's size. */
#pragma once

#include <sortid/base.h>

#include "memory.h"

/* strcmp is not available in every build: see text/memory.h. */
static inline bool same_text(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b)
        a++, b++;
    return *a == *b;
}

/* The size of a struct that ends with this member: the last one of its first version. */
#define SIZE_UP_TO(TYPE, MEMBER) (offsetof(TYPE, MEMBER) + sizeof((TYPE *)0)->MEMBER)

/* Copies the known fields to the `size` bytes of the caller's struct: fewer if it is older, with
 * zeros at the end if it is newer. */
static inline void copy_sized(void *out, size_t size, const void *known, size_t known_size)
{
    size_t common = size < known_size ? size : known_size;
    if (size > common)
        memset((char *)out + common, 0, size - common);
    memcpy(out, known, common);
}
