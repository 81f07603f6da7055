/* SPDX-License-Identifier: MIT */
/* ulid.c: the SQL functions of the type ulid: those of bytes.h, and its fields. The server calls
 * them as sortid--0.9.sql declares them; no other file does. */
#include "sortid_pg.h"

#include <utils/builtins.h>

#define FORMAT ulid
#include "bytes.h"

MAKE_AT_FRACTION(0, 1, 48, 12)

STATELESS

FIELD_BYTES(randomness, 1)

/* Reads Crockford's aliases and hyphens, too. */
FUNCTION(lenient)
{
    text *argument = PG_GETARG_TEXT_PP(0);
    const char *digits = VARDATA_ANY(argument);
    size_t length = VARSIZE_ANY_EXHDR(argument);
    size_t position = 0;
    ID id;
    sortid_status status = sortid_ulid_parse_lenient(&id, digits, length, &position, NULL);
    if (status != SORTID_OK) {
        return sortid_pg_refuse_text(NULL, TYPE, pnstrdup(digits, length), status, position);
    }
    return to_datum(&id);
}

FUNCTION(from_text)
{
    char *digits = text_to_cstring(PG_GETARG_TEXT_PP(0));
    return DirectFunctionCall1(sortid_pg_sql_ulid_in, CStringGetDatum(digits));
}

FUNCTION(to_text)
{
    Datum digits = DirectFunctionCall1(sortid_pg_sql_ulid_out, PG_GETARG_DATUM(0));
    PG_RETURN_TEXT_P(cstring_to_text(DatumGetCString(digits)));
}
