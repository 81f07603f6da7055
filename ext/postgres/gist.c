/* SPDX-License-Identifier: MIT */
/* gist.c: GiST indexes of all types, for EXCLUDE constraints and for indexes with columns of other
 * types. A key in the index is a bytea with the bytes of the least and of the greatest ID below it;
 * in a leaf they are equal. The server calls the functions of type.h, which call those of gist.h,
 * and those of this file that do not depend on the type. Strategies are those of btree. */
#include "sortid_pg.h"

#include <math.h>

#include "gist.h"

/* The two IDs of a key, each of `size` bytes. */
struct bounds {
    const uint8_t *low;
    const uint8_t *high;
    size_t size;
};

static struct bounds bounds_of(Datum key)
{
    bytea *bytes = DatumGetByteaPP(key);
    size_t size = VARSIZE_ANY_EXHDR(bytes) / 2;
    const uint8_t *low = (const uint8_t *)VARDATA_ANY(bytes);
    return (struct bounds){low, low + size, size};
}

static Datum key_of(struct bounds bounds)
{
    bytea *key = palloc(VARHDRSZ + 2 * bounds.size);
    SET_VARSIZE(key, VARHDRSZ + 2 * bounds.size);
    memcpy(VARDATA(key), bounds.low, bounds.size);
    memcpy(VARDATA(key) + bounds.size, bounds.high, bounds.size);
    return PointerGetDatum(key);
}

static struct bounds widened(struct bounds a, struct bounds b)
{
    return (struct bounds){memcmp(a.low, b.low, a.size) <= 0 ? a.low : b.low,
                           memcmp(a.high, b.high, a.size) >= 0 ? a.high : b.high, a.size};
}

/* ---- For the functions of the types ---------------------------------------------------------- */

GISTENTRY *sortid_pg_gist_compress(GISTENTRY *entry, const uint8_t *id, size_t size)
{
    GISTENTRY *compressed = palloc(sizeof(*compressed));
    gistentryinit(*compressed, key_of((struct bounds){id, id, size}), entry->rel, entry->page,
                  entry->offset, false);
    return compressed;
}

void sortid_pg_gist_fetch(uint8_t *id, const GISTENTRY *entry)
{
    struct bounds bounds = bounds_of(entry->key);
    memcpy(id, bounds.low, bounds.size);
}

bool sortid_pg_gist_consistent(const GISTENTRY *entry, const uint8_t *id, StrategyNumber strategy)
{
    struct bounds bounds = bounds_of(entry->key);
    int low = memcmp(bounds.low, id, bounds.size);
    int high = memcmp(bounds.high, id, bounds.size);
    switch (strategy) {
    case BTLessStrategyNumber:
        return low < 0;
    case BTLessEqualStrategyNumber:
        return low <= 0;
    case BTEqualStrategyNumber:
        return low <= 0 && high >= 0;
    case BTGreaterEqualStrategyNumber:
        return high >= 0;
    case BTGreaterStrategyNumber:
        return high > 0;
    default:
        elog(ERROR, "unknown strategy number %d", strategy);
        return false;
    }
}

/* ---- For keys of every type ------------------------------------------------------------------ */

SORTID_PG_FUNCTION(sortid_pg_sql_gist_union)
{
    const GistEntryVector *entries = (const GistEntryVector *)PG_GETARG_POINTER(0);
    int *size = (int *)PG_GETARG_POINTER(1);
    struct bounds all = bounds_of(entries->vector[0].key);
    Datum key;
    for (int i = 1; i < entries->n; i++) {
        all = widened(all, bounds_of(entries->vector[i].key));
    }
    key = key_of(all);
    *size = (int)VARSIZE(DatumGetPointer(key));
    return key;
}

static double distance(const uint8_t *low, const uint8_t *high, size_t size)
{
    double sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum = sum * 256 + (high[i] - low[i]);
    }
    return sum;
}

/* The logarithm of the growth in bits, because 160 bits do not fit a float. */
SORTID_PG_FUNCTION(sortid_pg_sql_gist_penalty)
{
    struct bounds there = bounds_of(((const GISTENTRY *)PG_GETARG_POINTER(0))->key);
    struct bounds wider = widened(there, bounds_of(((const GISTENTRY *)PG_GETARG_POINTER(1))->key));
    float *penalty = (float *)PG_GETARG_POINTER(2);
    double growth =
        distance(wider.low, there.low, there.size) + distance(there.high, wider.high, there.size);
    *penalty = growth > 0 ? (float)(1 + log2(growth)) : 0;
    PG_RETURN_POINTER(penalty);
}

struct place {
    struct bounds bounds;
    OffsetNumber offset;
};

static int compare_places(const void *a, const void *b)
{
    const struct place *x = a;
    const struct place *y = b;
    int low = memcmp(x->bounds.low, y->bounds.low, x->bounds.size);
    return low != 0 ? low : memcmp(x->bounds.high, y->bounds.high, x->bounds.size);
}

/* Lists the entries from `first` on and returns the key of all. */
static Datum take_half(OffsetNumber *offsets, const struct place *first, int count)
{
    struct bounds all = first->bounds;
    for (int i = 0; i < count; i++) {
        offsets[i] = first[i].offset;
        all = widened(all, first[i].bounds);
    }
    return key_of(all);
}

/* The lower half of the entries and the upper half. */
SORTID_PG_FUNCTION(sortid_pg_sql_gist_picksplit)
{
    const GistEntryVector *entries = (const GistEntryVector *)PG_GETARG_POINTER(0);
    GIST_SPLITVEC *split = (GIST_SPLITVEC *)PG_GETARG_POINTER(1);
    int count = entries->n - FirstOffsetNumber;
    struct place *places = palloc(sizeof(*places) * (size_t)count);
    for (int i = 0; i < count; i++) {
        places[i].offset = (OffsetNumber)(FirstOffsetNumber + i);
        places[i].bounds = bounds_of(entries->vector[FirstOffsetNumber + i].key);
    }
    qsort(places, (size_t)count, sizeof(*places), compare_places);
    split->spl_nleft = count / 2;
    split->spl_nright = count - count / 2;
    split->spl_left = palloc(sizeof(OffsetNumber) * (size_t)split->spl_nleft);
    split->spl_right = palloc(sizeof(OffsetNumber) * (size_t)split->spl_nright);
    split->spl_ldatum = take_half(split->spl_left, places, split->spl_nleft);
    split->spl_rdatum = take_half(split->spl_right, places + split->spl_nleft, split->spl_nright);
    PG_RETURN_POINTER(split);
}

SORTID_PG_FUNCTION(sortid_pg_sql_gist_same)
{
    struct bounds a = bounds_of(PG_GETARG_DATUM(0));
    struct bounds b = bounds_of(PG_GETARG_DATUM(1));
    bool *same = (bool *)PG_GETARG_POINTER(2);
    *same = memcmp(a.low, b.low, a.size) == 0 && memcmp(a.high, b.high, a.size) == 0;
    PG_RETURN_POINTER(same);
}

/* The strategy of a comparison, which servers from 18 on ask for in WITHOUT OVERLAPS. They number
 * comparisons as btree numbers strategies. */
SORTID_PG_FUNCTION(sortid_pg_sql_gist_strategy)
{
    int32 comparison = PG_GETARG_INT32(0);
    PG_RETURN_UINT16(comparison >= BTLessStrategyNumber && comparison <= BTGreaterStrategyNumber
                         ? (uint16)comparison
                         : InvalidStrategy);
}
