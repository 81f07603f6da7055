/* SPDX-License-Identifier: MIT */
/* simd/scalar_hex.c: the forms of hex digits, and their scalar codecs. */
#include "scalar.h"
#include "each.h"
#include "../text/hex.h"

#define HEX_FORM(SIZE)                                                                             \
    static void scalar_print_hex##SIZE(char *text, const uint8_t *bytes)                           \
    {                                                                                              \
        sortid_text_print_hex(text, bytes, SIZE);                                                  \
    }                                                                                              \
    static sortid_status scalar_read_hex##SIZE(uint8_t *bytes, const char *text, size_t *position) \
    {                                                                                              \
        return sortid_text_parse_hex(bytes, SIZE, text, position);                                 \
    }                                                                                              \
    SCALAR_FORM(FORM_HEX##SIZE, hex##SIZE, scalar_print_hex##SIZE, scalar_read_hex##SIZE)

HEX_FORM(8)
HEX_FORM(16)
HEX_FORM(20)
SCALAR_FORM(FORM_UUID, uuid, sortid_text_print_uuid, sortid_text_parse_uuid)
