/* SPDX-License-Identifier: MIT */
/* generators.h: a template of the SQL functions that make IDs in a session or for all sessions, of a
 * format with random bits. It needs times.h and its definitions. Define before the include:
 *   MAKER  "ulid", the function that a column's default calls; others have its name and a suffix */

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

OF_SESSION(session, MAKER "_session", 0)

FUNCTION(at)
{
    static struct sortid_pg_at at = {.function = TYPE "_at", .format = VERB(format)};
    ID id;
    sortid_pg_make_at(id.bytes, &at, PG_GETARG_TIMESTAMPTZ(0));
    return to_datum(&id);
}

/* For formats that have IDs of random bits only. */
#define STATELESS OF_SESSION(random, MAKER "_random", SORTID_OPTION_STATELESS)

FUNCTION(shared)
{
    static struct sortid_pg_shared shared = {.function = MAKER "_shared", .format = VERB(format)};
    ID id;
    sortid_pg_shared_generate(id.bytes, &shared);
    return to_datum(&id);
}
