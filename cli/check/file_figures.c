/* SPDX-License-Identifier: MIT */
/* file_figures.c: the figures of a file are the difference of the stream's at its end and at its
 * start. A file without lines, or that cannot be read, has none. */
#include "file_figures.h"
#include "../options/options.h"
#include "../output/json.h"
#include "../output/terminal.h"
#include "../output/time_form.h"
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

#define ROW_SIZE (200 + sizeof(struct quote))

/* A row of the table; without counts, the headings. A column is as wide as its heading, or as the
 * number of all files together. The name has a line of its own if it does not fit. */
static void write_row(const struct files *files, const uint64_t *counts, const char *time,
                      const char *name)
{
    static const char *const headings[] = {"lines", "valid IDs", "faults"};
    const uint64_t *all = files->statistics->counts, *of = counts != NULL ? counts : all;
    const uint64_t most[] = {all[COUNT_LINES], all[COUNT_VALID], statistics_faults(all)};
    const uint64_t figures[] = {of[COUNT_LINES], of[COUNT_VALID], statistics_faults(of)};
    char *out = output_reserve(ROW_SIZE), digits[24];
    struct page page = page_begin(text_begin(out, ROW_SIZE), width_of_output());
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
        size_t width = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, most[i]);
        width = strlen(headings[i]) > width ? strlen(headings[i]) : width;
        snprintf(digits, sizeof digits, "%" PRIu64, figures[i]);
        const char *cell = counts != NULL ? digits : headings[i];
        page_repeat(&page, ' ', width - strlen(cell));
        page_column(&page, cell, strlen(cell) + 2);
    }
    page_column(&page, time,
                strlen(files->statistics->is_local ? "2026-11-20T00:00:00.000+00:00  "
                                                   : "2026-11-20T00:00:00.000Z  "));
    page_digits(&page, name, strlen(name), NULL);
    page_end_line(&page);
    output_commit((size_t)(page.text.at - out));
}

void files_write_table(const struct files *files)
{
    if (files->count == 0)
        return;
    output_text("\n");
    write_row(files, NULL, "last time", "file");
    for (size_t i = 0; i < files->count; i++) {
        char last[TIME_FORM_SIZE] = "-";
        struct quote quote;
        const struct file_figures *row = &files->rows[i];
        const char *name = shell_word(&quote, row->name, NULL);
        if (row->counts[COUNT_VALID] > 0)
            time_form_print(last, TIME_FORM_ISO, (int64_t)row->last_ms,
                            files->statistics->is_local);
        write_row(files, row->counts, last, name != NULL ? name : quote_string(&quote, row->name));
    }
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
