/* SPDX-License-Identifier: MIT */
/* The SQL functions of the type scru160: those of bytes.h, and its fields. Called by the server
 * alone, as sortid--0.2.sql declares them; never by other files. */
#include "sortid_pg.h"

#define FORMAT scru160

/* 32 digits base32hex, or 40 of hex: both are texts of the format. */
static sortid_status parse_either(sortid_scru160 *id, const char *text, size_t length,
                                  size_t *position)
{
    if (length == 2 * SORTID_SCRU160_SIZE) {
        return sortid_scru160_parse_as(id, SORTID_ENCODING_HEX, text, length, position);
    }
    return sortid_scru160_parse(id, text, length, position);
}
#define PARSE parse_either
#include "bytes.h"

FIELD_INT4(counter, 1)
FIELD_INT4(random16, 2)
FIELD_BYTES(random80, 3)
