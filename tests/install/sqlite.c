/* SPDX-License-Identifier: MIT */
/* tests/install/sqlite.c: a user's program that links the installed SQLite extension: it gives the
 * functions to a connection, which makes a ULID. tests/install.sh builds and runs it if the
 * extension was built. */
#include <sortid/sqlite.h>

#include <sqlite3.h>
#include <stdio.h>

static int print_row(void *context, int count, char **values, char **names)
{
    (void)context;
    (void)names;
    return count != 1 || puts(values[0]) < 0;
}

int main(void)
{
    sqlite3 *db;
    if (sqlite3_auto_extension((void (*)(void))sqlite3_sortid_init) != SQLITE_OK ||
        sqlite3_open(":memory:", &db) != SQLITE_OK)
        return 1;
    if (sqlite3_exec(db, "SELECT ulid_print(ulid())", print_row, NULL, NULL) != SQLITE_OK)
        return 2;
    return sqlite3_close(db);
}
