/* SPDX-License-Identifier: MIT */
/* gen_functions.h: registers the SQL functions that make IDs: ulid(), ulid_random(), scru64(node,
 * file). Called by module.c for each connection. */
#ifndef SORTID_EXT_SQLITE_GEN_FUNCTIONS_H
#define SORTID_EXT_SQLITE_GEN_FUNCTIONS_H

#include "generator.h"

/* The functions share `generators` and keep references to it. Returns an SQLite result code. */
int sortid_sqlite_gen_functions(sqlite3 *db, struct generators *generators);

#endif
