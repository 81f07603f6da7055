/* SPDX-License-Identifier: MIT */
/* generators.c: the SQL functions that make IDs, except scru64: order across the functions and tables of
 * a connection; a connection for each thread; one connection for several threads; a connection that
 * parent and child have after a fork; registering the extension twice. */
#include "db.h"

#include <pthread.h>
#include <unistd.h>

static int compare_ids(const void *a, const void *b)
{
    return memcmp(a, b, 16);
}

static void expect_distinct(uint8_t (*ids)[16], size_t count)
{
    qsort(ids, count, 16, compare_ids);
    for (size_t i = 1; i < count; i++)
        EXPECT(memcmp(ids[i - 1], ids[i], 16) != 0, "an ID is repeated");
}

/* ---- Order ---------------------------------------------------------------------------------------- */

static void order_of(const support_format *format)
{
    uint8_t last[SUPPORT_MAX_SIZE] = {0}, id[SUPPORT_MAX_SIZE];
    sqlite3 *db = db_open(":memory:");
    sqlite3_stmt *statement =
        db_prepare(db, "SELECT %s(), (SELECT id FROM sortid_gen('%s', 1)), %s()", format->name,
                   format->name, format->name);
    for (int round = 0; round < 3000; round++) {
        sqlite3_reset(statement);
        db_step_to_row(statement);
        for (int column = 0; column < 3; column++) {
            db_take_key(id, statement, column, format);
            EXPECT(memcmp(id, last, format->size) > 0, "%s: not greater", format->name);
            memcpy(last, id, format->size);
        }
    }
    sqlite3_finalize(statement);
    EXPECT_OUTPUT(db, "1|20000",
                  "SELECT min(t.id > t.before), count(*) FROM (SELECT id, lag(id, 1, "
                  "x'') OVER (ORDER BY rowid) AS before FROM sortid_gen('%s', 20000)) t",
                  format->name);
    db_close(db);
}

static void test_order(void **state)
{
    (void)state;
    support_each_but_scru64(order_of);
}

/* Random IDs have no order: among 2,000 some are smaller than the one before, and all are distinct. */
static void test_random(void **state)
{
    static const char *const names[] = {"ulid_random", "scru128_random", "uuidv7_random"};
    (void)state;
    sqlite3 *db = db_open(":memory:");
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        db_run(db, "CREATE TABLE t%d AS SELECT %s() AS id FROM sortid_gen('ulid', 2000)", (int)i,
               names[i]);
        EXPECT_OUTPUT(db, "2000|1",
                      "SELECT count(DISTINCT id), (SELECT count(*) FROM (SELECT id < lag(id) OVER "
                      "(ORDER BY rowid) AS falls FROM t%d) WHERE falls) > 100 FROM t%d",
                      (int)i, (int)i);
    }
    db_close(db);
}

/* IDs with a fraction increase, and tell the microsecond: bit 52 and the next 11 of a uuidv7, bit 48 and the
 * next 9 of a scru160. */
static void test_fraction(void **state)
{
    static const struct {
        const char *name;
        unsigned mask, shift, last;
    } rows[] = {{"uuidv7", 0xfff, 0, 4095}, {"scru160", 0xffff, 6, 999}};
    (void)state;
    sqlite3 *db = db_open(":memory:");
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const support_format *format = i == 0 ? SUPPORT_UUIDV7 : SUPPORT_SCRU160;
        uint8_t last[SUPPORT_MAX_SIZE] = {0}, id[SUPPORT_MAX_SIZE];
        sqlite3_stmt *statement = db_prepare(db, "SELECT %s_fraction()", rows[i].name);
        unsigned seen = 0;
        for (int round = 0; round < 10000; round++) {
            sqlite3_reset(statement);
            db_step_to_row(statement);
            db_take_key(id, statement, 0, format);
            EXPECT(memcmp(id, last, format->size) > 0, "%s: not greater", rows[i].name);
            memcpy(last, id, format->size);
            unsigned number = (unsigned)(id[6] << 8 | id[7]) & rows[i].mask;
            EXPECT(number >> rows[i].shift <= rows[i].last, "%s: %u", rows[i].name, number);
            seen |= number >> rows[i].shift;
        }
        assert_int_equal(seen, i == 0 ? 0xfff : 0x3ff); /* each of its bits was a one */
        sqlite3_finalize(statement);
        EXPECT_OUTPUT(
            db, "1", "SELECT %s_ms(%s_fraction()) / 1000 - strftime('%%s', 'now') BETWEEN -5 AND 5",
            rows[i].name, rows[i].name);
    }
    db_close(db);
}

/* ---- Threads --------------------------------------------------------------------------------------- */

#define THREADS 4
#define EACH    5000

struct thread {
    pthread_t handle;
    sqlite3 *db; /* NULL: opens its own */
    uint8_t ids[EACH][16];
    const char *problem;
};

static void *make_ids(void *argument)
{
    struct thread *thread = argument;
    sqlite3 *db = thread->db;
    sqlite3_stmt *statement = NULL;
    if ((db == NULL && (sqlite3_open(":memory:", &db) != SQLITE_OK ||
                        sqlite3_sortid_init(db, NULL, NULL) != SQLITE_OK)) ||
        sqlite3_prepare_v2(db, "SELECT ulid()", -1, &statement, NULL) != SQLITE_OK) {
        thread->problem = "no statement";
        return NULL;
    }
    for (size_t i = 0; i < EACH && thread->problem == NULL; i++) {
        if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_bytes(statement, 0) == 16)
            memcpy(thread->ids[i], sqlite3_column_blob(statement, 0), 16);
        else
            thread->problem = sqlite3_errmsg(db);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    if (thread->db == NULL && sqlite3_close(db) != SQLITE_OK)
        thread->problem = "not closed";
    return NULL;
}

static void run_threads(sqlite3 *db)
{
    struct thread *threads = calloc(THREADS, sizeof *threads);
    assert_non_null(threads);
    for (size_t i = 0; i < THREADS; i++) {
        threads[i].db = db;
        assert_int_equal(pthread_create(&threads[i].handle, NULL, make_ids, &threads[i]), 0);
    }
    uint8_t(*all)[16] = calloc(THREADS * EACH, 16);
    assert_non_null(all);
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i].handle, NULL), 0);
        EXPECT(threads[i].problem == NULL, "%s", threads[i].problem);
        for (size_t k = 1; k < EACH; k++)
            EXPECT(memcmp(threads[i].ids[k - 1], threads[i].ids[k], 16) < 0, "not greater");
        memcpy(all[i * EACH], threads[i].ids, sizeof threads[i].ids);
    }
    expect_distinct(all, (size_t)THREADS * EACH);
    free(all);
    free(threads);
}

static void test_connections_of_threads(void **state)
{
    (void)state;
    run_threads(NULL);
}

/* Serialized mode: the IDs of each thread increase, as those of the connection do. */
static void test_connection_of_all_threads(void **state)
{
    (void)state;
    if (sqlite3_threadsafe() != 1) {
        puts("SKIPPED: this SQLite is built without serialized mode");
        skip();
    }
    sqlite3 *db = db_open(":memory:");
    run_threads(db);
    db_close(db);
}

/* ---- Fork -------------------------------------------------------------------------------------------- */

#define AFTER_FORK 500

struct inherited {
    sqlite3 *db;
    uint8_t (*ids)[16]; /* shared with the child */
};

static int make_in_child(void *argument)
{
    struct inherited *i = argument;
    for (size_t k = 0; k < AFTER_FORK; k++) {
        sqlite3_stmt *statement;
        CHILD_CHECK(sqlite3_prepare_v2(i->db, "SELECT ulid()", -1, &statement, NULL) == SQLITE_OK);
        CHILD_CHECK(sqlite3_step(statement) == SQLITE_ROW);
        memcpy(i->ids[k], sqlite3_column_blob(statement, 0), 16);
        sqlite3_finalize(statement);
    }
    return 0;
}

/* A connection to :memory: works in parent and child; their IDs are distinct. */
static void test_fork(void **state)
{
    (void)state;
    struct inherited i = {.db = db_open(":memory:")};
    size_t size = 2 * AFTER_FORK * 16;
    i.ids = support_share(size);
    db_run(i.db, "SELECT ulid()");
    assert_int_equal(support_in_child(make_in_child, &i), 0);
    uint8_t(*children)[16] = i.ids;
    i.ids += AFTER_FORK;
    assert_int_equal(make_in_child(&i), 0);
    expect_distinct(children, 2 * AFTER_FORK);
    db_close(i.db);
}

/* ---- Lifetime ----------------------------------------------------------------------------------------- */

/* The second registration replaces the functions of the first, whose generators are freed with the last
 * function. It fails while a statement uses them. */
static void test_registered_twice(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    db_run(db, "SELECT ulid()");
    assert_int_equal(sqlite3_sortid_init(db, NULL, NULL), SQLITE_OK);
    EXPECT_OUTPUT(db, "1", "SELECT ulid() < ulid()");
    sqlite3_stmt *busy = db_prepare(db, "SELECT ulid(), id FROM sortid_gen('ulid', 3)");
    db_step_to_row(busy);
    char *message = "x";
    assert_int_equal(sqlite3_sortid_init(db, &message, NULL), SQLITE_BUSY);
    assert_null(message);
    db_step_to_row(busy);
    sqlite3_finalize(busy);
    assert_int_equal(sqlite3_sortid_init(db, &message, NULL), SQLITE_OK);
    db_run(db, "SELECT id FROM sortid_gen('ulid', 3)");
    assert_int_equal(sqlite3_drop_modules(db, NULL), SQLITE_OK);
    EXPECT_OUTPUT(db, "1", "SELECT ulid() < ulid()");
    db_close(db);
}

static int give_up(void *unused)
{
    (void)unused;
    return 1;
}

/* A progress handler can end a table without end. */
static void test_gen_interrupted(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    sqlite3_progress_handler(db, 10000, give_up, NULL);
    EXPECT_OUTPUT(db, "error: interrupted",
                  "SELECT count(*) FROM sortid_gen('ulid', 9223372036854775807)");
    sqlite3_progress_handler(db, 0, NULL, NULL);
    EXPECT_OUTPUT(db, "1", "SELECT count(*) FROM sortid_gen('ulid', 1)");
    db_close(db);
}

static void test_auto_extension(void **state)
{
    sqlite3 *db;
    (void)state;
    assert_int_equal(sqlite3_auto_extension((void (*)(void))sqlite3_sortid_init), SQLITE_OK);
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    EXPECT_OUTPUT(db, "16", "SELECT length(ulid())");
    db_close(db);
    sqlite3_reset_auto_extension();
}

/* A statement that is still running when its connection is closed can continue. */
static void test_closed_late(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    sqlite3_stmt *statement = db_prepare(db, "SELECT id, ulid() FROM sortid_gen('ulid', 2)");
    db_step_to_row(statement);
    assert_int_equal(sqlite3_close_v2(db), SQLITE_OK);
    db_step_to_row(statement);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_fraction),
        cmocka_unit_test(test_connections_of_threads),
        cmocka_unit_test(test_connection_of_all_threads),
        cmocka_unit_test(test_fork),
        cmocka_unit_test(test_registered_twice),
        cmocka_unit_test(test_gen_interrupted),
        cmocka_unit_test(test_auto_extension),
        cmocka_unit_test(test_closed_late),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
