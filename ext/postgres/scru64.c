/* SPDX-License-Identifier: MIT */
/* scru64.c: the SQL functions of the type scru64. The server stores it as an int8, and compares,
 * hashes and sorts it by its own functions for int8. All sessions share one generator. The server
 * calls these functions as sortid--0.9.sql declares them; no other file does. */
#include "sortid_pg.h"

#include <libpq/pqformat.h>

static inline sortid_scru64 to_id(Datum datum)
{
    sortid_scru64 id;
    int64 value = DatumGetInt64(datum);
    /* Never happens to a value of a column: every way into the type checks the value. */
    if (unlikely(value < 0 || sortid_scru64_from_int(&id, (uint64)value) != SORTID_OK)) {
        sortid_pg_refuse_value("scru64");
    }
    return id;
}

static inline Datum to_datum(const sortid_scru64 *id)
{
    return Int64GetDatum((int64)sortid_scru64_to_int(id)); /* < 36^12 < 2^63 */
}

#define FORMAT scru64
#include "type.h"

FIELD_INT4(node_ctr, 1)

FUNCTION(from_int8)
{
    sortid_scru64 id = to_id(PG_GETARG_DATUM(0));
    return to_datum(&id);
}

/* The node id or the counter, the two parts of node_ctr. `size`: the bits of the node id. */
static int32 part_of(Datum datum, int32 size, bool node)
{
    sortid_scru64 id = to_id(datum);
    uint32 node_id = 0;
    uint32 counter = 0;
    if (size < 1 || sortid_scru64_split(&node_id, &counter, &id, (unsigned)size) != SORTID_OK) {
        ereport(ERROR, (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
                        errmsg("the size of a scru64 node id must be 1 to 23 bits, not %d", size)));
    }
    return (int32)(node ? node_id : counter);
}

FUNCTION(node_id)
{
    PG_RETURN_INT32(part_of(PG_GETARG_DATUM(0), PG_GETARG_INT32(1), true));
}

FUNCTION(counter)
{
    PG_RETURN_INT32(part_of(PG_GETARG_DATUM(0), PG_GETARG_INT32(1), false));
}

/* ---- The generator of all sessions ----------------------------------------------------------- */

static sortid_scru64_node_spec node; /* of the open generator */
static char node_text[NAMEDATALEN];  /* its spec as text */

/* Closes the generator if the settings have another node or other guard bits now. */
static void apply_settings(struct sortid_pg_shared *shared)
{
    sortid_scru64_node_spec set;
    const char *text;
    uint8 guard_bits;
    if (!sortid_pg_node(&set, &text, ERROR)) {
        sortid_pg_refuse_to_generate(shared->function, NULL, SORTID_NO_NODE_SPEC);
    }
    guard_bits = sortid_pg_guard_bits(&set);
    if (!shared->is_open || shared->guard_bits != guard_bits || strcmp(text, node_text) != 0) {
        sortid_pg_shared_close(shared);
        shared->guard_bits = guard_bits;
        node = set;
        strlcpy(node_text, text, sizeof(node_text)); /* a spec has at most 16 bytes */
    }
}

FUNCTION(make)
{
    static struct sortid_pg_shared shared = {
        .function = "scru64", .format = sortid_scru64_format, .node = &node};
    sortid_scru64 id;
    apply_settings(&shared);
    sortid_pg_shared_generate(id.bytes, &shared);
    return to_datum(&id);
}
