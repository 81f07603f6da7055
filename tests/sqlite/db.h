/* SPDX-License-Identifier: MIT */
/* db.h: what the tests of the SQLite extension share: connections with the extension, by the static
 * library, and checks of the output of a statement. Each test includes it first. */
#pragma once

#include "support/cases.h"
#include "support/formats.h"

#include <sortid/sqlite.h>
#include <sqlite3.h>

/* Opens a file or ":memory:" and registers the extension. */
sqlite3 *db_open(const char *path);
void db_close(sqlite3 *db);

/* Runs statements, formatted as by sqlite3_mprintf. They must succeed. */
void db_run(sqlite3 *db, const char *format, ...);

/* The output of statements: their rows, with "|" between columns and newlines between rows, NULL as
 * "NULL" and BLOBs as x'..' in lower case; or "error: " and the message of the first that fails,
 * which ends the output. The caller frees it by sqlite3_free(). */
char *db_output(sqlite3 *db, const char *format, ...);

/* Checks the output of a statement. */
#define EXPECT_OUTPUT(db, expected, ...)                                                           \
    db_expect(__FILE__, __LINE__, (expected), db_output((db), __VA_ARGS__))
void db_expect(const char *file, int line, const char *expected, char *output);

/* Prepares a statement, which must succeed. */
sqlite3_stmt *db_prepare(sqlite3 *db, const char *format, ...);

/* Bind the key of an ID to parameter 1, after a reset; step to the next row, which must exist. */
void db_bind_key(sqlite3_stmt *statement, const support_format *format, const uint8_t *id);
void db_step_to_row(sqlite3_stmt *statement);

/* Check that a column is the key of an ID; that it is a text. */
void db_expect_key(sqlite3_stmt *statement, int column, const support_format *format,
                   const uint8_t *id);
void db_expect_text(sqlite3_stmt *statement, int column, const char *expected);

/* Makes keys by a statement, in four threads at once, each with a connection of its own or all with
 * `db`; or in four children of this process and in itself, all with `db`. The keys of each must
 * increase, and all must be distinct. */
void db_make_in_threads(sqlite3 *db, const char *sql);
void db_make_in_children(sqlite3 *db, const char *sql);

/* Runs children side by side, whose bodies must return 0. */
typedef int db_body(void *context, size_t child);
void db_in_children(size_t count, db_body *body, void *context);

/* Adds the function interrupt(), which interrupts the statement that calls it. */
void db_add_interrupt(sqlite3 *db);

/* Removes a folder with its content. */
void db_remove_folder(const char *folder);

/* Reads a key from a column. */
void db_take_key(uint8_t *id, sqlite3_stmt *statement, int column, const support_format *format);

/* The main function of a test whose cases share `db`, a database in memory. */
#define DB_MAIN                                                                                    \
    int main(void)                                                                                 \
    {                                                                                              \
        support_begin();                                                                           \
        db = db_open(":memory:");                                                                  \
        int failed = cases_run(NULL, NULL);                                                        \
        db_close(db);                                                                              \
        return failed;                                                                             \
    }
