/* SPDX-License-Identifier: MIT */
/* functions.c: the SQL functions that depend on their arguments only, by SQLite's C interface: the
 * vectors of all formats; every bad byte, length and range with its message; types and NULL; times;
 * UUIDs; the names and flags of all functions. */
#include "db.h"

#include "support/calendar.h"
#include "support/judge.h"
#include "support/oracle.h"
#include "support/vectors.h"

static sqlite3 *db;

/* ---- Vectors ------------------------------------------------------------------------------------- */

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

/* Each field that is not fixed has a function: a number, or a BLOB of its bytes if it does not fit into one. */
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

static void vectors_of(const support_format *format)
{
    format_now = format;
    by_key = prepare_columns(format->name);
    by_text = prepare_columns(format->name);
    support_each_vector(format, expect_vector, NULL, NULL);
    sqlite3_finalize(by_key);
    sqlite3_finalize(by_text);
}

static void test_vectors(void **state)
{
    (void)state;
    support_each_format(vectors_of);
}

/* ---- Bad texts ------------------------------------------------------------------------------------ */

static sqlite3_stmt *parse, *valid;

static void bind_both(const char *text, size_t length)
{
    sqlite3_reset(parse);
    sqlite3_reset(valid);
    sqlite3_bind_text(parse, 1, text, (int)length, SQLITE_TRANSIENT);
    sqlite3_bind_text(valid, 1, text, (int)length, SQLITE_TRANSIENT);
    db_step_to_row(valid);
}

/* Checks the result or the message of FORMAT_parse, or of another parser of texts, for any bytes. */
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
    sortid_format_max(format->format(), id); // the next larger digit is out of range
    spoil(format, name, encoding, id);
    support_random_id(id, format);
    spoil(format, name, encoding, id);
    sqlite3_finalize(parse);
    sqlite3_finalize(valid);
}

static void test_bad_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        spoil_all(format, "parse", SORTID_ENCODING_TEXT);
        spoil_all(format, "from_hex", SORTID_ENCODING_HEX);
        if (format->has_uuid)
            spoil_all(format, "from_uuid", SORTID_ENCODING_UUID);
    }
}

/* Bad texts that other implementations accept. */
static void test_texts_that_others_accept(void **state)
{
    static const char *const texts[] = {"80000000000000000000000000",
                                        "ZZZZZZZZZZZZZZZZZZZZZZZZZZ",
                                        "G0000000000000000000000001",
                                        "7!!!!!!!!!!!!!!!!!!!!!!!!!",
                                        "0L000000000000000000000000",
                                        "01ARYZ6S41TSV4RRFFQ69G5FAV ",
                                        " 01ARYZ6S41TSV4RRFFQ69G5FA",
                                        "01ARYZ6S41TSV4RRFFQ69G5FAU",
                                        "01ARYZ6S41-SV4RRFFQ69G5FAV",
                                        "01ARYZ6S41",
                                        "",
                                        "1ARYZ6S41TSV4RRFFQ69G5FAV"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        char *output = db_output(db, "SELECT ulid_parse('%s')", texts[i]);
        EXPECT(strncmp(output, "error: ulid_parse: ", 19) == 0, "%s: %s", texts[i], output);
        sqlite3_free(output);
        EXPECT_OUTPUT(db, "0", "SELECT ulid_valid('%s')", texts[i]);
    }
    EXPECT_OUTPUT(db, "error: scru128_parse: value out of range, at byte 1 of a TEXT of 25",
                  "SELECT scru128_parse('f5lxx1zz5pnorynqglhzmsp34')");
}

static void test_lenient(void **state)
{
    (void)state;
    EXPECT_OUTPUT(db, "01ARYZ6S410123456789ABCDEF",
                  "SELECT ulid_print(ulid_parse_lenient('oiAR-YZ6S4L-0123456789abcdef'))");
    EXPECT_OUTPUT(
        db, "error: ulid_parse_lenient: not a digit of this format, at byte 26 of a TEXT of 26",
        "SELECT ulid_parse_lenient('01ARYZ6S41TSV4RRFFQ69G5FAU')");
    EXPECT_OUTPUT(db, "error: ulid_parse_lenient: the argument must be TEXT, not BLOB",
                  "SELECT ulid_parse_lenient(ulid())");
    EXPECT_OUTPUT(db, "error: ulid_parse: not a digit of this format, at byte 2 of a TEXT of 26",
                  "SELECT ulid_parse('0i000000000000000000000000')");
}

/* ---- Types ----------------------------------------------------------------------------------------- */

static void test_null(void **state)
{
    (void)state;
    sqlite3_stmt *names = db_prepare(
        db, "SELECT DISTINCT name, narg FROM pragma_function_list WHERE flags & 0x800 AND NOT "
            "builtin AND (name LIKE 'scru%%' OR name LIKE 'ulid%%' OR name LIKE 'uuidv7%%' OR "
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

static void test_wrong_types(void **state)
{
    static const char *const verbs[] = {"parse", "print", "time", "ms", "hex", "timestamp"};
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const char *name = support_formats[i].name;
        bool is_integer = &support_formats[i] == SUPPORT_SCRU64;
        for (size_t k = 0; k < COUNT_OF(verbs); k++) {
            char real[99], other[99];
            const char *wanted = is_integer ? "INTEGER or TEXT" : "BLOB or TEXT";
            snprintf(real, sizeof real, "error: %s_%s: the argument must be %s, not REAL", name,
                     verbs[k], wanted);
            snprintf(other, sizeof other, "error: %s_%s: the argument must be %s, not %s", name,
                     verbs[k], wanted, is_integer ? "BLOB" : "INTEGER");
            EXPECT_OUTPUT(db, real, "SELECT %s_%s(1.0)", name, verbs[k]);
            EXPECT_OUTPUT(db, other, "SELECT %s_%s(%s)", name, verbs[k],
                          is_integer ? "zeroblob(8)" : "1");
        }
        EXPECT_OUTPUT(db, "0|0", "SELECT %s_valid(1.5), %s_valid(%s)", name, name,
                      is_integer ? "zeroblob(8)" : "1");
    }
}

static void test_blobs(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        for (int size = 0; size < 40 && format != SUPPORT_SCRU64; size++) {
            int whole = (int)format->size;
            char message[99];
            snprintf(message, sizeof message,
                     "error: %s_print: wrong length, at byte %d of a BLOB of %d", format->name,
                     (size < whole ? size : whole) + 1, size);
            bool is_id = size == whole && format != SUPPORT_UUIDV7;
            EXPECT_OUTPUT(db, is_id ? "1" : "0", "SELECT %s_valid(zeroblob(%d))", format->name,
                          size);
            if (size != whole)
                EXPECT_OUTPUT(db, message, "SELECT %s_print(zeroblob(%d))", format->name, size);
        }
    }
    EXPECT_OUTPUT(db, "error: uuidv7_print: a UUID of another version, at byte 7 of a BLOB of 16",
                  "SELECT uuidv7_print(zeroblob(16))");
    EXPECT_OUTPUT(
        db,
        "error: uuidv7_print: a UUID of another variant than that of RFC 9562, at byte 9 of a BLOB "
        "of 16",
        "SELECT uuidv7_print(x'017f22e279b07cc318c4dc0c0c07398f')");
    EXPECT_OUTPUT(db, "1|017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
                  "SELECT uuidv7_valid(column1), uuidv7_print(column1) FROM "
                  "(VALUES(x'017f22e279b07cc398c4dc0c0c07398f'))");
    EXPECT_OUTPUT(db, "error: ulid_ms: wrong length, at byte 17 of a BLOB of 100000000",
                  "SELECT ulid_ms(zeroblob(100000000))");
    EXPECT_OUTPUT(db, "error: ulid_ms: wrong length, at byte 27 of a TEXT of 30000000",
                  "SELECT ulid_ms(hex(zeroblob(15000000)))");
}

static void test_integers(void **state)
{
    (void)state;
    EXPECT_OUTPUT(db, "000000000000|zzzzzzzzzzzz|1|1|0|0|0",
                  "SELECT scru64_print(0), scru64_print(4738381338321616895), scru64_valid(0), "
                  "scru64_valid(4738381338321616895), scru64_valid(4738381338321616896), "
                  "scru64_valid(-1), scru64_valid(-9223372036854775808)");
    EXPECT_OUTPUT(db, "error: scru64_print: value out of range", "SELECT scru64_print(-1)");
    EXPECT_OUTPUT(db, "error: scru64_parse: value out of range",
                  "SELECT scru64_parse(4738381338321616896)");
    EXPECT_OUTPUT(db,
                  "error: scru64_node_id: the size of a node id must be an INTEGER from 1 to 23",
                  "SELECT scru64_node_id(1, 24)");
    EXPECT_OUTPUT(db,
                  "error: scru64_counter: the size of a node id must be an INTEGER from 1 to 23",
                  "SELECT scru64_counter(1, 0)");
    EXPECT_OUTPUT(db,
                  "error: scru64_counter: the size of a node id must be an INTEGER from 1 to 23",
                  "SELECT scru64_counter(1, '8')");
}

/* ---- Times ------------------------------------------------------------------------------------------ */

static void test_time_texts(void **state)
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
    (void)state;
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

static void test_time_limits(void **state)
{
    static const char before[] = "error: ulid_max: the time is before 1970; IDs have no such times";
    (void)state;
    EXPECT_OUTPUT(db, before, "SELECT ulid_max(-100000000000)");
    EXPECT_OUTPUT(db, before, "SELECT ulid_max('1969-12-31 23:59:59.999')");
    EXPECT_OUTPUT(db, before, "SELECT ulid_max('1970-01-01 00:00+00:01')");
    EXPECT_OUTPUT(db, before, "SELECT ulid_max('0000-01-01')");
    EXPECT_OUTPUT(db,
                  "error: ulid_min: the time is out of range: times of ulid are from "
                  "1970-01-01T00:00:00.000Z to "
                  "+010889-08-02T05:31:50.655Z",
                  "SELECT ulid_min('+999999-12-31 23:59:59.999')");
    EXPECT_OUTPUT(db,
                  "error: scru128v1_min: the time is out of range: times of scru128v1 are from "
                  "2020-01-01T00:00:00.000Z to "
                  "2577-06-22T06:20:44.415Z",
                  "SELECT scru128v1_min('2019-12-31 23:59:59.999')");
    EXPECT_OUTPUT(
        db, "error: ulid_min: the time must be INTEGER or REAL (Unix time in ms) or TEXT, not BLOB",
        "SELECT ulid_min(ulid())");
    // times from SQLite's functions are read
    EXPECT_OUTPUT(db, "1",
                  "SELECT ulid_ms(ulid_min(datetime(1469918176, 'unixepoch'))) = "
                  "1469918176000");
}

/* The smallest and the largest key of random times, whose texts come from another calendar. */
static void test_min_and_max(void **state)
{
    (void)state;
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
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
                db, "SELECT %s_min(%s), %s_max(%s), %s_min('%s'), %s_max('%s')", format->name,
                number, format->name, number, format->name, text, format->name, text);
            db_step_to_row(statement);
            db_expect_key(statement, 0, format, low);
            db_expect_key(statement, 1, format, high);
            db_expect_key(statement, 2, format, low);
            db_expect_key(statement, 3, format, high);
            sqlite3_finalize(statement);
        }
    }
}

/* ---- UUIDs ------------------------------------------------------------------------------------------ */

static void test_uuids(void **state)
{
    (void)state;
    EXPECT_OUTPUT(db, "01563df3-6481-d676-4c61-efb99302bd5b|x'01563df36481d6764c61efb99302bd5b'",
                  "SELECT ulid_uuid('01ARYZ6S41TSV4RRFFQ69G5FAV'), "
                  "ulid_from_uuid('01563DF3-6481-d676-4c61-efb99302bd5b')");
    EXPECT_OUTPUT(db, "error: no such function: scru160_uuid", "SELECT scru160_uuid(1)");
    EXPECT_OUTPUT(db, "1|1|1",
                  "SELECT ulid_from_uuid('01563DF36481d6764c61efb99302bd5b') = u, "
                  "ulid_from_uuid('{01563df3-6481-d676-4c61-efb99302bd5b}') = u, "
                  "ulid_from_uuid('{01563df36481d6764c61efb99302bd5b}') = u "
                  "FROM (SELECT ulid_parse('01ARYZ6S41TSV4RRFFQ69G5FAV') AS u)");
    static const char *const bad[][2] = {
        {"{01563df3-6481-d676-4c61-efb99302bd5g}",
         "not a digit of this format, at byte 37 of a TEXT of 38"},
        {"01563df36481d6764c61efb99302bd5g",
         "not a digit of this format, at byte 32 of a TEXT of 32"},
        {"{01563df3-6481-d676-4c61-efb99302bd5b", "wrong length, at byte 37 of a TEXT of 37"},
        {"[01563df3-6481-d676-4c61-efb99302bd5b]", "wrong length, at byte 37 of a TEXT of 38"},
        {"0156-3df36481d6764c61efb99302bd5", "wrong length, at byte 33 of a TEXT of 32"},
        {"{}", "wrong length, at byte 3 of a TEXT of 2"},
        {"urn:uuid:01563df3-6481-d676-4c61-efb99302bd5b",
         "wrong length, at byte 37 of a TEXT of 45"}};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        char *output = db_output(db, "SELECT ulid_from_uuid('%s')", bad[i][0]);
        EXPECT(strncmp(output, "error: ulid_from_uuid: ", 23) == 0 &&
                   strcmp(output + 23, bad[i][1]) == 0,
               "%s: %s", bad[i][0], output);
        sqlite3_free(output);
    }
    EXPECT_OUTPUT(db, "1",
                  "SELECT uuidv7_from_uuid('017f22e279b07cc398c4dc0c0c07398f') = "
                  "uuidv7_from_uuid('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')");
    EXPECT_OUTPUT(db,
                  "error: uuidv7_from_uuid: a UUID of another version, at byte 14 of a TEXT of 34",
                  "SELECT uuidv7_from_uuid('{017f22e279b04cc398c4dc0c0c07398f}')");
    EXPECT_OUTPUT(db, "error: no such function: scru64_from_uuid", "SELECT scru64_from_uuid(1)");
    EXPECT_OUTPUT(db, "error: scru128_from_uuid: the argument must be TEXT, not BLOB",
                  "SELECT scru128_from_uuid(zeroblob(16))");
}

/* ---- The list of all ------------------------------------------------------------------------------- */

/* Written by hand: a new or removed function must change these lists. pure: deterministic and innocuous; new:
 * innocuous; direct: not allowed in a schema. */
static const char *const of_each_format[] = {
    "/0 new",         "_from_hex/1 pure",     "_hex/1 pure",        "_max/1 pure",  "_min/1 pure",
    "_ms/1 pure",     "_parse/1 pure",        "_print/1 pure",      "_time/1 pure", "_valid/1 pure",
    "_within/3 pure", "_within_first/1 pure", "_within_last/2 pure"};
static const char *const others[] = {
    "ksuid_random/0 new",    "scru128_random/0 new",  "scru160_fraction/0 new",
    "scru64/1 direct",       "scru64/2 direct",       "scru64_counter/2 pure",
    "scru64_node_id/2 pure", "sortid_version/0 new",  "ulid_parse_lenient/1 pure",
    "ulid_random/0 new",     "uuidv7_fraction/0 new", "uuidv7_random/0 new"};

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

static void test_names_and_flags(void **state)
{
    (void)state;
    db_run(db, "CREATE TEMP TABLE wanted (name)");
    db_run(db, "CREATE TEMP VIEW found AS SELECT name || '/' || narg || CASE flags & 0x280800 WHEN "
               "0x200800 THEN ' pure' WHEN 0x200000 THEN ' new' WHEN 0x80000 THEN ' direct' ELSE "
               "' ?' END AS name FROM pragma_function_list WHERE name LIKE 'scru%%' OR name LIKE "
               "'ulid%%' OR name LIKE 'uuidv7%%' OR name LIKE 'ksuid%%' OR name LIKE 'sortid%%'");
    support_each_format(want_functions_of);
    for (size_t i = 0; i < COUNT_OF(others); i++)
        want("", others[i]);
    EXPECT_OUTPUT(db, "", "SELECT name FROM found EXCEPT SELECT name FROM wanted");
    EXPECT_OUTPUT(db, "", "SELECT name FROM wanted EXCEPT SELECT name FROM found");
    EXPECT_OUTPUT(db, "140|140",
                  "SELECT (SELECT count(*) FROM found), (SELECT count(*) FROM wanted)");
    EXPECT_OUTPUT(db, SORTID_VERSION, "SELECT sortid_version()");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_texts_that_others_accept),
        cmocka_unit_test(test_lenient),
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_wrong_types),
        cmocka_unit_test(test_blobs),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_time_texts),
        cmocka_unit_test(test_time_limits),
        cmocka_unit_test(test_min_and_max),
        cmocka_unit_test(test_uuids),
        cmocka_unit_test(test_names_and_flags),
    };
    support_begin();
    db = db_open(":memory:");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    db_close(db);
    return failed;
}
