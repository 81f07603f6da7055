/* SPDX-License-Identifier: MIT */
/* scru64.c: scru64(): node and state file from the environment or from arguments; the command's file; an
 * earlier ID; the INTEGER PRIMARY KEY; connections, threads, forked children and processes on one file,
 * which never repeat an ID; waits and how they end; every error message. */
#include "db.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/wait.h>
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
static int forget_environment(void **state)
{
    (void)state;
    unsetenv("SCRU64_NODE_SPEC");
    unsetenv("SORTID_SCRU64_STATE");
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    return 0;
}

/* ---- Node and file ---------------------------------------------------------------------------------- */

static void test_environment(void **state)
{
    struct stat found;
    (void)state;
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
static void test_state_variable(void **state)
{
    (void)state;
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
static void test_two_files(void **state)
{
    sortid_state_report found;
    char one[128];
    (void)state;
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

static void test_earlier_id(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    db_run(db, "CREATE TABLE t AS SELECT scru64('42/8', '%s') AS a", path_of("lift"));
    db_run(db, "INSERT INTO t SELECT scru64(scru64_print(a + 5) || '/8', '%s') FROM t",
           path_of("lift"));
    db_run(db, "INSERT INTO t SELECT scru64(scru64_print(max(a) + 7) || '/8', '%s') FROM t",
           path_of("lift"));
    EXPECT_OUTPUT(
        db, "1",
        "SELECT min(a - b >= 6) FROM (SELECT a, lag(a) OVER (ORDER BY rowid) AS b FROM t)");
    // not far ahead: a full counter may borrow a tick, and strftime drops the fraction of the second
    EXPECT_OUTPUT(db, "1",
                  "SELECT max(scru64_ms(a)) < (strftime('%%s', 'now') + 1) * 1000 + 512 FROM t");
    EXPECT_OUTPUT(db, "1", "SELECT scru64('42/8', '%s') > max(a) FROM t", path_of("lift"));
    db_close(db);
}

/* The node of the environment is opened again while it is in use, because of a later earlier ID. */
static void test_environment_lifted(void **state)
{
    (void)state;
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
static void test_refusals(void **state)
{
    static const char no_node[] = "error: scru64: no node id: set SCRU64_NODE_SPEC to NODE/SIZE, such "
                                  "as 42/8, or call scru64('42/8')";
    (void)state;
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

/* A file that is not a state file is never overwritten, and a folder that cannot be made is an error. */
static void test_bad_files(void **state)
{
    char expected[300];
    (void)state;
    FILE *file = fopen(path_of("text"), "w");
    assert_non_null(file);
    fputs("0u2r85hm2pt3/16\n", file);
    fclose(file);
    sqlite3 *db = db_open(":memory:");
    expect_no_file(db, "text", sortid_status_text(SORTID_STATE_UNRECOGNIZED));
    assert_int_equal(symlink("text", path_of("link")), 0);
    expect_no_file(db, "link",
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

/* ---- Concurrency ---------------------------------------------------------------------------------------- */

#define WORKERS 4
#define EACH    3000

/* Makes the keys of a worker, in shared memory. */
static int make_keys(uint64_t *keys, sqlite3 *db)
{
    sqlite3_stmt *statement;
    CHILD_CHECK(sqlite3_prepare_v2(db, "SELECT scru64()", -1, &statement, NULL) == SQLITE_OK);
    for (size_t i = 0; i < EACH; i++) {
        CHILD_CHECK(sqlite3_step(statement) == SQLITE_ROW);
        keys[i] = (uint64_t)sqlite3_column_int64(statement, 0);
        CHILD_CHECK(i == 0 || keys[i] > keys[i - 1]);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    return 0;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void expect_distinct(uint64_t *keys, size_t count)
{
    qsort(keys, count, sizeof *keys, compare_keys);
    for (size_t i = 1; i < count; i++)
        EXPECT(keys[i] != keys[i - 1], "%llu is repeated", (unsigned long long)keys[i]);
}

static void set_environment(const char *name)
{
    setenv("SCRU64_NODE_SPEC", "3/4", 1);
    setenv("SORTID_SCRU64_STATE", path_of(name), 1);
}

struct worker {
    pthread_t handle;
    uint64_t *keys;
    int failed;
};

static void *work(void *argument)
{
    struct worker *worker = argument;
    sqlite3 *db;
    worker->failed = sqlite3_open(":memory:", &db) != SQLITE_OK ||
                     sqlite3_sortid_init(db, NULL, NULL) != SQLITE_OK ||
                     make_keys(worker->keys, db) != 0 || sqlite3_close(db) != SQLITE_OK;
    return NULL;
}

static void test_threads(void **state)
{
    static uint64_t keys[WORKERS * EACH];
    struct worker workers[WORKERS];
    (void)state;
    set_environment("threads");
    for (size_t i = 0; i < WORKERS; i++) {
        workers[i].keys = keys + i * EACH;
        assert_int_equal(pthread_create(&workers[i].handle, NULL, work, &workers[i]), 0);
    }
    for (size_t i = 0; i < WORKERS; i++) {
        assert_int_equal(pthread_join(workers[i].handle, NULL), 0);
        assert_int_equal(workers[i].failed, 0);
    }
    expect_distinct(keys, WORKERS * EACH);
}

/* Runs children side by side, which must succeed. */
static void in_children(size_t count, int body(void *context, size_t child), void *context)
{
    pid_t children[WORKERS];
    fflush(NULL);
    for (size_t i = 0; i < count; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0)
            _exit(body(context, i));
    }
    for (size_t i = 0; i < count; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_int_equal(status, 0);
    }
}

struct inherited {
    sqlite3 *db;
    uint64_t *keys; /* shared with the parent */
};

static int fork_keys(void *context, size_t child)
{
    const struct inherited *inherited = context;
    return make_keys(inherited->keys + child * EACH, inherited->db);
}

/* Forked children that use the parent's connection to :memory: and its open state file. */
static void test_forks(void **state)
{
    (void)state;
    set_environment("forks");
    size_t size = WORKERS * EACH * sizeof(uint64_t);
    uint64_t *keys = support_share(size);
    static sqlite3 *db; /* a child ends with it open, and valgrind must find it */
    db = db_open(":memory:");
    db_run(db, "SELECT scru64()");
    in_children(WORKERS, fork_keys, &(struct inherited){db, keys});
    expect_distinct(keys, WORKERS * EACH);
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
static void test_primary_key(void **state)
{
    char path[128];
    (void)state;
    set_environment("primary-key");
    snprintf(path, sizeof path, "%s", path_of("database"));
    sqlite3 *db = db_open(path);
    db_run(db, "PRAGMA journal_mode = WAL; CREATE TABLE t(id INTEGER PRIMARY KEY CHECK "
               "(scru64_timestamp(id) > 0), n)");
    db_close(db);
    in_children(2, fill_table, path);
    db = db_open(path);
    EXPECT_OUTPUT(db, "800|1", "SELECT count(*), min(scru64_node_id(id, 4) = 3) FROM t");
    EXPECT_OUTPUT(db, "1", "SELECT scru64() > max(id) FROM t");
    db_close(db);
}

/* The default is used WITHOUT ROWID, also with trusted_schema off. */
static void test_default(void **state)
{
    (void)state;
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
static void test_waits(void **state)
{
    (void)state;
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

/* ---- Interrupts --------------------------------------------------------------------------------------- */

/* A node spec with an ID that is 4 s ahead of the clock: a call of the same statement would wait for more than
 * 3 s. */
#define FAR_AHEAD "scru64_print(scru64_min((strftime('%%s', 'now') + 4) * 1000)) || '/8'"

/* The result code of a statement. */
static int result_of(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = db_prepare(db, "%s", sql);
    int result = sqlite3_step(statement);
    sqlite3_finalize(statement);
    return result;
}

/* An interrupt before the wait ends it, and the connection works afterwards. If the wait continued, there
 * would be a row. */
static void test_interrupted(void **state)
{
    (void)state;
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
static void test_interrupted_by_thread(void **state)
{
    pthread_t thread;
    (void)state;
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_environment, forget_environment),
        cmocka_unit_test_setup(test_state_variable, forget_environment),
        cmocka_unit_test_setup(test_two_files, forget_environment),
        cmocka_unit_test_setup(test_earlier_id, forget_environment),
        cmocka_unit_test_setup(test_environment_lifted, forget_environment),
        cmocka_unit_test_setup(test_refusals, forget_environment),
        cmocka_unit_test_setup(test_bad_files, forget_environment),
        cmocka_unit_test_setup(test_threads, forget_environment),
        cmocka_unit_test_setup(test_forks, forget_environment),
        cmocka_unit_test_setup(test_primary_key, forget_environment),
        cmocka_unit_test_setup(test_default, forget_environment),
        cmocka_unit_test_setup(test_waits, forget_environment),
        cmocka_unit_test_setup(test_interrupted, forget_environment),
        cmocka_unit_test_setup(test_interrupted_by_thread, forget_environment),
    };
    support_begin();
    if (mkdtemp(folder) == NULL)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    db_remove_folder(folder);
    return failed;
}
