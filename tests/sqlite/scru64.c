/* SPDX-License-Identifier: MIT */
/* scru64.c: scru64(): node and state file from the environment or from arguments; the command's
 * file; an earlier ID; the INTEGER PRIMARY KEY; connections, threads, forked children and processes
 * on one file, which never repeat an ID; waits and how they end; every error message. */
#include "db.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/sortid-sqlite-scru64-XXXXXX";

/* A path in the folder of the tests; static. */
static const char *path_of(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

/* Unsets the variables that the extension reads. */
static void forget_environment(void)
{
    unsetenv("SCRU64_NODE_SPEC");
    unsetenv("SORTID_SCRU64_STATE");
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
}

#define SCRU64_TEST(name) TEST_AROUND(name, forget_environment(), (void)0)

/* ---- Node and file --------------------------------------------------------------------------- */

SCRU64_TEST(environment)
{
    struct stat found;
    setenv("SCRU64_NODE_SPEC", "0x2a/8", 1);
    setenv("HOME", path_of("home"), 1);
    sqlite3 *db = db_open(":memory:");
    EXPECT_OUTPUT(db, "42|42|1",
                  "SELECT scru64_node_id(scru64(), 8), scru64_node_id(id, 8), scru64() < scru64() "
                  "FROM sortid_gen('scru64', 1)");
    assert_int_equal(stat(path_of("home/.local/state/sortid/scru64-8-2a"), &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(stat(path_of("home/.local"), &found), 0);
    assert_int_equal(found.st_mode & 0777, 0700);
    setenv("XDG_STATE_HOME", path_of("state"), 1);
    EXPECT_OUTPUT(db, "43", "SELECT scru64_node_id(scru64('43/9'), 9)");
    assert_int_equal(stat(path_of("state/sortid/scru64-9-2b"), &found), 0);
    // the connection keeps what it has read
    setenv("SCRU64_NODE_SPEC", "7/8", 1);
    EXPECT_OUTPUT(db, "42", "SELECT scru64_node_id(scru64(), 8)");
    db_close(db);
}

/* The file of the library's default generator, and its node if none is named. */
SCRU64_TEST(state_variable)
{
    setenv("SORTID_SCRU64_STATE", path_of("variable"), 1);
    sqlite3 *db = db_open(":memory:");
    EXPECT_OUTPUT(db, "5", "SELECT scru64_node_id(scru64('5/4'), 4)");
    EXPECT_OUTPUT(db, "5", "SELECT scru64_node_id(scru64(), 4)");
    db_close(db);
    sortid_scru64 id;
    assert_int_equal(sortid_scru64_new(&id, NULL), SORTID_OK);
    db = db_open(":memory:");
    EXPECT_OUTPUT(db, "1", "SELECT scru64() > %lld", (long long)sortid_scru64_to_int(&id));
    db_close(db);
}

/* Two files of one node are two sequences: each is made and used. */
SCRU64_TEST(two_files)
{
    sortid_state_report found;
    char one[128];
    snprintf(one, sizeof one, "%s", path_of("one"));
    sqlite3 *db = db_open(":memory:");
    EXPECT_OUTPUT(db, "1",
                  "SELECT scru64('42/8', '%s') IS NOT NULL AND scru64('42/8', '%s') IS NOT NULL",
                  one, path_of("two"));
    assert_int_equal(sortid_state_examine(one, &found, sizeof found), SORTID_OK);
    assert_int_equal(sortid_state_examine(path_of("two"), &found, sizeof found), SORTID_OK);
    assert_int_equal(found.node_id, 42);
    db_close(db);
}

SCRU64_TEST(earlier_id)
{
    sqlite3 *db = db_open(":memory:");
    db_run(db, "CREATE TABLE t AS SELECT scru64('42/8', '%s') AS a", path_of("lift"));
    db_run(db, "INSERT INTO t SELECT scru64(scru64_print(a + 5) || '/8', '%s') FROM t",
           path_of("lift"));
    db_run(db, "INSERT INTO t SELECT scru64(scru64_print(max(a) + 7) || '/8', '%s') FROM t",
           path_of("lift"));
    EXPECT_OUTPUT(
        db, "1",
        "SELECT min(a - b >= 6) FROM (SELECT a, lag(a) OVER (ORDER BY rowid) AS b FROM t)");
    // not far ahead: a full counter may borrow a tick, and strftime drops the fraction of the
    // second
    EXPECT_OUTPUT(db, "1",
                  "SELECT max(scru64_ms(a)) < (strftime('%%s', 'now') + 1) * 1000 + 512 FROM t");
    EXPECT_OUTPUT(db, "1", "SELECT scru64('42/8', '%s') > max(a) FROM t", path_of("lift"));
    db_close(db);
}

/* The node of the environment is opened again while it is in use, because of a later earlier ID. */
SCRU64_TEST(environment_lifted)
{
    setenv("SCRU64_NODE_SPEC", "42/8", 1);
    setenv("SORTID_SCRU64_STATE", path_of("lifted"), 1);
    sqlite3 *db = db_open(":memory:");
    db_run(db, "CREATE TABLE t AS SELECT scru64() AS a");
    db_run(db, "INSERT INTO t SELECT scru64(scru64_print(a + 9) || '/8') FROM t");
    db_run(db, "INSERT INTO t SELECT scru64()");
    EXPECT_OUTPUT(db, "3|1",
                  "SELECT count(DISTINCT a), (SELECT min(a > b) FROM (SELECT a, lag(a, 1, 0) "
                  "OVER (ORDER BY rowid) AS b FROM t)) FROM t");
    db_close(db);
}

static void expect_no_file(sqlite3 *db, const char *file, const char *why)
{
    char expected[300];
    snprintf(expected, sizeof expected, "error: scru64: state file %s: %s", path_of(file), why);
    EXPECT_OUTPUT(db, expected, "SELECT scru64('42/8', '%s')", path_of(file));
}

/* What depends on the environment or on files; cases/functions.sql has the rest. */
SCRU64_TEST(refusals)
{
    static const char no_node[] =
        "error: scru64: no node id: set SCRU64_NODE_SPEC to NODE/SIZE, such "
        "as 42/8, or call scru64('42/8')";
    sqlite3 *db = db_open(":memory:");
    EXPECT_OUTPUT(db, no_node, "SELECT scru64()");
    EXPECT_OUTPUT(
        db,
        "error: scru64: no folder for the state file: neither XDG_STATE_HOME nor HOME is an "
        "absolute path",
        "SELECT scru64('42/8')");
    expect_no_file(db, "not/there", "No such file or directory");
    db_run(db, "SELECT scru64('43/8', '%s')", path_of("taken"));
    expect_no_file(db, "taken", "the shared state is of another format, node or layout");
    setenv("SCRU64_NODE_SPEC", "", 1); // as if it were not set
    setenv("SORTID_SCRU64_STATE", "", 1);
    EXPECT_OUTPUT(db, no_node, "SELECT scru64()");
    setenv("SCRU64_NODE_SPEC", "42", 1);
    EXPECT_OUTPUT(db,
                  "error: scru64: SCRU64_NODE_SPEC: not a node spec: want NODE/SIZE or ID/SIZE, at "
                  "byte 3",
                  "SELECT scru64()");
    db_close(db);
}

/* Only a state file is ever overwritten, and a folder that it cannot make is an error. */
SCRU64_TEST(bad_files)
{
    char expected[300];
    FILE *file = fopen(path_of("text"), "w");
    assert_non_null(file);
    fputs("0u2r85hm2pt3/16\n", file);
    fclose(file);
    sqlite3 *db = db_open(":memory:");
    expect_no_file(db, "text", sortid_status_text(SORTID_STATE_UNRECOGNIZED));
    assert_int_equal(symlink("text", path_of("link")), 0);
    expect_no_file(
        db, "link",
        "the state file is a symbolic link, not a regular file, or owned by another user");
    setenv("HOME", path_of("text"), 1);
    snprintf(expected, sizeof expected,
             "error: scru64: cannot make the folders of the state file %s: Not a directory",
             path_of("text/.local/state/sortid/scru64-8-2a"));
    EXPECT_OUTPUT(db, expected, "SELECT scru64('42/8')");
    // after the cause is gone, the call works
    setenv("HOME", folder, 1);
    db_run(db, "SELECT scru64('42/8')");
    db_close(db);
}

/* ---- Concurrency ----------------------------------------------------------------------------- */

static void set_environment(const char *name)
{
    setenv("SCRU64_NODE_SPEC", "3/4", 1);
    setenv("SORTID_SCRU64_STATE", path_of(name), 1);
}

SCRU64_TEST(threads)
{
    set_environment("threads");
    db_make_in_threads(NULL, "SELECT scru64()");
}

/* Forked children that use the parent's connection to :memory: and its open state file. */
SCRU64_TEST(forks)
{
    set_environment("forks");
    sqlite3 *db = db_open(":memory:");
    db_run(db, "SELECT scru64()");
    db_make_in_children(db, "SELECT scru64()");
    db_close(db);
}

#define ROWS 400

/* Inserts rows into a table that other processes fill at the same time. */
static int fill_table(void *path, size_t child)
{
    sqlite3 *db;
    (void)child;
    CHILD_CHECK(sqlite3_open(path, &db) == SQLITE_OK);
    CHILD_CHECK(sqlite3_busy_timeout(db, 100000) == SQLITE_OK);
    CHILD_CHECK(sqlite3_sortid_init(db, NULL, NULL) == SQLITE_OK);
    CHILD_CHECK(sqlite3_exec(db, "PRAGMA synchronous = OFF", NULL, NULL, NULL) == SQLITE_OK);
    for (int i = 0; i < ROWS; i++)
        CHILD_CHECK(sqlite3_exec(db, "INSERT INTO t(id, n) VALUES(scru64(), 1)", NULL, NULL,
                                 NULL) == SQLITE_OK);
    return sqlite3_close(db);
}

/* Two processes that open the file after the fork. A repeated key would make an INSERT fail. */
SCRU64_TEST(primary_key)
{
    char path[128];
    set_environment("primary-key");
    snprintf(path, sizeof path, "%s", path_of("database"));
    sqlite3 *db = db_open(path);
    db_run(db, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY CHECK "
               "(scru64_timestamp(id) > 0), n)");
    db_close(db);
    db_in_children(2, fill_table, path);
    db = db_open(path);
    EXPECT_OUTPUT(db, "800|1", "SELECT count(*), min(scru64_node_id(id, 4) = 3) FROM t");
    EXPECT_OUTPUT(db, "1", "SELECT scru64() > max(id) FROM t");
    db_close(db);
}

/* The default is used WITHOUT ROWID, also with trusted_schema off. */
SCRU64_TEST(default)
{
    set_environment("default");
    sqlite3 *db = db_open(":memory:");
    db_run(db,
           "PRAGMA trusted_schema = OFF; CREATE TABLE t(id INTEGER PRIMARY KEY DEFAULT (scru64()),"
           " n INTEGER) STRICT, WITHOUT ROWID; INSERT INTO t(n) VALUES(1), (2), (3)");
    EXPECT_OUTPUT(db, "1\n2\n3", "SELECT n FROM t ORDER BY id");
    EXPECT_OUTPUT(db, "3",
                  "SELECT count(*) FROM t WHERE id >= scru64_min((strftime('%%s', 'now') - 60) "
                  "* 1000)");
    db_close(db);
}

/* More IDs than a tick has: the counter of 1 bit makes the call wait, not fail. */
/* The authorizer of docs/sqlite.md: a view or trigger makes no scru64, a default does. */
static int deny_in_schema(void *context, int action, const char *first, const char *second,
                          const char *database, const char *inner)
{
    (void)context;
    (void)database;
    bool makes = (action == SQLITE_FUNCTION && strcmp(second, "scru64") == 0) ||
                 (action == SQLITE_READ && strcmp(first, "sortid_gen") == 0);
    return makes && inner != NULL ? SQLITE_DENY : SQLITE_OK;
}

SCRU64_TEST(foreign_schema)
{
    setenv("SCRU64_NODE_SPEC", "42/8", 1);
    setenv("SORTID_SCRU64_STATE", path_of("foreign"), 1);
    sqlite3 *db = db_open(":memory:");
    db_run(db, "PRAGMA trusted_schema = OFF");
    db_run(db, "CREATE TABLE t(id INTEGER PRIMARY KEY DEFAULT (scru64()), n) WITHOUT ROWID;"
               "CREATE VIEW made AS SELECT scru64(); CREATE VIEW many AS SELECT id FROM "
               "sortid_gen('scru64', 2); CREATE TABLE u(n);"
               "CREATE TRIGGER r AFTER INSERT ON u BEGIN INSERT INTO t(n) SELECT scru64(); END");
    EXPECT_OUTPUT(db, "1|2", "SELECT count(*), (SELECT count(*) FROM many) FROM made");
    db_run(db, "INSERT INTO u VALUES(1)");
    sqlite3_set_authorizer(db, deny_in_schema, NULL);
    EXPECT_OUTPUT(db, "error: not authorized to use function: scru64", "SELECT * FROM made");
    EXPECT_OUTPUT(db, "error: access to sortid_gen.id is prohibited", "SELECT * FROM many");
    EXPECT_OUTPUT(db, "error: not authorized to use function: scru64", "INSERT INTO u VALUES(2)");
    db_run(db, "INSERT INTO t(n) VALUES(scru64())");
    EXPECT_OUTPUT(db, "2", "SELECT count(*) FROM t");
    db_close(db);
}

SCRU64_TEST(waits)
{
    sqlite3 *db = db_open(":memory:");
    EXPECT_OUTPUT(
        db, "12|1",
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 12), "
        "ids AS MATERIALIZED (SELECT i, scru64('0/23', '%s') AS id FROM n) "
        "SELECT count(DISTINCT id), max(scru64_ms(id)) <= (julianday('now') - 2440587.5) * "
        "86400000 + 60000 FROM ids",
        path_of("waits"));
    db_close(db);
}

/* ---- Interrupts ------------------------------------------------------------------------------ */

/* A node spec with an ID that is 4 s ahead of the clock: a call of the same statement would wait
 * for more than 3 s. */
#define FAR_AHEAD "scru64_print(scru64_min((strftime('%%s', 'now') + 4) * 1000)) || '/8'"

/* The result code of a statement. */
static int result_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = db_prepare(db, "%s", sql);
    int result = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return result;
}

/* An interrupt before the wait ends it, and the connection works afterwards. If the wait continued,
 * there would be a row. */
SCRU64_TEST(interrupted)
{
    sqlite3 *db = db_open(":memory:");
    db_add_interrupt(db);
    char *sql =
        sqlite3_mprintf("SELECT interrupt(), scru64(" FAR_AHEAD ", '%s')", path_of("ahead"));
    assert_int_equal(result_of(db, sql), SQLITE_INTERRUPT);
    assert_string_equal(sqlite3_errmsg(db), "interrupted");
    EXPECT_OUTPUT(db, "1", "SELECT scru64('1/8', '%s') > 0", path_of("not-ahead"));
    char *node = db_output(db, "SELECT " FAR_AHEAD);
    setenv("SCRU64_NODE_SPEC", node, 1);
    setenv("SORTID_SCRU64_STATE", path_of("ahead"), 1);
    assert_int_equal(result_of(db, "SELECT 1 FROM (SELECT interrupt() AS i) JOIN sortid_gen("
                                   "'scru64', i IS NULL)"),
                     SQLITE_INTERRUPT);
    sqlite3_free(sql);
    sqlite3_free(node);
    db_close(db);
}

struct interrupter {
    sqlite3 *db;
    atomic_bool is_done;
};

/* Repeats the interrupt, because one before the statement begins has no effect. */
static void *keep_interrupting(void *argument)
{
    struct interrupter *i = argument;
    while (!atomic_load(&i->is_done)) {
        sqlite3_interrupt(i->db);
        usleep(20000);
    }
    return NULL;
}

/* An interrupt by another thread ends the wait. */
SCRU64_TEST(interrupted_by_thread)
{
    pthread_t thread;
    struct interrupter i = {.db = db_open(":memory:")};
    sqlite3_stmt *statement =
        db_prepare(i.db, "SELECT scru64(" FAR_AHEAD ", '%s')", path_of("thread"));
    assert_int_equal(pthread_create(&thread, NULL, keep_interrupting, &i), 0);
    int result = sqlite3_step(statement);
    atomic_store(&i.is_done, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(result, SQLITE_INTERRUPT);
    sqlite3_finalize(statement);
    db_close(i.db);
}

int main(void)
{
    support_begin();
    if (mkdtemp(folder) == NULL)
        return 1;
    int failed = cases_run(NULL, NULL);
    db_remove_folder(folder);
    return failed;
}
