/* SPDX-License-Identifier: MIT */
/* sortid/sqlite.h: the functions of docs/sqlite.md in a program that links SQLite,
 * libsortid_sqlite.a and libsortid.a. A program that loads sortid_sqlite.so does not need this
 * header.
 *
 *     sqlite3_auto_extension((void (*)(void))sqlite3_sortid_init);  for all later connections
 *     sqlite3_sortid_init(db, NULL, NULL);                          for an open connection */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3;
struct sqlite3_api_routines;

/* Registers the functions and tables for a connection and returns an SQLite result code: SQLITE_OK;
 * SQLITE_NOMEM; SQLITE_BUSY if running statements use earlier ones; SQLITE_ERROR if SQLite is older
 * than 3.31. After a failure some of them may be registered, and *message is NULL or a text that
 * the caller frees by sqlite3_free(). `message` may be NULL. `api` is for SQLite's loader: pass
 * NULL in a program that links SQLite. */
int sqlite3_sortid_init(struct sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif
