/* SPDX-License-Identifier: MIT */
/* bytes.h: a template like type.h, which it includes, for types whose values are the bytes of an
 * ID, passed by reference: comparison, hashes, sorting, and the generators of a backend and of the
 * server. Define FORMAT before the include. Not for scru64, an integer. */
#include <common/hashfn.h>
#include <libpq/pqformat.h>

static inline PASTE(sortid_, FORMAT, ) to_id(Datum datum)
{
    return *(const PASTE(sortid_, FORMAT, ) *)DatumGetPointer(datum);
}

static inline Datum to_datum(const PASTE(sortid_, FORMAT, ) * id)
{
    PASTE(sortid_, FORMAT, ) *copy = palloc(sizeof(*copy));
    *copy = *id;
    return PointerGetDatum(copy);
}

#include "type.h"

/* ---- Order ----------------------------------------------------------------------------------- */

static inline int compare(FunctionCallInfo fcinfo)
{
    return sortid_pg_compare(PG_GETARG_DATUM(0), PG_GETARG_DATUM(1), sizeof(ID));
}

#define COMPARISON(name, is)                                                                       \
    FUNCTION(name)                                                                                 \
    {                                                                                              \
        PG_RETURN_BOOL(compare(fcinfo) is 0);                                                      \
    }
COMPARISON(lt, <)
COMPARISON(le, <=)
COMPARISON(eq, ==)
COMPARISON(ne, !=)
COMPARISON(ge, >=)
COMPARISON(gt, >)

FUNCTION(cmp)
{
    PG_RETURN_INT32(compare(fcinfo));
}

FUNCTION(smaller)
{
    PG_RETURN_DATUM(PG_GETARG_DATUM(compare(fcinfo) <= 0 ? 0 : 1));
}

FUNCTION(larger)
{
    PG_RETURN_DATUM(PG_GETARG_DATUM(compare(fcinfo) >= 0 ? 0 : 1));
}

/* How far the second ID is above the first: BRIN minmax_multi indexes merge the closest values. */
FUNCTION(distance)
{
    const ID low = to_id(PG_GETARG_DATUM(0));
    const ID high = to_id(PG_GETARG_DATUM(1));
    double distance = 0;
    for (size_t i = 0; i < sizeof(ID); i++) {
        distance = distance * 256 + (high.bytes[i] - low.bytes[i]);
    }
    PG_RETURN_FLOAT8(distance);
}

FUNCTION(sortsupport)
{
    sortid_pg_sort((SortSupport)PG_GETARG_POINTER(0), sizeof(ID));
    PG_RETURN_VOID();
}

FUNCTION(hash)
{
    return hash_any((const unsigned char *)PG_GETARG_POINTER(0), sizeof(ID));
}

FUNCTION(hash_extended)
{
    return hash_any_extended((const unsigned char *)PG_GETARG_POINTER(0), sizeof(ID),
                             (uint64)PG_GETARG_INT64(1));
}

/* ---- Generators ------------------------------------------------------------------------------ */

#define MAKER TYPE
#include "generators.h"

/* Makes an ID with the fraction of the ms in its first random bits: struct sortid_pg_fraction. */
#define MAKE_AT_FRACTION(zero, unit, timestamp, count)                                             \
    FUNCTION(make)                                                                                 \
    {                                                                                              \
        static const struct sortid_pg_fraction fraction = {sizeof(ID), zero, unit, timestamp,      \
                                                           count};                                 \
        static struct sortid_pg_session session = {                                                \
            .function = TYPE, .format = sortid_uuidv7_format, .flags = SORTID_OPTION_FRACTION};    \
        ID id;                                                                                     \
        sortid_pg_session_generate_at_fraction(id.bytes, &session, &fraction);                     \
        return to_datum(&id);                                                                      \
    }
