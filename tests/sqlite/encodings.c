/* SPDX-License-Identifier: MIT */
/* encodings.c: valid and invalid UTF-16 texts, from a database in UTF-16 and as bound values; a
 * connection with a limit on the length of values. */
#include "db.h"

#include <uchar.h>

static sqlite3 *db;

/* Texts in a database whose encoding is UTF-16. */
static void test_utf16(void **state)
{
    (void)state;
    sqlite3 *wide = db_open(":memory:");
    db_run(wide, "PRAGMA encoding = 'UTF-16le'; CREATE TABLE t(a TEXT)");
    db_run(wide, "INSERT INTO t VALUES('01aryz6s41tsv4rrffq69g5fav'), ('\xc3\x9c')");
    EXPECT_OUTPUT(wide, "01ARYZ6S41TSV4RRFFQ69G5FAV",
                  "SELECT ulid_print(a) FROM t WHERE rowid = 1");
    EXPECT_OUTPUT(wide, "error: ulid_print: wrong length, at byte 3 of a TEXT of 2",
                  "SELECT ulid_print(a) FROM t WHERE rowid = 2");
    db_close(wide);
}

/* Checks ulid_valid and ulid_print for a text in UTF-16. */
static void expect_utf16(const char16_t *text, int bytes, int is_valid, const char *output)
{
    sqlite3_stmt *valid_one = db_prepare(db, "SELECT ulid_valid(?1)");
    sqlite3_stmt *print_one = db_prepare(db, "SELECT ulid_print(?1)");
    sqlite3_bind_text16(valid_one, 1, text, bytes, SQLITE_STATIC);
    sqlite3_bind_text16(print_one, 1, text, bytes, SQLITE_STATIC);
    db_step_to_row(valid_one);
    assert_int_equal(sqlite3_column_int(valid_one, 0), is_valid);
    if (sqlite3_step(print_one) == SQLITE_ROW)
        db_expect_text(print_one, 0, output);
    else
        assert_memory_equal(sqlite3_errmsg(db), output, strlen(output));
    sqlite3_finalize(valid_one);
    sqlite3_finalize(print_one);
}

/* Half a surrogate pair, a NUL at the end, a digit of another script: not an ID. */
static void test_utf16_bound(void **state)
{
    static const char wrong[] = "ulid_print: wrong length, at byte ";
    (void)state;
    expect_utf16(u"01aryz6s41tsv4rrffq69g5fav", 52, 1, "01ARYZ6S41TSV4RRFFQ69G5FAV");
    expect_utf16(u"01aryz6s41tsv4rrffq69g5fav", 54, 0, wrong); // with its NUL
    expect_utf16(u"01aryz6s41tsv4rrffq69g5fa\xd800", 52, 0, wrong);
    expect_utf16(u"\xdc00\xdc00", 4, 0, wrong);
    expect_utf16(u"\uff111aryz6s41tsv4rrffq69g5fav", 52, 0, wrong);
}

/* A result above the connection's limit is an error; other calls work. */
static void test_limit(void **state)
{
    (void)state;
    sqlite3 *small = db_open(":memory:");
    sqlite3_limit(small, SQLITE_LIMIT_LENGTH, 35);
    EXPECT_OUTPUT(small, "error: string or blob too big", "SELECT ulid_uuid(ulid())");
    EXPECT_OUTPUT(small, "26|16", "SELECT length(ulid_print(ulid())), length(ulid())");
    db_close(small);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_utf16),
        cmocka_unit_test(test_utf16_bound),
        cmocka_unit_test(test_limit),
    };
    support_begin();
    db = db_open(":memory:");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    db_close(db);
    return failed;
}
