/* SPDX-License-Identifier: MIT */
/* compare.c: `sortid compare`: which of two IDs is earlier, and by how much. An ID that may be of
 * several kinds is read as the kind of the other one, if it can be; which kinds were taken is
 * printed. */
#include "../options/times.h"
#include "../input/input.h"
#include "../output/page.h"
#include "../ids/reading.h"
#include "../input/invalid_id.h"
#include "../output/terminal.h"
#include "../../common/output.h"
#include "../../common/time_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The texts of two IDs, their kinds and times, and the words around them. */
#define ANSWER_SIZE 2048

#define YEAR_MS (UINT64_C(365) * 24 * 60 * 60 * 1000)

struct compared {
    struct item item;
    sortid_reading readings[SORTID_READINGS_MAX];
    size_t count;
    const sortid_reading *reading; /* the one that is taken */
};

/* Reads an argument; false if it was reported as bad. */
static bool read_id(struct compared *compared, const sortid_kind *kind)
{
    const sortid_recognize_options request = {.kind = kind};
    const struct item *item = &compared->item;
    const sortid_reading *first = compared->readings;
    struct quote quote;
    size_t position = 0;
    sortid_status status =
        sortid_recognize(compared->readings, sizeof *first, SORTID_READINGS_MAX, &compared->count,
                         item->text, item->length, &request, &position);
    if (status != SORTID_OK) {
        report_unknown_text(item, kind, position);
        return false;
    }
    if (first->has_time == 0)
        report_input(&item->place, 0, "%s is a %s, which has no time%s",
                     quote_bytes(&quote, item->text, item->length, item->total),
                     kind_info_of(first->kind)->name,
                     compared->count > 1 ? ": -f KIND reads it as another kind" : "");
    return first->has_time != 0;
}

/* Of equally sure readings, the later time is the likelier one, unless it is more than a year
 * ahead: the ulids of 2026 that can be read as scru128v1 have times in 2023. */
static int64_t likelihood(const sortid_reading *reading, int64_t latest_ms)
{
    return reading->unix_ms <= latest_ms ? reading->unix_ms : -reading->unix_ms;
}

/* Takes one of the readings that are as sure as the first; with `other` one of that kind, if there
 * is one. */
static void choose_reading(struct compared *compared, const sortid_kind *other, int64_t latest_ms)
{
    const sortid_reading *best = &compared->readings[0];
    for (size_t i = 1; i < compared->count; i++) {
        const sortid_reading *next = &compared->readings[i];
        bool is_other = next->kind == other, best_is_other = best->kind == other;
        if (next->has_time != 0 && next->confidence == compared->readings[0].confidence &&
            (is_other != best_is_other ? is_other
                                       : likelihood(next, latest_ms) > likelihood(best, latest_ms)))
            best = next;
    }
    compared->reading = best;
}

/* The one with fewer readings is chosen first. */
static void choose_readings(struct compared ids[2])
{
    int64_t latest_ms = (int64_t)(present_ms() + YEAR_MS);
    struct compared *surer = &ids[ids[1].count < ids[0].count];
    struct compared *other = surer == ids ? &ids[1] : ids;
    choose_reading(surer, NULL, latest_ms);
    choose_reading(other, surer->reading->kind, latest_ms);
}

/* Below 0: the first is earlier; of equal times of one kind, it has the smaller bytes. */
static int order_of(const sortid_reading *a, const sortid_reading *b)
{
    if (a->unix_ms != b->unix_ms)
        return a->unix_ms < b->unix_ms ? -1 : 1;
    return a->kind == b->kind ? memcmp(a->id, b->id, sizeof a->id) : 0;
}

static uint64_t difference_of(const sortid_reading *a, const sortid_reading *b)
{
    uint64_t first = (uint64_t)a->unix_ms, second = (uint64_t)b->unix_ms;
    return a->unix_ms < b->unix_ms ? second - first : first - second;
}

/* "2 d 3 h 4 min 5.678 s": from the largest unit that is not 0. */
static struct text add_duration(struct text text, uint64_t ms)
{
    static const struct {
        uint64_t ms;
        const char *name;
    } units[] = {{86400000, "d"}, {3600000, "h"}, {60000, "min"}};
    uint64_t rest = ms;
    for (size_t i = 0; i < sizeof units / sizeof *units; rest %= units[i++].ms)
        if (ms >= units[i].ms)
            text = text_format(text, "%" PRIu64 " %s ", rest / units[i].ms, units[i].name);
    return text_format(text, "%u.%03u s", (unsigned)(rest / 1000), (unsigned)(rest % 1000));
}

/* Of a line that continues the one before it. */
#define INDENT 2

/* The time first, which is as long for both, except after the year 9999. */
static void add_id_line(struct page *page, const struct compared *compared)
{
    char note[80], time[TIME_TEXT_SIZE];
    const char *kind = kind_info_of(compared->reading->kind)->name;
    page_bytes(page, time, time_print_signed(time, compared->reading->unix_ms));
    page_phrase(page, compared->item.text, INDENT); // an argument, which ends with NUL
    page_phrase(page, kind, INDENT);
    if (compared->count > 1) {
        snprintf(note, sizeof note, ", one of %zu kinds that it can be: -f KIND chooses one",
                 compared->count);
        page_words(page, note, INDENT);
    }
    page_end_line(page);
}

static void add_answer(struct page *page, const sortid_reading *a, const sortid_reading *b)
{
    char answer[100];
    struct text text = text_begin(answer, sizeof answer - 1);
    uint64_t ms = difference_of(a, b);
    int order = order_of(a, b);
    if (order != 0)
        text = text_string(text, order < 0 ? "the first" : "the second");
    if (ms > 0)
        text = add_duration(text_string(text, " is earlier by "), ms);
    else if (order != 0)
        text = text_string(text, " is smaller: both have the same time, and the bytes decide");
    else
        text =
            text_string(text, a->kind == b->kind ? "the IDs are equal" : "both have the same time");
    *text.at = '\0';
    page_words(page, answer, INDENT);
    page_end_line(page);
}

static struct text add_lines(struct text text, const struct compared ids[2])
{
    struct page page = page_begin(text, width_of_output());
    add_id_line(&page, &ids[0]);
    add_id_line(&page, &ids[1]);
    add_answer(&page, ids[0].reading, ids[1].reading);
    return page.text;
}

/* The text of an ID has no byte that JSON escapes. */
static struct text add_json_id(struct text text, const char *key, const struct compared *compared)
{
    char time[TIME_TEXT_SIZE];
    time_print_signed(time, compared->reading->unix_ms);
    return text_format(text,
                       "\"%s\":{\"format\":\"%s\",\"input\":\"%.*s\",\"timestampIso\":\"%s\"%s}",
                       key, kind_info_of(compared->reading->kind)->name, (int)compared->item.length,
                       compared->item.text, time, compared->count > 1 ? ",\"ambiguous\":true" : "");
}

static struct text add_json(struct text text, const struct compared ids[2])
{
    int order = order_of(ids[0].reading, ids[1].reading);
    text = add_json_id(text_string(text, "{"), "first", &ids[0]);
    text = add_json_id(text_string(text, ","), "second", &ids[1]);
    return text_format(text, ",\"smaller\":%s,\"differenceMs\":\"%" PRIu64 "\"}\n",
                       order == 0  ? "null"
                       : order < 0 ? "\"first\""
                                   : "\"second\"",
                       difference_of(ids[0].reading, ids[1].reading));
}

void run_compare(struct options *options)
{
    static struct input input;
    static struct compared ids[2];
    options_limit_arguments(options, 2);
    if (options->argument_count < 2)
        report_usage("compare", "an ID is missing: give two");
    input_arguments(&input, options->arguments, options->argument_count);
    bool are_read = true;
    for (size_t i = 0; i < 2 && input_next(&input, &ids[i].item); i++)
        are_read &= read_id(&ids[i], options->kind);
    if (!are_read)
        return;
    choose_readings(ids);
    char *out = output_reserve(ANSWER_SIZE);
    struct text text = text_begin(out, ANSWER_SIZE);
    text = options->json ? add_json(text, ids) : add_lines(text, ids);
    output_commit((size_t)(text.at - out));
}
