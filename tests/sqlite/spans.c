/* SPDX-License-Identifier: MIT */
/* spans.c: FORMAT_within, FORMAT_within_first and FORMAT_within_last, by SQLite's C interface:
 * since <= time(id) < until, with the constants of support/formats.h. Adjacent ranges contain each
 * row once, by a scan and by an index. Numbers that are not in ms. cases/times.sql has more. */
#include "db.h"

#include "support/calendar.h"

#define SPANS 40
#define IDS   300

static sqlite3 *db;

static uint64_t time_of(const support_format *format, const uint8_t *id)
{
    return support_timestamp(format, id) * format->timestamp_unit + format->timestamp_zero;
}

/* ---- Random ranges --------------------------------------------------------------------------- */

/* A bound in microseconds, so that it may be finer than a ms; below 2^49 ms, which is beyond every
 * format. Sometimes near 0; numbers that are too small for ms are written as text. */
static uint64_t random_bound(const support_format *format)
{
    uint64_t end_ms = (format->timestamp_max + 1) * format->timestamp_unit + format->timestamp_zero;
    uint64_t near_us = support_below(2000 * format->timestamp_unit + 2000);
    switch (support_below(6)) {
    case 0:
        return support_below(2) * near_us;
    case 1:
        return format->timestamp_zero * 1000 + near_us;
    case 2:
        return end_ms * 1000 - near_us;
    case 3:
        return end_ms * 1000 + near_us;
    case 4:
        return UINT64_C(1767225600000000) + support_below(60000000); // one minute
    default:
        return (support_random() >> 15) * 1000 + support_below(2) * near_us;
    }
}

/* A bound as an SQL value of a random type that can express it. The caller frees it. */
static char *sql_of(uint64_t us)
{
    char text[CALENDAR_TEXT_SIZE];
    uint64_t ms = us / 1000;
    calendar_print(text, ms);
    text[strlen(text) - 1] = '\0'; // without Z, for more digits
    if (us % 1000 == 0 && ms >= UINT64_C(100000000000) && support_below(2) == 0)
        return sqlite3_mprintf("%lld", (long long)ms);
    // a REAL has 53 bits: sixteenths of 2^49 ms, thousandths of times up to 2065
    if (ms >= UINT64_C(100000000000) && ms < UINT64_C(3000000000000) && support_below(2) == 0)
        return sqlite3_mprintf("%lld.%03d", (long long)ms, (int)(us % 1000));
    return sqlite3_mprintf("'%s%03dZ'", text, (int)(us % 1000));
}

/* The first or the last ID of the timestamp of a bound, or of the one before or after it. */
static void id_near(uint8_t *id, const support_format *format, uint64_t us)
{
    uint64_t ms = us / 1000, zero = format->timestamp_zero;
    uint64_t timestamp = (ms > zero ? ms - zero : 0) / format->timestamp_unit + support_below(3);
    timestamp -= timestamp > 0;
    if (timestamp > format->timestamp_max)
        timestamp = format->timestamp_max;
    support_id_at(id, format, timestamp, support_below(2) == 0);
}

static int compare_bounds(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/* Makes a table t of IDs, and a table spans of adjacent ranges from -Infinity to Infinity; cuts are
 * the bounds between them. */
static void make_tables(const support_format *format, uint64_t cuts[SPANS])
{
    db_run(db, "DROP TABLE IF EXISTS t; DROP TABLE IF EXISTS spans;"
               "CREATE TABLE t(id PRIMARY KEY, ms INTEGER) WITHOUT ROWID;"
               "CREATE TABLE spans(since, until, since_us INTEGER, until_us INTEGER)");
    for (size_t i = 0; i < SPANS; i++)
        cuts[i] = random_bound(format);
    qsort(cuts, SPANS, sizeof *cuts, compare_bounds);
    char *since = sqlite3_mprintf("-9e999");
    for (size_t i = 0; i <= SPANS; i++) {
        char *until = i < SPANS ? sql_of(cuts[i]) : sqlite3_mprintf("9e999");
        db_run(db, "INSERT INTO spans VALUES(%s, %s, %lld, %lld)", since, until,
               i > 0 ? (long long)cuts[i - 1] : 0, i < SPANS ? (long long)cuts[i] : INT64_MAX);
        sqlite3_free(since);
        since = until;
    }
    sqlite3_free(since);
    sqlite3_stmt *insert = db_prepare(db, "INSERT OR IGNORE INTO t VALUES(?1, ?2)");
    for (size_t i = 0; i < IDS; i++) {
        uint8_t id[SUPPORT_MAX_SIZE];
        if (i % 10 == 0)
            support_random_id(id, format);
        else
            id_near(id, format, cuts[support_below(SPANS)]);
        sqlite3_reset(insert);
        db_bind_key(insert, format, id);
        sqlite3_bind_int64(insert, 2, (sqlite3_int64)time_of(format, id));
        assert_int_equal(sqlite3_step(insert), SQLITE_DONE);
    }
    sqlite3_finalize(insert);
}

/* Compares a scan and a search by first and last key with the rule. Each row counts once. */
TEST_FORMATS(spans)
{
    const char *name = format->name;
    for (int round = 0; round < 10; round++) {
        uint64_t cuts[SPANS];
        make_tables(format, cuts);
        EXPECT_OUTPUT(db, "1|1",
                      "SELECT min(n), max(n) FROM (SELECT (SELECT count(*) FROM spans WHERE "
                      "%s_within(id, since, until)) AS n FROM t)",
                      name);
        EXPECT_OUTPUT(db, "0",
                      "SELECT count(*) FROM t, spans WHERE %s_within(id, since, until) IS NOT "
                      "(ms * 1000 >= since_us AND ms * 1000 < until_us)",
                      name);
        EXPECT_OUTPUT(
            db, "1",
            "SELECT sum((SELECT count(*) FROM t WHERE id BETWEEN %s_within_first(since) AND "
            "%s_within_last(since, until))) = (SELECT count(*) FROM t) FROM spans",
            name, name);
        EXPECT_OUTPUT(db, "0",
                      "SELECT count(*) FROM t, spans WHERE %s_within(id, until, since) OR "
                      "%s_within(id, since, since)",
                      name, name);
    }
}

/* ---- Seconds, days and microseconds instead of ms -------------------------------------------- */

/* The functions of a format that take a time, with their other arguments. */
static const struct {
    const char *verb, *before, *after;
} calls[] = {
    {"min", "", ""},
    {"max", "", ""},
    {"within", "id, ", ", 9e999"},
    {"within", "id, -9e999, ", ""},
    {"within_first", "", ""},
    {"within_last", "", ", 9e999"},
    {"within_last", "-9e999, ", ""},
};

static void expect_refused(const support_format *format, const char *number, const char *shown,
                           const char *looks)
{
    bool is_micro = strcmp(looks, "microseconds") == 0;
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        char expected[200];
        snprintf(expected, sizeof expected,
                 "error: %s_%s: %s looks like %s: write %s, or a text such as '2026-11-20'",
                 format->name, calls[i].verb, shown, looks,
                 is_micro ? "microseconds / 1000" : "unixepoch(...) * 1000");
        EXPECT_OUTPUT(db, expected, "SELECT %s_%s(%s%s%s) FROM (SELECT %s_min('2026-11-20') AS id)",
                      format->name, calls[i].verb, calls[i].before, number, calls[i].after,
                      format->name);
    }
}

TEST_FORMATS(no_ms)
{
    expect_refused(format, "1780000000", "1780000000", "seconds");
    expect_refused(format, "0", "0", "seconds");
    expect_refused(format, "-1", "-1", "seconds");
    expect_refused(format, "99999999999", "99999999999", "seconds");
    expect_refused(format, "-99999999999", "-99999999999", "seconds");
    expect_refused(format, "1780000000.5", "1780000000.5", "seconds or a Julian day");
    expect_refused(format, "julianday('2016-07-30')", "2457599.5", "seconds or a Julian day");
    expect_refused(format, "1780000000000000", "1780000000000000", "microseconds");
    expect_refused(format, "9223372036854775807", "9223372036854775807", "microseconds");
    expect_refused(format, "-9223372036854775807 - 1", "-9223372036854775808", "microseconds");
    expect_refused(format, "1780000000000000.0", "1.78e+15", "microseconds");
}

DB_MAIN
