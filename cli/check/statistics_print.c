/* SPDX-License-Identifier: MIT */
/* statistics_print.c: prints figures for people and as JSON. */
#include "statistics.h"
#include "../../common/time_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- Printing -------------------------------------------------------------------------------- */

#if defined(__GNUC__)
#define PRINTF_LIKE __attribute__((format(printf, 2, 3)))
#else
#define PRINTF_LIKE
#endif

/* The print so far; the size in the header is enough for the longest. */
struct page {
    char *text;
    size_t length;
    size_t width; /* of a line */
};

static void PRINTF_LIKE add(struct page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(page->text + page->length, STATISTICS_TEXT_SIZE - page->length, format,
                           arguments);
    va_end(arguments);
    page->length += (size_t)length;
}

#define ROW_WIDTH 77

/* A row for narrower lines: the value found ends them, or if it does not fit the next line. */
static void add_narrow_row(struct page *page, const char *what, const char *expected,
                           const char *found)
{
    char label[100];
    bool is_expected = *expected != '\0';
    snprintf(label, sizeof label, "%s%s%s", what, is_expected ? ", expected " : "", expected);
    if (strlen(label) + 2 + strlen(found) > page->width) {
        add(page, "%s\n", label);
        label[0] = '\0';
    }
    add(page, "%s%*s\n", label, (int)(page->width - strlen(label)), found);
}

/* A row: the name, the expected value ("": none), the value found. */
static void add_row(struct page *page, const char *what, const char *expected, const char *found)
{
    if (page->width < ROW_WIDTH)
        add_narrow_row(page, what, expected, found);
    else
        add(page, "%-38s  %8s  %27s\n", what, expected, found);
}

static void add_count(struct page *page, const char *what, const char *expected, uint64_t count)
{
    char found[24];
    snprintf(found, sizeof found, "%" PRIu64, count);
    add_row(page, what, expected, found);
}

static void add_figure(struct page *page, const char *what, const char *expected,
                       struct statistics_figure figure)
{
    char found[32] = "-";
    if (figure.known)
        snprintf(found, sizeof found, "%.3f", figure.value);
    add_row(page, what, expected, found);
}

/* Of a valid ID. */
static void add_time(struct page *page, const char *what, const struct statistics *statistics,
                     uint64_t timestamp)
{
    char text[TIME_TEXT_SIZE];
    time_print(text, timestamp * statistics->info->unit_ms + statistics->info->zero_ms);
    add_row(page, what, "", text);
}

static void add_lines(struct page *page, const struct statistics *statistics)
{
    if (page->width >= ROW_WIDTH)
        add_row(page, "", "expected", "found");
    add_row(page, "format", "", statistics->info->name);
    add_count(page, "lines", "", statistics->lines);
    add_count(page, "valid IDs", "", statistics->valid);
    add_count(page, "invalid IDs", "0", statistics->invalid);
}

/* A number of faults, unless they are not checked. */
static void add_faults(struct page *page, const char *what, bool checked, uint64_t count)
{
    if (checked)
        add_count(page, what, "0", count);
    else
        add_row(page, what, "", "not checked");
}

static void add_stream(struct page *page, const struct statistics *statistics)
{
    add_faults(page, "unordered IDs", statistics->order != ORDER_NONE, statistics->unordered);
    add_faults(page, "IDs whose counter did not rise", statistics->counter_rule,
               statistics->counter_faults);
    add_count(page, "duplicates of the ID before", "0", statistics->duplicates);
    add_count(page, "IDs of a reserved timestamp", "0", statistics->reserved);
    add_time(page, "first time", statistics, statistics->first_timestamp);
    add_time(page, "last time", statistics, statistics->last_timestamp);
    add_figure(page, "IDs per ms, mean", "", statistics_ids_per_ms(statistics));
    add_count(page, "IDs in one timestamp, most", "", statistics->longest_run);
}

/* The shares of ones in the bits of a field with the fewest and the most ones. */
struct shares {
    struct statistics_figure lowest, highest;
};

static struct shares shares_of(const struct statistics *statistics, size_t index)
{
    const sortid_field_info *field = &statistics->fields[index];
    struct statistics_figure first = statistics_share(statistics, index, field->first_bit);
    struct shares shares = {first, first};
    for (unsigned bit = field->first_bit + 1; bit < field->first_bit + field->bits; bit++) {
        struct statistics_figure share = statistics_share(statistics, index, bit);
        if (share.value < shares.lowest.value)
            shares.lowest = share;
        if (share.value > shares.highest.value)
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
static void add_field(struct page *page, const struct statistics *statistics, size_t index)
{
    char what[64];
    const sortid_field_info *field = &statistics->fields[index];
    const char *even = expects_even(statistics, field) ? "~0.500" : "";
    struct shares shares = shares_of(statistics, index);
    if (statistics_renews(field)) {
        snprintf(what, sizeof what, "%s, renewals", field->name);
        add_count(page, what, "", statistics->renewals[index].count);
        snprintf(what, sizeof what, "%s, mean interval in ms", field->name);
        add_figure(page, what, field->kind == SORTID_FIELD_LAYER ? "~1000" : "",
                   statistics_mean_interval(statistics, index));
    }
    snprintf(what, sizeof what, "%s, lowest share of ones", field->name);
    add_figure(page, what, even, shares.lowest);
    snprintf(what, sizeof what, "%s, highest share of ones", field->name);
    add_figure(page, what, even, shares.highest);
}

size_t statistics_print(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics,
                        size_t width)
{
    struct page page = {.text = out, .width = width};
    add_lines(&page, statistics);
    if (statistics->valid == 0)
        return page.length;
    add_stream(&page, statistics);
    for (size_t i = 0; i < statistics_field_count(statistics); i++)
        if (statistics_counts(&statistics->fields[i]))
            add_field(&page, statistics, i);
    return page.length;
}

/* ---- Printing JSON --------------------------------------------------------------------------- */

static void add_json_count(struct page *page, const char *key, uint64_t count)
{
    add(page, ",\"%s\":%" PRIu64, key, count);
}

static void add_json_timestamp(struct page *page, const char *key,
                               const struct statistics *statistics, uint64_t timestamp)
{
    if (statistics->valid > 0)
        add(page, ",\"%s\":\"%" PRIu64 "\"", key, timestamp);
    else
        add(page, ",\"%s\":null", key);
}

static void add_json_figure(struct page *page, const char *key, struct statistics_figure figure)
{
    if (figure.known)
        add(page, ",\"%s\":%.6f", key, figure.value);
    else
        add(page, ",\"%s\":null", key);
}

static void add_json_stream(struct page *page, const struct statistics *statistics)
{
    add(page, "{\"format\":\"%s\"", statistics->info->name);
    add_json_count(page, "lines", statistics->lines);
    add_json_count(page, "valid", statistics->valid);
    add_json_count(page, "invalid", statistics->invalid);
    add_json_count(page, "unordered", statistics->unordered);
    add_json_count(page, "duplicates", statistics->duplicates);
    add_json_count(page, "counterFaults", statistics->counter_faults);
    add_json_count(page, "reserved", statistics->reserved);
    add_json_timestamp(page, "firstTimestamp", statistics, statistics->first_timestamp);
    add_json_timestamp(page, "lastTimestamp", statistics, statistics->last_timestamp);
    add_json_figure(page, "idsPerMs", statistics_ids_per_ms(statistics));
    add_json_count(page, "idsPerTimestamp", statistics->longest_run);
}

static void add_json_field(struct page *page, const struct statistics *statistics, size_t index)
{
    const sortid_field_info *field = &statistics->fields[index];
    struct shares shares = shares_of(statistics, index);
    add(page, "{\"name\":\"%s\"", field->name);
    if (statistics_renews(field)) {
        add_json_count(page, "renewals", statistics->renewals[index].count);
        add_json_figure(page, "meanIntervalMs", statistics_mean_interval(statistics, index));
    }
    add_json_figure(page, "lowestShareOfOnes", shares.lowest);
    add_json_figure(page, "highestShareOfOnes", shares.highest);
    add(page, "}");
}

size_t statistics_print_json(char out[STATISTICS_TEXT_SIZE], const struct statistics *statistics)
{
    struct page page = {.text = out};
    add_json_stream(&page, statistics);
    add(&page, ",\"fields\":[");
    const char *before = "";
    for (size_t i = 0; i < statistics_field_count(statistics); i++) {
        if (!statistics_counts(&statistics->fields[i]))
            continue;
        add(&page, "%s", before);
        add_json_field(&page, statistics, i);
        before = ",";
    }
    add(&page, "]}\n");
    return page.length;
}
