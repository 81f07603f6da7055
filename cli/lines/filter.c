/* SPDX-License-Identifier: MIT */
/* filter.c: `sortid filter`: keeps the lines that have an ID in a span of time. */
#include "../options/times.h"
#include "likeliest.h"
#include "matches.h"
#include "temporary.h"
#include "../../common/time_text.h"

#include <inttypes.h>

struct filtering {
    struct matches matches;
    struct time_span span;
    bool keeps; /* the last line with an ID was kept, and those after it are */
    struct kept_lines kept;
    struct likely likely;    /* where readings of an ID are not all in the span, or all out of it */
    struct held_output held; /* a line in parts, until it is known whether it is kept */
    bool has_id;             /* that line */
    bool found;
    uint64_t implausible; /* IDs in the span whose times are not plausible, */
    uint64_t example_ms;  /* and the time of the first */
};

static void set_span(struct filtering *filtering, const struct options *options)
{
    uint64_t now_ms = present_ms();
    options_explain_times(options, now_ms);
    filtering->found = false;
    bool has_bound = options->since != NULL || options->until != NULL;
    if (options->period != NULL && has_bound)
        report_usage("--in is a whole span: give no --since and no --until");
    if (options->period == NULL && !has_bound)
        report_usage("the span is missing: give --since TIME, --until TIME or both, "
                     "or --in PERIOD");
    filtering->span = options_span(options, (const char *[]){"--since", "--until"}, now_ms);
}

static bool has_time_in_span(const struct filtering *filtering, const struct found_reading *reading)
{
    return reading->unix_ms >= filtering->span.since_ms &&
           reading->unix_ms < filtering->span.until_ms;
}

static bool counts(const struct filtering *filtering, const struct found_reading *reading)
{
    return reading->is_plausible || filtering->matches.options->any_time;
}

/* Whether the likeliest reading of an ID has a time in the span. */
static bool is_in_span(struct filtering *filtering, const struct found_id *id)
{
    struct found_id counted = {.text = id->text, .length = id->length};
    size_t in_span = 0;
    for (size_t i = 0; i < id->count; i++)
        if (counts(filtering, &id->readings[i])) {
            in_span += has_time_in_span(filtering, &id->readings[i]);
            counted.readings[counted.count++] = id->readings[i];
        }
    if (in_span == 0 || in_span == counted.count) {
        if (counted.count == 1)
            likely_note(&filtering->likely, &counted.readings[0]);
        return in_span > 0;
    }
    return has_time_in_span(
        filtering, likely_take(&filtering->likely, &counted, true, &filtering->matches.scan));
}

/* Like matches_next(), but skips IDs that do not count, and notes those in the span. */
static bool next_match(struct match *match, struct filtering *filtering)
{
    while (matches_next(match, &filtering->matches)) {
        const struct found_id *id = &match->id;
        const struct found_reading *other = NULL;
        for (size_t i = 0; i < id->count; i++)
            if (counts(filtering, &id->readings[i]))
                return true;
            else if (has_time_in_span(filtering, &id->readings[i]))
                other = &id->readings[i];
        if (other != NULL && filtering->implausible++ == 0)
            filtering->example_ms = other->unix_ms;
    }
    return false;
}

static void report_implausible(const struct filtering *filtering)
{
    const uint64_t count = filtering->implausible;
    char time[TIME_TEXT_SIZE];
    if (count == 0)
        return;
    time[time_print(time, filtering->example_ms)] = '\0';
    report(STATUS_OK,
           "filter: %" PRIu64
           " ID%s in the span %s not plausible (%s), and %s only with --any-time",
           count, count == 1 ? "" : "s", count == 1 ? "has a time that is" : "have times that are",
           time, count == 1 ? "counts" : "count");
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
        more = next_match(match, filtering);
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
    while (!filtering->held.passes && next_match(&match, filtering)) {
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
    filtering->likely.is_ahead = false;
    if (block->continues || block->is_rest) {
        filter_part(filtering);
        return;
    }
    bool more = next_match(&match, filtering);
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

/* Refuses a span that has no plausible time. If the span also has other times, IDs of FORMAT with
 * such times are found, so that report_implausible() can count them. */
static void check_span(struct filtering *filtering)
{
    struct scanner *scanner = &filtering->matches.scanner;
    const struct time_span *span = &filtering->span;
    bool is_early = span->until_ms <= scanner->since_ms;
    char time[TIME_TEXT_SIZE];
    if (scanner->any_time)
        return;
    if (!is_early && span->since_ms < scanner->until_ms) {
        scanner->any_time = !scanner->is_guess && (span->since_ms < scanner->since_ms ||
                                                   span->until_ms > scanner->until_ms);
        return;
    }
    time[time_print(time, is_early ? span->until_ms : span->since_ms)] = '\0';
    report_usage("the span %s %s, but times of IDs are plausible from 2000 to a year ahead: give "
                 "--any-time too",
                 is_early ? "ends at" : "begins at", time);
}

void run_filter(struct options *options)
{
    static struct filtering filtering;
    filtering.held = (struct held_output){.line_end = line_end_of(options)};
    // FORMAT first: an ID may be a time of it
    matches_begin(&filtering.matches, options, false, true);
    set_span(&filtering, options);
    check_span(&filtering);
    while (!(options->quiet && filtering.found) && matches_next_block(&filtering.matches))
        filter_block(&filtering);
    held_output_end(&filtering.held);
    matches_end(&filtering.matches);
    report_implausible(&filtering);
    likely_report_doubts(&filtering.likely, "filter");
    if (options->quiet && !filtering.found)
        report_raise(STATUS_BAD_INPUT);
}
