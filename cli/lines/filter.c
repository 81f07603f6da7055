/* SPDX-License-Identifier: MIT */
/* filter.c: `sortid filter`: keeps the lines that have an ID in a span of time. */
#include "../options/times.h"
#include "matches.h"
#include "temporary.h"
#include "../../common/time_text.h"

struct filtering {
    struct matches matches;
    uint64_t since_ms, until_ms; /* the end is excluded */
    bool keeps;                  /* the last line with an ID was kept, and those after it are */
    struct kept_lines kept;
    struct held_output held; /* a line in parts, until it is known whether it is kept */
    bool has_id;             /* that line */
    bool found;
};

static void set_span(struct filtering *filtering, const struct options *options)
{
    uint64_t now_ms = present_ms();
    options_explain_times(options, now_ms);
    filtering->since_ms = 0;
    filtering->until_ms = UINT64_MAX;
    filtering->found = false;
    if (options->period != NULL) {
        if (options->since != NULL || options->until != NULL)
            report_usage("--in is a whole span: give no --since and no --until");
        options_period(options, &filtering->since_ms, &filtering->until_ms, now_ms);
        return;
    }
    if (options->since == NULL && options->until == NULL)
        report_usage("the span is missing: give --since TIME, --until TIME or both, "
                     "or --in PERIOD");
    if (options->since != NULL)
        filtering->since_ms = options_bound(options, "--since", options->since, now_ms);
    if (options->until != NULL)
        filtering->until_ms = options_bound(options, "--until", options->until, now_ms);
    if (filtering->until_ms <= filtering->since_ms && filtering->since_ms > 0)
        options_refuse_empty(options, &(struct span_words){"--since", "--until", options->since},
                             (uint64_t[]){filtering->since_ms, filtering->until_ms}, now_ms);
}

/* Whether an ID can be read as one of the span. */
static bool is_in_span(const struct filtering *filtering, const struct found_id *id)
{
    for (size_t i = 0; i < id->count; i++)
        if (id->readings[i].unix_ms >= filtering->since_ms &&
            id->readings[i].unix_ms < filtering->until_ms)
            return true;
    return false;
}

static void keep(struct filtering *filtering, const char *begin, const char *end)
{
    if (!filtering->matches.options->quiet)
        kept_lines_add(&filtering->kept, begin, end);
}

/* Decides about a line; *match becomes that of a later line. Returns whether there is one. */
static bool filter_line(struct filtering *filtering, struct match *match)
{
    const char *line = match->line, *end = match->line_end + 1;
    bool more = true;
    filtering->keeps = false;
    while (more && match->line == line) {
        if (is_in_span(filtering, &match->id)) {
            filtering->keeps = filtering->found = true;
            matches_skip_line(&filtering->matches);
        }
        more = matches_next(match, &filtering->matches);
    }
    if (filtering->keeps)
        keep(filtering, line, end);
    return more;
}

/* Like filter_line(), for a part of a line. */
static void filter_part(struct filtering *filtering)
{
    const struct line_block *block = &filtering->matches.block;
    const struct options *options = filtering->matches.options;
    struct match match;
    if (!block->is_rest) {
        held_output_end(&filtering->held);
        filtering->has_id = false;
    }
    while (!filtering->held.passes && matches_next(&match, &filtering->matches)) {
        filtering->has_id = true;
        if (is_in_span(filtering, &match.id)) {
            filtering->found = true;
            held_output_pass(&filtering->held);
        }
    }
    if (options->quiet)
        return;
    held_output_add(&filtering->held, block->from, (size_t)(block->next - block->from));
    if (block->continues)
        return;
    if (filtering->has_id || !options->multiline)
        filtering->keeps = filtering->held.passes;
    else if (filtering->keeps)
        held_output_pass(&filtering->held);
    held_output_end(&filtering->held);
}

static void filter_block(struct filtering *filtering)
{
    const struct line_block *block = &filtering->matches.block;
    bool multiline = filtering->matches.options->multiline;
    const char *done = block->begin;
    struct match match;
    if (block->is_first)
        filtering->keeps = false;
    if (block->continues || block->is_rest) {
        filter_part(filtering);
        return;
    }
    bool more = matches_next(&match, &filtering->matches);
    while (more) {
        if (multiline && filtering->keeps && done < match.line)
            keep(filtering, done, match.line);
        done = match.line_end + 1;
        more = filter_line(filtering, &match);
    }
    if (multiline && filtering->keeps && done < block->end)
        keep(filtering, done, block->end);
    kept_lines_write(&filtering->kept);
}

/* Refuses a span that has no plausible time. */
static void check_span(const struct filtering *filtering)
{
    const struct scanner *scanner = &filtering->matches.scanner;
    bool is_early = filtering->until_ms <= scanner->since_ms;
    char time[TIME_TEXT_SIZE];
    if (scanner->any_time || (!is_early && filtering->since_ms < scanner->until_ms))
        return;
    time[time_print(time, is_early ? filtering->until_ms : filtering->since_ms)] = '\0';
    report_usage("the span %s %s, but times of IDs are plausible from 2000 to a year ahead: give "
                 "--any-time too",
                 is_early ? "ends at" : "begins at", time);
}

void run_filter(struct options *options)
{
    static struct filtering filtering;
    // FORMAT first: an ID may be a time of it
    matches_begin(&filtering.matches, options, false, true);
    set_span(&filtering, options);
    check_span(&filtering);
    while (!(options->quiet && filtering.found) && matches_next_block(&filtering.matches))
        filter_block(&filtering);
    held_output_end(&filtering.held);
    matches_end(&filtering.matches);
    if (options->quiet && !filtering.found)
        report_raise(STATUS_BAD_INPUT);
}
