/* SPDX-License-Identifier: MIT */
/* generators.c: the SQL functions that make IDs, except scru64: order across the functions and
 * tables of a connection; a connection for each thread; one connection for several threads; a
 * connection that parent and child have after a fork; registering the extension twice. */
#include "db.h"

/* ---- Order ----------------------------------------------------------------------------------- */

TEST_BUT_SCRU64(order)
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
            EXPECT(memcmp(id, last, format->size) > 0, "not greater");
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

/* IDs with a fraction increase, and tell the microsecond: bit 52 and the next 11 of a uuidv7, bit
 * 48 and the next 9 of a scru160. */
TEST(fraction)
{
    static const struct {
        const char *name;
        unsigned mask, shift, last;
    } rows[] = {{"uuidv7", 0xfff, 0, 4095}, {"scru160", 0xffff, 6, 999}};
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

/* ---- Threads --------------------------------------------------------------------------------- */

TEST(connections_of_threads)
{
    db_make_in_threads(NULL, "SELECT ulid()");
}

/* Serialized mode: the IDs of each thread increase, as those of the connection do. */
TEST(connection_of_all_threads)
{
    if (sqlite3_threadsafe() != 1)
        support_skip("this SQLite is built without serialized mode");
    sqlite3 *db = db_open(":memory:");
    db_make_in_threads(db, "SELECT ulid()");
    db_close(db);
}

/* ---- Fork ------------------------------------------------------------------------------------ */

/* A connection to :memory: works in parent and children; their IDs are distinct. */
TEST(fork)
{
    sqlite3 *db = db_open(":memory:");
    db_run(db, "SELECT ulid()");
    db_make_in_children(db, "SELECT ulid()");
    db_close(db);
}

/* ---- Lifetime -------------------------------------------------------------------------------- */

/* The second registration replaces the functions of the first, whose generators are freed with the
 * last function. It fails while a statement uses them. */
TEST(registered_twice)
{
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
TEST(gen_interrupted)
{
    sqlite3 *db = db_open(":memory:");
    sqlite3_progress_handler(db, 10000, give_up, NULL);
    EXPECT_OUTPUT(db, "error: interrupted",
                  "SELECT count(*) FROM sortid_gen('ulid', 9223372036854775807)");
    sqlite3_progress_handler(db, 0, NULL, NULL);
    EXPECT_OUTPUT(db, "1", "SELECT count(*) FROM sortid_gen('ulid', 1)");
    db_close(db);
}

TEST(auto_extension)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_auto_extension((void (*)(void))sqlite3_sortid_init), SQLITE_OK);
    assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
    EXPECT_OUTPUT(db, "16", "SELECT length(ulid())");
    db_close(db);
    sqlite3_reset_auto_extension();
}

/* A statement that is still running when its connection is closed can continue. */
TEST(closed_late)
{
    sqlite3 *db = db_open(":memory:");
    sqlite3_stmt *statement = db_prepare(db, "SELECT id, ulid() FROM sortid_gen('ulid', 2)");
    db_step_to_row(statement);
    assert_int_equal(sqlite3_close_v2(db), SQLITE_OK);
    db_step_to_row(statement);
    assert_int_equal(sqlite3_step(statement), SQLITE_DONE);
    sqlite3_finalize(statement);
}

CASES_MAIN(NULL, NULL)
