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

static void take_counts(uint64_t counts[FILE_COUNTS], const struct statistics *statistics)
{
    const uint64_t now[FILE_COUNTS] = {statistics->lines,      statistics->valid,
                                       statistics->invalid,    statistics->unordered,
                                       statistics->duplicates, statistics->counter_faults};
    for (size_t i = 0; i < FILE_COUNTS; i++)
        counts[i] = now[i] - counts[i];
}

void files_end(struct files *files)
{
    if (files->begun > 0)
        take_counts(files->rows[files->begun - 1].counts, files->statistics);
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
    take_counts(files->rows[files->begun - 1].counts, files->statistics);
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

static uint64_t faults_of(const struct file_figures *row)
{
    return row->counts[FILE_INVALID] + row->counts[FILE_UNORDERED] + row->counts[FILE_DUPLICATES] +
           row->counts[FILE_COUNTER];
}

/* A time, or what is written instead if the file has no ID. */
static const char *time_of(char text[TIME_TEXT_SIZE], const struct file_figures *row,
                           uint64_t unix_ms, const char *none)
{
    if (row->counts[FILE_VALID] == 0)
        return none;
    time_print(text, unix_ms);
    return text;
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
    page_put(&page, quote_string(&quote, row->name));
    page_continue(&page, LIST_INDENT);
    snprintf(words, sizeof words,
             "lines %" PRIu64 ", valid IDs %" PRIu64 ", faults %" PRIu64 ", last time %s",
             row->counts[FILE_LINES], row->counts[FILE_VALID], faults_of(row),
             time_of(last, row, row->last_ms, "-"));
    page_words(&page, words, LIST_INDENT);
    page_end_line(&page);
    output_commit((size_t)(page.text.at - out));
}

static void write_row(const struct file_figures *row)
{
    char last[TIME_TEXT_SIZE];
    struct quote quote;
    char *out = output_reserve(sizeof quote + LINE_SIZE);
    int length = snprintf(out, sizeof quote + LINE_SIZE,
                          "%11" PRIu64 " %11" PRIu64 " %9" PRIu64 "  %-24s  %s\n",
                          row->counts[FILE_LINES], row->counts[FILE_VALID], faults_of(row),
                          time_of(last, row, row->last_ms, "-"), quote_string(&quote, row->name));
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

static struct text append_time(struct text out, const char *key, const struct file_figures *row,
                               uint64_t unix_ms)
{
    char time[TIME_TEXT_SIZE];
    const char *quote = row->counts[FILE_VALID] > 0 ? "\"" : "";
    return text_format(out, ",\"%s\":%s%s%s", key, quote, time_of(time, row, unix_ms, "null"),
                       quote);
}

static struct text append_file(struct text out, const struct file_figures *row)
{
    static const char *const keys[FILE_COUNTS] = {"lines",     "valid",      "invalid",
                                                  "unordered", "duplicates", "counterFaults"};
    out = json_escaped(text_string(out, "{\"name\":\""), row->name, strlen(row->name));
    out = text_string(out, "\"");
    for (size_t i = 0; i < FILE_COUNTS; i++)
        out = text_format(out, ",\"%s\":%" PRIu64, keys[i], row->counts[i]);
    out = append_time(out, "firstTimestampIso", row, row->first_ms);
    return text_string(append_time(out, "lastTimestampIso", row, row->last_ms), "}");
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
