/* SPDX-License-Identifier: MIT */
/* db.h: what the tests of the SQLite extension share: connections that have it, by the static
 * library, and expectations of what a statement says. Included first by each of them; nothing here
 * knows a function of the extension but its entry. */
#ifndef SORTID_TESTS_SQLITE_DB_H
#define SORTID_TESTS_SQLITE_DB_H

#include "support/formats.h"

#include <sortid/sqlite.h>
#include <sqlite3.h>

/* A connection to a file or to ":memory:", with the functions. */
sqlite3 *db_open(const char *path);
void db_close(sqlite3 *db);

/* Runs statements, printf-like in the manner of sqlite3_mprintf; they must succeed. */
void db_run(sqlite3 *db, const char *format, ...);

/* What a statement says: the columns of its rows, "|" between columns, newlines between rows, NULL
 * as "NULL", BLOBs as x'..' in lower case; or "error: " and the message. To be freed. */
char *db_say(sqlite3 *db, const char *format, ...);

/* Expects a statement to say so. */
#define EXPECT_SAYS(db, expected, ...)                                                             \
    db_expect((db), __FILE__, __LINE__, (expected), db_say((db), __VA_ARGS__))
void db_expect(sqlite3 *db, const char *file, int line, const char *expected, char *said);

/* A number that a statement gives. */
sqlite3_int64 db_number(sqlite3 *db, const char *format, ...);

/* Prepares a statement, which must succeed. */
sqlite3_stmt *db_prepare(sqlite3 *db, const char *format, ...);

/* Binds an ID of a format as its key to parameter 1, and steps to the row that must come. */
void db_bind_key(sqlite3_stmt *statement, const support_format *format, const uint8_t *id);
void db_step_to_row(sqlite3_stmt *statement);

/* Expects a column to be the key of an ID; to be this text. */
void db_expect_key(sqlite3_stmt *statement, int column, const support_format *format,
                   const uint8_t *id);
void db_expect_text(sqlite3_stmt *statement, int column, const char *expected);

/* Takes a key out of a column. */
void db_take_key(uint8_t *id, sqlite3_stmt *statement, int column, const support_format *format);

#endif
