/* SPDX-License-Identifier: MIT */
/* file_figures.c: the figures of a file are the difference of the stream's at its end and at its
 * start. A file without lines, or that cannot be read, has none. */
#include "file_figures.h"
#include "../output/json.h"
#include "../output/json_layout.h"
#include "../output/page.h"
#include "../../common/output.h"
#include "../../common/report.h"
#include "../../common/time_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static struct file_counts counts_of(const struct statistics *statistics)
{
    return (struct file_counts){.lines = statistics->lines,
                                .valid = statistics->valid,
                                .invalid = statistics->invalid,
                                .unordered = statistics->unordered,
                                .duplicates = statistics->duplicates,
                                .counter_faults = statistics->counter_faults};
}

void files_end(struct files *files)
{
    if (files->begun == 0)
        return;
    struct file_counts *start = &files->rows[files->begun - 1].counts;
    const struct file_counts end = counts_of(files->statistics);
    *start = (struct file_counts){.lines = end.lines - start->lines,
                                  .valid = end.valid - start->valid,
                                  .invalid = end.invalid - start->invalid,
                                  .unordered = end.unordered - start->unordered,
                                  .duplicates = end.duplicates - start->duplicates,
                                  .counter_faults = end.counter_faults - start->counter_faults};
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
    files->rows[files->begun - 1].counts = counts_of(files->statistics);
}

void files_note(struct files *files, const uint8_t *first, const uint8_t *last)
{
    if (files->begun == 0)
        return;
    struct file_figures *row = &files->rows[files->begun - 1];
    if (!row->has_id)
        row->first_ms = sortid_format_unix_ms(files->statistics->format, first);
    row->last_ms = sortid_format_unix_ms(files->statistics->format, last);
    row->has_id = true;
}

static uint64_t faults_of(const struct file_counts *counts)
{
    return counts->invalid + counts->unordered + counts->duplicates + counts->counter_faults;
}

static void print_time(char text[TIME_TEXT_SIZE], const struct file_figures *row, uint64_t unix_ms)
{
    text[0] = '-';
    text[1] = '\0';
    if (row->counts.valid > 0)
        time_print(text, unix_ms);
}

/* ---- Table ----------------------------------------------------------------------------------- */

#define LINE_SIZE 200

#define LIST_INDENT 2

/* Narrower lines have no room for the columns and a name. */
#define TABLE_WIDTH 79

/* Lines for a narrow terminal: the name, and its figures below. */
static void write_list(const struct file_figures *row, size_t width)
{
    char last[TIME_TEXT_SIZE], words[LINE_SIZE];
    struct quote quote;
    char *out = output_reserve(sizeof quote + 2 * LINE_SIZE);
    struct page page = {.text = text_begin(out, sizeof quote + 2 * LINE_SIZE),
                        .width = width,
                        .current = PAGE_PLAIN};
    print_time(last, row, row->last_ms);
    page_put(&page, quote_string(&quote, row->name));
    page_continue(&page, LIST_INDENT);
    snprintf(words, sizeof words,
             "lines %" PRIu64 ", valid IDs %" PRIu64 ", faults %" PRIu64 ", last time %s",
             row->counts.lines, row->counts.valid, faults_of(&row->counts), last);
    page_words(&page, words, LIST_INDENT);
    page_end_line(&page);
    output_commit((size_t)(page.text.at - out));
}

static void write_row(const struct file_figures *row)
{
    char last[TIME_TEXT_SIZE];
    struct quote quote;
    print_time(last, row, row->last_ms);
    char *out = output_reserve(sizeof quote + LINE_SIZE);
    int length =
        snprintf(out, sizeof quote + LINE_SIZE,
                 "%11" PRIu64 " %11" PRIu64 " %9" PRIu64 "  %-24s  %s\n", row->counts.lines,
                 row->counts.valid, faults_of(&row->counts), last, quote_string(&quote, row->name));
    output_commit((size_t)length);
}

void files_write_table(const struct files *files, size_t width)
{
    if (files->count == 0)
        return;
    bool is_list = width < TABLE_WIDTH;
    output_text(is_list ? "\n"
                        : "\n      lines   valid IDs    faults  last time                 file\n");
    for (size_t i = 0; i < files->count; i++)
        if (is_list)
            write_list(&files->rows[i], width);
        else
            write_row(&files->rows[i]);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static struct text append_count(struct text out, const char *key, uint64_t count)
{
    out = text_string(text_string(text_string(out, ",\""), key), "\":");
    return text_number(out, count);
}

static struct text append_time(struct text out, const char *key, const struct file_figures *row,
                               uint64_t unix_ms)
{
    char time[TIME_TEXT_SIZE];
    out = text_string(text_string(text_string(out, ",\""), key), "\":");
    if (row->counts.valid == 0)
        return text_string(out, "null");
    time_print(time, unix_ms);
    return text_string(text_string(text_string(out, "\""), time), "\"");
}

static struct text append_file(struct text out, const struct file_figures *row)
{
    out = json_escaped(text_string(out, "{\"name\":\""), row->name, strlen(row->name));
    out = append_count(text_string(out, "\""), "lines", row->counts.lines);
    out = append_count(out, "valid", row->counts.valid);
    out = append_count(out, "invalid", row->counts.invalid);
    out = append_count(out, "unordered", row->counts.unordered);
    out = append_count(out, "duplicates", row->counts.duplicates);
    out = append_count(out, "counterFaults", row->counts.counter_faults);
    out = append_time(out, "firstTimestampIso", row, row->first_ms);
    out = append_time(out, "lastTimestampIso", row, row->last_ms);
    return text_string(out, "}");
}

void files_write_json(const struct files *files)
{
    const char *before = ",\"files\":[";
    for (size_t i = 0; i < files->count; i++) {
        size_t size = 500 + JSON_ESCAPED * strlen(files->rows[i].name);
        char *out = output_reserve(size);
        struct text text = append_file(text_string(text_begin(out, size), before), &files->rows[i]);
        text = text_string(text, i + 1 == files->count ? "]" : "");
        json_commit((size_t)(text.at - out));
        before = ",";
    }
}
