/* SPDX-License-Identifier: MIT */
/* times.h: a template of the SQL functions that turn times into IDs of a format. type.h includes it
 * for a type of ours, uuidv7.c for the server's type uuid. It begins with the names of the template.
 * Define before the include:
 *   FORMAT         ulid, the name of the format in C and SQL
 *   to_datum(&id)  the value of an ID, in the current memory context */

#define TEXT_(a) #a
#define TEXT(a)  TEXT_(a)

#define TYPE           TEXT(FORMAT)                    /* "ulid" */
#define ID             PASTE(sortid_, FORMAT, )        /* sortid_ulid */
#define VERB(verb)     PASTE(sortid_, FORMAT, _##verb) /* sortid_ulid_parse */
#define FUNCTION(verb) SORTID_PG_FUNCTION(PASTE(sortid_pg_sql_, FORMAT, _##verb))

FUNCTION(min_at)
{
    ID id;
    sortid_pg_min_at(id.bytes, VERB(format)(), PG_GETARG_TIMESTAMPTZ(0));
    return to_datum(&id);
}

FUNCTION(max_at)
{
    ID id;
    sortid_pg_max_at(id.bytes, VERB(format)(), PG_GETARG_TIMESTAMPTZ(0));
    return to_datum(&id);
}

/* The bounds that replace a call of TYPE_within in a plan: the lower one is above the upper one if
 * the range contains no ID. */
FUNCTION(within_lower)
{
    ID lower;
    ID upper;
    sortid_pg_bounds(lower.bytes, upper.bytes, VERB(format)(), fcinfo);
    return to_datum(&lower);
}

FUNCTION(within_upper)
{
    ID lower;
    ID upper;
    sortid_pg_bounds(lower.bytes, upper.bytes, VERB(format)(), fcinfo);
    return to_datum(&upper);
}
