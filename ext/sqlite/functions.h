/* SPDX-License-Identifier: MIT */
/* functions.h: registers the SQL functions that depend on their arguments only. Called by module.c
 * for each connection. */
#ifndef SORTID_EXT_SQLITE_FUNCTIONS_H
#define SORTID_EXT_SQLITE_FUNCTIONS_H

#include "api.h"

/* Returns an SQLite result code. */
int sortid_sqlite_functions(sqlite3 *db);

#endif
