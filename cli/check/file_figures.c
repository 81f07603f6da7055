/* SPDX-License-Identifier: MIT */
/* file_figures.c: the figures of a file are the difference of the stream's at its end and at its
 * start. A file without lines, or that cannot be read, has none. */
#include "file_figures.h"
#include "../options/options.h"
#include "../output/json.h"
#include "../output/terminal.h"
#include "../../common/output.h"
#include "../../common/time_text.h"

#include <errno.h>
#include <inttypes.h>

void files_init(struct files *files, const struct statistics *statistics, char *const *names,
                size_t count)
{
    *files = (struct files){.statistics = statistics};
    if (count < 2)
        return;
    files->rows = calloc(count, sizeof *files->rows);
    if (files->rows == NULL) {
        report_system(ENOMEM, "check");
        exit(report_status());
    }
    files->count = count;
    for (size_t i = 0; i < count; i++)
        files->rows[i].name = names[i];
}

static void take_counts(struct file_figures *row, const struct statistics *statistics)
{
    for (size_t i = 0; i < STATISTICS_COUNTS; i++)
        row->counts[i] = statistics->counts[i] - row->counts[i];
}

void files_end(struct files *files)
{
    if (files->begun > 0)
        take_counts(&files->rows[files->begun - 1], files->statistics);
}

/* Files come in their order, so that the name is that of a later one. */
void files_enter(struct files *files, const char *name)
{
    if (files->count == 0 || (files->begun > 0 && files->rows[files->begun - 1].name == name))
        return;
    files_end(files);
    while (files->begun < files->count)
        if (files->rows[files->begun++].name == name)
            break;
    take_counts(&files->rows[files->begun - 1], files->statistics);
}

/* In any order each ID is looked at, else the first and the last. */
void files_note(struct files *files, const uint8_t *ids, size_t count)
{
    const struct statistics *statistics = files->statistics;
    bool any_order = statistics->order == ORDER_NONE;
    size_t step = any_order || count < 2 ? 1 : count - 1;
    for (size_t i = 0; files->begun > 0 && i < count; i += step) {
        struct file_figures *row = &files->rows[files->begun - 1];
        uint64_t ms = sortid_format_unix_ms(statistics->format, ids + i * statistics->info->size);
        if (!row->has_id || (any_order && ms < row->first_ms))
            row->first_ms = ms;
        if (!row->has_id || !any_order || ms > row->last_ms)
            row->last_ms = ms;
        row->has_id = true;
    }
}

/* A time as text; NULL: the file has no ID. */
static const char *time_of(char text[TIME_TEXT_SIZE], const struct file_figures *row,
                           uint64_t unix_ms)
{
    time_print(text, unix_ms);
    return row->counts[COUNT_VALID] > 0 ? text : NULL;
}

enum { LINES, VALID, FAULTS, FIGURES };
static const char *const headings[FIGURES] = {"lines", "valid IDs", "faults"};

static uint64_t figure_of(const struct file_figures *row, size_t index)
{
    const uint64_t *counts = row->counts;
    return index == FAULTS ? statistics_faults(counts)
                           : counts[index == LINES ? COUNT_LINES : COUNT_VALID];
}

/* The width of a column: that of its heading or its longest number. */
static size_t width_of(const struct files *files, size_t index)
{
    char digits[24];
    size_t width = strlen(headings[index]);
    for (size_t i = 0; i < files->count; i++) {
        size_t length =
            (size_t)snprintf(digits, sizeof digits, "%" PRIu64, figure_of(&files->rows[i], index));
        width = length > width ? length : width;
    }
    return width;
}

#define LINE_SIZE 300

/* The name comes last: it begins a line of its own if it does not fit. */
static void write_row(const struct file_figures *row, const size_t widths[FIGURES])
{
    char last[TIME_TEXT_SIZE];
    struct quote quote;
    const size_t size = sizeof quote + LINE_SIZE;
    char *out = output_reserve(size);
    struct page page = page_begin(text_begin(out, size), width_of_output());
    const char *time = time_of(last, row, row->last_ms);
    const char *name = shell_word(&quote, row->name, NULL);
    for (size_t i = 0; i < FIGURES; i++) {
        page_right(&page, figure_of(row, i), widths[i]);
        page_put(&page, "  ");
    }
    page_column(&page, time != NULL ? time : "-", sizeof "2026-11-20T00:00:00.000Z ");
    if (name == NULL)
        name = quote_string(&quote, row->name);
    page_digits(&page, name, strlen(name), NULL);
    page_end_line(&page);
    output_commit((size_t)(page.text.at - out));
}

void files_write_table(const struct files *files)
{
    size_t widths[FIGURES];
    if (files->count == 0)
        return;
    output_text("\n");
    for (size_t i = 0; i < FIGURES; i++) {
        widths[i] = width_of(files, i);
        char *out = output_reserve(LINE_SIZE);
        output_commit((size_t)snprintf(out, LINE_SIZE, "%*s  ", (int)widths[i], headings[i]));
    }
    output_text("last time                 file\n");
    for (size_t i = 0; i < files->count; i++)
        write_row(&files->rows[i], widths);
}

/* All counts but that of reserved timestamps. */
static struct text append_file(struct text out, const struct statistics *statistics,
                               const struct file_figures *row)
{
    char first[TIME_TEXT_SIZE], last[TIME_TEXT_SIZE];
    out = json_escaped(text_string(out, "{\"name\":\""), row->name, strlen(row->name));
    out = text_string(out, "\"");
    for (size_t i = 0; i < COUNT_RESERVED; i++)
        out = json_count(out, statistics_keys[i],
                         statistics_knows(statistics, (enum statistics_count)i, row->counts[i]),
                         row->counts[i]);
    out = json_member(out, "firstTimestampIso", time_of(first, row, row->first_ms));
    out = json_member(out, "lastTimestampIso", time_of(last, row, row->last_ms));
    return text_string(out, "}");
}

void files_write_json(const struct files *files)
{
    const char *before = ",\"files\":[";
    for (size_t i = 0; i < files->count; i++) {
        size_t size = 500 + JSON_ESCAPED * strlen(files->rows[i].name);
        char *out = output_reserve(size);
        struct text text = append_file(text_string(text_begin(out, size), before),
                                       files->statistics, &files->rows[i]);
        text = text_string(text, i + 1 == files->count ? "]" : "");
        output_commit((size_t)(text.at - out));
        before = ",";
    }
}
