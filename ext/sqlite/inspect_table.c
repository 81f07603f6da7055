/* SPDX-License-Identifier: MIT */
/* inspect_table.c: the table-valued function sortid_inspect(id): a row for each way to read a value
 * as an ID, of a format or of another kind that the library recognizes, the most likely first. NULL
 * and values that are not an ID give no rows. It makes no ID. */
#include "inspect_table.h"

#include "format_info.h"
#include "time.h"
#include "value.h"

#include <string.h>

#define SCHEMA                                                                                     \
    "CREATE TABLE x(format, encoding, confidence, id, text, time, ms, hex, int, uuid, fields, "    \
    "input HIDDEN)"
enum column {
    COLUMN_FORMAT,
    COLUMN_ENCODING,
    COLUMN_CONFIDENCE,
    COLUMN_ID,
    COLUMN_TEXT,
    COLUMN_TIME,
    COLUMN_MS,
    COLUMN_HEX,
    COLUMN_INT,
    COLUMN_UUID,
    COLUMN_FIELDS,
    COLUMN_INPUT
};

/* Times are plausible until a year after now, in Unix ms. */
#define YEAR_MS (INT64_C(365) * 86400000)

struct cursor {
    sqlite3_vtab_cursor base;
    sqlite3_value *input; /* a copy */
    size_t count, at;
    sortid_reading rows[SORTID_READINGS_MAX];
};

/* ---- The table ------------------------------------------------------------------------------- */

static int connect(sqlite3 *db, void *data, int count, const char *const *words, sqlite3_vtab **out,
                   char **message)
{
    (void)data;
    (void)count;
    (void)words;
    (void)message;
    sqlite3_vtab *table = sqlite3_malloc64(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    int result = sqlite3_declare_vtab(db, SCHEMA);
    if (result == SQLITE_OK)
        result = sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    if (result == SQLITE_OK)
        *out = table;
    else
        sqlite3_free(table);
    return result;
}

static int disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *table, sqlite3_index_info *info)
{
    bool is_too_late = false;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != COLUMN_INPUT ||
            info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (info->aConstraint[i].usable != 0) {
            info->aConstraintUsage[i].argvIndex = 1;
            info->aConstraintUsage[i].omit = 1;
            info->estimatedCost = 2;
            info->estimatedRows = 2;
            return SQLITE_OK;
        }
        is_too_late = true;
    }
    if (is_too_late)
        return SQLITE_CONSTRAINT;
    table->zErrMsg = sqlite3_mprintf("sortid_inspect needs one argument: an ID");
    return table->zErrMsg != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static int open_cursor(sqlite3_vtab *table, sqlite3_vtab_cursor **out)
{
    (void)table;
    struct cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    if (cursor == NULL)
        return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    *out = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    sqlite3_value_free(cursor->input);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* ---- Readings -------------------------------------------------------------------------------- */

/* Without a clock the library's default is used. */
static int64_t find_plausible_until(void)
{
    sortid_clock clock;
    uint64_t unix_us;
    sortid_clock_exact(&clock);
    sortid_status status = clock.read(clock.context, &unix_us);
    return status == SORTID_OK ? (int64_t)(unix_us / 1000) + YEAR_MS : 0;
}

static void recognize(struct cursor *cursor, const char *text, size_t length)
{
    sortid_recognize_options options = {.plausible_until_ms = find_plausible_until()};
    sortid_status status = sortid_recognize(cursor->rows, sizeof *cursor->rows, SORTID_READINGS_MAX,
                                            &cursor->count, text, length, &options, NULL);
    if (status != SORTID_OK)
        cursor->count = 0;
}

/* An ID of up to 8 bytes is an INTEGER as key. */
static bool is_integer(const sortid_reading *reading)
{
    return reading->size <= sizeof(sqlite3_int64);
}

/* A key is read by its digits, which are also the text of IDs with other bytes: these are left
 * out. */
static void keep_rows(struct cursor *cursor, const void *blob, size_t size)
{
    size_t kept = 0;
    for (size_t i = 0; i < cursor->count; i++) {
        const sortid_reading *row = &cursor->rows[i];
        if (blob == NULL
                ? is_integer(row) && row->form == SORTID_FORM_INT
                : !is_integer(row) && row->size == size && memcmp(row->id, blob, size) == 0)
            cursor->rows[kept++] = *row;
    }
    cursor->count = kept;
}

static int read_text(struct cursor *cursor)
{
    const char *text = (const char *)sqlite3_value_text(cursor->input);
    if (text == NULL)
        return SQLITE_NOMEM;
    recognize(cursor, text, (size_t)sqlite3_value_bytes(cursor->input));
    return SQLITE_OK;
}

static int read_blob(struct cursor *cursor)
{
    char digits[2 * SORTID_MAX_SIZE + 1];
    const unsigned char *blob = sqlite3_value_blob(cursor->input);
    int size = sqlite3_value_bytes(cursor->input);
    if (size == 0 || size > SORTID_MAX_SIZE)
        return SQLITE_OK;
    if (blob == NULL)
        return SQLITE_NOMEM;
    for (int i = 0; i < size; i++)
        sqlite3_snprintf(3, digits + 2 * i, "%02x", blob[i]);
    recognize(cursor, digits, 2 * (size_t)size);
    keep_rows(cursor, blob, (size_t)size);
    return SQLITE_OK;
}

static int read_integer(struct cursor *cursor)
{
    char digits[24];
    sqlite3_snprintf(sizeof digits, digits, "%lld", sqlite3_value_int64(cursor->input));
    recognize(cursor, digits, strlen(digits));
    keep_rows(cursor, NULL, 0);
    return SQLITE_OK;
}

static int find_readings(struct cursor *cursor)
{
    switch (sqlite3_value_type(cursor->input)) {
    case SQLITE_TEXT:
        return read_text(cursor);
    case SQLITE_BLOB:
        return read_blob(cursor);
    case SQLITE_INTEGER:
        return read_integer(cursor);
    default: /* REAL is never an ID */
        return SQLITE_OK;
    }
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *text, int count,
                  sqlite3_value **values)
{
    struct cursor *cursor = (struct cursor *)base;
    (void)number;
    (void)text;
    (void)count; // one
    sqlite3_value_free(cursor->input);
    cursor->count = cursor->at = 0;
    cursor->input = sqlite3_value_dup(values[0]);
    return cursor->input != NULL ? find_readings(cursor) : SQLITE_NOMEM;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int next(sqlite3_vtab_cursor *base)
{
    ((struct cursor *)base)->at++;
    return SQLITE_OK;
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
    const struct cursor *cursor = (const struct cursor *)base;
    return cursor->at >= cursor->count;
}

/* The fields as a JSON object. Values are texts, because fields of 80 bits do not fit a JSON
 * number. Names and values need no escapes. */
static void result_fields(sqlite3_context *context, const sortid_reading *row)
{
    sqlite3_str *json = sqlite3_str_new(sqlite3_context_db_handle(context));
    const char *name;
    char value[SORTID_READING_TEXT_SIZE];
    size_t length;
    for (size_t i = 0;
         sortid_reading_print_field(row, &name, value, sizeof value, &length, i) == SORTID_OK; i++)
        sqlite3_str_appendf(json, "%s\"%s\":\"%s\"", i == 0 ? "{" : ",", name, value);
    sqlite3_str_appendall(json, "}");
    char *text = sqlite3_str_finish(json);
    if (text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, text, -1, sqlite3_free);
}

static void result_id(sqlite3_context *context, const sortid_reading *row)
{
    uint64_t integer = 0;
    for (size_t i = 0; i < row->size && is_integer(row); i++)
        integer = integer << 8 | row->id[i];
    if (is_integer(row))
        sqlite3_result_int64(context, (sqlite3_int64)integer);
    else
        sqlite3_result_blob(context, row->id, (int)row->size, SQLITE_TRANSIENT);
}

static void result_text(sqlite3_context *context, const sortid_reading *row)
{
    char text[SORTID_READING_TEXT_SIZE];
    size_t length;
    if (sortid_reading_print(row, text, sizeof text, &length) == SORTID_OK)
        sqlite3_result_text(context, text, (int)length, SQLITE_TRANSIENT);
}

static void result_hex(sqlite3_context *context, const sortid_reading *row)
{
    char digits[2 * SORTID_MAX_SIZE + 1];
    for (uint32_t i = 0; i < row->size; i++)
        sqlite3_snprintf(3, digits + 2 * i, "%02x", row->id[i]);
    sqlite3_result_text(context, digits, 2 * (int)row->size, SQLITE_TRANSIENT);
}

/* In decimal or as a UUID: 128 bits of any kind, and what the format has. The text of other kinds
 * of 64 bits is decimal. */
static void result_encoded(sqlite3_context *context, const sortid_reading *row,
                           sortid_encoding encoding)
{
    const sortid_format *format = row->format;
    if (format == NULL && row->size == sizeof(sortid_ulid))
        format = sortid_ulid_format(); /* of any bytes */
    if (format != NULL && has_encoding(format, encoding))
        sortid_sqlite_result_text(context, format, encoding, row->id);
    else if (format == NULL && encoding == SORTID_ENCODING_INT && is_integer(row))
        result_text(context, row);
}

static void result_time(sqlite3_context *context, const sortid_reading *row)
{
    char text[TIME_TEXT_SIZE];
    if (row->has_time != 0)
        sqlite3_result_text(context, text, (int)sortid_sqlite_time_print(text, row->unix_ms),
                            SQLITE_TRANSIENT);
}

static void result_format(sqlite3_context *context, const sortid_reading *row)
{
    sortid_kind_info info = {.name = ""};
    sortid_status status = sortid_kind_describe(row->kind, &info, sizeof info);
    (void)status; /* it fails only for NULL */
    sqlite3_result_text(context, info.name, -1, SQLITE_STATIC);
}

static void result_column(sqlite3_context *context, const sortid_reading *row, int number)
{
    static const char *const confidences[] = {"", "low", "medium", "high"};
    switch (number) {
    case COLUMN_FORMAT:
        result_format(context, row);
        break;
    case COLUMN_CONFIDENCE:
        sqlite3_result_text(context, confidences[row->confidence], -1, SQLITE_STATIC);
        break;
    case COLUMN_ID:
        result_id(context, row);
        break;
    case COLUMN_TEXT:
        result_text(context, row);
        break;
    case COLUMN_TIME:
        result_time(context, row);
        break;
    case COLUMN_MS:
        if (row->has_time != 0)
            sqlite3_result_int64(context, row->unix_ms);
        break;
    case COLUMN_HEX:
        result_hex(context, row);
        break;
    case COLUMN_INT:
        result_encoded(context, row, SORTID_ENCODING_INT);
        break;
    case COLUMN_UUID:
        result_encoded(context, row, SORTID_ENCODING_UUID);
        break;
    default:
        result_fields(context, row);
    }
}

/* How the input writes the ID. */
static void result_encoding(sqlite3_context *context, const struct cursor *cursor)
{
    static const char *const names[] = {"text", "hex", "int", "uuid", "bin", "braces", "urn"};
    bool is_blob = sqlite3_value_type(cursor->input) == SQLITE_BLOB;
    uint32_t form = cursor->rows[cursor->at].form;
    sqlite3_result_text(context, names[is_blob ? SORTID_ENCODING_BIN : form], -1, SQLITE_STATIC);
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const struct cursor *cursor = (const struct cursor *)base;
    if (number == COLUMN_INPUT)
        sqlite3_result_value(context, cursor->input);
    else if (number == COLUMN_ENCODING)
        result_encoding(context, cursor);
    else
        result_column(context, &cursor->rows[cursor->at], number);
    return SQLITE_OK;
}

static int row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
    *row = (sqlite3_int64)((const struct cursor *)base)->at;
    return SQLITE_OK;
}

/* Without xCreate: a table-valued function, not a table that CREATE VIRTUAL TABLE could make. */
static const sqlite3_module module = {
    .xConnect = connect,
    .xDisconnect = disconnect,
    .xBestIndex = best_index,
    .xOpen = open_cursor,
    .xClose = close_cursor,
    .xFilter = filter,
    .xNext = next,
    .xEof = is_at_end,
    .xColumn = column,
    .xRowid = row_number,
};

int sortid_sqlite_inspect_table(sqlite3 *db)
{
    return sqlite3_create_module_v2(db, "sortid_inspect", &module, NULL, NULL);
}
