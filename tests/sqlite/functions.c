/* SPDX-License-Identifier: MIT */
/* functions.c: the SQL functions that depend on their arguments only, by SQLite's C interface: the
 * vectors of all formats; every bad byte, length and range with its message; types and NULL; times;
 * texts in UTF-16; the readings of sortid_inspect, compared with those of the library; the
 * names and flags of all functions. cases/ has single statements. */
#include "db.h"

#include "support/calendar.h"
#include "support/judge.h"
#include "support/oracle.h"
#include "support/vectors.h"

#include <uchar.h>

static sqlite3 *db;

/* ---- Vectors --------------------------------------------------------------------------------- */

static const support_format *format_now;
static sqlite3_stmt *by_key, *by_text;

static const char columns[] = "SELECT %s_parse(?1), %s_print(?1), %s_valid(?1), %s_ms(?1), "
                              "%s_time(?1), %s_hex(?1), %s_timestamp(?1)";

static sqlite3_stmt *prepare_columns(const char *name)
{
    return db_prepare(db, columns, name, name, name, name, name, name, name);
}

static void expect_columns(sqlite3_stmt *statement, const uint8_t *id)
{
    char text[SUPPORT_MAX_TEXT], hex[SUPPORT_MAX_TEXT], time[CALENDAR_TEXT_SIZE];
    uint64_t timestamp = support_timestamp(format_now, id);
    uint64_t unix_ms = timestamp * format_now->timestamp_unit + format_now->timestamp_zero;
    judge_print(text, format_now, SORTID_ENCODING_TEXT, id);
    judge_print(hex, format_now, SORTID_ENCODING_HEX, id);
    calendar_print(time, unix_ms);
    db_step_to_row(statement);
    db_expect_key(statement, 0, format_now, id);
    db_expect_text(statement, 1, text);
    assert_int_equal(sqlite3_column_int64(statement, 2), 1);
    assert_int_equal(sqlite3_column_int64(statement, 3), unix_ms);
    db_expect_text(statement, 4, time);
    db_expect_text(statement, 5, hex);
    assert_int_equal(sqlite3_column_int64(statement, 6), timestamp);
}

/* Reads the text in its own case, and in the other unless case matters. */
static void expect_text(const uint8_t *id, const char *text)
{
    char other[SUPPORT_MAX_TEXT];
    size_t length = strlen(text);
    for (size_t i = 0; i <= length; i++) {
        bool is_lower = text[i] >= 'a' && text[i] <= 'z';
        bool is_upper = text[i] >= 'A' && text[i] <= 'Z';
        other[i] = (char)(text[i] ^ (is_lower || is_upper ? 0x20 : 0));
    }
    const char *const both[] = {text, other};
    for (size_t i = 0; i < (oracle_has_case(format_now->alphabet) ? 1 : 2); i++) {
        sqlite3_reset(by_text);
        sqlite3_bind_text(by_text, 1, both[i], -1, SQLITE_TRANSIENT);
        expect_columns(by_text, id);
    }
}

/* Each field that is not fixed has a function: a number, or a BLOB if it does not fit. */
static void expect_fields(const support_vector *vector)
{
    size_t first = 0;
    for (size_t i = 0; i < SUPPORT_FIELDS && format_now->fields[i].name != NULL; i++) {
        const support_field *field = &format_now->fields[i];
        char value[SUPPORT_MAX_TEXT];
        if (field->bits < 64)
            support_field_value(value, vector->id, first, field->bits);
        else
            snprintf(value, sizeof value, "x'%s'", vector->hex + first / 4);
        EXPECT_OUTPUT(db, value, "SELECT %s_%s('%s')", format_now->name, field->name, vector->text);
        first += field->bits;
    }
}

static void expect_vector(const support_vector *vector, void *context)
{
    (void)context;
    db_bind_key(by_key, format_now, vector->id);
    expect_columns(by_key, vector->id);
    expect_text(vector->id, vector->text);
    expect_fields(vector);
    if (format_now != SUPPORT_SCRU64)
        return;
    char **column = vector->columns;
    EXPECT_OUTPUT(db, column[1], "SELECT scru64_parse('%s')", vector->text);
    EXPECT_OUTPUT(db, column[4], "SELECT scru64_node_id(%s, 8) << 16 | scru64_counter('%s', 8)",
                  column[1], vector->text);
}

TEST_FORMATS(vectors)
{
    format_now = format;
    by_key = prepare_columns(format->name);
    by_text = prepare_columns(format->name);
    support_each_vector(format, expect_vector, NULL, NULL);
    sqlite3_finalize(by_key);
    sqlite3_finalize(by_text);
}

/* ---- Bad texts ------------------------------------------------------------------------------- */

static sqlite3_stmt *parse, *valid;

static void bind_both(const char *text, size_t length)
{
    sqlite3_reset(parse);
    sqlite3_reset(valid);
    sqlite3_bind_text(parse, 1, text, (int)length, SQLITE_TRANSIENT);
    sqlite3_bind_text(valid, 1, text, (int)length, SQLITE_TRANSIENT);
    db_step_to_row(valid);
}

/* Checks the result or message of FORMAT_parse, or of another parser, for any bytes. */
static void expect_judged(const support_format *format, const char *name, sortid_encoding encoding,
                          const char *text, size_t length)
{
    char message[200];
    judgement wanted = judge_parse(format, encoding, text, length);
    bind_both(text, length);
    if (encoding == SORTID_ENCODING_TEXT)
        assert_int_equal(sqlite3_column_int64(valid, 0), wanted.status == SORTID_OK);
    if (wanted.status == SORTID_OK) {
        db_step_to_row(parse);
        db_expect_key(parse, 0, format, wanted.id);
        return;
    }
    snprintf(message, sizeof message, "%s: %s, at byte %zu of a TEXT of %zu", name,
             sortid_status_text(wanted.status), wanted.position + 1, length);
    assert_int_equal(sqlite3_step(parse), SQLITE_ERROR);
    assert_string_equal(sqlite3_errmsg(db), message);
}

static void spoil(const support_format *format, const char *name, sortid_encoding encoding,
                  const uint8_t *id)
{
    char text[SUPPORT_MAX_TEXT + 4] = "";
    size_t length = judge_print(text, format, encoding, id);
    memcpy(text + length, "000", 3);
    for (size_t cut = 0; cut <= length + 3; cut++)
        expect_judged(format, name, encoding, text, cut);
    for (size_t i = 0; i < length; i++) {
        char was = text[i];
        for (unsigned byte = 0; byte < 256; byte++) {
            text[i] = (char)byte;
            expect_judged(format, name, encoding, text, length);
        }
        text[i] = was;
    }
}

static void spoil_all(const support_format *format, const char *verb, sortid_encoding encoding)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    char name[64];
    snprintf(name, sizeof name, "%s_%s", format->name, verb);
    parse = db_prepare(db, "SELECT %s(?1)", name);
    valid = db_prepare(db, "SELECT %s_valid(?1)", format->name);
    if (sortid_format_max(format->format(), id) !=
        SORTID_OK) // the next larger digit is out of range
        abort();
    spoil(format, name, encoding, id);
    support_random_id(id, format);
    spoil(format, name, encoding, id);
    sqlite3_finalize(parse);
    sqlite3_finalize(valid);
}

TEST_FORMATS(bad_texts)
{
    spoil_all(format, "parse", SORTID_ENCODING_TEXT);
    spoil_all(format, "from_hex", SORTID_ENCODING_HEX);
    if (format->has_uuid)
        spoil_all(format, "from_uuid", SORTID_ENCODING_UUID);
}

/* ---- Types ----------------------------------------------------------------------------------- */

TEST(null)
{
    sqlite3_stmt *names = db_prepare(
        db, "SELECT DISTINCT name, narg FROM pragma_function_list WHERE flags & 0x800 AND NOT "
            "builtin AND (name LIKE 'scru%%' OR name LIKE 'ulid%%' OR name "
            "LIKE 'uuidv7%%' OR "
            "name LIKE 'ksuid%%')");
    size_t count = 0;
    for (; sqlite3_step(names) == SQLITE_ROW; count++)
        EXPECT_OUTPUT(db, "NULL", "SELECT %s(NULL%s)", sqlite3_column_text(names, 0),
                      sqlite3_column_int(names, 1) == 3   ? ", '2026-11-20', '2026-11-21'"
                      : sqlite3_column_int(names, 1) == 2 ? ", 8"
                                                          : "");
    sqlite3_finalize(names);
    assert_int_equal(count, 7 * 12 + 2 * 4 + 1 + 2 + 23);
    EXPECT_OUTPUT(db, "NULL", "SELECT scru64_node_id(1, NULL)");
}

TEST_FORMATS(wrong_types)
{
    static const char *const verbs[] = {"parse", "print", "time", "ms", "hex", "timestamp"};
    const char *name = format->name;
    bool is_integer = format == SUPPORT_SCRU64;
    const char *wanted = is_integer ? "INTEGER or TEXT" : "BLOB or TEXT";
    const char *other = is_integer ? "zeroblob(8)" : "1";
    for (size_t k = 0; k < COUNT_OF(verbs); k++) {
        char message[99];
        snprintf(message, sizeof message, "error: %s_%s: the argument must be %s, not REAL", name,
                 verbs[k], wanted);
        EXPECT_OUTPUT(db, message, "SELECT %s_%s(1.0)", name, verbs[k]);
        snprintf(message, sizeof message, "error: %s_%s: the argument must be %s, not %s", name,
                 verbs[k], wanted, is_integer ? "BLOB" : "INTEGER");
        EXPECT_OUTPUT(db, message, "SELECT %s_%s(%s)", name, verbs[k], other);
    }
    EXPECT_OUTPUT(db, "0|0", "SELECT %s_valid(1.5), %s_valid(%s)", name, name, other);
}

TEST_FORMATS(blobs)
{
    for (int size = 0; size < 40 && format != SUPPORT_SCRU64; size++) {
        int whole = (int)format->size;
        char message[99];
        snprintf(message, sizeof message,
                 "error: %s_print: wrong length, at byte %d of a BLOB of %d", format->name,
                 (size < whole ? size : whole) + 1, size);
        bool is_id = size == whole && format != SUPPORT_UUIDV7;
        EXPECT_OUTPUT(db, is_id ? "1" : "0", "SELECT %s_valid(zeroblob(%d))", format->name, size);
        if (size != whole)
            EXPECT_OUTPUT(db, message, "SELECT %s_print(zeroblob(%d))", format->name, size);
    }
}

/* ---- Times ----------------------------------------------------------------------------------- */

TEST(time_texts)
{
    static const struct {
        const char *text;
        const char *expected; /* Unix ms, or the byte number in the error message */
    } times[] = {
        {"2016-07-30", "1469836800000"},
        {"2016-07-30 22:36", "1469918160000"},
        {"2016-07-30 22:36:16", "1469918176000"},
        {"2016-07-30T22:36:16.385Z", "1469918176385"},
        {"2016-07-30t22:36:16.3859999z", "1469918176385"},
        {"2016-07-30T22:36:16.3", "1469918176300"},
        {"2016-07-31 00:06:16.385+01:30", "1469918176385"},
        {"2016-07-30 20:36-02:00", "1469918160000"},
        {"1970-01-01", "0"},
        {"1970-01-01 00:00:00-00:01", "60000"},
        {"2000-02-29", "951782400000"},
        {"2024-02-29", "1709164800000"},
        {"+010889-08-02T05:31:50.655Z", "281474976710655"},
        {"+002016-07-30", "1469836800000"},
        {"2016-02-30", "9"},
        {"2100-02-29", "9"},
        {"2016-04-31", "9"},
        {"2016-13-01", "6"},
        {"2016-00-01", "6"},
        {"2016-01-00", "9"},
        {"2016-1-01", "7"},
        {"2016-01-01 24:00", "12"},
        {"2016-01-01 12:60", "15"},
        {"2016-01-01 12:00:60", "18"},
        {"2016-01-01 12", "14"},
        {"2016-01-01 12:00:00.", "21"},
        {"2016-01-01 12:00:00,5", "20"},
        {"2016-01-01 12:00+1:00", "19"},
        {"2016-01-01 12:00+0100", "20"},
        {"2016-01-01 12:00+24:00", "18"},
        {"2016-01-01Z", "11"},
        {"2016-01-01 ", "12"},
        {" 2016-01-01", "1"},
        {"+10889-08-02", "7"},
        {"nov", "1"},
        {"1469918176385", "5"},
        {"12:00", "3"},
        {"", "1"},
        {"2016", "5"},
    };
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        char message[200];
        if (strlen(times[i].expected) > 3 || i == 8) { // a time, 1970 too
            EXPECT_OUTPUT(db, times[i].expected, "SELECT ulid_ms(ulid_min('%s'))", times[i].text);
            continue;
        }
        snprintf(message, sizeof message,
                 "error: ulid_min: not a time, at byte %s of a TEXT of %zu: write it as 2026-11-20 "
                 "12:00:00.123, with T, Z or +01:00 if needed, or a date only",
                 times[i].expected, strlen(times[i].text));
        EXPECT_OUTPUT(db, message, "SELECT ulid_min('%s')", times[i].text);
    }
}

/* The smallest and the largest key of random times, whose texts come from another calendar. */
TEST_FORMATS(min_and_max)
{
    for (int round = 0; round < 300; round++) {
        uint8_t low[SUPPORT_MAX_SIZE], high[SUPPORT_MAX_SIZE];
        char text[CALENDAR_TEXT_SIZE];
        uint64_t timestamp = support_below(format->timestamp_max + 1);
        uint64_t unix_ms = timestamp * format->timestamp_unit + format->timestamp_zero +
                           support_below(format->timestamp_unit);
        support_id_at(low, format, timestamp, false);
        support_id_at(high, format, timestamp, true);
        calendar_print(text, unix_ms);
        char number[CALENDAR_TEXT_SIZE + 2]; // one that looks like seconds is refused
        if (unix_ms < UINT64_C(100000000000))
            snprintf(number, sizeof number, "'%s'", text);
        else
            snprintf(number, sizeof number, "%lld", (long long)unix_ms);
        sqlite3_stmt *statement = db_prepare(
            db, "SELECT %s_min(%s), %s_max(%s), %s_min('%s'), %s_max('%s')", format->name, number,
            format->name, number, format->name, text, format->name, text);
        db_step_to_row(statement);
        db_expect_key(statement, 0, format, low);
        db_expect_key(statement, 1, format, high);
        db_expect_key(statement, 2, format, low);
        db_expect_key(statement, 3, format, high);
        sqlite3_finalize(statement);
    }
}

/* ---- Readings -------------------------------------------------------------------------------- */

/* Checks that a text has the rows of the library's readings, in the same order. */
static void expect_readings(const char *text, size_t length)
{
    static const char *const encodings[] = {"text", "hex", "int", "uuid", "bin", "braces", "urn"};
    sortid_reading wanted[SORTID_READINGS_MAX];
    sortid_recognize_options options = {.plausible_until_ms = judge_plausible_until()};
    size_t count = 0;
    if (sortid_recognize(wanted, sizeof *wanted, SORTID_READINGS_MAX, &count, text, length,
                         &options, NULL) != SORTID_OK)
        count = 0;
    sqlite3_stmt *found = db_prepare(
        db, "SELECT format, encoding, text, ms FROM sortid_inspect('%.*s')", (int)length, text);
    for (size_t i = 0; i < count; i++) {
        char print[SORTID_READING_TEXT_SIZE];
        sortid_kind_info info;
        size_t written;
        assert_int_equal(sortid_kind_describe(wanted[i].kind, &info, sizeof info), SORTID_OK);
        assert_int_equal(sortid_reading_print(&wanted[i], print, sizeof print, &written),
                         SORTID_OK);
        db_step_to_row(found);
        db_expect_text(found, 0, info.name);
        db_expect_text(found, 1, encodings[wanted[i].form]);
        db_expect_text(found, 2, print);
        if (wanted[i].has_time != 0)
            assert_int_equal(sqlite3_column_int64(found, 3), wanted[i].unix_ms);
    }
    assert_int_equal(sqlite3_step(found), SQLITE_DONE);
    sqlite3_finalize(found);
}

TEST(inspect_readings)
{
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

/* ---- Bound values and limits ----------------------------------------------------------------- */

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
TEST(utf16_bound)
{
    static const char wrong[] = "ulid_print: wrong length, at byte ";
    expect_utf16(u"01aryz6s41tsv4rrffq69g5fav", 52, 1, "01ARYZ6S41TSV4RRFFQ69G5FAV");
    expect_utf16(u"01aryz6s41tsv4rrffq69g5fav", 54, 0, wrong); // with its NUL
    expect_utf16(u"01aryz6s41tsv4rrffq69g5fa\xd800", 52, 0, wrong);
    expect_utf16(u"\xdc00\xdc00", 4, 0, wrong);
    expect_utf16(u"\uff111aryz6s41tsv4rrffq69g5fav", 52, 0, wrong);
}

/* A result above the connection's limit is an error; other calls work. */
TEST(limit)
{
    sqlite3 *small = db_open(":memory:");
    sqlite3_limit(small, SQLITE_LIMIT_LENGTH, 35);
    EXPECT_OUTPUT(small, "error: string or blob too big", "SELECT ulid_uuid(ulid())");
    EXPECT_OUTPUT(small, "26|16", "SELECT length(ulid_print(ulid())), length(ulid())");
    db_close(small);
}

/* ---- The list of all ------------------------------------------------------------------------- */

/* Written by hand: a new or removed function must change these lists. pure: deterministic and
 * innocuous; new: innocuous; direct: not allowed in a schema. */
static const char *const of_each_format[] = {
    "/0 new",         "_from_hex/1 pure",     "_hex/1 pure",        "_max/1 pure",  "_min/1 pure",
    "_ms/1 pure",     "_parse/1 pure",        "_print/1 pure",      "_time/1 pure", "_valid/1 pure",
    "_within/3 pure", "_within_first/1 pure", "_within_last/2 pure"};
static const char *const others[] = {
    "ksuid_random/0 new",    "scru128_random/0 new",      "scru160_fraction/0 new",
    "scru64/1 direct",       "scru64/2 direct",           "scru64_counter/2 pure",
    "scru64_node_id/2 pure", "sortid_version/0 new",      "typeid_decode/1 pure",
    "typeid_decode/2 pure",  "typeid_encode/2 pure",      "typeid_valid/1 pure",
    "typeid_valid/2 pure",   "ulid_parse_lenient/1 pure", "ulid_random/0 new",
    "uuidv7_fraction/0 new", "uuidv7_random/0 new"};

static void want(const char *name, const char *rest)
{
    db_run(db, "INSERT INTO wanted VALUES ('%s%s')", name, rest);
}

static void want_functions_of(const support_format *format)
{
    for (size_t i = 0; i < COUNT_OF(of_each_format); i++)
        want(format->name, of_each_format[i]);
    if (format != SUPPORT_SCRU64)
        want(format->name, "_at/1 new");
    if (format->has_uuid) {
        want(format->name, "_uuid/1 pure");
        want(format->name, "_from_uuid/1 pure");
    }
    for (size_t i = 0; i < SUPPORT_FIELDS && format->fields[i].name != NULL; i++)
        db_run(db, "INSERT INTO wanted VALUES ('%s_%s/1 pure')", format->name,
               format->fields[i].name);
}

TEST(names_and_flags)
{
    db_run(db, "CREATE TEMP TABLE wanted (name)");
    db_run(db, "CREATE TEMP VIEW found AS SELECT name || '/' || narg || CASE flags & 0x280800 WHEN "
               "0x200800 THEN ' pure' WHEN 0x200000 THEN ' new' WHEN 0x80000 THEN ' direct' ELSE "
               "' ?' END AS name FROM pragma_function_list WHERE name LIKE 'scru%%' OR name LIKE "
               "'typeid%%' OR name LIKE 'ulid%%' OR name LIKE 'uuidv7%%' OR name LIKE 'ksuid%%' OR "
               "name LIKE 'sortid%%'");
    support_each_format(want_functions_of);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        want("", others[i]);
    EXPECT_OUTPUT(db, "", "SELECT name FROM found EXCEPT SELECT name FROM wanted");
    EXPECT_OUTPUT(db, "", "SELECT name FROM wanted EXCEPT SELECT name FROM found");
    EXPECT_OUTPUT(db, "145|145",
                  "SELECT (SELECT count(*) FROM found), (SELECT count(*) FROM wanted)");
    EXPECT_OUTPUT(db, SORTID_VERSION, "SELECT sortid_version()");
}

DB_MAIN
