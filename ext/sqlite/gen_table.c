/* SPDX-License-Identifier: MIT */
/* gen_table.c: the table-valued function sortid_gen(format, count): `count` new IDs, as key and as
 * text. SQLite calls it. Each ID is made when SQLite asks for its row; none is made ahead. */
#include "gen_table.h"

#include "value.h"

#include <string.h>

#define SCHEMA "CREATE TABLE x(id, text, format HIDDEN, count HIDDEN)"
enum column { COLUMN_ID, COLUMN_TEXT, COLUMN_FORMAT, COLUMN_COUNT };

/* The number of hidden columns. Their values are the arguments of xFilter, from 0. */
#define ARGUMENTS 2

struct table {
    sqlite3_vtab base;
    struct generators *generators;
};

struct cursor {
    sqlite3_vtab_cursor base;
    const sortid_format *format;
    sqlite3_int64 count, row; /* rows in all; the number of this one, from 0 */
    uint8_t id[SORTID_MAX_SIZE];
};

static int refuse(sqlite3_vtab *base, char *message)
{
    sqlite3_free(base->zErrMsg);
    base->zErrMsg = message;
    return message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* ---- The table ------------------------------------------------------------------------------- */

static int connect(sqlite3 *db, void *data, int count, const char *const *words, sqlite3_vtab **out,
                   char **message)
{
    (void)count;
    (void)words;
    (void)message;
    struct table *table = sqlite3_malloc64(sizeof *table);
    if (table == NULL)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    int result = sqlite3_declare_vtab(db, SCHEMA);
    if (result == SQLITE_OK)
        result = sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    if (result != SQLITE_OK) {
        sqlite3_free(table);
        return result;
    }
    table->generators = data;
    sortid_sqlite_retain(table->generators);
    *out = &table->base;
    return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *base)
{
    struct table *table = (struct table *)base;
    sortid_sqlite_release(table->generators);
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Accepts plans in which both arguments are known, not those that know one too late. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    bool given[ARGUMENTS] = {false, false};
    bool is_too_late = false;
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - COLUMN_FORMAT;
        if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (info->aConstraint[i].usable == 0) {
            is_too_late = true;
        } else if (!given[argument]) {
            given[argument] = true;
            info->aConstraintUsage[i].argvIndex = argument + 1;
            info->aConstraintUsage[i].omit = 1;
        }
    }
    if (is_too_late && !(given[0] && given[1]))
        return SQLITE_CONSTRAINT;
    if (!given[0] || !given[1])
        return refuse(base, sqlite3_mprintf("sortid_gen needs two arguments: format and count"));
    info->estimatedCost = 1000;
    info->estimatedRows = 1000;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
    (void)base;
    struct cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    if (cursor == NULL)
        return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    *out = &cursor->base;
    return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    sqlite3_free(base);
    return SQLITE_OK;
}

/* ---- Rows ------------------------------------------------------------------------------------ */

/* Makes the ID of this row, if there is one. */
static int make_row(struct cursor *cursor)
{
    const struct table *table = (const struct table *)cursor->base.pVtab;
    char *message = NULL;
    if (cursor->row >= cursor->count)
        return SQLITE_OK;
    int result = sortid_sqlite_next(cursor->id, table->generators, cursor->format, 0, &message);
    return result == SQLITE_ERROR ? refuse(cursor->base.pVtab, message) : result;
}

/* The format that a value names; NULL with the reason in *result. */
static const sortid_format *take_format(sqlite3_vtab *base, sqlite3_value *value, int *result)
{
    const char *name = NULL;
    const sortid_format *format = NULL;
    *result = SQLITE_OK;
    if (sqlite3_value_type(value) == SQLITE_TEXT) {
        name = (const char *)sqlite3_value_text(value);
        if (name == NULL) {
            *result = SQLITE_NOMEM;
            return NULL;
        }
        if (strlen(name) == (size_t)sqlite3_value_bytes(value))
            format = sortid_format_find(name);
    }
    if (format == NULL)
        *result = refuse(
            base, sqlite3_mprintf("sortid_gen: the first argument must be the name of a format, "
                                  "such as %s",
                                  info_of(sortid_format_at(0)).name));
    return format;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *text, int count,
                  sqlite3_value **values)
{
    struct cursor *cursor = (struct cursor *)base;
    int result;
    (void)number;
    (void)text;
    (void)count; // ARGUMENTS
    cursor->row = cursor->count = 0;
    cursor->format = take_format(base->pVtab, values[0], &result);
    if (cursor->format == NULL)
        return result;
    if (sqlite3_value_type(values[1]) != SQLITE_INTEGER || sqlite3_value_int64(values[1]) < 0)
        return refuse(base->pVtab,
                      sqlite3_mprintf("sortid_gen: the count must be an INTEGER of 0 or more"));
    cursor->count = sqlite3_value_int64(values[1]);
    return make_row(cursor);
}

static int next(sqlite3_vtab_cursor *base)
{
    struct cursor *cursor = (struct cursor *)base;
    cursor->row++;
    return make_row(cursor);
}

static int is_at_end(sqlite3_vtab_cursor *base)
{
    const struct cursor *cursor = (const struct cursor *)base;
    return cursor->row >= cursor->count;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const struct cursor *cursor = (const struct cursor *)base;
    switch (number) {
    case COLUMN_ID:
        sortid_sqlite_result_key(context, cursor->format, cursor->id);
        break;
    case COLUMN_TEXT:
        sortid_sqlite_result_text(context, cursor->format, SORTID_ENCODING_TEXT, cursor->id);
        break;
    case COLUMN_FORMAT:
        sqlite3_result_text(context, info_of(cursor->format).name, -1, SQLITE_STATIC);
        break;
    default:
        sqlite3_result_int64(context, cursor->count);
    }
    return SQLITE_OK;
}

static int row_number(sqlite3_vtab_cursor *base, sqlite3_int64 *row)
{
    *row = ((const struct cursor *)base)->row;
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

static void release(void *data)
{
    sortid_sqlite_release(data);
}

int sortid_sqlite_gen_table(sqlite3 *db, struct generators *generators)
{
    sortid_sqlite_retain(generators);
    // SQLite calls release() if this fails, too.
    return sqlite3_create_module_v2(db, "sortid_gen", &module, generators, release);
}
