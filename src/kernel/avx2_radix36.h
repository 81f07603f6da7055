/* SPDX-License-Identifier: MIT */
/* kernel/avx2_radix36.h: base 36 out and in. A part of avx2.c. */
#ifndef SORTID_KERNEL_AVX2_RADIX36_H
#define SORTID_KERNEL_AVX2_RADIX36_H

#include "avx2_vectors.h"

/* ---- Base 36 ------------------------------------------------------------------ */

static void print_36x12(char *text, const uint8_t *bytes)
{
    sortid_scalar_print_36x12(text, bytes);
}

static bool parse_36x12(uint8_t *bytes, const char *text)
{
    return sortid_scalar_parse_36x12(bytes, text);
}

static void print_36x25(char *text, const uint8_t *bytes)
{
    sortid_scalar_print_36x25(text, bytes);
}

static bool parse_36x25(uint8_t *bytes, const char *text)
{
    return sortid_scalar_parse_36x25(bytes, text);
}

PRINT_MANY(FORM_36X12, 36x12, print_36x12)
PARSE_MANY(FORM_36X12, 36x12, NULL)
PRINT_MANY(FORM_36X25, 36x25, print_36x25)
PARSE_MANY(FORM_36X25, 36x25, NULL)

#endif
