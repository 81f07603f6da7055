/* SPDX-License-Identifier: MIT */
/* simd/each.h: calls for many as a loop over the inlined call for one. SIMD files include it inside
 * the region where an instruction set is enabled. */
#pragma once

#include "simd.h"

typedef void print_one(char *text, const uint8_t *bytes);
typedef bool parse_one(uint8_t *bytes, const char *text);

SIMD_INLINE void print_each(char *text, const uint8_t *bytes, size_t count, int separator,
                            text_form form, print_one *print)
{
    const struct form_size size = sortid_simd_form_sizes[form];
    for (; count > 0; count--) {
        print(text, bytes);
        bytes += size.bytes;
        text += size.digits;
        if (separator >= 0)
            *text++ = (char)separator;
    }
}

SIMD_INLINE size_t parse_each(uint8_t *bytes, const char *text, size_t count, int separator,
                              text_form form, parse_one *parse)
{
    const struct form_size size = sortid_simd_form_sizes[form];
    const size_t stride = (size_t)size.digits + (separator >= 0);
    for (size_t made = 0; made < count; made++) {
        if (!parse(bytes, text) || (separator >= 0 && text[size.digits] != (char)separator))
            return made;
        bytes += size.bytes;
        text += stride;
    }
    return count;
}

/* Defines MANY, the call for many, by PRINT or PARSE for one ID. */
#define PRINT_MANY_BY_EACH(FORM, MANY, PRINT)                                                      \
    static void MANY(char *text, const uint8_t *bytes, size_t count, int separator)                \
    {                                                                                              \
        print_each(text, bytes, count, separator, FORM, PRINT);                                    \
    }
#define PARSE_MANY_BY_EACH(FORM, MANY, PARSE)                                                      \
    static size_t MANY(uint8_t *bytes, const char *text, size_t count, int separator)              \
    {                                                                                              \
        return parse_each(bytes, text, count, separator, FORM, PARSE);                             \
    }
