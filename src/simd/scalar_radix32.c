/* SPDX-License-Identifier: MIT */
/* simd/scalar_radix32.c: the forms of base 32, and their scalar codecs. */
#include "scalar.h"
#include "each.h"
#include "../text/radix32.h"

static void scalar_print_32hex26(char *text, const uint8_t *bytes)
{
    sortid_text_print32x26(text, bytes, RADIX32_HEX);
}

static sortid_status scalar_read_32hex26(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse32x26(bytes, text, RADIX32_HEX, position);
}

static void scalar_print_crockford26(char *text, const uint8_t *bytes)
{
    sortid_text_print32x26(text, bytes, RADIX32_CROCKFORD);
}

static sortid_status scalar_read_crockford26(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse32x26(bytes, text, RADIX32_CROCKFORD, position);
}

static void scalar_print_32hex32(char *text, const uint8_t *bytes)
{
    sortid_text_print32x32(text, bytes, RADIX32_HEX);
}

static sortid_status scalar_read_32hex32(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse32x32(bytes, text, RADIX32_HEX, position);
}

SCALAR_FORM(FORM_32HEX26, 32hex26)
SCALAR_FORM(FORM_32HEX32, 32hex32)
SCALAR_FORM(FORM_CROCKFORD26, crockford26)
