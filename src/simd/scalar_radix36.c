/* SPDX-License-Identifier: MIT */
/* simd/scalar_radix36.c: the forms of base 36, and their scalar codecs. */
#include "scalar.h"
#include "each.h"
#include "../text/bytes.h"
#include "../text/radix36.h"

static void scalar_print_36x12(char *text, const uint8_t *bytes)
{
    uint64_t value = load_be64(bytes);
    sortid_text_print36x12(text, value < LAST_36X12 ? value : LAST_36X12);
}

static sortid_status scalar_read_36x12(uint8_t *bytes, const char *text, size_t *position)
{
    uint64_t value;
    sortid_status status = sortid_text_parse36x12(&value, text, position);
    if (status == SORTID_OK)
        store_be64(bytes, value);
    return status;
}

SCALAR_FORM(FORM_36X12, 36x12, scalar_print_36x12, scalar_read_36x12)
SCALAR_FORM(FORM_36X25, 36x25, sortid_text_print36x25, sortid_text_parse36x25)
