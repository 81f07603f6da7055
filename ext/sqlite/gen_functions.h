/* SPDX-License-Identifier: MIT */
/* gen_functions.h: registers the SQL functions that make IDs: ulid(), ulid_random(), scru64(node,
 * file). Called by module.c for each connection. */
#pragma once

#include "generator.h"

/* The functions share `generators` and keep references to it. Returns an SQLite result code. */
int sortid_sqlite_gen_functions(sqlite3 *db, struct generators *generators);
