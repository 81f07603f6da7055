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

/* Makes an ID with the default generator of the backend's thread. */
FUNCTION(make)
{
    ID id;
    sortid_event event = 0;
    sortid_status status = VERB(new)(&id, &event);
    if (unlikely(status != SORTID_OK)) {
        sortid_pg_refuse_to_generate(TYPE, NULL, status);
    }
    if (unlikely((event & SORTID_EVENT_RESET) != 0)) {
        sortid_pg_warn_of_reset(TYPE);
    }
    return to_datum(&id);
}

FUNCTION(at)
{
    static struct sortid_pg_at at = {.function = TYPE "_at", .format = VERB(format)};
    ID id;
    sortid_pg_make_at(id.bytes, &at, PG_GETARG_TIMESTAMPTZ(0));
    return to_datum(&id);
}

/* For formats that have IDs of random bits only. */
#define STATELESS                                                                                  \
    FUNCTION(random)                                                                               \
    {                                                                                              \
        static VERB(generator) generator;                                                          \
        static bool ready;                                                                         \
        ID id;                                                                                     \
        sortid_status status = SORTID_OK;                                                          \
        if (unlikely(!ready)) {                                                                    \
            sortid_options options = {.flags = SORTID_OPTION_STATELESS};                           \
            status = VERB(generator_init)(&generator, &options, NULL);                             \
            ready = status == SORTID_OK;                                                           \
        }                                                                                          \
        if (likely(status == SORTID_OK)) {                                                         \
            status = VERB(generator_next)(&generator, &id, NULL);                                  \
        }                                                                                          \
        if (unlikely(status != SORTID_OK)) {                                                       \
            sortid_pg_refuse_to_generate(TYPE "_random", NULL, status);                            \
        }                                                                                          \
        return to_datum(&id);                                                                      \
    }

FUNCTION(shared)
{
    static struct sortid_pg_shared shared = {.function = TYPE "_shared", .format = VERB(format)};
    ID id;
    sortid_pg_shared_generate(id.bytes, &shared, TYPE);
    return to_datum(&id);
}
