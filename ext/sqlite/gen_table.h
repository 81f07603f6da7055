/* SPDX-License-Identifier: MIT */
/* gen_table.h: registers the table-valued function sortid_gen(format, count). Called by module.c
 * for each connection. */
#pragma once

#include "generator.h"

/* The table makes its IDs with `generators` and keeps a reference to it. Returns SQLite's code. */
int sortid_sqlite_gen_table(sqlite3 *db, struct generators *generators);
