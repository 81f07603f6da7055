/* SPDX-License-Identifier: MIT */
/* scru160.c: the SQL functions of the type scru160: those of bytes.h, and its fields. The server
 * calls them as sortid--0.9.sql declares them; no other file does. */
#include "sortid_pg.h"

#define FORMAT scru160

/* The format has two texts: 32 digits of base32hex or 40 of hex. */
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

OF_SESSION(make, TYPE, SORTID_OPTION_FRACTION)

FIELD_INT4(counter, 1)
FIELD_INT4(random16, 2)
FIELD_BYTES(random80, 3)
