/* SPDX-License-Identifier: MIT */
/* schema.c: the functions in a schema: defaults, checks and triggers with trusted_schema off; STRICT and
 * WITHOUT ROWID tables; generated columns; indexes on expressions; ranges by an index; and the pitfalls
 * of affinity and case that docs/sqlite.md describes. */
#include "db.h"

static sqlite3 *open_untrusting(void)
{
    sqlite3 *db = db_open(":memory:");
    db_run(db, "PRAGMA trusted_schema = OFF");
    return db;
}

/* ---- Defaults -------------------------------------------------------------------------------------- */

static void default_of(const support_format *format)
{
    const char *name = format->name;
    sqlite3 *db = open_untrusting();
    db_run(db,
           "CREATE TABLE t(id BLOB PRIMARY KEY NOT NULL DEFAULT (%s()) CHECK (%s_valid(id)),"
           " n INTEGER, at TEXT AS (%s_time(id))) STRICT, WITHOUT ROWID;"
           "INSERT INTO t(n) SELECT column1 FROM (VALUES(1), (2), (3));"
           "INSERT INTO t(n) VALUES(4)",
           name, name, name);
    EXPECT_OUTPUT(db, "1\n2\n3\n4", "SELECT n FROM t ORDER BY id");
    EXPECT_OUTPUT(db, "4", "SELECT count(*) FROM t WHERE at LIKE '20__-%%Z' AND at = %s_time(id)",
                  name);
    EXPECT_OUTPUT(db, "error: cannot store TEXT value in BLOB column t.id",
                  "INSERT INTO t(id) SELECT %s_print(%s())", name, name);
    db_run(db, "CREATE TABLE u(id BLOB CHECK (%s_valid(id)))", name);
    char expected[99];
    snprintf(expected, sizeof expected, "error: CHECK constraint failed: %s_valid(id)", name);
    EXPECT_OUTPUT(db, expected, "INSERT INTO u VALUES(zeroblob(15))");
    db_close(db);
}

static void test_defaults(void **state)
{
    (void)state;
    support_each_but_scru64(default_of);
}

static void test_default_random(void **state)
{
    (void)state;
    sqlite3 *db = open_untrusting();
    db_run(db, "CREATE TABLE t(id BLOB PRIMARY KEY DEFAULT (ulid_random()), s TEXT DEFAULT "
               "(scru128_print(scru128_random())), v TEXT DEFAULT (sortid_version())) STRICT;"
               "INSERT INTO t DEFAULT VALUES; INSERT INTO t DEFAULT VALUES");
    EXPECT_OUTPUT(db, "2|2|1",
                  "SELECT count(DISTINCT id), count(DISTINCT s), count(DISTINCT v) FROM t");
    db_close(db);
}

/* A schema must not name a node or a file, because it may come from an untrusted source. */
static void test_no_nodes_in_schemas(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:"); // even a trusted one
    db_run(db, "CREATE VIEW v AS SELECT scru64('42/8', '/nonexistent/x') AS id");
    EXPECT_OUTPUT(db, "error: unsafe use of scru64()", "SELECT * FROM v");
    db_run(db, "CREATE TABLE t(a, id INTEGER DEFAULT (scru64('42/8')))");
    EXPECT_OUTPUT(db, "error: unsafe use of scru64()", "INSERT INTO t(a) VALUES(1)");
    EXPECT_OUTPUT(db, "error: non-deterministic functions prohibited in generated columns",
                  "CREATE TABLE g(a, b AS (ulid()))");
    EXPECT_OUTPUT(db, "error: non-deterministic functions prohibited in index expressions",
                  "CREATE INDEX i ON t(ulid())");
    db_close(db);
}

/* Triggers of an untrusted schema can make IDs. Even triggers of a trusted schema must not name a node or
 * a file. */
static void test_triggers(void **state)
{
    (void)state;
    sqlite3 *db = open_untrusting();
    db_run(db,
           "CREATE TABLE t(id BLOB PRIMARY KEY DEFAULT (ulid()), n) WITHOUT ROWID;"
           "CREATE TABLE log(id, of, at);"
           "CREATE TRIGGER logs AFTER INSERT ON t BEGIN INSERT INTO log SELECT id, new.id, "
           "ulid_time(new.id) FROM sortid_gen('scru128', 2); INSERT INTO log(id) VALUES(ulid());"
           "END; INSERT INTO t(n) VALUES(1), (2)");
    EXPECT_OUTPUT(
        db, "6|6|2|4",
        "SELECT count(*), count(DISTINCT id), count(DISTINCT of), sum(at = ulid_time(of)) "
        "FROM log");
    db_run(db, "PRAGMA trusted_schema = ON; CREATE TABLE u(a);"
               "CREATE TRIGGER makes AFTER INSERT ON u BEGIN SELECT scru64('42/8', '/nonexistent');"
               "END");
    EXPECT_OUTPUT(db, "error: unsafe use of scru64()", "INSERT INTO u VALUES(1)");
    db_close(db);
}

/* RETURNING shows the new key. After a conflict the row has a new key or keeps the old one. */
static void test_insert_forms(void **state)
{
    (void)state;
    sqlite3 *db = open_untrusting();
    db_run(db, "CREATE TABLE t(id BLOB PRIMARY KEY DEFAULT (ulid()), n UNIQUE, at AS (ulid_ms(id)) "
               "STORED)");
    EXPECT_OUTPUT(db, "blob|26|1",
                  "INSERT INTO t(n) VALUES(1) RETURNING typeof(id), length(ulid_print(id)), "
                  "at = ulid_ms(id)");
    db_run(db, "CREATE TABLE k AS SELECT id FROM t; INSERT INTO t(n) VALUES(1) ON CONFLICT(n) DO "
               "UPDATE SET n = 2");
    EXPECT_OUTPUT(db, "2|1", "SELECT n, id IN (SELECT id FROM k) FROM t");
    db_run(db, "INSERT OR REPLACE INTO t(n) VALUES(2)");
    EXPECT_OUTPUT(db, "2|0", "SELECT n, id IN (SELECT id FROM k) FROM t");
    // SQLite adds no column whose default is a function; an UPDATE gives each row its own ID
    EXPECT_OUTPUT(db, "error: Cannot add a column with non-constant default",
                  "ALTER TABLE t ADD COLUMN b BLOB DEFAULT (ulid())");
    db_run(db, "INSERT INTO t(n) VALUES(3); ALTER TABLE t ADD COLUMN b BLOB; UPDATE t SET b = "
               "ulid(); VACUUM");
    EXPECT_OUTPUT(db, "2", "SELECT count(DISTINCT b) FROM t");
    EXPECT_OUTPUT(db, "ok", "PRAGMA integrity_check");
    db_close(db);
}

/* ---- Ranges and indexes ------------------------------------------------------------------------------ */

static void expect_search(sqlite3 *db, const char *sql)
{
    char *output = db_output(db, "EXPLAIN QUERY PLAN %s", sql);
    EXPECT(strstr(output, "SEARCH t USING") != NULL, "%s: %s", sql, output);
    sqlite3_free(output);
}

/* One row an hour for a hundred days. */
static void range_of(const support_format *format)
{
    const char *name = format->name;
    sqlite3 *db = open_untrusting();
    db_run(db,
           "CREATE TABLE t(id %s PRIMARY KEY, n INTEGER) STRICT, WITHOUT ROWID;"
           "WITH RECURSIVE n(i) AS (VALUES(0) UNION ALL SELECT i + 1 FROM n WHERE i < 2399)"
           "INSERT INTO t SELECT %s_min(1767225600000 + i * 3600000), i FROM n",
           format == SUPPORT_SCRU64 ? "INTEGER" : "BLOB", name);
    EXPECT_OUTPUT(db, "24|24|47",
                  "SELECT count(*), min(n), max(n) FROM t WHERE id BETWEEN "
                  "%s_within_first('2026-01-02') AND %s_within_last('2026-01-02', '2026-01-03')",
                  name, name);
    EXPECT_OUTPUT(
        db, "25|24|48",
        "SELECT count(*), min(n), max(n) FROM t WHERE id BETWEEN %s_min('2026-01-02') AND "
        "%s_max('2026-01-03 00:00:00')",
        name, name);
    char *sql = sqlite3_mprintf("SELECT n FROM t WHERE id BETWEEN %s_within_first('2026-01-02') "
                                "AND %s_within_last('2026-01-02', '2026-01-03')",
                                name, name);
    expect_search(db, sql);
    sqlite3_free(sql);
    db_run(db, "CREATE INDEX by_ms ON t(%s_ms(id))", name);
    sql = sqlite3_mprintf("SELECT n FROM t WHERE %s_ms(id) = 1767225600000", name);
    expect_search(db, sql);
    EXPECT_OUTPUT(db, "0", "%s", sql);
    sqlite3_free(sql);
    EXPECT_OUTPUT(db, "ok", "PRAGMA integrity_check");
    db_close(db);
}

static void test_ranges(void **state)
{
    (void)state;
    support_each_format(range_of);
}

/* ---- Pitfalls ----------------------------------------------------------------------------------------- */

/* In a column of NUMERIC or INTEGER affinity a text of digits becomes a number, even with one E in it. */
static void test_affinities(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    db_run(db, "CREATE TABLE t(bad ulid, worse INTEGER, good TEXT, best BLOB)");
    db_run(db, "INSERT INTO t VALUES('01000000000000000000000000', '000000000042', "
               "'01000000000000000000000000', ulid_parse('01000000000000000000000000'))");
    db_run(db, "INSERT INTO t(bad, good) VALUES('0100000E000000000000000000', "
               "'0100000E000000000000000000')");
    EXPECT_OUTPUT(db, "real|integer|text|blob\ninteger|null|text|null",
                  "SELECT typeof(bad), typeof(worse), typeof(good), typeof(best) FROM t");
    EXPECT_OUTPUT(db, "100000|0100000E000000000000000000",
                  "SELECT bad, good FROM t WHERE rowid = 2");
    EXPECT_OUTPUT(db, "42|146",
                  "SELECT worse, scru64_parse('000000000042') FROM t WHERE rowid = 1");
    EXPECT_OUTPUT(db, "1", "SELECT ulid_parse(good) = best FROM t WHERE rowid = 1");
    db_close(db);
}

/* Texts that differ in case are different to SQLite, except with COLLATE NOCASE. Keys have no case. */
static void test_cases(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    db_run(db, "CREATE TABLE t(s TEXT, n TEXT COLLATE NOCASE)");
    db_run(db, "INSERT INTO t VALUES('01ARYZ6S41TSV4RRFFQ69G5FAV', '01ARYZ6S41TSV4RRFFQ69G5FAV')");
    EXPECT_OUTPUT(db, "0|1|1|1",
                  "SELECT s = lower(s), n = lower(n), ulid_parse(s) = ulid_parse(lower(s)), "
                  "ulid_print(lower(s)) = s FROM t");
    EXPECT_OUTPUT(db, "0", "SELECT ulid_parse(s) = s FROM t"); // a BLOB never equals a TEXT
    db_close(db);
}

/* The INTEGER PRIMARY KEY of a rowid table is the rowid: SQLite ignores its default and uses 1 or the
 * largest + 1. A column declared INT is not the rowid, and its default is used. */
static void test_rowid_default(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    db_run(db, "CREATE TABLE t(id INTEGER PRIMARY KEY DEFAULT (scru64()), n);"
               "INSERT INTO t(n) VALUES('a'); INSERT INTO t VALUES(scru64_max('1970-01-01'), 'b');"
               "INSERT INTO t(n) VALUES('c')");
    EXPECT_OUTPUT(db, "1\n16777215\n16777216", "SELECT id FROM t");
    db_run(db, "CREATE TABLE u(id INT PRIMARY KEY DEFAULT (scru64_parse('0u2r85hm2pt3')), n);"
               "INSERT INTO u(n) VALUES('a')");
    EXPECT_OUTPUT(db, "0u2r85hm2pt3", "SELECT scru64_print(id) FROM u");
    db_close(db);
}

/* ---- Migration: a second run changes nothing ---------------------------------------------------------- */

static void test_migrate_twice(void **state)
{
    (void)state;
    sqlite3 *db = db_open(":memory:");
    db_run(db, "CREATE TABLE t(id TEXT PRIMARY KEY, n) WITHOUT ROWID;"
               "INSERT INTO t SELECT lower(text), rowid FROM sortid_gen('ulid', 100)");
    for (int round = 0; round < 2; round++) {
        db_run(db, "UPDATE t SET id = ulid_parse(id)");
        EXPECT_OUTPUT(
            db, "blob|100|1",
            "SELECT min(typeof(id)), count(*), (SELECT group_concat(n) FROM (SELECT n FROM t "
            "ORDER BY id)) = (SELECT group_concat(n) FROM (SELECT n FROM t ORDER BY n)) FROM t");
    }
    db_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_default_random),
        cmocka_unit_test(test_no_nodes_in_schemas),
        cmocka_unit_test(test_triggers),
        cmocka_unit_test(test_insert_forms),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_affinities),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_rowid_default),
        cmocka_unit_test(test_migrate_twice),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
