/* SPDX-License-Identifier: MIT */
/* state_print.c: prints the report about a state file. Times are those of timestamps: for scru64
 * the start of a tick. */
#include "state_print.h"
#include "../ids/format_info.h"
#include "../../common/text.h"
#include "../../common/time_text.h"

#define PAGE_WIDTH 79

static struct text append_time(struct text out, uint64_t unix_ms)
{
    out.at += time_print(text_reserve(out, TIME_TEXT_SIZE), unix_ms);
    return out;
}

/* The last ID; the report has it where the state of the format is an ID. */
static struct text append_last(struct text out, const sortid_state_report *report)
{
    out.at += print_id(text_reserve(out, SORTID_MAX_TEXT_SIZE), report->format,
                       SORTID_ENCODING_TEXT, report->last);
    return out;
}

/* ---- Pretty ---------------------------------------------------------------------------------- */

static struct text append_title(struct text out, const sortid_state_report *report)
{
    static const char before[] = "-- state file of ";
    const char *title =
        report->format != NULL ? info_of(report->format)->title : "an unknown format";
    out = text_string(text_string(out, before), title);
    out = text_string(out, " ");
    out = text_repeated(out, '-', PAGE_WIDTH - strlen(before) - strlen(title) - 1);
    return text_string(out, "\n");
}

static struct text append_node_line(struct text out, const sortid_state_report *report)
{
    out = text_number(text_string(out, "  node  "), report->node_id);
    out = text_number(text_string(out, "/"), report->node_id_size);
    return text_string(out, "\n");
}

static struct text append_last_lines(struct text out, const sortid_state_report *report)
{
    if (!report->current)
        return text_string(
            out,
            "  last  unknown: the system has restarted since, or this is a copy of the file\n");
    if (!report->started)
        return text_string(out, "  last  no ID yet\n");
    if (report->last_size > 0)
        out = text_string(append_last(text_string(out, "  last  "), report), "\n");
    out = append_time(text_string(out, "  time  "), report->last_unix_ms);
    return text_string(out, "  (of the last ID)\n");
}

static struct text append_bound_line(struct text out, const sortid_state_report *report)
{
    out = text_string(out, "  bound ");
    if (report->bound_unix_ms == 0)
        return text_string(out, "none: no ID yet\n");
    out = append_time(out, report->bound_unix_ms);
    return text_string(out, report->current ? "  (on disk: no ID is later)\n"
                                            : "  (on disk: the next IDs are later)\n");
}

size_t state_print_pretty(char out[STATE_PRINT_SIZE], const sortid_state_report *report)
{
    struct text text = append_title(text_begin(out, STATE_PRINT_SIZE), report);
    if (report->node_id_size > 0)
        text = append_node_line(text, report);
    text = append_bound_line(append_last_lines(text, report), report);
    text = text_string(text, report->has_lock ? "  steps by a mutex" : "  steps atomic");
    text = text_number(text_string(text, ", layout version "), report->version);
    text = text_string(text, report->fraction ? ", for gen --fraction\n" : "\n");
    return (size_t)(text.at - out);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

/* A key and a time, or null. */
static struct text append_time_member(struct text out, const char *key, bool known,
                                      uint64_t unix_ms)
{
    out = text_string(out, key);
    if (!known)
        return text_string(out, "null");
    return text_string(append_time(text_string(out, "\""), unix_ms), "\"");
}

static struct text append_format_member(struct text out, const sortid_state_report *report)
{
    out = text_string(out, "{\"format\":");
    if (report->format == NULL)
        return text_string(out, "null");
    return text_string(text_string(text_string(out, "\""), info_of(report->format)->name), "\"");
}

static struct text append_node_members(struct text out, const sortid_state_report *report)
{
    out = text_number(text_string(out, ",\"nodeId\":\""), report->node_id);
    return text_number(text_string(out, "\",\"nodeSize\":"), report->node_id_size);
}

static struct text append_last_member(struct text out, const sortid_state_report *report)
{
    out = text_string(out, ",\"last\":");
    if (report->last_size == 0)
        return text_string(out, "null");
    return text_string(append_last(text_string(out, "\""), report), "\"");
}

size_t state_print_json(char out[STATE_PRINT_SIZE], const sortid_state_report *report)
{
    struct text text = append_format_member(text_begin(out, STATE_PRINT_SIZE), report);
    text = text_number(text_string(text, ",\"version\":"), report->version);
    text = text_string(text, ",\"locking\":");
    text = text_string(text, report->has_lock ? "\"mutex\"" : "\"atomic\"");
    text = text_string(text, report->fraction ? ",\"fraction\":true" : ",\"fraction\":false");
    if (report->node_id_size > 0)
        text = append_node_members(text, report);
    text = text_string(text, ",\"current\":");
    text = text_string(text, report->current ? "true" : "false");
    text =
        append_time_member(text, ",\"lastTimestampIso\":", report->started, report->last_unix_ms);
    text = append_last_member(text, report);
    text = append_time_member(text, ",\"durableUntil\":", report->bound_unix_ms > 0,
                              report->bound_unix_ms);
    text = text_string(text, "}\n");
    return (size_t)(text.at - out);
}
