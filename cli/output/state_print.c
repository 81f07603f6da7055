/* SPDX-License-Identifier: MIT */
/* state_print.c: prints the report about a state file. Times are those of timestamps: for scru64
 * the start of a tick. */
#include "state_print.h"
#include "json.h"
#include "../ids/format_info.h"
#include "../../common/time_text.h"

#include <inttypes.h>

#define PAGE_WIDTH 79

/* The last ID; the report has it where the state of the format is an ID. */
static const char *last_of(char text[SORTID_MAX_TEXT_SIZE], const sortid_state_report *report)
{
    print_id(text, report->format, SORTID_ENCODING_TEXT, report->last);
    return text;
}

static const char *time_of(char text[TIME_TEXT_SIZE], uint64_t unix_ms)
{
    time_print(text, unix_ms);
    return text;
}

static struct text append_title(struct text out, const sortid_state_report *report)
{
    const char *begin = out.at;
    out =
        text_format(out, "-- state file of %s ",
                    report->format != NULL ? info_of(report->format)->title : "an unknown format");
    out = text_repeated(out, '-', PAGE_WIDTH - (size_t)(out.at - begin));
    return text_string(out, "\n");
}

static struct text append_last_lines(struct text out, const sortid_state_report *report)
{
    char id[SORTID_MAX_TEXT_SIZE], time[TIME_TEXT_SIZE];
    if (!report->current)
        return text_string(
            out, "  last  unknown: the system may have restarted, or this is a copy of the file\n");
    if (!report->started)
        return text_string(out, "  last  no ID yet\n");
    if (report->last_size > 0)
        out = text_format(out, "  last  %s\n", last_of(id, report));
    return text_format(out, "  time  %s  (of the last ID)\n", time_of(time, report->last_unix_ms));
}

static struct text append_bound_line(struct text out, const sortid_state_report *report)
{
    char time[TIME_TEXT_SIZE];
    if (report->bound_unix_ms == 0)
        return text_string(out, "  bound none: no ID yet\n");
    return text_format(out, "  bound %s  (on disk: %s later)\n",
                       time_of(time, report->bound_unix_ms),
                       report->current ? "no ID is" : "the next IDs are");
}

size_t state_print_pretty(char out[STATE_PRINT_SIZE], const sortid_state_report *report)
{
    struct text text = append_title(text_begin(out, STATE_PRINT_SIZE), report);
    if (report->node_id_size > 0)
        text = text_format(text, "  node  %" PRIu32 "/%" PRIu32 "\n", report->node_id,
                           report->node_id_size);
    text = append_bound_line(append_last_lines(text, report), report);
    text = text_format(text, "  steps %s, layout version %" PRIu32 "%s\n",
                       report->has_lock ? "by a mutex" : "atomic", report->version,
                       report->fraction ? ", for gen --fraction" : "");
    return (size_t)(text.at - out);
}

size_t state_print_json(char out[STATE_PRINT_SIZE], const sortid_state_report *report)
{
    char id[SORTID_MAX_TEXT_SIZE], last[TIME_TEXT_SIZE], bound[TIME_TEXT_SIZE];
    struct text text = text_begin(out, STATE_PRINT_SIZE);
    if (report->format != NULL)
        text = text_format(text, "{\"format\":\"%s\"", info_of(report->format)->name);
    else
        text = text_string(text, "{\"format\":null");
    text = text_format(text, ",\"version\":%" PRIu32 ",\"locking\":\"%s\",\"fraction\":%s",
                       report->version, report->has_lock ? "mutex" : "atomic",
                       report->fraction ? "true" : "false");
    if (report->node_id_size > 0)
        text = text_format(text, ",\"nodeId\":\"%" PRIu32 "\",\"nodeSize\":%" PRIu32,
                           report->node_id, report->node_id_size);
    text = text_format(text, ",\"current\":%s", report->current ? "true" : "false");
    text = json_member(text, "lastTimestampIso",
                       report->started ? time_of(last, report->last_unix_ms) : NULL);
    text = json_member(text, "last", report->last_size > 0 ? last_of(id, report) : NULL);
    text = json_member(text, "durableUntil",
                       report->bound_unix_ms > 0 ? time_of(bound, report->bound_unix_ms) : NULL);
    text = text_string(text, "}\n");
    return (size_t)(text.at - out);
}
