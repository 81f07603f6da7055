/* SPDX-License-Identifier: MIT */
/* sort.c: `sortid sort`: sorts lines by the time of their first ID, across formats. Lines without
 * an ID are reported and left out, or with --multiline belong to the line before them. Nothing is
 * guessed silently: IDs that several formats can read are counted and reported. */
#include "../ids/format_info.h"
#include "likeliest.h"
#include "matches.h"
#include "sorter.h"
#include "../../common/time_text.h"

#include <inttypes.h>

/* Lines without an ID that are reported one by one. */
#define MAX_REPORTS 20

#define MEGABYTE UINT64_C(1000000)

/* The note of a record whose ID has one reading, and of lines that belong to the record before;
 * else where in the line the ID is, or that it is farther. */
#define NOTE_CLEAR  UINT32_MAX
#define NOTE_FOLLOW (UINT32_MAX - 1)
#define NOTE_FAR    (UINT32_MAX - 2)

struct sorting {
    struct matches matches;
    struct sorter *sorter;
    struct likely likely;
    uint64_t without;        /* lines without an ID that were left out */
    bool has_record;         /* of the open stream */
    bool has_ids;            /* of any */
    struct sort_key settled; /* the key of the last record that was settled */
};

static struct sort_key key_of(const struct found_reading *reading)
{
    struct sort_key key = {.unix_ms = reading->unix_ms, .kind = kind_number(reading)};
    size_t size = reading->format != NULL ? info_of(reading->format)->size : sizeof key.id;
    memcpy(key.id, reading->id, size);
    return key;
}

/* The key of the likeliest reading of an ID that has several. */
static void settle_id(struct sorting *sorting, struct sort_record *record, const char *text)
{
    struct found_id id;
    struct scan scan;
    scan_begin(&scan, &sorting->matches.scanner, text, text + record->length);
    if (record->note < NOTE_FAR)
        scan.at += record->note;
    if (!scan_next(&id, &scan))
        return;
    record->key = key_of(likely_take(&sorting->likely, &id, false, NULL));
}

/* Before lines in memory are sorted, more IDs are known than when each was read. Lines that belong
 * to a record have its key: equal keys keep their order. */
static void settle(void *context, struct sort_record *record, const char *text)
{
    struct sorting *sorting = context;
    if (record->note == NOTE_FOLLOW)
        record->key = sorting->settled;
    else if (record->note != NOTE_CLEAR)
        settle_id(sorting, record, text);
    sorting->settled = record->key;
}

static void add_line(struct sorting *sorting, const struct match *match)
{
    const struct found_id *id = &match->id;
    struct sort_key key = key_of(&id->readings[0]);
    size_t before = (size_t)(id->text - match->line);
    uint32_t note = NOTE_CLEAR;
    if (id->count > 1)
        note = before < NOTE_FAR ? (uint32_t)before : NOTE_FAR;
    else
        likely_note(&sorting->likely, &id->readings[0]);
    sorter_add(sorting->sorter, &key, note, match->line,
               (size_t)(match->line_end + 1 - match->line));
    sorting->has_record = sorting->has_ids = true;
}

/* Lines before the first ID of a stream come first, with --reverse last. */
static void add_others(struct sorting *sorting, const char *begin, const char *end)
{
    const struct sort_key first = {.unix_ms = 0};
    sorter_add(sorting->sorter, &first, sorting->has_record ? NOTE_FOLLOW : NOTE_CLEAR, begin,
               (size_t)(end - begin));
    sorting->has_record = true;
}

/* Reports a line without an ID that sort takes. */
static void report_without(struct sorting *sorting, const char *line, const char *end)
{
    size_t column; // 0
    struct place place = matches_place(&sorting->matches, line, &column);
    struct scanner scanner = sorting->matches.scanner;
    struct scan scan;
    struct found_id id;
    char time[TIME_TEXT_SIZE];
    scanner.any_time = true;
    scan_begin(&scan, &scanner, line, end);
    if (!scan_next(&id, &scan) || id.readings[0].is_plausible) {
        report_input(&place, column, "the line has no ID");
        return;
    }
    time[time_print(time, id.readings[0].unix_ms)] = '\0';
    report_input(&place, column,
                 "the line has no ID of a plausible time: with --any-time it has "
                 "one of %s",
                 time);
}

/* Reports lines without an ID, except empty ones. */
static void report_others(struct sorting *sorting, const char *begin, const char *end)
{
    while (begin < end) {
        const char *newline = matches_line_end(&sorting->matches, begin);
        if (!is_empty_line(begin, newline) && sorting->without++ < MAX_REPORTS)
            report_without(sorting, begin, newline);
        begin = newline + 1;
    }
}

static void note_others(struct sorting *sorting, const char *begin, const char *end)
{
    if (begin == end)
        return;
    if (sorting->matches.options->multiline)
        add_others(sorting, begin, end);
    else
        report_others(sorting, begin, end);
}

static void read_block(struct sorting *sorting)
{
    const struct line_block *block = &sorting->matches.block;
    const char *done = block->begin;
    struct match match;
    if (block->is_first)
        sorting->has_record = false;
    while (matches_next(&match, &sorting->matches)) {
        note_others(sorting, done, match.line);
        add_line(sorting, &match);
        matches_skip_line(&sorting->matches);
        done = match.line_end + 1;
    }
    note_others(sorting, done, block->end);
}

/* Whether IDs may be there that are read only if they are named. */
static bool names_no_kind(const struct options *options)
{
    return options->kinds.count == 0 && options->field == 0;
}

static void report_end(const struct sorting *sorting)
{
    if (sorting->without > MAX_REPORTS)
        report(STATUS_BAD_INPUT, "sort: %" PRIu64 " more lines have no ID",
               sorting->without - MAX_REPORTS);
    if (sorting->without > 0 && !sorting->has_ids && names_no_kind(sorting->matches.options))
        report(STATUS_BAD_INPUT, "sort: no line has an ID of a format; numbers and other kinds are "
                                 "read with FORMAT: twitter, uuid, mongodb, ...");
    if (sorting->without > 0)
        report(STATUS_BAD_INPUT, "sort: lines without an ID are left out; --header keeps the first "
                                 "line, --multiline each after its line");
}

void run_sort(struct options *options)
{
    static struct sorting sorting;
    memset(&sorting, 0, sizeof sorting);
    matches_begin(&sorting.matches, options, true, false);
    sorting.sorter =
        sorter_begin(options->memory_mb * MEGABYTE, options->reverse, settle, &sorting);
    while (matches_next_block(&sorting.matches))
        read_block(&sorting);
    matches_end(&sorting.matches);
    report_end(&sorting);
    sorter_finish(sorting.sorter, output_bytes);
    likely_report_kinds(&sorting.likely, options->command->name); // now that each is settled
    likely_report_doubts(&sorting.likely, options->command->name);
}
