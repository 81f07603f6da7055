/* SPDX-License-Identifier: MIT */
/* main.c: measures what a key costs an SQLite table: single inserts, the size of the file, look-ups
 * by key and by time range, for keys of sortid, random keys and integers; and a call of each
 * generator. Run by hand: `cmake --build build --target sortid-sqlite-bench`, then
 *     build/sortid-sqlite-bench [-n ROWS] [-d FOLDER] [KEY...]
 * It writes a database of about 100 bytes a row into FOLDER (default: .), removes it, and prints a
 * table. Look-ups and calls are measured in CPU time of the process, which depends less on other
 * load. If a key has no time, the table has a column for the time, with an index. */
#define _POSIX_C_SOURCE 200809L
#include <sortid/sqlite.h>

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Rows of a transaction; look-ups and ranges of a measurement; the part of the time in a range. */
#define BATCH        10000
#define LOOKUPS      20000
#define RANGES       50
#define RANGE_SHARE  1000
#define TICK_MS      256 /* of scru64: a shorter range may contain no tick */
#define PAYLOAD_SIZE 40
#define PATH_SIZE    4096

struct key {
    const char *name;
    const char *column; /* declaration of the column id */
    const char *tail;   /* after the columns of the table */
    const char *value;  /* SQL of a new key; NULL: the rowid */
    const char *format; /* of the key; NULL: the table has a column `at` */
};

static const struct key keys[] = {
    {"integer", "INTEGER PRIMARY KEY", "", NULL, NULL},
    {"scru64", "INTEGER PRIMARY KEY", "", "scru64()", "scru64"},
    {"ulid", "BLOB PRIMARY KEY", "WITHOUT ROWID", "ulid()", "ulid"},
    {"scru128", "BLOB PRIMARY KEY", "WITHOUT ROWID", "scru128()", "scru128"},
    {"scru160", "BLOB PRIMARY KEY", "WITHOUT ROWID", "scru160()", "scru160"},
    {"uuidv7", "BLOB PRIMARY KEY", "WITHOUT ROWID", "uuidv7()", "uuidv7"},
    {"ulid-text", "TEXT PRIMARY KEY", "WITHOUT ROWID", "ulid_print(ulid())", NULL},
    {"randomblob", "BLOB PRIMARY KEY", "WITHOUT ROWID", "randomblob(16)", NULL},
};
#define KEY_COUNT (sizeof keys / sizeof *keys)

struct run {
    sqlite3 *db;
    const struct key *key;
    long long rows;
    long long since_ms, until_ms; /* of the inserts */
    char path[PATH_SIZE];
};

/* ---- Small helpers --------------------------------------------------------------------------- */

_Noreturn static void die(const char *what, sqlite3 *db)
{
    fprintf(stderr, "sortid-sqlite-bench: %s: %s\n", what,
            db != NULL ? sqlite3_errmsg(db) : "failed");
    exit(1);
}

static uint64_t now_ns(clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0)
        die("clock", NULL);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static long long now_ms(void)
{
    return (long long)(now_ns(CLOCK_REALTIME) / 1000000);
}

static void execute(sqlite3 *db, const char *sql)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        die(sql, db);
}

static sqlite3_stmt *prepare(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        die(sql, db);
    return statement;
}

/* Steps through all rows and resets the statement; returns the first column of the first row. */
static long long take(sqlite3_stmt *statement)
{
    long long first = 0;
    int result = sqlite3_step(statement);
    if (result == SQLITE_ROW)
        first = sqlite3_column_int64(statement, 0);
    while (result == SQLITE_ROW)
        result = sqlite3_step(statement);
    if (result != SQLITE_DONE)
        die(sqlite3_sql(statement), sqlite3_db_handle(statement));
    sqlite3_reset(statement);
    return first;
}

static long long number(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *statement = prepare(db, sql);
    long long value = take(statement);
    sqlite3_finalize(statement);
    return value;
}

/* ---- The parts of a run ---------------------------------------------------------------------- */

static void remove_files(const struct run *run)
{
    char path[PATH_SIZE + 8];
    static const char *const tails[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", run->path, tails[i]);
        unlink(path);
    }
}

static void create(struct run *run)
{
    char sql[400];
    remove_files(run);
    if (sqlite3_open(run->path, &run->db) != SQLITE_OK ||
        sqlite3_sortid_init(run->db, NULL, NULL) != SQLITE_OK)
        die(run->path, run->db);
    execute(run->db,
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536");
    snprintf(sql, sizeof sql, "CREATE TABLE t(id %s, %sn INTEGER, payload BLOB) %s",
             run->key->column, run->key->format == NULL ? "at INTEGER, " : "", run->key->tail);
    execute(run->db, sql);
    if (run->key->format == NULL)
        execute(run->db, "CREATE INDEX t_at ON t(at)");
}

/* ns of the process's CPU and ns of time for a row. */
static double insert(struct run *run, double *cpu_ns)
{
    static const char payload[PAYLOAD_SIZE] = "forty bytes of something that is stored";
    bool has_at = run->key->format == NULL;
    char sql[400];
    snprintf(sql, sizeof sql, "INSERT INTO t(%sn, payload%s) VALUES(%s%s?1, ?2%s)",
             run->key->value != NULL ? "id, " : "", has_at ? ", at" : "",
             run->key->value != NULL ? run->key->value : "", run->key->value != NULL ? ", " : "",
             has_at ? ", ?3" : "");
    sqlite3_stmt *statement = prepare(run->db, sql);
    sqlite3_bind_blob(statement, 2, payload, PAYLOAD_SIZE, SQLITE_STATIC);
    run->since_ms = now_ms();
    uint64_t begin = now_ns(CLOCK_MONOTONIC), begin_cpu = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (long long i = 0; i < run->rows; i++) {
        if (i % BATCH == 0)
            execute(run->db, i == 0 ? "BEGIN" : "COMMIT; BEGIN");
        sqlite3_bind_int64(statement, 1, i);
        if (has_at)
            sqlite3_bind_int64(statement, 3, now_ms());
        take(statement);
    }
    execute(run->db, "COMMIT");
    execute(run->db, "PRAGMA wal_checkpoint(TRUNCATE)");
    uint64_t end = now_ns(CLOCK_MONOTONIC), end_cpu = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    run->until_ms = now_ms();
    *cpu_ns = (double)(end_cpu - begin_cpu) / (double)run->rows;
    sqlite3_finalize(statement);
    return (double)(end - begin) / (double)run->rows;
}

/* us for a look-up by key, of keys from all over the table. */
static double look_up(const struct run *run)
{
    char sql[200];
    long long step = run->rows / LOOKUPS > 0 ? run->rows / LOOKUPS : 1;
    snprintf(sql, sizeof sql,
             "CREATE TEMP TABLE some AS SELECT id FROM t WHERE n %% %lld = 0 ORDER BY random()",
             step);
    execute(run->db, sql);
    long long count = number(run->db, "SELECT count(*) FROM some");
    sqlite3_stmt *statement =
        prepare(run->db, "SELECT sum(n) FROM some CROSS JOIN t ON t.id = some.id");
    uint64_t begin = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    take(statement);
    uint64_t end = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    sqlite3_finalize(statement);
    return (double)(end - begin) / 1000 / (double)count;
}

/* us for a range of a thousandth of the time and a tick, and how many rows the ranges had. */
static double look_up_ranges(const struct run *run, long long *found)
{
    char sql[400];
    long long span = run->until_ms - run->since_ms, width = span / RANGE_SHARE + TICK_MS;
    if (run->key->format == NULL)
        snprintf(sql, sizeof sql, "SELECT count(payload) FROM t WHERE at >= ?1 AND at < ?2");
    else
        snprintf(sql, sizeof sql,
                 "SELECT count(payload) FROM t WHERE id >= %s_min(?1) AND id < %s_min(?2)",
                 run->key->format, run->key->format);
    sqlite3_stmt *statement = prepare(run->db, sql);
    *found = 0;
    uint64_t begin = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    for (long long i = 0; i < RANGES; i++) {
        long long since = run->since_ms + span * (i * 7919 % RANGES) / RANGES;
        sqlite3_bind_int64(statement, 1, since);
        sqlite3_bind_int64(statement, 2, since + width);
        *found += take(statement);
    }
    uint64_t end = now_ns(CLOCK_PROCESS_CPUTIME_ID);
    sqlite3_finalize(statement);
    return (double)(end - begin) / 1000 / RANGES;
}

static void measure(struct run *run)
{
    long long found;
    create(run);
    double cpu_ns;
    double insert_ns = insert(run, &cpu_ns);
    double bytes = (double)number(run->db, "SELECT page_count * page_size FROM pragma_page_count, "
                                           "pragma_page_size") /
                   (double)run->rows;
    double key_us = look_up(run);
    double range_us = look_up_ranges(run, &found);
    printf("%-12s %12.0f %12.0f %12.1f %12.2f %12.1f %12lld\n", run->key->name, insert_ns, cpu_ns,
           bytes, key_us, range_us, found / RANGES);
    fflush(stdout);
    if (sqlite3_close(run->db) != SQLITE_OK)
        die("close", run->db);
    remove_files(run);
}

/* ns of one of a million calls. The smallest of five rounds counts: load only adds time. */
static double best_of(sqlite3 *db, const char *sql)
{
    double best = 1e9;
    for (int round = 0; round < 5; round++) {
        uint64_t begin = now_ns(CLOCK_PROCESS_CPUTIME_ID);
        (void)number(db, sql);
        double each = (double)(now_ns(CLOCK_PROCESS_CPUTIME_ID) - begin) / 1e6;
        best = each < best ? each : best;
    }
    return best;
}

/* Prints the time of a call of each function, minus that of a constant. */
static void measure_calls(void)
{
    static const char *const calls[] = {
        "x'00'",       "randomblob(16)", "ulid()",   "ulid_random()", "scru128()",
        "scru128v1()", "scru160()",      "scru64()", "uuidv7()",      "uuidv7_fraction()"};
    char sql[300];
    double nothing = 0;
    sqlite3 *db;
    if (sqlite3_open(":memory:", &db) != SQLITE_OK ||
        sqlite3_sortid_init(db, NULL, NULL) != SQLITE_OK)
        die("open", db);
    printf("\n%-24s %s\n", "call", "ns, minus those of a constant");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        snprintf(
            sql, sizeof sql,
            "WITH RECURSIVE n(n) AS (VALUES(1) UNION ALL SELECT n + 1 FROM n WHERE n < 1000000) "
            "SELECT count(%s) FROM n",
            calls[i]);
        double each = best_of(db, sql);
        nothing = i == 0 ? each : nothing;
        if (i > 0)
            printf("%-24s %.0f\n", calls[i], each - nothing);
    }
    sqlite3_close(db);
}

static bool is_wanted(const char *name, char **names)
{
    bool is_any = *names == NULL;
    for (; *names != NULL; names++)
        is_any |= strcmp(*names, name) == 0;
    return is_any;
}

int main(int argc, char **argv)
{
    struct run run = {.rows = 10000000};
    const char *folder = ".";
    char state[PATH_SIZE + 8];
    int option;
    while ((option = getopt(argc, argv, "n:d:")) != -1) {
        if (option == 'n')
            run.rows = strtoll(optarg, NULL, 10);
        else if (option == 'd')
            folder = optarg;
        else
            return 2;
    }
    if (run.rows < 1)
        return 2;
    snprintf(run.path, sizeof run.path, "%s/sortid-sqlite-bench.db", folder);
    snprintf(state, sizeof state, "%s-state", run.path);
    setenv("SCRU64_NODE_SPEC", "1/1", 1);
    setenv("SORTID_SCRU64_STATE", state, 1);
    printf("SQLite %s, %lld rows\n%-12s %12s %12s %12s %12s %12s %12s\n", sqlite3_libversion(),
           run.rows, "key", "insert ns", "of CPU", "bytes a row", "by key us", "by time us",
           "rows of it");
    for (size_t i = 0; i < KEY_COUNT; i++) {
        run.key = &keys[i];
        if (is_wanted(keys[i].name, argv + optind))
            measure(&run);
    }
    measure_calls();
    unlink(state);
    return 0;
}
