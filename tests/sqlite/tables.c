/* SPDX-License-Identifier: MIT */
/* tables.c: the table-valued functions sortid_gen and sortid_inspect: rows, hidden columns, joins, wrong
 * arguments, and the readings of every form of an ID, compared with those of support/judge.h. */
#include "db.h"

#include "support/calendar.h"
#include "support/judge.h"

static sqlite3 *db;

/* ---- sortid_gen ------------------------------------------------------------------------------------- */

static void test_gen_rows(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const char *name = support_formats[i].name;
        if (&support_formats[i] == SUPPORT_SCRU64)
            continue; // it needs a node: scru64.c
        EXPECT_OUTPUT(db, "5|5|1|1|5",
                      "SELECT count(*), count(DISTINCT id), min(text = %s_print(id)), "
                      "min(format = '%s'), max(count) FROM sortid_gen('%s', 5)",
                      name, name, name);
    }
    EXPECT_OUTPUT(db, "0", "SELECT count(*) FROM sortid_gen('ulid', 0)");
    EXPECT_OUTPUT(
        db, "3",
        "SELECT count(*) FROM (SELECT id FROM sortid_gen('ulid', 9223372036854775807) LIMIT 3)");
    EXPECT_OUTPUT(db, "2",
                  "SELECT count(*) FROM sortid_gen WHERE count = 2 AND format = 'scru160'");
    EXPECT_OUTPUT(db, "6|6",
                  "SELECT count(*), count(DISTINCT id) FROM (VALUES('ulid', 1), ('scru128', 2), "
                  "('scru160', 3)) v, sortid_gen(v.column1, v.column2)");
    EXPECT_OUTPUT(db, "0\n1\n2", "SELECT rowid FROM sortid_gen('ulid', 3)");
}

static void test_gen_arguments(void **state)
{
    static const char no_format[] =
        "error: sortid_gen: the first argument must be the name of a format, such as scru128";
    static const char no_count[] = "error: sortid_gen: the count must be an INTEGER of 0 or more";
    (void)state;
    EXPECT_OUTPUT(db, no_format, "SELECT * FROM sortid_gen('ULID', 1)");
    EXPECT_OUTPUT(db, no_format, "SELECT * FROM sortid_gen('', 1)");
    EXPECT_OUTPUT(db, no_format, "SELECT * FROM sortid_gen(NULL, 1)");
    EXPECT_OUTPUT(db, no_format, "SELECT * FROM sortid_gen(x'756c6964', 1)");
    EXPECT_OUTPUT(db, no_format, "SELECT * FROM sortid_gen('ulid' || char(0), 1)");
    EXPECT_OUTPUT(db, no_count, "SELECT * FROM sortid_gen('ulid', -1)");
    EXPECT_OUTPUT(db, no_count, "SELECT * FROM sortid_gen('ulid', '1')");
    EXPECT_OUTPUT(db, no_count, "SELECT * FROM sortid_gen('ulid', 1.0)");
    EXPECT_OUTPUT(db, no_count, "SELECT * FROM sortid_gen('ulid', NULL)");
    EXPECT_OUTPUT(db, "error: sortid_gen needs two arguments: format and count",
                  "SELECT * FROM sortid_gen");
    EXPECT_OUTPUT(db, "error: sortid_gen needs two arguments: format and count",
                  "SELECT * FROM sortid_gen('ulid')");
    EXPECT_OUTPUT(db, "error: sortid_gen needs two arguments: format and count",
                  "SELECT * FROM sortid_gen WHERE count > 1 AND format = 'ulid'");
    EXPECT_OUTPUT(db, "error: too many arguments on sortid_gen() - max 2",
                  "SELECT * FROM sortid_gen('ulid', 1, 2)");
    EXPECT_OUTPUT(db, "error: table sortid_gen may not be modified", "DELETE FROM sortid_gen");
    EXPECT_OUTPUT(db, "error: no such module: sortid_gen",
                  "CREATE VIRTUAL TABLE v USING sortid_gen");
}

/* ---- sortid_inspect ---------------------------------------------------------------------------------- */

static void test_inspect_columns(void **state)
{
    (void)state;
    EXPECT_OUTPUT(db,
                  "ulid|text|x'01563df36481d6764c61efb99302bd5b'|01ARYZ6S41TSV4RRFFQ69G5FAV|"
                  "2016-07-30T22:36:16.385Z|1469918176385|01563df36481d6764c61efb99302bd5b|"
                  "1777022036153689948599198395857550683|01563df3-6481-d676-4c61-efb99302bd5b|"
                  "{\"timestamp\":\"1469918176385\",\"randomness\":\"1012768647078601740696923\"}",
                  "SELECT * FROM sortid_inspect('01ARYZ6S41TSV4RRFFQ69G5FAV')");
    EXPECT_OUTPUT(db,
                  "scru64|int|42|000000000016|1970-01-01T00:00:00.000Z|0|000000000000002a|42|NULL|"
                  "{\"timestamp\":\"0\",\"nodeCtr\":\"42\"}",
                  "SELECT * FROM sortid_inspect(42)");
    EXPECT_OUTPUT(db, "1469918176385",
                  "SELECT json_extract(fields, '$.timestamp') FROM "
                  "sortid_inspect('01ARYZ6S41TSV4RRFFQ69G5FAV')");
    EXPECT_OUTPUT(db, "42", "SELECT input FROM sortid_inspect WHERE input = 42");
}

static void test_inspect_nothing(void **state)
{
    static const char *const values[] = {"NULL",
                                         "1.5",
                                         "''",
                                         "x''",
                                         "-1",
                                         "4738381338321616896",
                                         "'01ARYZ6S41TSV4RRFFQ69G5FAU'",
                                         "zeroblob(15)",
                                         "zeroblob(8)",
                                         "zeroblob(100000000)",
                                         "hex(zeroblob(1000000))"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(values); i++)
        EXPECT_OUTPUT(db, "0", "SELECT count(*) FROM sortid_inspect(%s)", values[i]);
    EXPECT_OUTPUT(db, "error: sortid_inspect needs one argument: an ID",
                  "SELECT * FROM sortid_inspect");
    EXPECT_OUTPUT(db, "3|1|1",
                  "SELECT count(*), sum(format = 'ulid'), sum(format = 'scru128') FROM "
                  "(VALUES(NULL), (ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAV'))) v, "
                  "sortid_inspect(v.column1)");
    EXPECT_OUTPUT(db, "scru128 bin,scru128v1 bin,ulid bin,uuidv7 bin",
                  "SELECT group_concat(format || ' ' || encoding) FROM sortid_inspect(uuidv7())");
    EXPECT_OUTPUT(db, "uuidv7 text,scru128 uuid,scru128v1 uuid,ulid uuid",
                  "SELECT group_concat(format || ' ' || encoding) FROM "
                  "sortid_inspect('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')");
}

/* Checks that a text has the same readings as for the judge, in the same order. */
static void expect_readings(const char *text, size_t length)
{
    static const char *const encodings[] = {"text", "hex", "int", "uuid", "bin"};
    judge_reading wanted[JUDGE_READINGS];
    size_t count = judge_readings(wanted, NULL, false, text, length);
    sqlite3_stmt *found = db_prepare(db, "SELECT format, encoding, hex FROM sortid_inspect('%.*s')",
                                     (int)length, text);
    for (size_t i = 0; i < count; i++) {
        char hex[SUPPORT_MAX_TEXT];
        judge_print(hex, wanted[i].format, SORTID_ENCODING_HEX, wanted[i].read.id);
        db_step_to_row(found);
        db_expect_text(found, 0, wanted[i].format->name);
        db_expect_text(found, 1, encodings[wanted[i].encoding]);
        db_expect_text(found, 2, hex);
    }
    assert_int_equal(sqlite3_step(found), SQLITE_DONE);
    sqlite3_finalize(found);
}

static void test_inspect_readings(void **state)
{
    (void)state;
    for (size_t round = 0; round < 400; round++) {
        const support_format *format = &support_formats[round % SUPPORT_FORMATS];
        uint8_t id[SUPPORT_MAX_SIZE];
        char text[SUPPORT_MAX_TEXT];
        support_random_id(id, format);
        for (sortid_encoding e = SORTID_ENCODING_TEXT; e <= SORTID_ENCODING_UUID; e++) {
            if (!judge_has(format, e) || e == SORTID_ENCODING_INT)
                continue;
            size_t length = judge_print(text, format, e, id);
            expect_readings(text, length);
            if (support_below(2) == 0)
                text[support_below(length)] ^= 0x20; // the other case, or not a digit
            if (strchr(text, '\'') == NULL && strlen(text) == length)
                expect_readings(text, length);
        }
    }
}

/* A key of 16 bytes has three readings; those with a time from 2000 to 2100 come first. */
static void test_inspect_keys(void **state)
{
    (void)state;
    EXPECT_OUTPUT(db, "scru128\nscru128v1\nulid",
                  "SELECT format FROM sortid_inspect(x'01563df36481d6764c61efb99302bd5b')");
    EXPECT_OUTPUT(db, "scru128v1\nscru128\nulid",
                  "SELECT format FROM sortid_inspect(scru128v1_min('2050-01-01'))");
    EXPECT_OUTPUT(db, "ksuid|bin\nscru160|bin",
                  "SELECT format, encoding FROM sortid_inspect(zeroblob(20))");
}

/* ---- Joins --------------------------------------------------------------------------------------------- */

/* Arguments that are columns of other tables, in every order that the planner may try. */
static void test_inspect_joins(void **state)
{
    (void)state;
    db_run(db, "CREATE TABLE v(a); INSERT INTO v VALUES(NULL), (42), ('x'), ('000000000000')");
    EXPECT_OUTPUT(db, "NULL|NULL\n42|scru64\nx|NULL\n000000000000|scru64",
                  "SELECT a, format FROM v LEFT JOIN sortid_inspect(v.a)");
    EXPECT_OUTPUT(db, "NULL|NULL\n42|scru64\nx|NULL\n000000000000|scru64",
                  "SELECT a, i.format FROM v LEFT JOIN sortid_inspect i ON i.input = v.a");
    EXPECT_OUTPUT(db, "scru64\nscru64",
                  "SELECT i.format FROM sortid_inspect(v.a) i, v ORDER BY v.rowid");
    EXPECT_OUTPUT(db, "NULL\nscru64\nNULL\nscru64",
                  "SELECT (SELECT format FROM sortid_inspect(v.a)) FROM v");
    EXPECT_OUTPUT(db, "2",
                  "SELECT count(*) FROM v WHERE EXISTS (SELECT 1 FROM sortid_inspect(v.a))");
    EXPECT_OUTPUT(db, "2", "SELECT count(*) FROM sortid_inspect WHERE input = 42 OR input = 43");
    EXPECT_OUTPUT(db, "3", "SELECT count(*) FROM sortid_inspect WHERE input IN (1, 2, 3)");
    EXPECT_OUTPUT(db, "0", "SELECT count(*) FROM sortid_inspect(42) WHERE input = 43");
    EXPECT_OUTPUT(db, "ulid\nscru128v1\nscru128",
                  "SELECT format FROM sortid_inspect(zeroblob(16)) ORDER BY format DESC");
    EXPECT_OUTPUT(db, "error: sortid_inspect needs one argument: an ID",
                  "SELECT 1 FROM sortid_inspect WHERE input > 1 OR format = 'ulid'");
    db_run(db, "DROP TABLE v");
}

static void test_gen_joins(void **state)
{
    (void)state;
    EXPECT_OUTPUT(db, "scru128|5\nulid|5",
                  "SELECT format, count(*) FROM sortid_gen WHERE format IN ('ulid', 'scru128') AND "
                  "count IN (2, 3) GROUP BY format");
    EXPECT_OUTPUT(db, "0", "SELECT count(*) FROM sortid_gen('ulid', 2) WHERE count = 3");
    EXPECT_OUTPUT(db, "1", "SELECT count(*) FROM sortid_gen('ulid', 3) WHERE rowid = 1");
    EXPECT_OUTPUT(db, "3", "SELECT count(*) FROM sortid_gen('ulid', (SELECT 3))");
    // each run of the inner table makes new IDs, greater than earlier ones
    EXPECT_OUTPUT(db, "6|6|1",
                  "SELECT count(*), count(DISTINCT b.id), min(a.id < b.id) FROM "
                  "sortid_gen('ulid', 2) a, sortid_gen('ulid', 3) b");
    EXPECT_OUTPUT(db, "0",
                  "SELECT count(*) FROM sortid_gen('ulid', 3) JOIN sortid_gen('ulid', 3) "
                  "USING (text)");
    EXPECT_OUTPUT(db, "1|1|1|1",
                  "SELECT count(*), sum(g.text = i.text), sum(g.id = i.id), sum(g.id = "
                  "ulid_parse(g.text)) FROM sortid_gen('ulid', 1) g, sortid_inspect(g.text) i "
                  "WHERE i.format = 'ulid'");
    EXPECT_OUTPUT(db, "2\n1\n0", "SELECT rowid FROM sortid_gen('ulid', 3) ORDER BY id DESC");
    EXPECT_OUTPUT(db, "2", "SELECT count(*) FROM (SELECT 1) LEFT JOIN sortid_gen('ulid', 2)");
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
    sqlite3_progress_handler(db, 10000, give_up, NULL);
    EXPECT_OUTPUT(db, "error: interrupted",
                  "SELECT count(*) FROM sortid_gen('ulid', 9223372036854775807)");
    sqlite3_progress_handler(db, 0, NULL, NULL);
    EXPECT_OUTPUT(db, "1", "SELECT count(*) FROM sortid_gen('ulid', 1)");
}

/* Views of an untrusted schema can use both. */
static void test_untrusted_views(void **state)
{
    (void)state;
    db_run(db,
           "PRAGMA trusted_schema = OFF; CREATE VIEW made AS SELECT * FROM sortid_gen('ulid', 2);"
           "CREATE VIEW seen AS SELECT format FROM sortid_inspect(7)");
    EXPECT_OUTPUT(db, "2|scru64", "SELECT count(*), (SELECT format FROM seen) FROM made");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gen_rows),         cmocka_unit_test(test_gen_arguments),
        cmocka_unit_test(test_inspect_columns),  cmocka_unit_test(test_inspect_nothing),
        cmocka_unit_test(test_inspect_readings), cmocka_unit_test(test_inspect_keys),
        cmocka_unit_test(test_inspect_joins),    cmocka_unit_test(test_gen_joins),
        cmocka_unit_test(test_gen_interrupted),  cmocka_unit_test(test_untrusted_views),
    };
    support_begin();
    db = db_open(":memory:");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    db_close(db);
    return failed;
}
