/* SPDX-License-Identifier: MIT */
/* sortid/sqlite.h: the functions of docs/sqlite.md inside a program that links SQLite itself:
 * libsortid_sqlite.a, beside libsortid.a. Who loads sortid_sqlite.so needs no header.
 *
 *     sqlite3_auto_extension((void (*)(void))sqlite3_sortid_init);  for each connection to come
 *     sqlite3_sortid_init(db, NULL, NULL);                          for one that is open */
#ifndef SORTID_SQLITE_H
#define SORTID_SQLITE_H

#ifdef __cplusplus
extern "C" {
#endif

struct sqlite3;
struct sqlite3_api_routines;

/* Gives a connection the functions and tables. An SQLite result code: SQLITE_OK; SQLITE_NOMEM;
 * SQLITE_BUSY where statements that use them are at work; SQLITE_ERROR for an SQLite before 3.31.
 * After a failure some of them may be there. *message (may be NULL) is then NULL or a text to be
 * given to sqlite3_free(). `api` is for SQLite's loader: NULL in a program that links it. */
int sqlite3_sortid_init(struct sqlite3 *db, char **message, const struct sqlite3_api_routines *api);

#ifdef __cplusplus
}
#endif
#endif
