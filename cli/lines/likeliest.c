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
    while (sortid_kind_at(number) != reading->kind && number < LIKELY_KINDS - 1)
        number++;
    return number;
}

void likely_note(struct likely *likely, const struct found_reading *reading)
{
    likely->clear[kind_number(reading)]++;
}

/* Whether the counts do not decide between readings that differ. */
static bool is_doubtful(const struct likely *likely, const struct found_id *id, bool times_alone)
{
    size_t likely_ones = 0;
    bool differ = !times_alone;
    for (size_t i = 0; i < id->count; i++) {
        likely_ones += likely->clear[kind_number(&id->readings[i])] > 0;
        differ = differ || id->readings[i].unix_ms != id->readings[0].unix_ms;
    }
    return differ && likely_ones != 1;
}

/* Whether the text alone is rather of this kind, as inspect shows it. */
static bool is_first(const struct found_reading *reading, const struct found_id *id)
{
    const sortid_recognize_options request = reading_request(NULL);
    sortid_reading alone;
    size_t count;
    return sortid_recognize(&alone, sizeof alone, 1, &count, id->text, id->length, &request,
                            NULL) == SORTID_OK &&
           alone.kind == reading->kind;
}

static void count_ahead(struct likely *likely, const struct scan *rest)
{
    struct scan scan = *rest;
    struct found_id id;
    while (scan_next(&id, &scan))
        if (id.count == 1)
            likely_note(likely, &id.readings[0]);
    likely->is_ahead = true;
}

const struct found_reading *likely_take(struct likely *likely, const struct found_id *id,
                                        bool times_alone, const struct scan *rest)
{
    const struct found_reading *best = &id->readings[0];
    if (id->count == 1) {
        if (!likely->is_ahead)
            likely_note(likely, best);
        return best;
    }
    if (rest != NULL && !likely->is_ahead && is_doubtful(likely, id, times_alone))
        count_ahead(likely, rest);
    for (size_t i = 1; i < id->count; i++) {
        const struct found_reading *other = &id->readings[i];
        uint64_t most = likely->clear[kind_number(best)];
        uint64_t count = likely->clear[kind_number(other)];
        if (count > most || (count == most && is_first(other, id)))
            best = other;
    }
    likely->taken[kind_number(best)]++;
    likely->doubtful += is_doubtful(likely, id, times_alone);
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
        text = text_format(text, "%s%" PRIu64 " %s", kinds++ > 0 ? ", " : "", count,
                           kind_info_of(sortid_kind_at(i))->name);
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
