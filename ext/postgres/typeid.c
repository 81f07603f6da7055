/* SPDX-License-Identifier: MIT */
/* typeid.c: the SQL functions for TypeIDs, whose 128 bits are of the server's type uuid. */
#include "sortid_pg.h"

#include <utils/builtins.h>
#include <utils/uuid.h>

struct typeid
{
    pg_uuid_t uuid;
    size_t prefix_length;
};

static sortid_status read_typeid(struct typeid *id, text *argument, size_t *position)
{
    return sortid_typeid_parse(id->uuid.data, &id->prefix_length, VARDATA_ANY(argument),
                               VARSIZE_ANY_EXHDR(argument), position);
}

/* Whether a TypeID has the prefix that is the function's second argument, if there is one. */
static bool has_wanted_prefix(FunctionCallInfo fcinfo, const struct typeid *id, text *argument)
{
    text *wanted = PG_NARGS() > 1 ? PG_GETARG_TEXT_PP(1) : NULL;
    return wanted == NULL ||
           (VARSIZE_ANY_EXHDR(wanted) == id->prefix_length &&
            memcmp(VARDATA_ANY(wanted), VARDATA_ANY(argument), id->prefix_length) == 0);
}

SORTID_PG_FUNCTION(sortid_pg_sql_typeid_encode)
{
    text *prefix = PG_GETARG_TEXT_PP(0);
    const pg_uuid_t *uuid = PG_GETARG_UUID_P(1);
    char id[SORTID_TYPEID_TEXT_SIZE];
    size_t length = 0;
    size_t position = 0;
    sortid_status status = sortid_typeid_print(id, sizeof(id), &length, VARDATA_ANY(prefix),
                                               VARSIZE_ANY_EXHDR(prefix), uuid->data, &position);
    if (status != SORTID_OK) {
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("invalid prefix of a TypeID: \"%s\"", text_to_cstring(prefix)),
                        errdetail("At position %zu: a prefix has at most 63 of the letters a to z "
                                  "and underscores, and begins and ends with a letter.",
                                  position + 1)));
    }
    PG_RETURN_TEXT_P(cstring_to_text_with_len(id, (int)length));
}

SORTID_PG_FUNCTION(sortid_pg_sql_typeid_decode)
{
    text *argument = PG_GETARG_TEXT_PP(0);
    struct typeid id;
    pg_uuid_t *uuid = palloc(sizeof(*uuid));
    size_t position = 0;
    sortid_status status = read_typeid(&id, argument, &position);
    if (status != SORTID_OK) {
        return sortid_pg_refuse_text(NULL, "TypeID", text_to_cstring(argument), status, position);
    }
    if (!has_wanted_prefix(fcinfo, &id, argument)) {
        ereport(ERROR, (errcode(ERRCODE_INVALID_PARAMETER_VALUE),
                        errmsg("the prefix of the TypeID \"%s\" is not \"%s\"",
                               text_to_cstring(argument), text_to_cstring(PG_GETARG_TEXT_PP(1)))));
    }
    *uuid = id.uuid;
    PG_RETURN_UUID_P(uuid);
}

SORTID_PG_FUNCTION(sortid_pg_sql_typeid_valid)
{
    text *argument = PG_GETARG_TEXT_PP(0);
    struct typeid id;
    PG_RETURN_BOOL(read_typeid(&id, argument, NULL) == SORTID_OK &&
                   has_wanted_prefix(fcinfo, &id, argument));
}
