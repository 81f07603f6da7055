/* SPDX-License-Identifier: MIT */
/* sqlite/main.c: calls functions of SQLite and of sortid's extension, for the bench. bench/databases.c starts it.
 * Reads lines "FUNCTION COUNT", calls the function in one query for COUNT rows, and answers with a line: "ok", or
 * an error message. "nothing" calls none. The bench measures the time from the question to the answer. Built if
 * SQLite is found (CMakeLists.txt). */
#include <sortid/sqlite.h>

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *call;
} FUNCTIONS[] = {
    {"nothing", "i"},         {"randomblob", "randomblob(16)"}, {"scru128", "scru128()"},
    {"ulid", "ulid()"},       {"uuidv7", "uuidv7()"},           {"ksuid", "ksuid()"},
    {"scru160", "scru160()"},
};
#define FUNCTION_COUNT (sizeof FUNCTIONS / sizeof *FUNCTIONS)

static const char *call_of(const char *name)
{
    for (size_t i = 0; i < FUNCTION_COUNT; i++)
        if (strcmp(FUNCTIONS[i].name, name) == 0)
            return FUNCTIONS[i].call;
    return NULL;
}

/* Makes `count` keys by one query. */
static const char *make(sqlite3 *db, const char *call, long long count)
{
    char sql[200];
    sqlite3_stmt *query;
    (void)snprintf(sql, sizeof sql,
                   "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n LIMIT %lld) "
                   "SELECT count(%s) FROM n",
                   count, call);
    if (sqlite3_prepare_v2(db, sql, -1, &query, NULL) != SQLITE_OK)
        return sqlite3_errmsg(db);
    const char *result = sqlite3_step(query) != SQLITE_ROW ? sqlite3_errmsg(db)
                         : sqlite3_column_int64(query, 0) != count
                             ? "it made another number of keys"
                             : "ok";
    (void)sqlite3_finalize(query); // the error of the step again
    return result;
}

/* Answers a question, which it changes. */
static const char *answer(sqlite3 *db, char *question)
{
    char *space = strchr(question, ' ');
    if (space == NULL)
        return "no count in the question";
    *space = '\0';
    const char *call = call_of(question);
    return call == NULL ? "the program does not know this function"
                        : make(db, call, strtoll(space + 1, NULL, 10));
}

int main(void)
{
    char question[80];
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_sortid_init(db, NULL, NULL) != SQLITE_OK)
        return 1;
    while (fgets(question, sizeof question, stdin) != NULL)
        if (puts(answer(db, question)) < 0 || fflush(stdout) != 0)
            return 2;
    return sqlite3_close(db) == SQLITE_OK ? 0 : 1;
}
