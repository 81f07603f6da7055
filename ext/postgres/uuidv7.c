/* SPDX-License-Identifier: MIT */
/* uuidv7.c: the SQL functions for UUIDv7. There is no type of it: values are of the server's own
 * type uuid, which contains UUIDs of any version. The server calls them as sortid--0.9.sql declares
 * them; no other file does. */
#include "sortid_pg.h"

#include <ctype.h>

#include <utils/builtins.h>
#include <utils/uuid.h>

static Datum to_datum(const sortid_uuidv7 *id)
{
    pg_uuid_t *uuid = palloc(sizeof(*uuid));
    memcpy(uuid->data, id->bytes, sizeof(id->bytes));
    return UUIDPGetDatum(uuid);
}

#define FORMAT uuidv7
#include "times.h"

/* ---- Time ------------------------------------------------------------------------------------ */

FUNCTION(time)
{
    const pg_uuid_t *uuid = PG_GETARG_UUID_P(0);
    if (sortid_format_check(sortid_uuidv7_format(), uuid->data) != SORTID_OK) {
        char *text = DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(uuid)));
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("UUID %s is not of version 7", text),
                        errhint("uuidv7_time() reads only UUIDs of version 7, which have a 7 at "
                                "position 15 and one of 8, 9, a and b at position 20.")));
    }
    PG_RETURN_TIMESTAMPTZ(sortid_pg_time(sortid_uuidv7_format(), uuid->data));
}

/* False for a UUID of another version: it has no time that is known here. */
FUNCTION(within)
{
    const pg_uuid_t *uuid = PG_GETARG_UUID_P(0);
    ID first;
    ID last;
    PG_RETURN_BOOL(sortid_format_check(sortid_uuidv7_format(), uuid->data) == SORTID_OK &&
                   sortid_pg_range(first.bytes, last.bytes, sortid_uuidv7_format(),
                                   PG_GETARG_TIMESTAMPTZ(1), PG_GETARG_TIMESTAMPTZ(2)) &&
                   memcmp(uuid->data, first.bytes, UUID_LEN) >= 0 &&
                   memcmp(uuid->data, last.bytes, UUID_LEN) <= 0);
}

/* Between the bounds are UUIDs of other versions, too, so rows are checked again. */
FUNCTION(within_support)
{
    PG_RETURN_POINTER(sortid_pg_plan_within((Node *)PG_GETARG_POINTER(0), "uuidv7", true));
}

/* Of UUIDs of any version. */
FUNCTION(prefix)
{
    char lower[] = "00000000-0000-0000-0000-000000000000";
    char upper[] = "ffffffff-ffff-ffff-ffff-ffffffffffff";
    char *prefix = text_to_cstring(PG_GETARG_TEXT_PP(0));
    size_t length = strlen(prefix);
    size_t good = 0;
    while (good < length && good < sizeof(lower) - 1 &&
           (lower[good] == '-' ? prefix[good] == '-' : isxdigit((unsigned char)prefix[good]))) {
        good++;
    }
    if (good < length) {
        sortid_pg_refuse_text(NULL, "uuid", prefix,
                              good < sizeof(lower) - 1 ? SORTID_BAD_DIGIT : SORTID_BAD_LENGTH,
                              good);
    }
    memcpy(lower, prefix, length);
    memcpy(upper, prefix, length);
    return sortid_pg_pair(fcinfo, DirectFunctionCall1(uuid_in, CStringGetDatum(lower)),
                          DirectFunctionCall1(uuid_in, CStringGetDatum(upper)));
}

/* ---- Generators ------------------------------------------------------------------------------ */

#define MAKER "sortid_uuidv7"
#include "generators.h"

OF_SESSION(make, MAKER, SORTID_OPTION_FRACTION)

STATELESS
