/* SPDX-License-Identifier: MIT */
/* offers.c: prints formats, kinds, encodings, times and columns for completions. */
#include "table.h"
#include "../ids/encodings.h"
#include "../ids/format_info.h"
#include "../ids/reading.h"
#include "../options/times.h"
#include "../output/table.h"
#include "../../common/time_zone.h"

#include <stdio.h>
#include <string.h>

void offer_formats(const struct completion *completion)
{
    const sortid_format *format;
    (void)completion;
    for (size_t i = 0; (format = sortid_format_at(i)) != NULL; i++)
        complete_word(info_of(format)->name, info_of(format)->title);
}

void offer_formats_and_files(const struct completion *completion)
{
    offer_formats(completion);
    complete_files(completion);
}

void offer_kinds(const struct completion *completion)
{
    const sortid_kind *kind;
    (void)completion;
    for (size_t i = 0; (kind = sortid_kind_at(i)) != NULL; i++)
        complete_word(kind_info_of(kind)->name, NULL);
}

/* The last format that is among the words; NULL: there is none. */
static const sortid_format *named_format(const struct completion *completion)
{
    const char *name = NULL;
    for (size_t i = 1; i < completion->count; i++) {
        const char *found = format_name(completion->words[i]);
        name = found != NULL ? found : name;
    }
    return name != NULL ? sortid_format_find(name) : NULL;
}

/* Offers the encodings of the format, if it is known, without those whose bits are set. */
#define BIT(encoding) (1u << (encoding))
static void offer_without(const struct completion *completion, unsigned hidden, bool with_typeid,
                          bool with_times)
{
    const sortid_format *format = named_format(completion);
    const struct encoding_name *row;
    for (size_t i = 0; (row = encoding_at(i)) != NULL; i++)
        if ((format == NULL || encoding_is_of(row, format)) && (BIT(row->encoding) & hidden) == 0 &&
            (with_typeid || !row->is_typeid) && (with_times || row->time == TIME_FORM_NONE))
            complete_word(row->name, row->about);
}

void offer_encodings(const struct completion *completion)
{
    offer_without(completion, 0, true, false);
}

void offer_encodings_and_times(const struct completion *completion)
{
    offer_without(completion, 0, true, true);
}

void offer_encodings_of_range(const struct completion *completion)
{
    offer_without(completion, 0, false, false);
}

void offer_encodings_of_search(const struct completion *completion)
{
    offer_without(completion, BIT(SORTID_ENCODING_INT) | BIT(SORTID_ENCODING_BIN), true, false);
}

/* Offers the first bytes of the local date: a year, a month or a day. */
static void offer_date(size_t length)
{
    char date[TIME_LOCAL_SIZE];
    if (time_print_local(date, (int64_t)present_ms()) == 0)
        return;
    date[length] = '\0';
    complete_word(date, NULL);
}

void offer_times(const struct completion *completion)
{
    static const char *const times[] = {"now", "today", "yesterday", "tomorrow",
                                        "-1h", "-1d",   "now-15m"};
    (void)completion;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        complete_word(times[i], NULL);
    offer_date(10);
    offer_date(7);
}

void offer_periods(const struct completion *completion)
{
    (void)completion;
    complete_word("today", NULL);
    complete_word("yesterday", NULL);
    offer_date(10);
    offer_date(7);
    offer_date(4);
}

/* The names of columns, each after those that are typed already. */
void offer_columns(const struct completion *completion)
{
    char list[200];
    const char *comma = strrchr(completion->current, ','), *name;
    int typed = comma != NULL ? (int)(comma + 1 - completion->current) : 0;
    for (size_t i = 0; (name = table_column(i)) != NULL; i++) {
        snprintf(list, sizeof list, "%.*s%s", typed, completion->current, name);
        complete_word(list, NULL);
    }
}
