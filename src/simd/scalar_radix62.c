/* SPDX-License-Identifier: MIT */
/* simd/scalar_radix62.c: the forms of base 62, and their scalar codecs. */
#include "scalar.h"
#include "each.h"
#include "../text/radix62.h"

static void scalar_print_62x27(char *text, const uint8_t *bytes)
{
    sortid_text_print62x27(text, bytes);
}

static sortid_status scalar_read_62x27(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse62x27(bytes, text, position);
}

SCALAR_FORM(FORM_62X27, 62x27)
