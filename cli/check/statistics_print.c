/* SPDX-License-Identifier: MIT */
/* statistics_print.c: prints figures for people, next to their names, and as JSON. */
#include "statistics.h"
#include "../output/json.h"
#include "../output/time_form.h"

#include <inttypes.h>

/* A row, at most 59 columns: the name, the value found, what is expected (NULL: nothing). */
static void add_row(struct text *text, const char *what, const char *found, const char *expected)
{
    *text = text_format(*text, "%-30s %s", what, found);
    *text = expected != NULL && *found != '-' ? text_format(*text, "  (%s expected)\n", expected)
                                              : text_string(*text, "\n");
}

static void add_count(struct text *text, const char *what, uint64_t count, const char *expected)
{
    char found[24];
    snprintf(found, sizeof found, "%" PRIu64, count);
    add_row(text, what, found, expected);
}

static void add_figure(struct text *text, const char *what, double figure, const char *expected)
{
    char found[32] = "-";
    if (figure >= 0)
        snprintf(found, sizeof found, "%.3f", figure);
    add_row(text, what, found, expected);
}

static void add_time(struct text *text, const char *what, const struct statistics *statistics,
                     uint64_t timestamp)
{
    char time[TIME_FORM_SIZE];
    uint64_t unix_ms = timestamp * statistics->info->unit_ms + statistics->info->zero_ms;
    time_form_print(time, TIME_FORM_ISO, (int64_t)unix_ms, statistics->is_local);
    add_row(text, what, time, NULL);
}

static void add_lines(struct text *text, const struct statistics *statistics)
{
    add_row(text, "format", statistics->info->name, NULL);
    add_count(text, "lines", statistics->counts[COUNT_LINES], NULL);
    add_count(text, "valid IDs", statistics->counts[COUNT_VALID], NULL);
    add_count(text, "invalid IDs", statistics->counts[COUNT_INVALID], "0");
}

/* A fault; `why_not`: what follows "not checked", NULL: it is checked. */
static void add_faults(struct text *text, const char *what, const char *why_not, uint64_t count)
{
    char words[80];
    snprintf(words, sizeof words, "not checked%s", why_not != NULL ? why_not : "");
    if (why_not != NULL)
        add_row(text, what, words, NULL);
    else
        add_count(text, what, count, "0");
}

/* Why the rule of the counter does not apply; NULL: it does. */
static const char *why_no_counter(const struct statistics *statistics)
{
    if (statistics->order != ORDER_STRICT)
        return statistics->order == ORDER_TIME ? " with --order time" : " with --order none";
    return statistics->counter_rule ? NULL : " in this format";
}

static void add_stream(struct text *text, const struct statistics *statistics)
{
    const uint64_t *counts = statistics->counts;
    bool any_order = statistics->order == ORDER_NONE;
    const char *unordered = any_order ? " with --order none" : NULL;
    bool knows = statistics_knows(statistics, COUNT_DUPLICATES, counts[COUNT_DUPLICATES]);
    add_faults(text, "unordered IDs", unordered, counts[COUNT_UNORDERED]);
    add_faults(text, "counter did not rise", why_no_counter(statistics),
               counts[COUNT_COUNTER_FAULTS]);
    add_faults(text, any_order ? "duplicates" : "duplicates of the ID before",
               knows ? NULL : unordered, counts[COUNT_DUPLICATES]);
    add_count(text, "IDs of a reserved timestamp", counts[COUNT_RESERVED], "0");
    add_time(text, "first time", statistics, statistics->first_timestamp);
    add_time(text, "last time", statistics, statistics->last_timestamp);
    add_figure(text, "IDs per ms, mean", statistics_ids_per_ms(statistics), NULL);
    if (!any_order)
        add_count(text, "IDs in one timestamp, most", statistics->longest_run, NULL);
}

/* The shares of ones in the bits of a field with the fewest and the most ones. */
struct shares {
    double lowest, highest;
};

static struct shares shares_of(const struct statistics *statistics, size_t index)
{
    const sortid_field_info *field = &statistics->fields[index];
    double first = statistics_share(statistics, index, field->first_bit);
    struct shares shares = {first, first};
    for (unsigned bit = field->first_bit + 1; bit < field->first_bit + field->bits; bit++) {
        double share = statistics_share(statistics, index, bit);
        if (share < shares.lowest)
            shares.lowest = share;
        if (share > shares.highest)
            shares.highest = share;
    }
    return shares;
}

/* Whether half of the bits of a field should be ones. Not so for a counter, which may have guard
 * bits of 0 or a node id; nor where there is no counter, as in ulid: there the random field may
 * count, and its upper bits stay the same within a timestamp. */
static bool expects_even(const struct statistics *statistics, const sortid_field_info *field)
{
    return statistics_has_kind(statistics, SORTID_FIELD_COUNTER) &&
           field->kind != SORTID_FIELD_COUNTER;
}

/* The rows of one field; a layer is renewed once a second. */
static void add_field(struct text *text, const struct statistics *statistics, size_t index)
{
    char what[64], found[48] = "-";
    const sortid_field_info *field = &statistics->fields[index];
    struct shares shares = shares_of(statistics, index);
    if (statistics_renews(field) && statistics->order == ORDER_NONE)
        return;
    if (statistics_renews(field)) {
        snprintf(what, sizeof what, "%s, renewals", field->name);
        add_count(text, what, statistics->renewals[index].count, NULL);
        snprintf(what, sizeof what, "%s, ms per renewal", field->name);
        add_figure(text, what, statistics_mean_interval(statistics, index),
                   field->kind == SORTID_FIELD_LAYER ? "~1000" : NULL);
    }
    snprintf(what, sizeof what, "%s, ones per bit", field->name);
    if (shares.lowest >= 0)
        snprintf(found, sizeof found, "%.3f-%.3f", shares.lowest, shares.highest);
    add_row(text, what, found, expects_even(statistics, field) ? "~0.5" : NULL);
}

size_t statistics_print(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics)
{
    struct text text = text_begin(out, STATISTICS_TEXT_SIZE);
    add_lines(&text, statistics);
    if (statistics->counts[COUNT_VALID] == 0)
        return (size_t)(text.at - out);
    add_stream(&text, statistics);
    for (size_t i = 0; i < statistics->info->field_count; i++)
        if (statistics_counts(&statistics->fields[i]))
            add_field(&text, statistics, i);
    return (size_t)(text.at - out);
}

static struct text json_timestamp(struct text out, const char *key,
                                  const struct statistics *statistics, uint64_t timestamp)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%" PRIu64, timestamp);
    return json_member(out, key, statistics->counts[COUNT_VALID] > 0 ? digits : NULL);
}

static struct text json_figure(struct text out, const char *key, double figure)
{
    if (figure >= 0)
        return text_format(out, ",\"%s\":%.6f", key, figure);
    return json_member(out, key, NULL);
}

static struct text json_stream(struct text out, const struct statistics *statistics)
{
    out = text_format(out, "{\"format\":\"%s\"", statistics->info->name);
    for (size_t i = 0; i < STATISTICS_COUNTS; i++)
        out = json_count(
            out, statistics_keys[i],
            statistics_knows(statistics, (enum statistics_count)i, statistics->counts[i]),
            statistics->counts[i]);
    out = json_timestamp(out, "firstTimestamp", statistics, statistics->first_timestamp);
    out = json_timestamp(out, "lastTimestamp", statistics, statistics->last_timestamp);
    out = json_figure(out, "idsPerMs", statistics_ids_per_ms(statistics));
    return json_count(out, "idsPerTimestamp", statistics->order != ORDER_NONE,
                      statistics->longest_run);
}

static struct text json_field(struct text out, const struct statistics *statistics, size_t index)
{
    const sortid_field_info *field = &statistics->fields[index];
    struct shares shares = shares_of(statistics, index);
    out = text_format(out, "{\"name\":\"%s\"", field->name);
    if (statistics_renews(field)) {
        out = json_count(out, "renewals", statistics->order != ORDER_NONE,
                         statistics->renewals[index].count);
        out = json_figure(out, "meanIntervalMs", statistics_mean_interval(statistics, index));
    }
    out = json_figure(out, "lowestShareOfOnes", shares.lowest);
    out = json_figure(out, "highestShareOfOnes", shares.highest);
    return text_string(out, "}");
}

size_t statistics_print_json(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics)
{
    struct text text = json_stream(text_begin(out, STATISTICS_TEXT_SIZE), statistics);
    const char *before = ",\"fields\":[";
    for (size_t i = 0; i < statistics->info->field_count; i++) {
        if (!statistics_counts(&statistics->fields[i]))
            continue;
        text = json_field(text_string(text, before), statistics, i);
        before = ",";
    }
    text = text_string(text, "]}\n");
    return (size_t)(text.at - out);
}
