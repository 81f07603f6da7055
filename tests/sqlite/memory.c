/* SPDX-License-Identifier: MIT */
/* memory.c: each allocation that SQLite makes for the extension fails in turn, alone and together
 * with all later ones: during registration, and in each function and table at its first use. The
 * result is "out of memory" or the right one, the connection works afterwards, and nothing is
 * leaked by SQLite's count. */
#include "db.h"

#include <unistd.h>

/* ---- An allocator that fails ----------------------------------------------------------------- */

static sqlite3_mem_methods real;
static bool is_armed, fails_on, has_failed;
static size_t calls, fail_at;

static bool fails(void)
{
    if (!is_armed || ++calls < fail_at || (calls > fail_at && !fails_on))
        return false;
    has_failed = true;
    return true;
}

static void *allocate(int size)
{
    return fails() ? NULL : real.xMalloc(size);
}

static void *reallocate(void *block, int size)
{
    return fails() ? NULL : real.xRealloc(block, size);
}

/* The allocation with this number fails; with `and_all_on`, all later ones, too. */
static void arm(size_t call, bool and_all_on)
{
    calls = 0;
    fail_at = call;
    fails_on = and_all_on;
    has_failed = false;
    is_armed = true;
}

/* ---- Each statement -------------------------------------------------------------------------- */

static char folder[] = "/tmp/sortid-sqlite-memory-XXXXXX";

/* An ID that is ahead of the clock makes the call wait. */
static const char ahead[] =
    "SELECT interrupt(), scru64(scru64_print(scru64_min((strftime('%%s', 'now') + 4) * 1000)) || "
    "'/8', '%s/ahead')";

static const char *const statements[] = {
    "SELECT ulid(), ulid_random(), scru128(), scru128v1(), scru160(), ulid_at(1704067200000)",
    "SELECT uuidv7(), uuidv7_random(), uuidv7_fraction()",
    "SELECT ulid_print(ulid()), ulid_time(ulid()), ulid_uuid(ulid()), ulid_hex(ulid())",
    "SELECT ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAV'), ulid_valid('x')",
    "SELECT ulid_parse_lenient('01ARYZ6S41TSV4RRFFQ69G5FAV')",
    "SELECT ulid_from_uuid('01563df3-6481-d676-4c61-efb99302bd5b'), ulid_randomness(ulid())",
    "SELECT ulid_min('2026-11-20'), scru64_max('1970-01-01')",
    "SELECT scru64_print(scru64_parse('000000000042'))",
    "SELECT ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAU')",
    "SELECT ulid_parse(1.5)",
    "SELECT ulid_min('never')",
    "SELECT scru128v1_min('1970-01-01')",
    "SELECT ulid_min(1780000000)",
    "SELECT ulid_within(ulid(), 1.5, '2026-11-20')",
    "SELECT ulid_within(ulid(), '2026-11-20', 1780000000000.5), ulid_within_first(9e999)",
    "SELECT scru64_within_first('2026-11-20'), ulid_within_last('2026-11-20', 9e999)",
    "SELECT scru64_node_id(1, 99)",
    "SELECT * FROM sortid_gen('ulid', 2)",
    "SELECT * FROM sortid_gen('ulid', -2)",
    "SELECT * FROM sortid_gen('ulid')",
    "SELECT * FROM sortid_gen('x', 2)",
    "SELECT * FROM sortid_inspect('01ARYZ6S41TSV4RRFFQ69G5FAV')",
    "SELECT * FROM sortid_inspect(ulid())",
    "SELECT scru64('42/8', '%s/state'), scru64('42/8', '%s/state')",
    "SELECT scru64('42/8', 'none')",
    "SELECT scru64('42/8', '%s/not/there')",
    "SELECT scru64('%s')",
    "SELECT scru64('42/8')",
    "SELECT * FROM sortid_gen('scru64', 2)",
    ahead,
    "SELECT ulid_print(a) FROM wide",
};

/* A new connection, so that generators, tables and files are opened by the next statement. */
static sqlite3 *open_new(void)
{
    sqlite3 *db = db_open(":memory:");
    db_run(db, "PRAGMA encoding = 'UTF-16be'; CREATE TABLE wide(a TEXT);"
               "INSERT INTO wide VALUES('01ARYZ6S41TSV4RRFFQ69G5FAV')");
    db_add_interrupt(db);
    return db;
}

/* The result code of a statement after its last row. */
static int run(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (result == SQLITE_OK || result == SQLITE_ROW)
        result = sqlite3_step(statement);
    int at_last = sqlite3_finalize(statement);
    return result == SQLITE_DONE ? at_last : result;
}

/* The result code if the allocation with this number fails, or all from it on. It may be the right
 * one, because SQLite can do without some allocations. Then the statement must succeed. */
static int run_without(size_t number, bool and_all_on, const char *sql, int right)
{
    sqlite3 *db = open_new();
    arm(number, and_all_on);
    int result = run(db, sql);
    is_armed = false;
    EXPECT(result == SQLITE_NOMEM || result == right, "%s: allocation %zu: %d", sql, number,
           result);
    EXPECT(run(db, sql) == right, "%s: after allocation %zu", sql, number);
    db_close(db);
    return result;
}

/* Fails each allocation in turn, until a run has fewer allocations than that. */
static void expect_survives(const char *sql)
{
    sqlite3 *db = open_new();
    int right = run(db, sql);
    db_close(db);
    assert_true(right == SQLITE_OK || right == SQLITE_ERROR || right == SQLITE_INTERRUPT);
    size_t number = 1, refused = 0;
    do {
        refused += run_without(number, true, sql, right) == SQLITE_NOMEM;
        refused += run_without(number++, false, sql, right) == SQLITE_NOMEM;
    } while (has_failed);
    EXPECT(refused > number, "%s: refused %zu times of %zu", sql, refused, number);
}

TEST(statements)
{
    setenv("SCRU64_NODE_SPEC", "41/8", 1);
    setenv("XDG_STATE_HOME", folder, 1);
    unsetenv("SORTID_SCRU64_STATE");
    for (size_t i = 0; i < COUNT_OF(statements); i++) {
        char *sql = sqlite3_mprintf(statements[i], folder, folder);
        expect_survives(sql);
        sqlite3_free(sql);
    }
}

/* ---- Registration ---------------------------------------------------------------------------- */

TEST(registration)
{
    size_t number = 1, refused = 0;
    do {
        sqlite3 *db;
        char *message = NULL;
        assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
        arm(number++, false);
        int result = sqlite3_sortid_init(db, &message, NULL);
        is_armed = false;
        EXPECT(result == SQLITE_NOMEM || result == SQLITE_OK, "allocation %zu: %d", number - 1,
               result);
        refused += result == SQLITE_NOMEM;
        sqlite3_free(message);
        db_close(db);
    } while (has_failed);
    EXPECT(refused > 70, "refused %zu times", refused); // at least one allocation for each function
}

/* All memory has been freed. */
TEST(no_leak)
{
    assert_int_equal(sqlite3_memory_used(), 0);
}

int main(void)
{
    support_begin();
    if (mkdtemp(folder) == NULL || sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real) != SQLITE_OK)
        return 1;
    sqlite3_mem_methods failing = real;
    failing.xMalloc = allocate;
    failing.xRealloc = reallocate;
    if (sqlite3_config(SQLITE_CONFIG_MALLOC, &failing) != SQLITE_OK ||
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 1) != SQLITE_OK)
        return 1;
    int failed = cases_run(NULL, NULL);
    db_remove_folder(folder);
    return failed;
}
