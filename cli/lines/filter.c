/* SPDX-License-Identifier: MIT */
/* filter.c: `sortid filter`: keeps the lines that have an ID in a span of time. */
#include "../options/times.h"
#include "matches.h"

struct filtering {
    struct matches matches;
    uint64_t since_ms, until_ms; /* the end is excluded */
    bool keeps;                  /* the last line with an ID was kept, and those after it are */
    struct kept_lines kept;
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
            report_usage("filter", "--in is a whole span: give no --since and no --until");
        options_period(options, &filtering->since_ms, &filtering->until_ms, now_ms);
        return;
    }
    if (options->since == NULL && options->until == NULL)
        report_usage("filter", "the span is missing: give --since TIME, --until TIME or both, "
                               "or --in PERIOD");
    if (options->since != NULL)
        filtering->since_ms = options_bound(options, "--since", options->since, now_ms);
    if (options->until != NULL)
        filtering->until_ms = options_bound(options, "--until", options->until, now_ms);
    if (filtering->until_ms <= filtering->since_ms && filtering->since_ms > 0)
        report_usage("filter", "--until must be at least a millisecond after --since");
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

static void filter_block(struct filtering *filtering)
{
    const struct line_block *block = &filtering->matches.block;
    bool multiline = filtering->matches.options->multiline;
    const char *done = block->begin;
    struct match match;
    if (block->is_first)
        filtering->keeps = false;
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

/* Refuses a span outside the times of which the scanner finds IDs. */
static void check_span(const struct filtering *filtering)
{
    const struct scanner *scanner = &filtering->matches.scanner;
    if (!scanner->any_time &&
        (filtering->until_ms <= scanner->since_ms || filtering->since_ms >= scanner->until_ms))
        report_usage("filter", "the span is not between 2000 and a year ahead, where the times of "
                               "IDs are plausible: give --any-time too");
}

void run_filter(struct options *options)
{
    static struct filtering filtering;
    set_span(&filtering, options);
    matches_begin(&filtering.matches, options, false);
    check_span(&filtering);
    while (!(options->quiet && filtering.found) && matches_next_block(&filtering.matches))
        filter_block(&filtering);
    matches_end(&filtering.matches);
    if (options->quiet && !filtering.found)
        report_raise(STATUS_BAD_INPUT);
}
