/* SPDX-License-Identifier: MIT */
/* module.c: the entry points of the SQLite extension. SQLite's loader, sqlite3_auto_extension() or
 * the program calls one for each connection. They register functions and tables. */
#include "include/sortid/sqlite.h"

#include "api.h"
#include "functions.h"
#include "gen_functions.h"
#include "gen_table.h"
#include "generator.h"
#include "inspect_table.h"

#include <sortid.h>

/* The first version that has SQLITE_INNOCUOUS. */
#define OLDEST_SQLITE 3031000

#if defined(_WIN32) && !defined(SQLITE_CORE)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* ---- Registration ---------------------------------------------------------------------- */

/* The library's version. It can change, so the function is not deterministic. */
static void version(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    sqlite3_result_text(context, sortid_version(), -1, SQLITE_STATIC);
}

static int register_all(sqlite3 *db)
{
    struct generators *generators = sortid_sqlite_generators(db);
    if (generators == NULL)
        return SQLITE_NOMEM;
    int result = sqlite3_create_function_v2(db, "sortid_version", 0, SQLITE_UTF8 | SQLITE_INNOCUOUS,
                                            NULL, version, NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = sortid_sqlite_functions(db);
    if (result == SQLITE_OK)
        result = sortid_sqlite_typeid(db);
    if (result == SQLITE_OK)
        result = sortid_sqlite_gen_functions(db, generators);
    if (result == SQLITE_OK)
        result = sortid_sqlite_inspect_table(db);
    if (result == SQLITE_OK)
        result = sortid_sqlite_gen_table(db, generators);
    sortid_sqlite_release(generators);
    return result;
}

/* ---- Entry points ------------------------------------------------------------------------ */

EXPORT int sqlite3_sortid_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
#ifdef SQLITE_CORE
    (void)api;
#else
    sortid_sqlite_api = api;
#endif
    if (message != NULL)
        *message = NULL;
    if (sqlite3_libversion_number() >= OLDEST_SQLITE)
        return register_all(db);
    if (message != NULL)
        *message = sqlite3_mprintf("sortid needs SQLite 3.31 or newer, but this is SQLite %s",
                                   sqlite3_libversion());
    return SQLITE_ERROR;
}

#ifndef SQLITE_CORE
/* The name that SQLite's loader derives from the file name sortid_sqlite.so. */
EXPORT int sqlite3_sortidsqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);
EXPORT int sqlite3_sortidsqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    return sqlite3_sortid_init(db, message, api);
}
#endif
