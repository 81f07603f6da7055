/* SPDX-License-Identifier: MIT */
/* databases.c: the rows of keys that a database makes by a function: its own functions and those of
 * sortid's extensions. SQLite runs in this process, PostgreSQL in a server that peers/postgres
 * starts. Rows of a database that is not installed are reported as skipped. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

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

const char *bench_build;

/* Starts bench/peers/postgres with one end of a socket as input and output; returns the other end,
 * which children do not have, or NULL. The server ends when that closes. */
static FILE *start_postgres(void)
{
    int ends[2], child;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return NULL;
    bool started =
        fcntl(ends[0], F_SETFD, FD_CLOEXEC) == 0 &&
        start_program(&child, "bench/peers/postgres", bench_build, ends[1], ends[1]) == NULL;
    (void)close(ends[1]); // the child's
    return started ? fdopen(ends[0], "r") : NULL;
}

/* Asks for `count` keys by the function and waits for the answer, "ok" or an error message. The
 * first question takes some seconds. */
static const char *make_in_postgres(uint64_t count, const void *function)
{
    static FILE *answers;
    static char line[80];
    int size = snprintf(line, sizeof line, "%s %" PRIu64 "\n", (const char *)function, count);
    if (answers == NULL)
        answers = start_postgres();
    /* MSG_NOSIGNAL: if the program has died, SIGPIPE must not kill the bench. */
    if (answers == NULL || send(fileno(answers), line, (size_t)size, MSG_NOSIGNAL) != size ||
        fgets(line, sizeof line, answers) == NULL)
        return "it ended without an answer";
    line[strcspn(line, "\n")] = '\0';
    return strcmp(line, "ok") == 0 ? NULL : line;
}

/* ---- The rows ------------------------------------------------------------------ */

/* A run takes about 0.1 s. */
#define IN(DATABASE, RUN, NAME, MAKER, CALL)                                                       \
    {                                                                                              \
        "command", DATABASE " " NAME, RUN, .context = CALL, .count = 500000, .maker = MAKER        \
    }
#define IN_SQLITE(NAME, MAKER, CALL)       IN("SQLite", make_in_sqlite, NAME, MAKER, CALL)
#define IN_POSTGRES(NAME, MAKER, FUNCTION) IN("PostgreSQL", make_in_postgres, NAME, MAKER, FUNCTION)

static const struct row all[] = {
    IN_SQLITE("row without a function", "sqlite", "i"),
    IN_SQLITE("randomblob(16)", "sqlite", "randomblob(16)"),
    IN_SQLITE("uuidv7()", "sortid", "uuidv7()"),
    IN_SQLITE("ulid()", "sortid", "ulid()"),
    IN_SQLITE("scru128()", "sortid", "scru128()"),
    IN_POSTGRES("row without a function", "postgresql", "nothing"),
    IN_POSTGRES("gen_random_uuid()", "postgresql", "gen_random_uuid"),
    IN_POSTGRES("sortid_uuidv7_session()", "sortid", "sortid_uuidv7_session"),
    IN_POSTGRES("ulid_session()", "sortid", "ulid_session"),
    IN_POSTGRES("scru128()", "sortid", "scru128"),
};

struct rows database_rows(void)
{
    return ROWS(all);
}
