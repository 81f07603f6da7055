/* SPDX-License-Identifier: MIT */
/* The module: what the server asks of it when it is loaded is in settings.c; here its magic, the
 * version, and parts of IDs that all types give out. Knows formats by their rows alone. */
#include "sortid_pg.h"

#include <utils/builtins.h>

PG_MODULE_MAGIC;

SORTID_PG_FUNCTION(sortid_pg_sql_version)
{
    PG_RETURN_TEXT_P(cstring_to_text(sortid_version()));
}

bytea *sortid_pg_bytea(const void *bytes, size_t size)
{
    bytea *value = palloc(VARHDRSZ + size);
    SET_VARSIZE(value, VARHDRSZ + size);
    memcpy(VARDATA(value), bytes, size);
    return value;
}

/* Fields begin and end at digits of 4 bits. */
int64 sortid_pg_field(const sortid_format *format, size_t field, const uint8_t *id)
{
    unsigned first = format->fields[field].first_bit;
    unsigned end = first + format->fields[field].bits;
    uint64 value = 0;
    Assert(format->fields[field].bits < 64);
    for (unsigned bit = first; bit < end; bit += 4) {
        value = value << 4 | (id[bit / 8] >> (bit % 8 == 0 ? 4 : 0) & 15);
    }
    return (int64)value;
}

bytea *sortid_pg_field_bytes(const sortid_format *format, size_t field, const uint8_t *id)
{
    const sortid_field *place = &format->fields[field];
    Assert(place->first_bit % 8 == 0 && place->bits % 8 == 0);
    return sortid_pg_bytea(id + place->first_bit / 8, place->bits / 8);
}
