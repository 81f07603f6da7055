/* SPDX-License-Identifier: MIT */
/* inspect_table.c: the table-valued function sortid_inspect(id): a row for each way to read a value
 * as an ID of a format, the most likely first by its own rules, not by sortid/recognize.h. NULL and
 * values that are not an ID give no rows. It makes no ID. */
#include "inspect_table.h"

#include "format_info.h"
#include "value.h"

#include <string.h>

#define SCHEMA                                                                                     \
    "CREATE TABLE x(format, encoding, id, text, time, ms, hex, int, uuid, fields, input HIDDEN)"
enum column {
    COLUMN_FORMAT,
    COLUMN_ENCODING,
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

/* More than the formats that read one value: each has one encoding of a length. */
#define ROWS_MAX 8

/* Times are likely from 2000 on to a year after now, all in Unix ms. */
#define LIKELY_SINCE UINT64_C(946684800000)
#define YEAR_MS      (UINT64_C(365) * 86400000)

struct row {
    const sortid_format *format;
    sortid_encoding encoding;
    unsigned rank; /* lower is more likely */
    uint8_t id[SORTID_MAX_SIZE];
};

struct cursor {
    sqlite3_vtab_cursor base;
    sqlite3_value *input; /* a copy */
    uint64_t likely_until_ms;
    size_t count, at;
    struct row rows[ROWS_MAX];
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

#define UUID_LENGTH 36

/* The length of a text in an encoding; 0: none. A UUID that is the format's own text is read as
 * text alone. */
static size_t length_of(const sortid_format *format, sortid_encoding encoding)
{
    sortid_format_info info = info_of(format);
    if (encoding == SORTID_ENCODING_TEXT)
        return info.text_length;
    if (encoding == SORTID_ENCODING_UUID)
        return info.text_length == UUID_LENGTH ? 0 : UUID_LENGTH;
    return 2 * info.size;
}

static bool is_likely(const struct cursor *cursor, const struct row *row)
{
    uint64_t unix_ms = sortid_format_unix_ms(row->format, row->id);
    return unix_ms >= LIKELY_SINCE && unix_ms < cursor->likely_until_ms;
}

static bool is_canonical(const struct row *row, const char *text, size_t length)
{
    char print[SORTID_MAX_TEXT_SIZE];
    return print_id(print, row->format, row->encoding, row->id) == length &&
           memcmp(print, text, length) == 0;
}

/* Inserts a row after those that are as likely. */
static void add_row(struct cursor *cursor, const struct row *row)
{
    size_t place = cursor->count;
    if (cursor->count == ROWS_MAX)
        return;
    for (; place > 0 && cursor->rows[place - 1].rank > row->rank; place--)
        cursor->rows[place] = cursor->rows[place - 1];
    cursor->rows[place] = *row;
    cursor->count++;
}

/* Ranks the format's text above hex and uuid, then canonical letters, then a likely time. */
static void try_text(struct cursor *cursor, const sortid_format *format, sortid_encoding encoding,
                     const char *text, size_t length)
{
    struct row row = {.format = format, .encoding = encoding};
    if (!has_encoding(format, encoding) || length_of(format, encoding) != length ||
        sortid_format_parse(format, row.id, encoding, text, length, NULL) != SORTID_OK)
        return;
    row.rank = (encoding == SORTID_ENCODING_TEXT ? 0u : 4u) |
               (is_canonical(&row, text, length) ? 0u : 2u) | (is_likely(cursor, &row) ? 0u : 1u);
    add_row(cursor, &row);
}

/* A key, whose encoding is shown as "bin" or "int". */
static void try_key(struct cursor *cursor, const sortid_format *format)
{
    struct row row = {.format = format};
    if (sortid_sqlite_read(row.id, format, cursor->input).outcome != OUTCOME_READ)
        return;
    row.encoding = sortid_sqlite_is_integer(format) ? SORTID_ENCODING_INT : SORTID_ENCODING_BIN;
    row.rank = is_likely(cursor, &row) ? 0u : 1u;
    add_row(cursor, &row);
}

static void try_texts(struct cursor *cursor, const sortid_format *format, const char *text,
                      size_t length)
{
    try_text(cursor, format, SORTID_ENCODING_TEXT, text, length);
    try_text(cursor, format, SORTID_ENCODING_HEX, text, length);
    try_text(cursor, format, SORTID_ENCODING_UUID, text, length);
}

static int find_readings(struct cursor *cursor)
{
    const sortid_format *format;
    const char *text = NULL;
    if (sqlite3_value_type(cursor->input) == SQLITE_TEXT) {
        text = (const char *)sqlite3_value_text(cursor->input);
        if (text == NULL)
            return SQLITE_NOMEM;
    }
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        if (text != NULL)
            try_texts(cursor, format, text, (size_t)sqlite3_value_bytes(cursor->input));
        else
            try_key(cursor, format);
    }
    return SQLITE_OK;
}

/* Without a clock all times from LIKELY_SINCE on are likely. */
static uint64_t find_likely_until(void)
{
    sortid_clock clock;
    uint64_t unix_us;
    sortid_clock_exact(&clock);
    sortid_status status = clock.read(clock.context, &unix_us);
    return status == SORTID_OK ? unix_us / 1000 + YEAR_MS : UINT64_MAX;
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
    cursor->likely_until_ms = find_likely_until();
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

/* A field as `"name":"value"`. */
static void append_field(sqlite3_str *json, const struct row *row, size_t index)
{
    char value[SORTID_MAX_TEXT_SIZE] = "";
    size_t length;
    sortid_status status = sortid_format_print_field(row->format, value, sizeof value, &length,
                                                     SORTID_ENCODING_INT, row->id, index);
    (void)status; /* the ID is valid and the text fits */
    sqlite3_str_appendf(json, "%s\"%s\":\"%s\"", index == 0 ? "{" : ",",
                        field_of(row->format, index).name, value);
}

/* The fields as a JSON object. Values are decimal strings, because fields of 80 bits do not fit a
 * JSON number. Names and digits need no escapes. */
static void result_fields(sqlite3_context *context, const struct row *row)
{
    sqlite3_str *json = sqlite3_str_new(sqlite3_context_db_handle(context));
    size_t count = info_of(row->format).field_count;
    for (size_t i = 0; i < count; i++)
        append_field(json, row, i);
    sqlite3_str_appendall(json, "}");
    char *text = sqlite3_str_finish(json);
    if (text == NULL)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_text(context, text, -1, sqlite3_free);
}

static void result_encoded(sqlite3_context *context, const struct row *row,
                           sortid_encoding encoding)
{
    if (has_encoding(row->format, encoding))
        sortid_sqlite_result_text(context, row->format, encoding, row->id);
}

static void result_encoding(sqlite3_context *context, const struct row *row)
{
    static const char *const names[] = {"text", "hex", "int", "uuid", "bin"};
    sqlite3_result_text(context, names[row->encoding], -1, SQLITE_STATIC);
}

static void result_column(sqlite3_context *context, const struct row *row, int number)
{
    switch (number) {
    case COLUMN_FORMAT:
        sqlite3_result_text(context, info_of(row->format).name, -1, SQLITE_STATIC);
        break;
    case COLUMN_ENCODING:
        result_encoding(context, row);
        break;
    case COLUMN_ID:
        sortid_sqlite_result_key(context, row->format, row->id);
        break;
    case COLUMN_TEXT:
        result_encoded(context, row, SORTID_ENCODING_TEXT);
        break;
    case COLUMN_TIME:
        sortid_sqlite_result_time(context, row->format, row->id);
        break;
    case COLUMN_MS:
        sqlite3_result_int64(context, (sqlite3_int64)sortid_format_unix_ms(row->format, row->id));
        break;
    case COLUMN_HEX:
        result_encoded(context, row, SORTID_ENCODING_HEX);
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

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const struct cursor *cursor = (const struct cursor *)base;
    if (number == COLUMN_INPUT)
        sqlite3_result_value(context, cursor->input);
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
