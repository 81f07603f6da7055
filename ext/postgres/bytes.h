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

/* A generator of the session with flags of options. */
#define OF_SESSION(verb, name, options)                                                            \
    FUNCTION(verb)                                                                                 \
    {                                                                                              \
        static struct sortid_pg_session session = {                                                \
            .function = name, .format = VERB(format), .flags = options};                           \
        ID id;                                                                                     \
        sortid_pg_session_generate(id.bytes, &session);                                            \
        return to_datum(&id);                                                                      \
    }

OF_SESSION(session, TYPE "_session", 0)

FUNCTION(at)
{
    static struct sortid_pg_at at = {.function = TYPE "_at", .format = VERB(format)};
    ID id;
    sortid_pg_make_at(id.bytes, &at, PG_GETARG_TIMESTAMPTZ(0));
    return to_datum(&id);
}

/* For formats that have IDs of random bits only. */
#define STATELESS OF_SESSION(random, TYPE "_random", SORTID_OPTION_STATELESS)

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

FUNCTION(shared)
{
    static struct sortid_pg_shared shared = {.function = TYPE "_shared", .format = VERB(format)};
    ID id;
    sortid_pg_shared_generate(id.bytes, &shared);
    return to_datum(&id);
}
