/* SPDX-License-Identifier: MIT */
/* range.c: `sortid range`: prints the smallest and the largest ID of a time range, for database
 * queries and sorted files. A range without IDs is wrong usage, and never gives IDs of other times.
 * */
#include "condition.h"
#include "../ids/bounds.h"
#include "../ids/format_info.h"
#include "../options/times.h"
#include "../output/json.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/text.h"

#include <inttypes.h>

/* The longest line of --json: names, two IDs, two times. */
#define JSON_SIZE (2 * ENCODED_SIZE + 2 * TIME_TEXT_SIZE + 120)

struct range {
    uint8_t first[SORTID_MAX_SIZE], last[SORTID_MAX_SIZE];
};

/* Refuses a kind without a range of any time. */
static bool is_found(enum bounds_result result, const struct options *options)
{
    const char *name = kind_info_of(options->kind)->name;
    if (result == BOUNDS_NO_TIME)
        report_usage("IDs of the kind %s have no time", name);
    if (result == BOUNDS_UNSORTED)
        report_usage("%s: the order of these IDs is not that of their times, so that those of a "
                     "span are not one range; 'sortid filter %s' selects lines",
                     name, name);
    return result == BOUNDS_FOUND;
}

/* The IDs of the timestamp that contains SINCE. */
static void find_timestamp(struct range *range, const struct options *options, uint64_t now_ms)
{
    const sortid_format *format = options->format;
    uint64_t ms = options_time(options, "SINCE", options->since, now_ms);
    bool found =
        format == NULL
            ? is_found(bounds_of_timestamp(range->first, range->last, options->kind, (int64_t)ms),
                       options)
            : sortid_format_min_at(format, range->first, ms) == SORTID_OK &&
                  sortid_format_max_at(format, range->last, ms) == SORTID_OK;
    if (!found)
        time_range_refuse_time(options, "SINCE", options->since, "");
}

/* The IDs of a span of time; false: there are none. */
static bool find_span(struct range *range, const struct options *options, struct time_span span)
{
    if (options->format != NULL)
        return sortid_format_range(options->format, range->first, range->last, span.since_ms,
                                   span.until_ms) == SORTID_OK;
    const int64_t end = span.until_ms > INT64_MAX ? INT64_MAX : (int64_t)span.until_ms;
    return is_found(
        bounds_of_span(range->first, range->last, options->kind, (int64_t)span.since_ms, end),
        options);
}

/* The IDs from SINCE, included, to UNTIL, excluded, or of the period. */
static void find_range(struct range *range, const struct options *options)
{
    char apart[40] = "";
    uint64_t now_ms = present_ms();
    if (options->period == NULL && options->until == NULL) {
        find_timestamp(range, options, now_ms);
        return;
    }
    const char *const names[] = {"SINCE", "UNTIL"};
    if (find_span(range, options, options_span(options, names, now_ms)))
        return;
    const char *empty = options->period != NULL ? "no ID has a time in the period"
                                                : "no ID has a time from SINCE up to UNTIL";
    if (options->format != NULL)
        snprintf(apart, sizeof apart, ", %" PRIu64 " ms apart", info_of(options->format)->unit_ms);
    time_range_refuse(options, empty, apart);
}

static size_t print_bound(char text[ENCODED_SIZE], const struct options *options, const uint8_t *id)
{
    return encoding_print(text, options->output, options->kind, options->prefix, id);
}

static void write_id(const struct options *options, const uint8_t *id)
{
    char *out = output_reserve(ENCODED_SIZE);
    size_t length = print_bound(out, options, id);
    if (options->output->encoding != SORTID_ENCODING_BIN)
        out[length++] = '\n'; // replaces the NUL
    output_commit(length);
}

static struct text append_id(struct text line, const struct options *options, const char *key,
                             const uint8_t *id)
{
    char text[ENCODED_SIZE], time[TIME_TEXT_SIZE];
    int64_t unix_ms = 0;
    print_bound(text, options, id);
    (void)bounds_time(&unix_ms, options->kind, id); // a bound has a time
    time_print_signed(time, unix_ms);
    line = text_format(line, ",\"%s\":\"", key);
    line = json_escaped(line, text, strlen(text)); // \x of bytea
    return text_format(line, "\",\"%sTimestampIso\":\"%s\"", key, time);
}

static void write_json(const struct options *options, const struct range *range)
{
    char *out = output_reserve(JSON_SIZE);
    struct text line = text_format(text_begin(out, JSON_SIZE), "{\"format\":\"%s\"",
                                   kind_info_of(options->kind)->name);
    line = append_id(line, options, "first", range->first);
    line = text_string(append_id(line, options, "last", range->last), "}\n");
    output_commit((size_t)(line.at - out));
}

static void write_range(const struct options *options, const struct range *range)
{
    if (options->sql_column != NULL) {
        condition_write(options, range->first, range->last);
    } else if (options->json) {
        write_json(options, range);
    } else {
        write_id(options, range->first);
        write_id(options, range->last);
    }
}

static void check_options(struct options *options)
{
    options_match_kinds(options);
    if (options->period != NULL && (options->since != NULL || options->until != NULL))
        report_usage("--in is a whole span: give no SINCE and no UNTIL");
    if (options->period == NULL && options->since == NULL)
        report_usage("SINCE is missing: give a time such as 2026-11-20, -1h or @1795132800, "
                     "or a period: --in 2026-11");
    if (options->json && options->output->encoding == SORTID_ENCODING_BIN)
        report_usage("--json cannot write raw bytes: give -e hex");
    if (options->sql_column != NULL)
        condition_check(options);
    else if (options->dialect != SQL_UNSET || options->collation != NULL)
        report_usage("--%s is for a condition: give --sql COLUMN too",
                     options->collation != NULL ? "collate" : "dialect");
}

void run_range(struct options *options)
{
    struct range range;
    if (options->bits != NULL)
        options_take_kinds(options); // or none: Snowflakes
    else
        options_take_format(options);
    options_set_reading(options);
    if (options->kind == NULL)
        report_usage("a range is of IDs of one kind: give one, such as %s",
                     kind_info_of(options->kinds.all[0])->name);
    options_take_span(options);
    check_options(options);
    find_range(&range, options);
    write_range(options, &range);
}
