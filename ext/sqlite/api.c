/* SPDX-License-Identifier: MIT */
/* api.c: see api.h. module.c sets the pointer when SQLite loads the module. */
#include "api.h"

#ifndef SQLITE_CORE
const sqlite3_api_routines *sortid_sqlite_api;
#endif
