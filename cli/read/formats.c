/* SPDX-License-Identifier: MIT */
/* formats.c: `sortid formats`: lists the formats for people or as one JSON object per line. Names,
 * sizes, fields and times come from the library. */
#include "../ids/format_info.h"
#include "../output/json_layout.h"
#include "../options/checks.h"
#include "../output/page.h"
#include "../options/times.h"
#include "../output/terminal.h"
#include "../../common/output.h"
#include "../../common/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* More than a format takes. */
#define FORMAT_SIZE 4096

/* Appends to the text of a format; returns its new length. */
REPORT_FORMAT(3, 4)
static size_t append(char text[FORMAT_SIZE], size_t used, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text + used, FORMAT_SIZE - used, format, list);
    va_end(list);
    return used + (size_t)length;
}

/* Of a line that continues the one before it. */
#define INDENT 4

static void add_line(struct page *page, const char *label, const char *words)
{
    page_put(page, label);
    page_words(page, words, INDENT);
    page_end_line(page);
}

static void add_bits(struct page *page, const sortid_format *format)
{
    char words[FORMAT_SIZE];
    size_t used = 0;
    for (size_t i = 0; i < info_of(format)->field_count; i++)
        used = append(words, used, "%s%s %" PRIu32, i > 0 ? " | " : "", field_of(format, i)->name,
                      field_of(format, i)->bits);
    add_line(page, "  bits       ", words);
}

static void add_encodings(struct page *page, const sortid_format *format)
{
    char words[FORMAT_SIZE];
    size_t used = 0;
    const struct encoding_name *encoding;
    for (size_t i = 0; (encoding = encoding_of(format, i)) != NULL; i++)
        used = append(words, used, "%s%s", i > 0 ? " " : "", encoding->name);
    add_line(page, "  encodings  ", words);
}

static size_t print_rows(char text[FORMAT_SIZE], const sortid_format *format)
{
    char words[FORMAT_SIZE];
    const sortid_format_info *info = info_of(format);
    struct page page = {
        .text = text_begin(text, FORMAT_SIZE), .width = width_of_output(), .current = PAGE_PLAIN};
    struct time_range range;
    time_range_of(&range, format);
    append(words, 0, "%s: %s, %" PRIu32 " bytes, %" PRIu32 " characters", info->name, info->title,
           info->size, info->text_length);
    add_line(&page, "", words);
    append(words, 0, "%s to %s, step %" PRIu64 " ms", range.first, range.last, info->unit_ms);
    add_line(&page, "  times      ", words);
    add_bits(&page, format);
    add_encodings(&page, format);
    return (size_t)(page.text.at - text);
}

static size_t print_json(char text[FORMAT_SIZE], const sortid_format *format)
{
    static const char *const kinds[] = {"timestamp", "counter", "layer", "random", "fixed"};
    const sortid_format_info *info = info_of(format);
    struct time_range range;
    size_t used = 0;
    const struct encoding_name *encoding;
    time_range_of(&range, format);
    used =
        append(text, used,
               "{\"name\":\"%s\",\"title\":\"%s\",\"size\":%" PRIu32 ",\"textLength\":%" PRIu32 ",",
               info->name, info->title, info->size, info->text_length);
    used = append(text, used,
                  "\"firstTime\":\"%s\",\"lastTime\":\"%s\",\"timeStepMs\":%" PRIu64
                  ",\"reservesEnds\":%s,",
                  range.first, range.last, info->unit_ms,
                  (info->traits & SORTID_RESERVES_ENDS) != 0 ? "true" : "false");
    used = append(text, used, "\"fields\":[");
    for (size_t i = 0; i < info->field_count; i++)
        used = append(text, used, "%s{\"name\":\"%s\",\"bits\":%" PRIu32 ",\"kind\":\"%s\"}",
                      i > 0 ? "," : "", field_of(format, i)->name, field_of(format, i)->bits,
                      kinds[field_of(format, i)->kind]);
    used = append(text, used, "],\"encodings\":[");
    for (size_t i = 0; (encoding = encoding_of(format, i)) != NULL; i++)
        used = append(text, used, "%s\"%s\"", i > 0 ? "," : "", encoding->name);
    return append(text, used, "]}\n");
}

void run_formats(struct options *options)
{
    const sortid_format *format;
    options_limit_arguments(options, 0);
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        char *out = output_reserve(FORMAT_SIZE);
        if (options->json)
            json_commit(print_json(out, format));
        else
            output_commit(print_rows(out, format));
    }
}
