/* SPDX-License-Identifier: MIT */
/* range.c: `sortid range`: prints the smallest and the largest ID of a time range, for database
 * queries and sorted files. A range without IDs is wrong usage, and never gives IDs of other times.
 * */
#include "../ids/format_info.h"
#include "../options/times.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/similar.h"
#include "../../common/text.h"

#include <inttypes.h>

/* The longest line of --json: names, two IDs, two times. */
#define JSON_SIZE (2 * SORTID_MAX_TEXT_SIZE + 2 * TIME_TEXT_SIZE + 120)

struct range {
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
};

/* The IDs of the timestamp that contains SINCE. */
static void find_timestamp(struct range *range, const struct options *options, uint64_t now_ms)
{
    uint64_t ms = options_time(options, "SINCE", options->arguments[0], now_ms);
    if (sortid_format_min_at(options->format, range->first, ms) != SORTID_OK ||
        sortid_format_max_at(options->format, range->last, ms) != SORTID_OK)
        time_range_refuse_time(options, "SINCE", options->arguments[0], "");
}

/* The IDs from SINCE, included, to UNTIL, excluded, or of the period. */
static void find_range(struct range *range, const struct options *options)
{
    char apart[40];
    uint64_t now_ms = present_ms(), since, until;
    const char *empty = "no ID has a time in the period";
    if (options->period != NULL) {
        options_period(options, &since, &until, now_ms);
    } else if (options->argument_count == 1) {
        find_timestamp(range, options, now_ms);
        return;
    } else {
        since = options_bound(options, "SINCE", options->arguments[0], now_ms);
        until = options_bound(options, "UNTIL", options->arguments[1], now_ms);
        if (until <= since && since > 0) // 0 may be two times before 1970
            options_refuse_empty(options,
                                 &(struct span_words){"SINCE", "UNTIL", options->arguments[0]},
                                 (uint64_t[]){since, until}, now_ms);
        empty = "no ID has a time from SINCE up to UNTIL";
    }
    if (sortid_format_range(options->format, range->first, range->last, since, until) == SORTID_OK)
        return;
    snprintf(apart, sizeof apart, ", %" PRIu64 " ms apart", info_of(options->format)->unit_ms);
    time_range_refuse(options, empty, apart);
}

/* An ID is digits and letters in every encoding that is written here, so that only names need
 * quotes. */

/* The longest COLUMN; PostgreSQL cuts names at 63 bytes, SQLite has no limit. */
#define COLUMN_MAX 1000

/* Room for the quoted column and collation, two IDs and the words between them. */
#define CONDITION_SIZE (4 * COLUMN_MAX + 2 * SORTID_MAX_TEXT_SIZE + 100)

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

static void check_name(const char *option, const char *name, const char *what)
{
    struct quote quote;
    if (!is_column(name) || strlen(name) > COLUMN_MAX)
        report_usage("%s %s: must be the name of a %s, of at most %d bytes; a name that has a dot "
                     "is in quotes: '\"a.b\"'",
                     option, quote_string(&quote, name), what, COLUMN_MAX);
}

static void check_sql(const struct options *options)
{
    sortid_encoding encoding = encoding_written(options);
    check_name("--sql", options->sql_column, "column, or TABLE.COLUMN");
    if (options->collation != NULL)
        check_name("--collate", options->collation, "collation, or SCHEMA.COLLATION");
    bool is_uuid = encoding == SORTID_ENCODING_UUID ||
                   (encoding == SORTID_ENCODING_TEXT && text_is_uuid(options->format));
    if (options->collation != NULL && is_uuid)
        report_usage("--collate applies to columns of text, not to UUIDs: leave it out");
    if (options->collation != NULL &&
        (encoding == SORTID_ENCODING_INT || encoding == SORTID_ENCODING_HEX))
        report_usage("--collate applies to columns of text: give -e text");
    if (options->collation != NULL && options->dialect == SQL_SQLITE &&
        same_word(options->collation, "C"))
        report_usage(
            "--collate C is of PostgreSQL: SQLite compares text by bytes, which is BINARY");
    if (options->json)
        report_usage("--sql writes a condition, --json an object: give one of them");
    if (encoding == SORTID_ENCODING_BIN)
        report_usage("--sql cannot write raw bytes: give -e hex for a column of bytes");
    if (encoding == SORTID_ENCODING_INT && options->dialect == SQL_SQLITE && !fits_integer(options))
        report_usage("--dialect sqlite has no integers of more than 64 bits: give -e hex");
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

static struct text append_sql_id(struct text line, const struct options *options, const uint8_t *id)
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

static void write_condition(const struct options *options, const struct range *range)
{
    char *out = output_reserve(CONDITION_SIZE);
    struct text line = text_begin(out, CONDITION_SIZE);
    line = append_column(line, options->sql_column);
    if (options->collation != NULL)
        line = append_column(text_string(line, " COLLATE "), options->collation);
    line = text_string(line, " BETWEEN ");
    line = text_string(append_sql_id(line, options, range->first), " AND ");
    line = text_string(append_sql_id(line, options, range->last), "\n");
    output_commit((size_t)(line.at - out));
}

static void write_id(const struct options *options, const uint8_t *id)
{
    sortid_encoding encoding = options->output->encoding;
    char *out = output_reserve(SORTID_MAX_TEXT_SIZE);
    size_t length = print_id(out, options->format, encoding, id);
    if (encoding != SORTID_ENCODING_BIN)
        out[length++] = '\n'; // replaces the NUL
    output_commit(length);
}

static struct text append_id(struct text line, const struct options *options, const char *key,
                             const uint8_t *id)
{
    char text[SORTID_MAX_TEXT_SIZE], time[TIME_TEXT_SIZE];
    print_id(text, options->format, options->output->encoding, id);
    time_print(time, sortid_format_unix_ms(options->format, id));
    return text_format(line, ",\"%s\":\"%s\",\"%sTimestampIso\":\"%s\"", key, text, key, time);
}

static void write_json(const struct options *options, const struct range *range)
{
    char *out = output_reserve(JSON_SIZE);
    struct text line = text_format(text_begin(out, JSON_SIZE), "{\"format\":\"%s\"",
                                   info_of(options->format)->name);
    line = append_id(line, options, "first", range->first);
    line = text_string(append_id(line, options, "last", range->last), "}\n");
    output_commit((size_t)(line.at - out));
}

static void write_range(const struct options *options, const struct range *range)
{
    if (options->sql_column != NULL) {
        write_condition(options, range);
    } else if (options->json) {
        write_json(options, range);
    } else {
        write_id(options, range->first);
        write_id(options, range->last);
    }
}

static void check_options(struct options *options)
{
    options_match_format(options);
    if (options->period != NULL && options->argument_count > 0)
        report_usage("--in is a whole span: give no SINCE and no UNTIL");
    if (options->period == NULL && options->argument_count == 0)
        report_usage("SINCE is missing: give a time such as 2026-11-20, -1h or @1795132800, "
                     "or a period: --in 2026-11");
    options_limit_arguments(options, 2);
    if (options->output->is_typeid)
        report_usage("-e typeid is for gen and convert: give no -e for columns of type uuid");
    if (options->json && options->output->encoding == SORTID_ENCODING_BIN)
        report_usage("--json cannot write raw bytes: give -e hex");
    if (options->sql_column != NULL)
        check_sql(options);
    else if (options->dialect != SQL_UNSET || options->collation != NULL)
        report_usage("--%s is for a condition: give --sql COLUMN too",
                     options->collation != NULL ? "collate" : "dialect");
}

void run_range(struct options *options)
{
    struct range range;
    options_take_format(options);
    check_options(options);
    find_range(&range, options);
    write_range(options, &range);
}
