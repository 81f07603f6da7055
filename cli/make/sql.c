/* SPDX-License-Identifier: MIT */
/* sql.c: quotes names and IDs for SQL. An ID is digits and letters in every encoding that is
 * written here, so that only names need quotes. */
#include "sql.h"
#include "../ids/format_info.h"
#include "../../common/text.h"
#include "../../common/output.h"
#include "../../common/report.h"

#include <stdbool.h>

/* The longest COLUMN; PostgreSQL cuts names at 63 bytes, SQLite has no limit. */
#define COLUMN_MAX 1000

/* Room for the quoted column, two IDs and the words between them. */
#define CONDITION_SIZE (2 * COLUMN_MAX + 2 * SORTID_MAX_TEXT_SIZE + 100)

static bool fits_integer(const struct options *options)
{
    return info_of(options->format)->size <= sizeof(int64_t);
}

/* By default IDs for SQLite are written as its extension stores them: INTEGER if they fit, else
 * BLOB. */
static sortid_encoding encoding_written(const struct options *options)
{
    if (options->dialect != SQL_SQLITE || options->has_output)
        return options->output->encoding;
    return fits_integer(options) ? SORTID_ENCODING_INT : SORTID_ENCODING_HEX;
}

/* The end of a name in quotes, where two quotes are one of the name; NULL: it is empty or has no
 * end. */
static const char *end_of_quoted(const char *name)
{
    const char *at = name + 1;
    for (; *at != '\0'; at++)
        if (*at == '"' && *++at != '"')
            return at - name > 2 ? at : NULL;
    return NULL;
}

/* The end of the first name: a dot or the end of the text; NULL: it is empty, or its quotes are
 * wrong. */
static const char *end_of_name(const char *column)
{
    const char *end = *column == '"' ? end_of_quoted(column) : column + strcspn(column, ".");
    return end == NULL || end == column || (*end != '.' && *end != '\0') ? NULL : end;
}

/* Whether the text is one name or several with dots between them. */
static bool is_column(const char *column)
{
    const char *end;
    while ((end = end_of_name(column)) != NULL && *end != '\0')
        column = end + 1;
    return end != NULL;
}

void sql_check(const struct options *options)
{
    struct quote quote;
    const char *command = options->command->name;
    sortid_encoding encoding = encoding_written(options);
    if (!is_column(options->sql_column) || strlen(options->sql_column) > COLUMN_MAX)
        report_usage(
            command,
            "--sql %s: must be the name of a column, or TABLE.COLUMN, of at most %d bytes; "
            "a name that has a dot is in quotes: '\"a.b\"'",
            quote_string(&quote, options->sql_column), COLUMN_MAX);
    if (options->json)
        report_usage(command, "--sql writes a condition, --json an object: give one of them");
    if (encoding == SORTID_ENCODING_BIN)
        report_usage(command, "--sql cannot write raw bytes: give -e hex for a column of bytes");
    if (encoding == SORTID_ENCODING_INT && options->dialect == SQL_SQLITE && !fits_integer(options))
        report_usage(command, "--dialect sqlite has no integers of more than 64 bits: give -e hex");
}

/* Writes a name in quotes, unless it has them. */
static struct text append_name(struct text line, const char *name, const char *end)
{
    if (*name == '"')
        return text_bytes(line, name, (size_t)(end - name));
    line = text_string(line, "\"");
    for (; name < end; name++)
        line = text_bytes(line, *name == '"' ? "\"\"" : name, *name == '"' ? 2 : 1);
    return text_string(line, "\"");
}

/* Writes the names in quotes, and the dots between them. */
static struct text append_column(struct text line, const char *column)
{
    for (;; column++) {
        const char *end = end_of_name(column);
        line = append_name(line, column, end);
        column = end;
        if (*end == '\0')
            return line;
        line = text_string(line, ".");
    }
}

static struct text append_id(struct text line, const struct options *options, const uint8_t *id)
{
    sortid_encoding encoding = encoding_written(options);
    bool is_number = encoding == SORTID_ENCODING_INT;
    bool is_bytes = encoding == SORTID_ENCODING_HEX;
    bool is_sqlite = options->dialect == SQL_SQLITE;
    if (!is_number)
        line = text_string(line, !is_bytes ? "'" : is_sqlite ? "X'" : "'\\x");
    line.at += print_id(text_reserve(line, SORTID_MAX_TEXT_SIZE), options->format, encoding, id);
    return is_number ? line : text_string(line, "'");
}

void sql_write_condition(const struct options *options, const uint8_t *first, const uint8_t *last)
{
    char *out = output_reserve(CONDITION_SIZE);
    struct text line = text_begin(out, CONDITION_SIZE);
    line = text_string(append_column(line, options->sql_column), " BETWEEN ");
    line = text_string(append_id(line, options, first), " AND ");
    line = text_string(append_id(line, options, last), "\n");
    output_commit((size_t)(line.at - out));
}
