/* SPDX-License-Identifier: MIT */
/* gin.c: GIN indexes with columns of our types, next to columns that need GIN. The entries of a row
 * are its ID alone. A search is a scan of entries, from the compared ID on or, for smaller IDs,
 * from the smallest ID. The server calls the functions of type.h, which call those of gin.h, and
 * those of this file that do not depend on the type. Strategies are those of btree. */
#include "sortid_pg.h"

#include "gin.h"

Datum *sortid_pg_gin_begin(FunctionCallInfo fcinfo, Datum value, Datum first, const uint8_t *id,
                           size_t size)
{
    int32 *count = (int32 *)PG_GETARG_POINTER(1);
    StrategyNumber strategy = PG_GETARG_UINT16(2);
    bool **partial = (bool **)PG_GETARG_POINTER(3);
    Pointer **extra = (Pointer **)PG_GETARG_POINTER(4);
    struct sortid_pg_gin_query *query = palloc0(sizeof(*query));
    Datum *entries = palloc(sizeof(*entries));
    memcpy(query->id, id, size);
    query->strategy = strategy;
    *count = 1;
    *partial = palloc(sizeof(**partial));
    **partial = strategy != BTEqualStrategyNumber;
    *extra = palloc(sizeof(**extra));
    **extra = (Pointer)query;
    entries[0] =
        strategy == BTLessStrategyNumber || strategy == BTLessEqualStrategyNumber ? first : value;
    return entries;
}

int32 sortid_pg_gin_judge(const struct sortid_pg_gin_query *query, const uint8_t *entry,
                          size_t size)
{
    int order = memcmp(entry, query->id, size);
    switch (query->strategy) {
    case BTLessStrategyNumber:
        return order < 0 ? 0 : 1;
    case BTLessEqualStrategyNumber:
        return order <= 0 ? 0 : 1;
    case BTEqualStrategyNumber:
        return order == 0 ? 0 : 1;
    case BTGreaterEqualStrategyNumber:
        return order >= 0 ? 0 : -1;
    case BTGreaterStrategyNumber:
        return order > 0 ? 0 : -1;
    default:
        elog(ERROR, "unknown strategy number %d", query->strategy);
        return 1;
    }
}

/* The entry of a row is the value itself, of whichever type. */
SORTID_PG_FUNCTION(sortid_pg_sql_gin_extract_value)
{
    int32 *count = (int32 *)PG_GETARG_POINTER(1);
    Datum *entries = palloc(sizeof(*entries));
    entries[0] = PG_GETARG_DATUM(0);
    *count = 1;
    PG_RETURN_POINTER(entries);
}

/* Rows of matching entries match. */
SORTID_PG_FUNCTION(sortid_pg_sql_gin_consistent)
{
    bool *recheck = (bool *)PG_GETARG_POINTER(5);
    *recheck = false;
    PG_RETURN_BOOL(true);
}
