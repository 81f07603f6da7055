/* SPDX-License-Identifier: MIT */
/* sortid.c: the module's magic block, its version, and how functions return fields and rows.
 * settings.c has the function that the server calls when it loads the module. */
#include "sortid_pg.h"

#include <funcapi.h>
#include <miscadmin.h>
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

/* The value of a field, big-endian and right-aligned. */
static void field_value(uint8_t *value, size_t size, const sortid_format *format, size_t field,
                        const uint8_t *id)
{
    sortid_status status = sortid_format_field_value(format, value, size, id, field);
    Assert(status == SORTID_OK); /* the types name fields of their formats, and their values fit */
    (void)status;
}

int64 sortid_pg_field(const sortid_format *format, size_t field, const uint8_t *id)
{
    uint8_t value[sizeof(int64)];
    field_value(value, sizeof(value), format, field, id);
    return (int64)sortid_pg_load((const char *)value);
}

bytea *sortid_pg_field_bytes(const sortid_format *format, size_t field, const uint8_t *id)
{
    uint8_t value[SORTID_MAX_SIZE];
    sortid_field_info info = {.name = ""};
    sortid_status status = sortid_format_field(format, &info, sizeof(info), field);
    Assert(status == SORTID_OK && info.bits % 8 == 0);
    (void)status;
    field_value(value, info.bits / 8, format, field, id);
    return sortid_pg_bytea(value, info.bits / 8);
}

Tuplestorestate *sortid_pg_begin_set(FunctionCallInfo fcinfo, TupleDesc *row)
{
    ReturnSetInfo *set = (ReturnSetInfo *)fcinfo->resultinfo;
    MemoryContext before;
    /* The server asks for nothing else of a function that is declared to return rows. */
    if (set == NULL || !IsA(set, ReturnSetInfo) || (set->allowedModes & SFRM_Materialize) == 0) {
        elog(ERROR, "a function that returns rows is called for a value");
    }
    before = MemoryContextSwitchTo(set->econtext->ecxt_per_query_memory);
    (void)get_call_result_type(fcinfo, NULL, row);
    set->returnMode = SFRM_Materialize;
    set->setDesc = *row;
    set->setResult = tuplestore_begin_heap(false, false, work_mem);
    MemoryContextSwitchTo(before);
    return set->setResult;
}
