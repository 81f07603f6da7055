/* SPDX-License-Identifier: MIT */
/* ext.h: what the files of the SQLite extension share: SQLite's interface, how a function is
 * registered, what it knows when it is called. Included first by each of them. */
#ifndef SORTID_EXT_SQLITE_EXT_H
#define SORTID_EXT_SQLITE_EXT_H

#include "format_info.h"

#include <sqlite3ext.h>

/* Where the loader put SQLite's functions; nothing in a program that links SQLite. module.c
 * defines it. Its name is the loader's, and of a static library's too: hidden by a name of ours. */
#ifndef SQLITE_CORE
#define sqlite3_api sortid_sqlite_api
extern const sqlite3_api_routines *sortid_sqlite_api;
#endif

/* "scru128v1_per_sec_random" and NUL, with room. */
#define NAME_SIZE 48

struct generators;

/* What a function gets as its user data, one for each name. */
struct call {
    const sortid_format *format;
    size_t field;                  /* for accessors */
    struct generators *generators; /* for generators; NULL otherwise */
    char name[NAME_SIZE];          /* for messages */
};

typedef void function(sqlite3_context *context, int count, sqlite3_value **values);

/* A function of a format: its name is the format's, "_" and the suffix. */
struct entry {
    const char *suffix; /* "": the format's name alone */
    int arguments;
    int flags; /* of sqlite3_create_function_v2 beside SQLITE_UTF8 */
    function *function;
};

/* Its answer follows from its arguments, and it does nothing else. */
#define PURE (SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS)

/* Registers a function; an SQLite result code. It takes a reference of `generators`. */
int sortid_sqlite_register(sqlite3 *db, const struct entry *entry, const sortid_format *format,
                           size_t field, struct generators *generators);

/* ---- The themes, called by module.c for each connection; SQLite result codes ------------- */

int sortid_sqlite_functions(sqlite3 *db);
int sortid_sqlite_generator_functions(sqlite3 *db, struct generators *generators);
int sortid_sqlite_inspect_table(sqlite3 *db);
int sortid_sqlite_gen_table(sqlite3 *db, struct generators *generators);

#endif
