/* SPDX-License-Identifier: MIT */
/* formats.c: `sortid formats`: lists the formats for people or as one JSON object per line. Names,
 * sizes, fields and times come from the library. */
#include "../ids/format_info.h"
#include "../output/page.h"
#include "../options/times.h"
#include "../output/terminal.h"
#include "../../common/output.h"

#include <inttypes.h>

/* More than a format takes. */
#define FORMAT_SIZE 4096

/* Of a line that continues the one before it. */
#define INDENT 4

/* Writes a label and words, which end at `text`. */
static void add_line(struct page *page, const char *label, const char *words, struct text text)
{
    *text.at = '\0';
    page_put(page, label);
    page_words(page, words, INDENT);
    page_end_line(page);
}

static struct text bits_of(struct text text, const sortid_format *format)
{
    for (size_t i = 0; i < info_of(format)->field_count; i++)
        text = text_format(text, "%s%s %" PRIu32, i > 0 ? " | " : "", field_of(format, i)->name,
                           field_of(format, i)->bits);
    return text;
}

static struct text encodings_of(struct text text, const sortid_format *format, const char *quote,
                                const char *between)
{
    const struct encoding_name *row;
    for (size_t i = 0; (row = encoding_of(kind_of_format(format), i)) != NULL; i++)
        text = text_format(text, "%s%s%s%s", i > 0 ? between : "", quote, row->name, quote);
    return text;
}

static size_t print_rows(char out[FORMAT_SIZE], const sortid_format *format)
{
    char words[FORMAT_SIZE];
    const sortid_format_info *info = info_of(format);
    const struct text text = text_begin(words, sizeof words);
    struct page page = page_begin(text_begin(out, FORMAT_SIZE), width_of_output());
    struct time_range range;
    time_range_of(&range, kind_of_format(format));
    add_line(&page, "", words,
             text_format(text, "%s: %s, %" PRIu32 " bytes, %" PRIu32 " characters", info->name,
                         info->title, info->size, info->text_length));
    add_line(
        &page, "  times      ", words,
        text_format(text, "%s to %s, step %" PRIu64 " ms", range.first, range.last, info->unit_ms));
    add_line(&page, "  bits       ", words, bits_of(text, format));
    add_line(&page, "  encodings  ", words, encodings_of(text, format, "", " "));
    return (size_t)(page.text.at - out);
}

static size_t print_json(char out[FORMAT_SIZE], const sortid_format *format)
{
    static const char *const kinds[] = {"timestamp", "counter", "layer", "random", "fixed"};
    const sortid_format_info *info = info_of(format);
    struct text text = text_begin(out, FORMAT_SIZE);
    struct time_range range;
    time_range_of(&range, kind_of_format(format));
    text = text_format(text,
                       "{\"name\":\"%s\",\"title\":\"%s\",\"size\":%" PRIu32
                       ",\"textLength\":%" PRIu32 ",\"firstTime\":\"%s\",\"lastTime\":\"%s\","
                       "\"timeStepMs\":%" PRIu64 ",\"reservesEnds\":%s,\"fields\":[",
                       info->name, info->title, info->size, info->text_length, range.first,
                       range.last, info->unit_ms,
                       (info->traits & SORTID_TRAIT_RESERVES_ENDS) != 0 ? "true" : "false");
    for (size_t i = 0; i < info->field_count; i++)
        text = text_format(text, "%s{\"name\":\"%s\",\"bits\":%" PRIu32 ",\"kind\":\"%s\"}",
                           i > 0 ? "," : "", field_of(format, i)->name, field_of(format, i)->bits,
                           kinds[field_of(format, i)->kind]);
    text = encodings_of(text_string(text, "],\"encodings\":["), format, "\"", ",");
    text = text_string(text, "]}\n");
    return (size_t)(text.at - out);
}

void run_formats(struct options *options)
{
    const sortid_format *format;
    options_limit_arguments(options, 0);
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        char *out = output_reserve(FORMAT_SIZE);
        output_commit(options->json ? print_json(out, format) : print_rows(out, format));
    }
}
