/* SPDX-License-Identifier: MIT */
/* compare.c: `sortid compare`: which of two IDs is earlier, and by how much. IDs that may be of
 * several kinds are read as one kind, if they can be; which kinds were taken is printed. */
#include "../ids/reading.h"
#include "../options/times.h"
#include "../input/invalid_id.h"
#include "../output/terminal.h"
#include "../output/time_form.h"
#include "../../common/output.h"

#include <inttypes.h>

/* The texts of two IDs, their kinds and times, and the words around them. */
#define ANSWER_SIZE 2048

struct compared {
    struct item item;
    struct text_readings text;
    const sortid_reading *reading; /* the one that is taken */
    bool is_guess;                 /* nothing but length and digits tells the kind */
};

/* Reads an argument; false if it was reported as bad. */
static bool read_id(struct compared *compared, const struct options *options)
{
    const struct item *item = &compared->item;
    const sortid_reading *first = compared->text.all;
    struct quote quote;
    if (!read_text(&compared->text, item->text, item->length, &options->kinds)) {
        report_unknown_text(item, &options->kinds, compared->text.position);
        return false;
    }
    if (first->has_time == 0)
        report_input(&item->place, 0, "%s is a %s, which has no time%s",
                     quote_bytes(&quote, item->text, item->length, item->total),
                     kind_info_of(first->kind)->name,
                     compared->text.count > 1 ? ": -f KIND reads it as another kind" : "");
    compared->is_guess = options->kinds.count == 0 && first->confidence == SORTID_CONFIDENCE_LOW;
    return first->has_time != 0;
}

/* Whether an ID may be read so: as surely as its first reading, with a time. */
static bool is_candidate(const struct compared *compared, const sortid_reading *reading)
{
    return reading->has_time != 0 && reading->confidence == compared->text.all[0].confidence;
}

/* Takes readings of the first kind of `a` that `b` can be too, both for the reasons `wanted`. */
static bool take_one_kind(struct compared *a, struct compared *b, uint32_t wanted)
{
    for (size_t i = 0; i < a->text.count; i++)
        for (size_t k = 0; k < b->text.count; k++) {
            a->reading = &a->text.all[i];
            b->reading = &b->text.all[k];
            if (a->reading->kind == b->reading->kind && is_candidate(a, a->reading) &&
                is_candidate(b, b->reading) &&
                (a->reading->why & b->reading->why & wanted) == wanted)
                return true;
        }
    a->reading = &a->text.all[0];
    b->reading = &b->text.all[0];
    return false;
}

/* The order of the arguments must not matter. IDs that cannot be of one kind with plausible times
 * are what each is by itself; if one of them has no plausible time then, a common kind counts
 * more. */
static void choose_readings(struct compared ids[2])
{
    bool is_sorted = strcmp(ids[0].item.text, ids[1].item.text) < 0; // arguments end with NUL
    struct compared *a = &ids[!is_sorted], *b = &ids[is_sorted];
    if (!take_one_kind(a, b, SORTID_WHY_TIME) &&
        (a->reading->why & b->reading->why & SORTID_WHY_TIME) == 0)
        (void)take_one_kind(a, b, 0);
}

/* Below 0: the first is earlier; of equal times of one kind, it has the smaller bytes, of TypeIDs
 * those of the text. */
static int order_of(const struct compared ids[2])
{
    const sortid_reading *a = ids[0].reading, *b = ids[1].reading;
    if (a->unix_ms != b->unix_ms)
        return a->unix_ms < b->unix_ms ? -1 : 1;
    if (a->kind != b->kind)
        return 0;
    return a->kind == sortid_kind_find("typeid") ? strcmp(ids[0].item.text, ids[1].item.text)
                                                 : memcmp(a->id, b->id, sizeof a->id);
}

static uint64_t difference_of(const sortid_reading *a, const sortid_reading *b)
{
    uint64_t first = (uint64_t)a->unix_ms, second = (uint64_t)b->unix_ms;
    return a->unix_ms < b->unix_ms ? second - first : first - second;
}

/* Of a line that continues the one before it. */
#define INDENT 2

/* The time first, which is as long for both, except after the year 9999. */
static void add_id_line(struct page *page, const struct compared *compared, bool is_local)
{
    char note[80], time[TIME_FORM_SIZE];
    const char *kind = kind_info_of(compared->reading->kind)->name;
    page_bytes(page, time,
               time_form_print(time, TIME_FORM_ISO, compared->reading->unix_ms, is_local));
    page_phrase(page, compared->item.text, INDENT); // an argument, which ends with NUL
    page_phrase(page, kind, INDENT);
    if (compared->is_guess)
        page_words(page, ", a guess", INDENT);
    if (compared->text.count > 1) {
        snprintf(note, sizeof note, ", one of %zu kinds that it may be: -f KIND chooses one",
                 compared->text.count);
        page_words(page, note, INDENT);
    }
    page_end_line(page);
}

static void add_answer(struct page *page, const struct compared ids[2])
{
    const sortid_reading *a = ids[0].reading, *b = ids[1].reading;
    char answer[100];
    struct text text = text_begin(answer, sizeof answer - 1);
    uint64_t ms = difference_of(a, b);
    int order = order_of(ids);
    if (order != 0)
        text = text_string(text, order < 0 ? "the first" : "the second");
    if (ms > 0)
        text = age_span(text_string(text, " is earlier by "), ms, true);
    else if (order != 0)
        text = text_string(text, " is smaller: both have the same time, and the bytes decide");
    else
        text =
            text_string(text, a->kind == b->kind ? "the IDs are equal" : "both have the same time");
    *text.at = '\0';
    page_words(page, answer, INDENT);
    page_end_line(page);
}

static struct text add_lines(struct text text, const struct compared ids[2], bool is_local)
{
    struct page page = page_begin(text, width_of_output());
    add_id_line(&page, &ids[0], is_local);
    add_id_line(&page, &ids[1], is_local);
    add_answer(&page, ids);
    return page.text;
}

/* The text of an ID has no byte that JSON escapes. */
static struct text add_json_id(struct text text, const char *key, const struct compared *compared)
{
    char time[TIME_TEXT_SIZE];
    time_print_signed(time, compared->reading->unix_ms);
    return text_format(
        text, "\"%s\":{\"format\":\"%s\",\"input\":\"%.*s\",\"timestampIso\":\"%s\"%s}", key,
        kind_info_of(compared->reading->kind)->name, (int)compared->item.length,
        compared->item.text, time, compared->text.count > 1 ? ",\"ambiguous\":true" : "");
}

static struct text add_json(struct text text, const struct compared ids[2])
{
    int order = order_of(ids);
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
    options_take_kinds(options);
    options_limit_arguments(options, 2);
    options_set_reading(options);
    if (options->argument_count < 2)
        report_usage("an ID is missing: give two");
    input_arguments(&input, options->arguments, options->argument_count);
    bool are_read = true;
    for (size_t i = 0; i < 2 && input_next(&input, &ids[i].item); i++)
        are_read &= read_id(&ids[i], options);
    if (!are_read)
        return;
    choose_readings(ids);
    char *out = output_reserve(ANSWER_SIZE);
    struct text text = text_begin(out, ANSWER_SIZE);
    text = options->json ? add_json(text, ids) : add_lines(text, ids, options->zone == ZONE_LOCAL);
    output_commit((size_t)(text.at - out));
}
