/* SPDX-License-Identifier: MIT */
/* simd/scalar_radix32.c: the forms of base 32, and their scalar codecs. */
#include "scalar.h"
#include "each.h"
#include "../text/radix32.h"

#define RADIX32_FORM(FORM, NAME, SIZE, ALPHABET)                                                   \
    static void scalar_print_##NAME(char *text, const uint8_t *bytes)                              \
    {                                                                                              \
        sortid_text_print32x##SIZE(text, bytes, ALPHABET);                                         \
    }                                                                                              \
    static sortid_status scalar_read_##NAME(uint8_t *bytes, const char *text, size_t *position)    \
    {                                                                                              \
        return sortid_text_parse32x##SIZE(bytes, text, ALPHABET, position);                        \
    }                                                                                              \
    SCALAR_FORM(FORM, NAME, scalar_print_##NAME, scalar_read_##NAME)

RADIX32_FORM(FORM_32HEX26, 32hex26, 26, RADIX32_HEX)
RADIX32_FORM(FORM_32HEX32, 32hex32, 32, RADIX32_HEX)
RADIX32_FORM(FORM_CROCKFORD26, crockford26, 26, RADIX32_CROCKFORD)
