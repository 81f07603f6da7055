/* SPDX-License-Identifier: MIT */
/* sqlite.c: fuzz target: the input is an SQL value of any type, passed to every function of the
 * SQLite extension that reads one. The result must be the judge's, or an error if the judge
 * refuses; times must be those of SQLite's own functions. No call may end the process or return
 * anything except a row. All inputs use one connection, since it stores nothing. */
#include "../fuzz.h"

#include <sortid/sqlite.h>
#include <sqlite3.h>

static sqlite3 *db;

/* A value, to bind and for the judge. */
struct value {
    int type; /* SQLITE_INTEGER to SQLITE_NULL */
    sqlite3_int64 integer;
    const char *bytes;
    size_t length;
};

/* ---- Statements ------------------------------------------------------------------------------ */

/* The functions of each format, in this order; NULL: it does not have the function. */
enum verb { PARSE, PRINT, VALID, MS, TIME, HEX, FROM_HEX, MIN, MAX, SINCE, UUID, FROM_UUID, VERBS };
static const char *const verbs[VERBS] = {"parse", "print",        "valid",    "ms",
                                         "time",  "hex",          "from_hex", "min",
                                         "max",   "within_first", "uuid",     "from_uuid"};
static sqlite3_stmt *statements[SUPPORT_FORMATS][VERBS];
static sqlite3_stmt *lenient, *inspect, *gen, *node, *epoch;

static sqlite3_stmt *prepare(const char *sql)
{
    sqlite3_stmt *statement = NULL;
    MUST(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) == SQLITE_OK,
         "%s: %s", sql, sqlite3_errmsg(db));
    return statement;
}

static void prepare_all(void)
{
    char sql[100];
    if (db != NULL)
        return;
    MUST(sqlite3_open(":memory:", &db) == SQLITE_OK, "open");
    MUST(sqlite3_sortid_init(db, NULL, NULL) == SQLITE_OK, "init");
    for (size_t i = 0; i < SUPPORT_FORMATS; i++)
        for (size_t verb = 0; verb < (support_formats[i].has_uuid ? VERBS : UUID); verb++) {
            snprintf(sql, sizeof sql, "SELECT %s_%s(?1)", support_formats[i].name, verbs[verb]);
            statements[i][verb] = prepare(sql);
        }
    lenient = prepare("SELECT ulid_parse_lenient(?1)");
    inspect = prepare("SELECT format, text FROM sortid_inspect(?1)");
    gen = prepare("SELECT id, text FROM sortid_gen(?1, ?2)");
    node = prepare("SELECT scru64(?1, 'none')");
    epoch = prepare("SELECT strftime('%s', ?1)");
}

static void bind(sqlite3_stmt *statement, const struct value *value)
{
    int result = SQLITE_OK;
    sqlite3_reset(statement);
    switch (value->type) {
    case SQLITE_INTEGER:
        result = sqlite3_bind_int64(statement, 1, value->integer);
        break;
    case SQLITE_FLOAT:
        result = sqlite3_bind_double(statement, 1, (double)value->integer / 3);
        break;
    case SQLITE_TEXT:
        result = sqlite3_bind_text(statement, 1, value->bytes, (int)value->length, SQLITE_STATIC);
        break;
    case SQLITE_BLOB:
        result = sqlite3_bind_blob(statement, 1, value->bytes, (int)value->length, SQLITE_STATIC);
        break;
    default:
        result = sqlite3_bind_null(statement, 1);
    }
    MUST(result == SQLITE_OK, "bind: %d", result);
}

/* Whether there is a row; otherwise there must be an error message. */
static bool step(sqlite3_stmt *statement, const struct value *value)
{
    bind(statement, value);
    int result = sqlite3_step(statement);
    MUST(result == SQLITE_ROW || result == SQLITE_ERROR, "%s: %d", sqlite3_sql(statement), result);
    MUST(result == SQLITE_ROW || strlen(sqlite3_errmsg(db)) > 10, "%s: %s", sqlite3_sql(statement),
         sqlite3_errmsg(db));
    return result == SQLITE_ROW;
}

/* ---- Expected results ------------------------------------------------------------------------ */

static void bytes_of(uint8_t bytes[8], uint64_t integer)
{
    for (size_t i = 8; i-- > 0; integer >>= 8)
        bytes[i] = (uint8_t)(integer & 0xff);
}

/* A value as an ID; a wrong type is refused too. */
static judgement judge_value(const support_format *format, const struct value *value)
{
    uint8_t bytes[8];
    bool is_integer = format == SUPPORT_SCRU64;
    if (value->type == SQLITE_TEXT)
        return judge_parse(format, SORTID_ENCODING_TEXT, value->bytes, value->length);
    if (value->type == SQLITE_BLOB && !is_integer)
        return judge_parse(format, SORTID_ENCODING_BIN, value->bytes, value->length);
    bytes_of(bytes, (uint64_t)value->integer);
    if (value->type == SQLITE_INTEGER && is_integer)
        return judge_parse(format, SORTID_ENCODING_BIN, (const char *)bytes, 8);
    return (judgement){.status = SORTID_BAD_LENGTH};
}

/* Expects the ID as a key in column 0. */
static void expect_key(sqlite3_stmt *statement, const support_format *format, const uint8_t *id)
{
    uint8_t bytes[8];
    if (format == SUPPORT_SCRU64) {
        bytes_of(bytes, (uint64_t)sqlite3_column_int64(statement, 0));
        MUST(sqlite3_column_type(statement, 0) == SQLITE_INTEGER && memcmp(bytes, id, 8) == 0, "%s",
             sqlite3_sql(statement));
        return;
    }
    MUST(sqlite3_column_type(statement, 0) == SQLITE_BLOB &&
             sqlite3_column_bytes(statement, 0) == (int)format->size &&
             memcmp(sqlite3_column_blob(statement, 0), id, format->size) == 0,
         "%s", sqlite3_sql(statement));
}

static void expect_print(sqlite3_stmt *statement, const support_format *format,
                         sortid_encoding encoding, const uint8_t *id)
{
    char text[SUPPORT_MAX_TEXT];
    judge_print(text, format, encoding, id);
    MUST(strcmp((const char *)sqlite3_column_text(statement, 0), text) == 0, "%s: %s, not %s",
         sqlite3_sql(statement), sqlite3_column_text(statement, 0), text);
}

static uint64_t ms_of(const support_format *format, const uint8_t *id)
{
    return support_timestamp(format, id) * format->timestamp_unit + format->timestamp_zero;
}

static void expect_answer(sqlite3_stmt *statement, enum verb verb, const support_format *format,
                          const uint8_t *id)
{
    switch (verb) {
    case PARSE:
        expect_key(statement, format, id);
        break;
    case PRINT:
        expect_print(statement, format, SORTID_ENCODING_TEXT, id);
        break;
    case HEX:
        expect_print(statement, format, SORTID_ENCODING_HEX, id);
        break;
    case UUID:
        expect_print(statement, format, SORTID_ENCODING_UUID, id);
        break;
    case MS:
        MUST((uint64_t)sqlite3_column_int64(statement, 0) == ms_of(format, id), "ms");
        break;
    default: // the time: SQLite reads years up to 9999
        MUST(sqlite3_column_bytes(statement, 0) == (ms_of(format, id) < 253402300800000 ? 24 : 27),
             "time");
    }
}

/* ---- Each kind of function ------------------------------------------------------------------- */

static void read_id(size_t index, const struct value *value)
{
    static const enum verb readers[] = {PARSE, PRINT, MS, TIME, HEX, UUID};
    const support_format *format = &support_formats[index];
    judgement wanted = judge_value(format, value);
    bool is_null = value->type == SQLITE_NULL;
    MUST(step(statements[index][VALID], value), "valid is never an error");
    MUST(is_null ? sqlite3_column_type(statements[index][VALID], 0) == SQLITE_NULL
                 : sqlite3_column_int(statements[index][VALID], 0) == (wanted.status == SORTID_OK),
         "%s_valid", format->name);
    for (size_t i = 0; i < COUNT_OF(readers); i++) {
        sqlite3_stmt *statement = statements[index][readers[i]];
        if (statement == NULL)
            continue;
        bool has_row = step(statement, value);
        MUST(has_row == (is_null || wanted.status == SORTID_OK), "%s", sqlite3_sql(statement));
        if (is_null)
            MUST(sqlite3_column_type(statement, 0) == SQLITE_NULL, "NULL");
        else if (has_row)
            expect_answer(statement, readers[i], format, wanted.id);
    }
}

/* A UUID with or without braces and hyphens: braces only around 32 or 36 digits and hyphens. */
static judgement judge_uuid(const support_format *format, const char *text, size_t length)
{
    if ((length == 34 || length == 38) && text[0] == '{' && text[length - 1] == '}') {
        text++;
        length -= 2;
    }
    return judge_parse(format, length == 32 ? SORTID_ENCODING_HEX : SORTID_ENCODING_UUID, text,
                       length);
}

/* A function that reads text in another form. */
static void read_text(sqlite3_stmt *statement, const support_format *format, judgement wanted,
                      const struct value *value)
{
    bool is_text = value->type == SQLITE_TEXT;
    bool has_row = step(statement, value);
    MUST(has_row == (value->type == SQLITE_NULL || (is_text && wanted.status == SORTID_OK)), "%s",
         sqlite3_sql(statement));
    if (has_row && is_text)
        expect_key(statement, format, wanted.id);
}

/* SQLite must read the same time; it rounds fractions, the extension truncates them. */
static void expect_same_time(const struct value *value, uint64_t unix_ms)
{
    if (value->type == SQLITE_TEXT && step(epoch, value) &&
        sqlite3_column_type(epoch, 0) != SQLITE_NULL) {
        sqlite3_int64 apart = sqlite3_column_int64(epoch, 0) - (sqlite3_int64)(unix_ms / 1000);
        MUST(apart == 0 || apart == 1, "SQLite is %lld s apart", (long long)apart);
    }
}

/* A number in ms, rounded down, whether it has a fraction of a ms, and whether it may be a time. */
static bool judge_number(int64_t *ms, bool *is_finer, const struct value *value)
{
    double real = (double)value->integer / 3; /* as bind does it */
    *ms = value->integer;
    *is_finer = false;
    if (value->type == SQLITE_FLOAT) {
        *ms = (int64_t)real;
        *ms -= (double)*ms > real;
        *is_finer = (double)*ms < real;
    }
    return (*ms >= 100000000000 && *ms < 1000000000000000) ||
           (*ms <= -100000000000 && *ms > -1000000000000000);
}

/* The first ID from a time on: that of the first timestamp that does not start before it. */
static void expect_since(sqlite3_stmt *since, const support_format *format, int64_t ms)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    int64_t zero = (int64_t)format->timestamp_zero, unit = (int64_t)format->timestamp_unit;
    uint64_t timestamp = ms <= zero ? 0 : (uint64_t)((ms - zero + unit - 1) / unit);
    if (timestamp > format->timestamp_max) {
        MUST(sqlite3_column_type(since, 0) == SQLITE_NULL, "a time range after %s", format->name);
        return;
    }
    support_id_at(id, format, timestamp, false);
    expect_key(since, format, id);
}

static void read_number(size_t index, const struct value *value)
{
    const support_format *format = &support_formats[index];
    sqlite3_stmt *min = statements[index][MIN], *since = statements[index][SINCE];
    int64_t ms;
    bool is_finer;
    bool is_likely = judge_number(&ms, &is_finer, value);
    MUST(step(since, value) == is_likely, "%s of %lld ms", sqlite3_sql(since), (long long)ms);
    MUST(is_likely || !step(min, value), "%s of %lld ms", sqlite3_sql(min), (long long)ms);
    if (is_likely)
        expect_since(since, format, ms + is_finer);
}

static void read_time(size_t index, const struct value *value)
{
    uint8_t id[SUPPORT_MAX_SIZE];
    const support_format *format = &support_formats[index];
    bool is_number = value->type == SQLITE_INTEGER || value->type == SQLITE_FLOAT;
    sqlite3_stmt *min = statements[index][MIN], *max = statements[index][MAX];
    bool has_min = step(min, value), has_max = step(max, value);
    MUST(has_min == has_max, "bounds of %s", format->name);
    MUST(has_min || value->type != SQLITE_NULL, "NULL");
    MUST(!has_min || value->type == SQLITE_NULL || is_number || value->type == SQLITE_TEXT,
         "a time of type %d", value->type);
    MUST(!has_min || step(statements[index][SINCE], value), "a time without a bound");
    if (is_number)
        read_number(index, value);
    if (format != SUPPORT_ULID || !has_min || value->type == SQLITE_NULL)
        return;
    memcpy(id, sqlite3_column_blob(min, 0), 16);
    uint64_t unix_ms = ms_of(format, id);
    support_id_at(id, format, unix_ms, false);
    expect_key(min, format, id);
    support_id_at(id, format, unix_ms, true);
    expect_key(max, format, id);
    int64_t ms;
    bool is_finer;
    MUST(!is_number || (judge_number(&ms, &is_finer, value) && (uint64_t)ms == unix_ms), "ms");
    expect_same_time(value, unix_ms);
}

static void read_inspect(const struct value *value)
{
    sortid_reading wanted[SORTID_READINGS_MAX];
    sortid_recognize_options options = {.plausible_until_ms = judge_plausible_until()};
    size_t count = 0;
    bind(inspect, value);
    if (value->type != SQLITE_TEXT) {
        MUST(sqlite3_step(inspect) != SQLITE_ERROR, "inspect: %s", sqlite3_errmsg(db));
        return;
    }
    if (sortid_recognize(wanted, sizeof *wanted, SORTID_READINGS_MAX, &count, value->bytes,
                         value->length, &options, NULL) != SORTID_OK)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        char text[SORTID_READING_TEXT_SIZE];
        sortid_kind_info info;
        size_t length;
        MUST(sqlite3_step(inspect) == SQLITE_ROW, "reading %zu of %zu", i, count);
        MUST(sortid_kind_describe(wanted[i].kind, &info, sizeof info) == SORTID_OK &&
                 sortid_reading_print(&wanted[i], text, sizeof text, &length) == SORTID_OK &&
                 strcmp((const char *)sqlite3_column_text(inspect, 0), info.name) == 0 &&
                 strcmp((const char *)sqlite3_column_text(inspect, 1), text) == 0,
             "reading %zu", i);
    }
    MUST(sqlite3_step(inspect) == SQLITE_DONE, "more readings than %zu", count);
}

/* Names of formats, counts: rows or an error, and no file is created. */
static void make(const struct value *value, sqlite3_int64 count)
{
    bind(gen, value);
    sqlite3_bind_int64(gen, 2, count);
    int result = sqlite3_step(gen);
    while (result == SQLITE_ROW)
        result = sqlite3_step(gen);
    MUST(result == SQLITE_DONE || result == SQLITE_ERROR, "gen: %d", result);
    MUST(!step(node, value), "an ID without a state file");
}

/* ---- The target ------------------------------------------------------------------------------ */

static void read_all(const struct value *value)
{
    for (size_t i = 0; i < SUPPORT_FORMATS; i++) {
        const support_format *format = &support_formats[i];
        read_id(i, value);
        read_time(i, value);
        read_text(statements[i][FROM_HEX], format,
                  judge_parse(format, SORTID_ENCODING_HEX, value->bytes, value->length), value);
        if (format->has_uuid)
            read_text(statements[i][FROM_UUID], format,
                      judge_uuid(format, value->bytes, value->length), value);
    }
    read_text(lenient, SUPPORT_ULID, judge_lenient(value->bytes, value->length), value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    unsigned kind = fuzz_byte(&input);
    struct value value = {.type = (int)(kind % 5) + 1};
    void *bytes = fuzz_exact(input.at, input.left);
    prepare_all();
    value.bytes = bytes;
    value.length = input.left;
    value.integer = (sqlite3_int64)fuzz_number(&input);
    read_all(&value);
    read_inspect(&value);
    make(&value, (sqlite3_int64)(kind / 5) - 8);
    free(bytes);
    return 0;
}
