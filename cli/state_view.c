/* SPDX-License-Identifier: MIT */
/* state_view.c: what stands in a state file in words and in JSON, the code behind
 * state_view.h. Times are those of timestamps: for scru64 the beginning of a tick. */
#include "state_view.h"

#include "append.h"
#include "format_info.h"
#include "when.h"

#define CARD_WIDTH 79

static char *append_when(char *at, uint64_t unix_ms)
{
    char text[WHEN_TEXT_SIZE];
    return append_bytes(at, text, when_print(text, unix_ms));
}

/* The last ID, of a format whose state is that; the report has room for no other. */
static char *append_last(char *at, const sortid_state_report *report)
{
    char text[SORTID_MAX_TEXT_SIZE];
    return append_bytes(at, text,
                        print_id(text, report->format, SORTID_ENCODING_TEXT, report->last));
}

static char *append_node(char *at, const sortid_state_report *report)
{
    at = append_text(append_number(at, report->node_id), "/");
    return append_number(at, report->node_id_size);
}

/* ---- The card ------------------------------------------------------------------- */

static char *append_title(char *at, const sortid_state_report *report)
{
    const char *title =
        report->format != NULL ? info_of(report->format)->title : "an unknown format";
    char *start = at;
    at = append_text(append_text(at, "-- state file of "), title);
    at = append_text(at, " ");
    while (at - start < CARD_WIDTH)
        *at++ = '-';
    return append_text(at, "\n");
}

static char *append_last_lines(char *at, const sortid_state_report *report)
{
    if (!report->current)
        return append_text(at, "  last  not known: the state is not of this boot of the system, or "
                               "of\n        another file\n");
    if (!report->started)
        return append_text(at, "  last  no ID yet\n");
    if (report->last_size > 0)
        at = append_text(append_last(append_text(at, "  last  "), report), "\n");
    at = append_when(append_text(at, "  time  "), report->last_unix_ms);
    return append_text(at, "  (of the last ID)\n");
}

static char *append_bound(char *at, const sortid_state_report *report)
{
    at = append_text(at, "  bound ");
    if (report->bound_unix_ms == 0)
        return append_text(at, "none: no ID yet\n");
    at = append_when(at, report->bound_unix_ms);
    return append_text(at, report->current ? "  (on disk: no ID is behind it)\n"
                                           : "  (on disk: IDs go on behind it)\n");
}

size_t state_card(char out[STATE_VIEW_SIZE], const sortid_state_report *report)
{
    char *at = append_title(out, report);
    if (report->node_id_size > 0)
        at = append_text(append_node(append_text(at, "  node  "), report), "\n");
    at = append_bound(append_last_lines(at, report), report);
    at = append_text(at, report->has_lock ? "  steps by a mutex" : "  steps atomic");
    at = append_number(append_text(at, ", layout version "), report->version);
    return (size_t)(append_text(at, "\n") - out);
}

/* ---- JSON ------------------------------------------------------------------------ */

/* A key with the time, or null. */
static char *append_time(char *at, const char *key, bool known, uint64_t unix_ms)
{
    at = append_text(at, key);
    if (!known)
        return append_text(at, "null");
    return append_text(append_when(append_text(at, "\""), unix_ms), "\"");
}

static char *append_format(char *at, const sortid_state_report *report)
{
    at = append_text(at, "{\"format\":");
    if (report->format == NULL)
        return append_text(at, "null");
    return append_text(append_text(append_text(at, "\""), info_of(report->format)->name), "\"");
}

static char *append_node_members(char *at, const sortid_state_report *report)
{
    at = append_number(append_text(at, ",\"nodeId\":\""), report->node_id);
    return append_number(append_text(at, "\",\"nodeSize\":"), report->node_id_size);
}

size_t state_json(char out[STATE_VIEW_SIZE], const sortid_state_report *report)
{
    char *at = append_text(append_format(out, report), ",\"version\":");
    at = append_text(append_number(at, report->version), ",\"locking\":");
    at = append_text(at, report->has_lock ? "\"mutex\"" : "\"atomic\"");
    if (report->node_id_size > 0)
        at = append_node_members(at, report);
    at = append_text(at, ",\"inForce\":");
    at = append_text(at, report->current ? "true" : "false");
    at = append_time(at, ",\"lastTimestampIso\":", report->started, report->last_unix_ms);
    at = append_text(at, ",\"last\":");
    if (report->last_size > 0)
        at = append_text(append_last(append_text(at, "\""), report), "\"");
    else
        at = append_text(at, "null");
    at = append_time(at, ",\"boundIso\":", report->bound_unix_ms > 0, report->bound_unix_ms);
    return (size_t)(append_text(at, "}\n") - out);
}
