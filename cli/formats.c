/* SPDX-License-Identifier: MIT */
/* formats.c: `sortid formats`: lists the formats of the library, pretty or as one JSON object per line.
 * Called by main.c; includes the command's modules and common/. Names, sizes, fields and times come from
 * the library. */
#include "format_info.h"
#include "options.h"
#include "time_range.h"
#include "../common/output.h"
#include "../common/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* More than any line below has. */
#define LINE_SIZE 1024

REPORT_FORMAT(1, 2) static void print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(output_reserve(LINE_SIZE), LINE_SIZE, format, list);
    va_end(list);
    output_commit((size_t)length);
}

static void print_row(const sortid_format *format)
{
    const sortid_format_info *info = info_of(format);
    struct time_range range;
    const struct encoding_name *encoding;
    time_range_of(&range, format);
    print("%s: %s, %" PRIu32 " bytes, %" PRIu32 " characters\n", info->name, info->title,
          info->size, info->text_length);
    print("  times      %s to %s, in steps of %" PRIu64 " ms\n", range.first, range.last,
          info->unit_ms);
    print("  bits      ");
    for (size_t i = 0; i < info->field_count; i++)
        print("%s %s %" PRIu32, i > 0 ? " |" : "", field_of(format, i)->name,
              field_of(format, i)->bits);
    print("\n  encodings ");
    for (size_t i = 0; (encoding = options_encoding_of(format, i)) != NULL; i++)
        print(" %s", encoding->name);
    print("\n");
}

static void print_json(const sortid_format *format)
{
    static const char *const kinds[] = {"timestamp", "counter", "layer", "random", "fixed"};
    const sortid_format_info *info = info_of(format);
    struct time_range range;
    const struct encoding_name *encoding;
    time_range_of(&range, format);
    print("{\"name\":\"%s\",\"title\":\"%s\",\"size\":%" PRIu32 ",\"textLength\":%" PRIu32 ",",
          info->name, info->title, info->size, info->text_length);
    print("\"firstTime\":\"%s\",\"lastTime\":\"%s\",\"timeStepMs\":%" PRIu64
          ",\"reservesEnds\":%s,",
          range.first, range.last, info->unit_ms,
          (info->traits & SORTID_RESERVES_ENDS) != 0 ? "true" : "false");
    print("\"fields\":[");
    for (size_t i = 0; i < info->field_count; i++)
        print("%s{\"name\":\"%s\",\"bits\":%" PRIu32 ",\"kind\":\"%s\"}", i > 0 ? "," : "",
              field_of(format, i)->name, field_of(format, i)->bits,
              kinds[field_of(format, i)->kind]);
    print("],\"encodings\":[");
    for (size_t i = 0; (encoding = options_encoding_of(format, i)) != NULL; i++)
        print("%s\"%s\"", i > 0 ? "," : "", encoding->name);
    print("]}\n");
}

void run_formats(struct options *options)
{
    const sortid_format *format;
    options_limit_arguments(options, 0);
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++) {
        if (options->json)
            print_json(format);
        else
            print_row(format);
    }
}
