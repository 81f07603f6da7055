/* SPDX-License-Identifier: MIT */
/* The module: what the server asks of it when it is loaded is in settings.c; here its magic, the
 * version, and parts of IDs that all types give out. It knows formats by sortid/format.h alone. */
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

/* `index` is one of the format's fields. */
static sortid_field_info field_of(const sortid_format *format, size_t index)
{
    sortid_field_info field = {.name = ""};
    sortid_status status = sortid_format_field(format, &field, sizeof(field), index);
    Assert(status == SORTID_OK);
    (void)status;
    return field;
}

/* Fields begin and end at digits of 4 bits. */
int64 sortid_pg_field(const sortid_format *format, size_t field, const uint8_t *id)
{
    sortid_field_info place = field_of(format, field);
    unsigned end = place.first_bit + place.bits;
    uint64 value = 0;
    Assert(place.bits < 64);
    for (unsigned bit = place.first_bit; bit < end; bit += 4) {
        value = value << 4 | (id[bit / 8] >> (bit % 8 == 0 ? 4 : 0) & 15);
    }
    return (int64)value;
}

bytea *sortid_pg_field_bytes(const sortid_format *format, size_t field, const uint8_t *id)
{
    sortid_field_info place = field_of(format, field);
    Assert(place.first_bit % 8 == 0 && place.bits % 8 == 0);
    return sortid_pg_bytea(id + place.first_bit / 8, place.bits / 8);
}
