/* SPDX-License-Identifier: MIT */
/* type.h: a template of the SQL functions that every type has. bytes.h and scru64.c include it, so
 * each type has it once. It does not depend on how the server stores values. Define before the
 * include, here for ulid:
 *   FORMAT         ulid, the name of the format in C and SQL
 *   to_id(datum)   the ID of a value: a sortid_ulid
 *   to_datum(&id)  the value of an ID, in the current memory context
 *   PARSE          optional: the parser of texts, if it is not sortid_ulid_parse */

#include <utils/fmgrprotos.h>

#include "gin.h"
#include "gist.h"

#include "times.h"

/* ---- Text and messages ----------------------------------------------------------------------- */

#ifndef PARSE
#define PARSE VERB(parse)
#endif

FUNCTION(in)
{
    const char *text = PG_GETARG_CSTRING(0);
    ID id;
    size_t position = 0;
    sortid_status status = PARSE(&id, text, strlen(text), &position);
    if (unlikely(status != SORTID_OK)) {
        return sortid_pg_refuse_text(fcinfo->context, TYPE, text, status, position);
    }
    return to_datum(&id);
}

FUNCTION(out)
{
    ID id = to_id(PG_GETARG_DATUM(0));
    char *text = palloc(SORTID_MAX_TEXT_SIZE);
    if (VERB(print)(text, &id) == 0) {
        sortid_pg_refuse_value(TYPE); /* a damaged page */
    }
    PG_RETURN_CSTRING(text);
}

/* Whether the type accepts a text. */
FUNCTION(valid)
{
    text *argument = PG_GETARG_TEXT_PP(0);
    ID id;
    PG_RETURN_BOOL(PARSE(&id, VARDATA_ANY(argument), VARSIZE_ANY_EXHDR(argument), NULL) ==
                   SORTID_OK);
}

/* Raises an error if the bytes are not an ID of the format. */
static void check(const ID *id)
{
    if (sortid_format_check(VERB(format)(), id->bytes) != SORTID_OK) {
        sortid_pg_refuse_value(TYPE);
    }
}

FUNCTION(recv)
{
    StringInfo message = (StringInfo)PG_GETARG_POINTER(0);
    ID id;
    memcpy(id.bytes, pq_getmsgbytes(message, sizeof(id.bytes)), sizeof(id.bytes));
    check(&id);
    return to_datum(&id);
}

FUNCTION(send)
{
    ID id = to_id(PG_GETARG_DATUM(0));
    PG_RETURN_BYTEA_P(sortid_pg_bytea(id.bytes, sizeof(id.bytes)));
}

/* ---- Casts ----------------------------------------------------------------------------------- */

FUNCTION(from_bytea)
{
    bytea *bytes = PG_GETARG_BYTEA_PP(0);
    size_t size = VARSIZE_ANY_EXHDR(bytes);
    ID id;
    if (size != sizeof(id.bytes)) {
        sortid_pg_refuse_bytes(TYPE, size, sizeof(id.bytes));
    }
    memcpy(id.bytes, VARDATA_ANY(bytes), sizeof(id.bytes));
    check(&id);
    return to_datum(&id);
}

FUNCTION(to_bytea)
{
    ID id = to_id(PG_GETARG_DATUM(0));
    PG_RETURN_BYTEA_P(sortid_pg_bytea(id.bytes, sizeof(id.bytes)));
}

/* ---- Time ------------------------------------------------------------------------------------ */

FUNCTION(time)
{
    ID id = to_id(PG_GETARG_DATUM(0));
    PG_RETURN_TIMESTAMPTZ(sortid_pg_time(VERB(format)(), id.bytes));
}

/* As casts of the server's own times: in the session's time zone. */
FUNCTION(local)
{
    return DirectFunctionCall1(timestamptz_timestamp, PASTE(sortid_pg_sql_, FORMAT, _time)(fcinfo));
}

FUNCTION(date)
{
    return DirectFunctionCall1(timestamptz_date, PASTE(sortid_pg_sql_, FORMAT, _time)(fcinfo));
}

FUNCTION(within)
{
    ID id = to_id(PG_GETARG_DATUM(0));
    ID first;
    ID last;
    PG_RETURN_BOOL(sortid_pg_range(first.bytes, last.bytes, VERB(format)(),
                                   PG_GETARG_TIMESTAMPTZ(1), PG_GETARG_TIMESTAMPTZ(2)) &&
                   memcmp(id.bytes, first.bytes, sizeof(id.bytes)) >= 0 &&
                   memcmp(id.bytes, last.bytes, sizeof(id.bytes)) <= 0);
}

FUNCTION(within_support)
{
    PG_RETURN_POINTER(sortid_pg_plan_within((Node *)PG_GETARG_POINTER(0), TYPE, false));
}

/* ---- Prefixes of texts ----------------------------------------------------------------------- */

FUNCTION(prefix)
{
    ID lower;
    ID upper;
    sortid_pg_prefix(lower.bytes, upper.bytes, VERB(format)(), PG_GETARG_TEXT_PP(0));
    return sortid_pg_pair(fcinfo, to_datum(&lower), to_datum(&upper));
}

/* ---- GiST ------------------------------------------------------------------------------------ */

FUNCTION(gist_compress)
{
    GISTENTRY *entry = (GISTENTRY *)PG_GETARG_POINTER(0);
    ID id;
    if (!entry->leafkey) {
        PG_RETURN_POINTER(entry); /* it is a key of the index */
    }
    id = to_id(entry->key);
    PG_RETURN_POINTER(sortid_pg_gist_compress(entry, id.bytes, sizeof(id.bytes)));
}

FUNCTION(gist_fetch)
{
    GISTENTRY *entry = (GISTENTRY *)PG_GETARG_POINTER(0);
    GISTENTRY *fetched = palloc(sizeof(*fetched));
    ID id;
    sortid_pg_gist_fetch(id.bytes, entry);
    gistentryinit(*fetched, to_datum(&id), entry->rel, entry->page, entry->offset, false);
    PG_RETURN_POINTER(fetched);
}

FUNCTION(gist_consistent)
{
    ID id = to_id(PG_GETARG_DATUM(1));
    bool *recheck = (bool *)PG_GETARG_POINTER(4);
    *recheck = false;
    PG_RETURN_BOOL(sortid_pg_gist_consistent((const GISTENTRY *)PG_GETARG_POINTER(0), id.bytes,
                                             PG_GETARG_UINT16(2)));
}

/* ---- GIN ------------------------------------------------------------------------------------- */

FUNCTION(gin_extract_query)
{
    ID id = to_id(PG_GETARG_DATUM(0));
    ID first;
    sortid_pg_expect(sortid_format_min(VERB(format)(), first.bytes));
    PG_RETURN_POINTER(sortid_pg_gin_begin(fcinfo, PG_GETARG_DATUM(0), to_datum(&first), id.bytes,
                                          sizeof(id.bytes)));
}

FUNCTION(gin_compare_prefix)
{
    ID entry = to_id(PG_GETARG_DATUM(1));
    PG_RETURN_INT32(sortid_pg_gin_judge((const struct sortid_pg_gin_query *)PG_GETARG_POINTER(3),
                                        entry.bytes, sizeof(entry.bytes)));
}

/* ---- Fields: FIELD_INT4(counter, 1) for field 1 of the format, and so on --------------------- */

#define FIELD(name, number, RETURN, value)                                                         \
    FUNCTION(name)                                                                                 \
    {                                                                                              \
        ID id = to_id(PG_GETARG_DATUM(0));                                                         \
        RETURN(value(VERB(format)(), number, id.bytes));                                           \
    }
#define FIELD_INT4(name, number)  FIELD(name, number, PG_RETURN_INT32, (int32)sortid_pg_field)
#define FIELD_INT8(name, number)  FIELD(name, number, PG_RETURN_INT64, sortid_pg_field)
#define FIELD_BYTES(name, number) FIELD(name, number, PG_RETURN_BYTEA_P, sortid_pg_field_bytes)

FIELD_INT8(timestamp, 0)
