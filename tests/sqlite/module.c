/* SPDX-License-Identifier: MIT */
/* module.c: the loadable module by SQLite's C interface, in a program without another copy of the
 * extension: loaded for several connections, also by a running statement; a connection that is
 * closed before the thread that used it ends. CTest passes the path of the module. */
#include "support/cases.h"

#include <pthread.h>
#include <sqlite3.h>

static const char *module;

/* Opens a connection and loads the module. Returns NULL or an error message. */
static const char *load(sqlite3 **db)
{
    if (sqlite3_open(":memory:", db) != SQLITE_OK ||
        sqlite3_db_config(*db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL) != SQLITE_OK)
        return "no connection";
    char *message = NULL;
    int result = sqlite3_load_extension(*db, module, NULL, &message);
    if (result == SQLITE_OK)
        return NULL;
    return message != NULL ? message : "not loaded, no message";
}

/* The result code of a statement. */
static int result_of(sqlite3 *db, const char *sql)
{
    return sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* An error message of the thread below, or NULL. */
static const char *problem;

static void *use_and_close(void *unused)
{
    sqlite3 *db;
    (void)unused;
    problem = load(&db);
    if (problem != NULL)
        return NULL;
    if (result_of(db, "SELECT ulid(), id FROM sortid_gen('scru128', 2)") != SQLITE_OK)
        problem = "no IDs";
    if (sqlite3_close(db) != SQLITE_OK)
        problem = "not closed";
    return NULL;
}

/* When a thread ends, it runs code of the module, although the last connection is closed. */
TEST(thread_ends_later)
{
    for (int round = 0; round < 3; round++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, use_and_close, NULL), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        EXPECT(problem == NULL, "%s", problem);
    }
}

TEST(connections)
{
    sqlite3 *first, *second, *bare;
    assert_null(load(&first));
    assert_null(load(&second));
    assert_int_equal(sqlite3_open(":memory:", &bare), SQLITE_OK);
    assert_int_equal(result_of(bare, "SELECT ulid()"), SQLITE_ERROR);
    assert_int_equal(sqlite3_close(first), SQLITE_OK);
    assert_int_equal(result_of(second, "SELECT ulid_print(ulid())"), SQLITE_OK);
    assert_int_equal(sqlite3_close(second), SQLITE_OK);
    assert_int_equal(sqlite3_close(bare), SQLITE_OK);
}

/* A statement can load the module once. The second time fails, because functions cannot be replaced
 * while a statement runs. */
TEST(load_by_statement)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    assert_int_equal(sqlite3_enable_load_extension(db, 1), SQLITE_OK);
    char *sql = sqlite3_mprintf("SELECT load_extension(%Q)", module);
    assert_int_equal(result_of(db, sql), SQLITE_OK);
    assert_int_equal(result_of(db, "SELECT ulid()"), SQLITE_OK);
    assert_int_equal(result_of(db, sql), SQLITE_ERROR);
    assert_int_equal(result_of(db, "SELECT ulid(), id FROM sortid_gen('ulid', 1)"), SQLITE_OK);
    sqlite3_free(sql);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: test-sqlite-module MODULE\n", stderr);
        return 2;
    }
    module = argv[1];
    support_begin();
    return cases_run(NULL, NULL);
}
