/* SPDX-License-Identifier: MIT */
/* simd/scalar_hex.c: the forms of hex digits, and their scalar codecs. */
#include "scalar.h"
#include "each.h"
#include "../text/hex.h"

#define HEX(SIZE)                                                                                  \
    static void scalar_print_hex##SIZE(char *text, const uint8_t *bytes)                           \
    {                                                                                              \
        sortid_text_print_hex(text, bytes, SIZE);                                                  \
    }                                                                                              \
    static sortid_status scalar_read_hex##SIZE(uint8_t *bytes, const char *text, size_t *position) \
    {                                                                                              \
        return sortid_text_parse_hex(bytes, SIZE, text, position);                                 \
    }
HEX(8)
HEX(16)
HEX(20)

static void scalar_print_uuid(char *text, const uint8_t *bytes)
{
    sortid_text_print_uuid(text, bytes);
}

static sortid_status scalar_read_uuid(uint8_t *bytes, const char *text, size_t *position)
{
    return sortid_text_parse_uuid(bytes, text, position);
}

SCALAR_FORM(FORM_HEX8, hex8)
SCALAR_FORM(FORM_HEX16, hex16)
SCALAR_FORM(FORM_HEX20, hex20)
SCALAR_FORM(FORM_UUID, uuid)
