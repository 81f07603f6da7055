/* SPDX-License-Identifier: MIT */
/* inspect_table.h: registers the table-valued function sortid_inspect(id). Called by module.c for
 * each connection. */
#pragma once

#include "api.h"

/* Returns an SQLite result code. */
int sortid_sqlite_inspect_table(sqlite3 *db);
