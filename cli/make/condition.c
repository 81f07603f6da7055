/* SPDX-License-Identifier: MIT */
/* condition.c: what differs between databases: quotes of names, bytes and integers, collations, and
 * the order of UUIDs. An ID is digits and letters in every encoding that is written here, so that
 * only names need quotes. */
#include "condition.h"
#include "../ids/format_info.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/text.h"

/* The longest COLUMN; PostgreSQL cuts names at 63 bytes, SQLite has no limit. */
#define COLUMN_MAX 1000

/* Room for the quoted column and collation, two IDs and the words between them. */
#define CONDITION_SIZE (4 * COLUMN_MAX + 2 * ENCODED_SIZE + 200)

static const struct dialect {
    const char *name;
    const char *quotes;            /* of a name; the last is doubled in a name */
    const char *bytes, *bytes_end; /* around hex digits */
    size_t integer_size;           /* of the largest ID that an integer holds */
    const char *binary_collation;  /* an example; its name needs no quotes if ignores_case */
    bool ignores_case;             /* unless a collation is given that compares bytes */
    bool orders_uuids;             /* those of version 6 and 7; without this: */
    const char *before, *after;    /* a column of UUIDs; NULL: nothing */
} dialects[] = {
    [SQL_POSTGRESQL] = {"PostgreSQL", "\"\"", "'\\x", "'", SORTID_MAX_SIZE, "C", false, false, NULL,
                        NULL},
    [SQL_SQLITE] = {"SQLite", "\"\"", "X'", "'", sizeof(int64_t), "BINARY", false, false, NULL,
                    NULL},
    [SQL_MYSQL] = {"MySQL", "``", "X'", "'", SORTID_MAX_SIZE, "utf8mb4_bin", true, false, NULL,
                   NULL},
    /* The type UUID compares versions 1 to 5 by their last bytes first. */
    [SQL_MARIADB] = {"MariaDB", "``", "X'", "'", SORTID_MAX_SIZE, "utf8mb4_bin", true, true,
                     "CAST(", " AS CHAR(36))"},
    /* The type uniqueidentifier compares bytes 10-15, 8-9, 6-7, 4-5, 0-3, and becomes text in upper
     * case. */
    [SQL_SERVER] = {"SQL Server", "[]", "0x", "", sizeof(int64_t), "Latin1_General_BIN2", true,
                    false, "LOWER(CONVERT(char(36), ", ")) COLLATE Latin1_General_BIN2"},
};

static const struct dialect *dialect_of(const struct options *options)
{
    return &dialects[options->dialect == SQL_UNSET ? SQL_POSTGRESQL : options->dialect];
}

/* Whether the text of the kind is that of a UUID. */
static bool is_uuid(const sortid_kind *kind)
{
    const sortid_kind_info *info = kind_info_of(kind);
    return info->format != NULL ? text_is_uuid(info->format) : strcmp(info->family, "uuid") == 0;
}

static bool fits_integer(const struct options *options)
{
    return kind_info_of(options->kind)->size <= dialect_of(options)->integer_size;
}

/* What the column has: integers for Snowflakes. By default IDs for SQLite are written as its extension stores them: INTEGER
 * if they fit, else BLOB. */
static const struct encoding_name *encoding_written(const struct options *options)
{
    bool is_snowflake = strcmp(kind_info_of(options->kind)->family, "snowflake") == 0;
    if (options->output->encoding == SORTID_ENCODING_TEXT && is_snowflake)
        return encoding_of_form(SORTID_FORM_INT);
    if (options->dialect != SQL_SQLITE || options->has_output)
        return options->output;
    return encoding_of_form(fits_integer(options) ? SORTID_ENCODING_INT : SORTID_ENCODING_HEX);
}

static bool writes_uuids(const struct options *options)
{
    const struct encoding_name *row = encoding_written(options);
    return row->way != WAY_TYPEID &&
           (row->encoding == SORTID_ENCODING_UUID ||
            (row->encoding == SORTID_ENCODING_TEXT && is_uuid(options->kind)));
}

static bool is_case_sensitive(const struct options *options)
{
    const sortid_format *format = kind_info_of(options->kind)->format;
    return encoding_written(options)->encoding == SORTID_ENCODING_TEXT && format != NULL &&
           (info_of(format)->traits & SORTID_TRAIT_CASE_SENSITIVE) != 0;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* The end of a name in quotes, where two quotes are one of the name; NULL: it is empty or has no
 * end. */
static const char *end_of_quoted(const char *name, char close)
{
    const char *at = name + 1;
    for (; *at != '\0'; at++)
        if (*at == close && *++at != close)
            return at - name > 2 ? at : NULL;
    return NULL;
}

/* The end of the first name: a dot or the end of the text; NULL: it is empty, or its quotes are
 * wrong. */
static const char *end_of_name(const struct dialect *dialect, const char *column)
{
    const char *end = *column == dialect->quotes[0] ? end_of_quoted(column, dialect->quotes[1])
                                                    : column + strcspn(column, ".");
    return end == NULL || end == column || (*end != '.' && *end != '\0') ? NULL : end;
}

/* Refuses what is not one name or several with dots between them. */
static void check_name(const struct dialect *dialect, const char *option, const char *name,
                       const char *what)
{
    struct quote quote;
    const char *end, *at = name;
    while ((end = end_of_name(dialect, at)) != NULL && *end != '\0')
        at = end + 1;
    if (end == NULL || strlen(name) > COLUMN_MAX)
        report_usage("%s %s: must be the name of a %s, of at most %d bytes; a name that has a dot "
                     "is in quotes: '%ca.b%c'",
                     option, quote_string(&quote, name), what, COLUMN_MAX, dialect->quotes[0],
                     dialect->quotes[1]);
}

/* Writes a name in quotes, unless it has them. */
static struct text append_name(struct text line, const struct dialect *dialect, const char *name,
                               const char *end)
{
    if (*name == dialect->quotes[0])
        return text_bytes(line, name, (size_t)(end - name));
    line = text_bytes(line, dialect->quotes, 1);
    for (; name < end; name++) {
        line = text_bytes(line, name, 1);
        if (*name == dialect->quotes[1])
            line = text_bytes(line, name, 1);
    }
    return text_bytes(line, dialect->quotes + 1, 1);
}

/* Writes the names in quotes, and the dots between them. */
static struct text append_names(struct text line, const struct dialect *dialect, const char *names)
{
    for (;; names++) {
        const char *end = end_of_name(dialect, names);
        line = append_name(line, dialect, names, end);
        names = end;
        if (*end == '\0')
            return line;
        line = text_string(line, ".");
    }
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* Whether a name, which needs no quotes, has _bin in it: utf8mb4_bin, Latin1_General_100_BIN2. */
static bool compares_bytes(const char *collation)
{
    static const char word[] = "_bin";
    size_t found = 0;
    for (const char *at = collation; *at != '\0'; at++) {
        char c = lower_letter(*at);
        if (found < sizeof word - 1)
            found = c == word[found] ? found + 1 : c == '_';
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '_')
            return false;
    }
    return found == sizeof word - 1;
}

/* Refuses collations that miss rows, if the name tells. Those of languages order even digits and
 * letters of one case in their own way: aa is behind z in Danish, y is i in Lithuanian. */
static void check_collation(const struct options *options, const struct dialect *dialect)
{
    struct quote quote;
    const char *collation = options->collation;
    bool is_postgresql = dialect == &dialects[SQL_POSTGRESQL];
    sortid_encoding encoding = encoding_written(options)->encoding;
    if (encoding == SORTID_ENCODING_INT || encoding == SORTID_ENCODING_HEX)
        report_usage("--collate applies to columns of text: give -e text");
    if (dialect->ignores_case && !compares_bytes(collation))
        report_usage("--collate %s: must be a collation of %s that compares bytes, such as %s",
                     quote_string(&quote, collation), dialect->name, dialect->binary_collation);
    check_name(dialect, "--collate", collation, "collation, or SCHEMA.COLLATION");
    if (!is_postgresql && same_word(collation, "C"))
        report_usage(
            "--collate C is of PostgreSQL: SQLite compares text by bytes, which is BINARY");
    if (is_case_sensitive(options) && !is_postgresql && same_word(collation, "NOCASE"))
        report_usage("--collate NOCASE mixes up IDs that differ in case alone: give BINARY");
}

void condition_check(const struct options *options)
{
    const struct dialect *dialect = dialect_of(options);
    const struct encoding_name *row = encoding_written(options);
    check_name(dialect, "--sql", options->sql_column, "column, or TABLE.COLUMN");
    if (options->collation != NULL)
        check_collation(options, dialect);
    else if (dialect->ignores_case && is_case_sensitive(options))
        report_usage("--collate is missing: the case of %s matters, but %s ignores it in text by "
                     "default: give %s, or another collation of the column that compares bytes",
                     kind_info_of(options->kind)->name, dialect->name, dialect->binary_collation);
    if (options->json)
        report_usage("--sql writes a condition, --json an object: give one of them");
    if (row->encoding == SORTID_ENCODING_BIN)
        report_usage("--sql cannot write raw bytes: give -e hex for a column of bytes");
    if (way_has_bits(row->way))
        report_usage("--sql cannot be used with -e %s: its order is not that of the IDs",
                     row->name);
    if (row->before != NULL && row->encoding == SORTID_ENCODING_UUID)
        report_usage("--sql cannot be used with -e %s: give -e uuid", row->name);
    if (options->prefix != NULL && (row->encoding == SORTID_ENCODING_INT ||
                                    row->encoding == SORTID_ENCODING_HEX || writes_uuids(options)))
        report_usage("--prefix applies to columns of text, not to -e %s", row->name);
    if (row->encoding == SORTID_ENCODING_INT && !fits_integer(options))
        report_usage("%s has no integers of more than 64 bits: give -e hex", dialect->name);
}

/* ---- The condition --------------------------------------------------------------------------- */

/* The column, or an expression of it that has the order of the IDs. */
static struct text append_operand(struct text line, const struct options *options,
                                  const struct dialect *dialect)
{
    bool wraps = dialect->before != NULL && writes_uuids(options) && options->collation == NULL &&
                 !(dialect->orders_uuids && is_uuid(options->kind));
    line = text_string(line, wraps ? dialect->before : "");
    line = append_names(line, dialect, options->sql_column);
    line = text_string(line, wraps ? dialect->after : "");
    if (options->collation == NULL)
        return line;
    line = text_string(line, " COLLATE ");
    return dialect->ignores_case ? text_string(line, options->collation)
                                 : append_names(line, dialect, options->collation);
}

/* The marks of bytes are those of the database, whichever -e names. */
static struct text append_id(struct text line, const struct options *options, const uint8_t *id)
{
    const struct dialect *dialect = dialect_of(options);
    const struct encoding_name *row = encoding_written(options);
    bool is_number = row->encoding == SORTID_ENCODING_INT;
    bool is_bytes = row->encoding == SORTID_ENCODING_HEX;
    if (is_bytes)
        row = encoding_of_form(SORTID_ENCODING_HEX);
    line = text_string(line, is_number ? "" : is_bytes ? dialect->bytes : "'");
    line.at += encoding_print(text_reserve(line, ENCODED_SIZE), row, options->kind,
                              is_number || is_bytes ? NULL : options->prefix, id);
    return text_string(line, is_number ? "" : is_bytes ? dialect->bytes_end : "'");
}

void condition_write(const struct options *options, const uint8_t *first, const uint8_t *last)
{
    char *out = output_reserve(CONDITION_SIZE);
    struct text line = text_begin(out, CONDITION_SIZE);
    line = append_operand(line, options, dialect_of(options));
    line = append_id(text_string(line, " BETWEEN "), options, first);
    line = append_id(text_string(line, " AND "), options, last);
    line = text_string(line, "\n");
    output_commit((size_t)(line.at - out));
}
