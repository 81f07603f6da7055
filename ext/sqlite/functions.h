/* SPDX-License-Identifier: MIT */
/* functions.h: registers the SQL functions that depend on their arguments only. Called by module.c
 * for each connection. */
#pragma once

#include "api.h"

#include <sortid.h>

/* Return an SQLite result code. */
int sortid_sqlite_functions(sqlite3 *db);
int sortid_sqlite_typeid(sqlite3 *db);

/* Reads UUIDs as other databases and programs write them: also in braces, without hyphens and after
 * urn:uuid:. Statuses and *position as in sortid_format_parse. */
sortid_status sortid_sqlite_parse_uuid(uint8_t *id, const sortid_format *format, const char *text,
                                       size_t length, size_t *position);
