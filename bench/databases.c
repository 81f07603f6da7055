/* SPDX-License-Identifier: MIT */
/* databases.c: the rows of keys that a database makes by a function: its own functions and those of
 * sortid's extensions. SQLite runs in this process, PostgreSQL in a server that peers/postgres
 * starts. Rows of a database that is not installed are reported as skipped. */
#define _POSIX_C_SOURCE 200809L
#include "process.h"
#include "rows.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#ifdef BENCH_WITHOUT_SQLITE
static const char *make_in_sqlite(uint64_t count, const void *call)
{
    (void)count, (void)call;
    return "SQLite was not installed when the bench was built";
}
#else
#include <sortid/sqlite.h>
#include <sqlite3.h>

static sqlite3 *open_sqlite(void)
{
    static sqlite3 *db;
    if (db == NULL && sqlite3_open(":memory:", &db) == SQLITE_OK &&
        sqlite3_sortid_init(db, NULL, NULL) != SQLITE_OK) {
        (void)sqlite3_close(db);
        db = NULL;
    }
    return db;
}

/* Calls the function for each of `count` rows of one query. */
static const char *make_in_sqlite(uint64_t count, const void *call)
{
    char sql[200];
    sqlite3 *db = open_sqlite();
    sqlite3_stmt *query;
    (void)snprintf(sql, sizeof sql,
                   "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n LIMIT %lld) "
                   "SELECT count(%s) FROM n",
                   (long long)count, (const char *)call);
    if (db == NULL || sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK)
        return "SQLite refuses the extension or a function";
    bool made =
        sqlite3_step(query) == SQLITE_ROW && sqlite3_column_int64(query, 0) == (sqlite3_int64)count;
    (void)sqlite3_finalize(query); // the error of the step again
    return made ? NULL : "SQLite made another number of keys";
}
#endif

/* ---- PostgreSQL ------------------------------------------------------------------ */

static const char *build; /* the folder of the library that the server loads */

/* Asks peers/postgres for `count` keys by the function and waits for the answer, "ok" or an error
 * message. The first question starts a server, which takes some seconds, and which ends when the
 * socket closes. */
static const char *make_in_postgres(uint64_t count, const void *function)
{
    static const struct program server = {"bench/peers/postgres", "postgres", 1};
    static FILE *answers;
    static int end;
    static char line[80];
    if (answers == NULL) {
        const char *failed = process_talk(&end, &server, build);
        if (failed != NULL)
            return failed;
        answers = fdopen(end, "r");
    }
    /* MSG_NOSIGNAL: if the program has died, SIGPIPE must not kill the bench. */
    int size = snprintf(line, sizeof line, "%s %" PRIu64 "\n", (const char *)function, count);
    if (answers == NULL || send(end, line, (size_t)size, MSG_NOSIGNAL) != size ||
        fgets(line, sizeof line, answers) == NULL)
        return "it ended without an answer";
    line[strcspn(line, "\n")] = '\0';
    return strcmp(line, "ok") == 0 ? NULL : line;
}

/* ---- The rows ------------------------------------------------------------------ */

#define KEYS 500000 /* about 0.1 s */

#define IN_SQLITE(NAME, MAKER, CALL)                                                               \
    ROW(GROUP_COMMAND, "SQLite " NAME, MAKER, make_in_sqlite, CALL, KEYS)
#define IN_POSTGRES(NAME, MAKER, FUNCTION)                                                         \
    ROW(GROUP_COMMAND, "PostgreSQL " NAME, MAKER, make_in_postgres, FUNCTION, KEYS)

static const struct row all[] = {
    IN_SQLITE("row without a function", "sqlite", "i"),
    IN_SQLITE("randomblob(16)", "sqlite", "randomblob(16)"),
    IN_SQLITE("uuidv7()", "sortid", "uuidv7()"),
    IN_SQLITE("ulid()", "sortid", "ulid()"),
    IN_SQLITE("scru128()", "sortid", "scru128()"),
    IN_POSTGRES("row without a function", "postgresql", "nothing"),
    IN_POSTGRES("gen_random_uuid()", "postgresql", "gen_random_uuid"),
    IN_POSTGRES("uuidv7(), since version 18", "postgresql", "uuidv7"),
    IN_POSTGRES("sortid_uuidv7()", "sortid", "sortid_uuidv7"),
    IN_POSTGRES("ulid()", "sortid", "ulid"),
    IN_POSTGRES("scru128()", "sortid", "scru128"),
};

const char *database_rows(struct rows *out, const struct settings *settings)
{
    build = settings->build;
    *out = (struct rows){all, sizeof all / sizeof *all};
    return NULL;
}
