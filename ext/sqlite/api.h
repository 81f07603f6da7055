/* SPDX-License-Identifier: MIT */
/* api.h: SQLite's C interface. Every file of the extension that calls SQLite includes this header,
 * never <sqlite3.h>. The loadable module calls SQLite through a table of pointers that SQLite's
 * loader passes to module.c; the static library links SQLite and calls it directly. */
#pragma once

#include <sqlite3ext.h>

/* The table of pointers. SQLite's macros call it sqlite3_api; other extensions linked into the same
 * program may use that name too, so the symbol has a name of its own. */
#ifndef SQLITE_CORE
#define sqlite3_api sortid_sqlite_api
extern const sqlite3_api_routines *sortid_sqlite_api;
#endif
