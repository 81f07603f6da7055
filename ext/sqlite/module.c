/* SPDX-License-Identifier: MIT */
/* module.c: the entry of the SQLite extension: SQLite's loader, sqlite3_auto_extension() or the
 * program itself calls it for each connection. It registers functions and tables, by the table of
 * formats, and makes no ID. */
#include "ext.h"

#include "generator.h"

#include "include/sortid/sqlite.h"

#include <string.h>

#ifndef SQLITE_CORE
const sqlite3_api_routines *sortid_sqlite_api;
#endif

/* The first with functions that may be called innocuous. */
#define OLDEST_SQLITE 3031000

#if defined(_WIN32) && !defined(SQLITE_CORE)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* ---- Registration ---------------------------------------------------------------------- */

static void forget_call(void *data)
{
    struct call *call = data;
    if (call->generators != NULL)
        sortid_sqlite_release(call->generators);
    sqlite3_free(call);
}

int sortid_sqlite_register(sqlite3 *db, const struct entry *entry, const sortid_format *format,
                           size_t field, struct generators *generators)
{
    struct call *call = sqlite3_malloc64(sizeof *call);
    if (call == NULL)
        return SQLITE_NOMEM;
    *call = (struct call){.format = format, .field = field, .generators = generators};
    if (generators != NULL)
        sortid_sqlite_retain(generators);
    sqlite3_snprintf(sizeof call->name, call->name, "%s%s%s", info_of(format).name,
                     *entry->suffix == '\0' ? "" : "_", entry->suffix);
    // A failure calls forget_call() too.
    return sqlite3_create_function_v2(db, call->name, entry->arguments, SQLITE_UTF8 | entry->flags,
                                      call, entry->function, NULL, NULL, forget_call);
}

/* The library's version: not the same for ever, and so not deterministic. */
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
        result = sortid_sqlite_generator_functions(db, generators);
    if (result == SQLITE_OK)
        result = sortid_sqlite_inspect_table(db);
    if (result == SQLITE_OK)
        result = sortid_sqlite_gen_table(db, generators);
    sortid_sqlite_release(generators);
    return result;
}

/* ---- The entry --------------------------------------------------------------------------- */

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
        *message =
            sqlite3_mprintf("sortid needs SQLite 3.31 or newer, this is %s", sqlite3_libversion());
    return SQLITE_ERROR;
}

#ifndef SQLITE_CORE
/* The name that the loader makes of the file's, sortid_sqlite.so. */
EXPORT int sqlite3_sortidsqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);
EXPORT int sqlite3_sortidsqlite_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    return sqlite3_sortid_init(db, message, api);
}
#endif
