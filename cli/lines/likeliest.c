/* SPDX-License-Identifier: MIT */
/* likeliest.c: see likeliest.h. */
#include "likeliest.h"
#include "../ids/reading.h"
#include "../../common/report.h"
#include "../../common/text.h"

#include <inttypes.h>

uint32_t kind_number(const struct found_reading *reading)
{
    uint32_t number = 0;
    if (reading->format != NULL)
        while (sortid_format_at(number) != reading->format)
            number++;
    else
        while (sortid_kind_at(number) != reading->kind && number < LIKELY_KINDS - 1)
            number++;
    return number;
}

void likely_note(struct likely *likely, const struct found_reading *reading)
{
    likely->clear[kind_number(reading)]++;
}

const struct found_reading *likely_take(struct likely *likely, const struct found_id *id,
                                        bool times_alone)
{
    const struct found_reading *best = &id->readings[0];
    size_t likely_ones = 0;
    bool differ = !times_alone;
    if (id->count == 1) {
        likely_note(likely, best);
        return best;
    }
    for (size_t i = 0; i < id->count; i++) {
        const struct found_reading *other = &id->readings[i];
        uint64_t most = likely->clear[kind_number(best)];
        uint64_t count = likely->clear[kind_number(other)];
        likely_ones += count > 0;
        differ = differ || other->unix_ms != id->readings[0].unix_ms;
        if (count > most || (count == most && other->unix_ms > best->unix_ms))
            best = other;
    }
    likely->taken[kind_number(best)]++;
    likely->doubtful += differ && likely_ones != 1;
    return best;
}

void likely_report_kinds(const struct likely *likely, const char *command)
{
    char list[LIKELY_KINDS * 50];
    struct text text = text_begin(list, sizeof list);
    size_t kinds = 0;
    for (size_t i = 0; i < LIKELY_KINDS; i++) {
        uint64_t count = likely->clear[i] + likely->taken[i];
        if (count == 0)
            continue;
        text = text_number(text_string(text, kinds++ > 0 ? ", " : ""), count);
        text = text_string(text_string(text, " "), kind_info_of(sortid_kind_at(i))->name);
    }
    if (kinds > 1)
        report(STATUS_OK,
               "%s: the IDs are of several formats: %.*s; if some are other text, give FORMAT",
               command, (int)(text.at - list), list);
}

void likely_report_doubts(const struct likely *likely, const char *command)
{
    if (likely->doubtful > 0)
        report(STATUS_OK,
               "%s: %" PRIu64 " ID%s can be read as several formats, and the others do not decide "
               "which; FORMAT chooses one",
               command, likely->doubtful, likely->doubtful == 1 ? "" : "s");
}
