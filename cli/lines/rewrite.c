/* SPDX-License-Identifier: MIT */
/* rewrite.c: `sortid annotate`, and `convert` in place. Between IDs no byte is changed. A text that
 * would end its field of CSV is quoted if it is all of the field; elsewhere the ID is left. */
#include "rewrite.h"
#include "../output/terminal.h"
#include "../output/written.h"
#include "likeliest.h"
#include "matches.h"
#include "../../common/text.h"

#include <inttypes.h>

/* Lines and IDs that are reported one by one. */
#define MAX_REPORTS 20

/* Cyan: readable on black and on white, and not the color of IDs in `find`. */
#define COLOR_ON  "\x1b[36m"
#define COLOR_OFF "\x1b[0m"

struct rewriting {
    struct matches matches;
    struct options options;        /* of the search */
    const struct options *written; /* what is written */
    struct kept_lines kept;
    struct likely likely;
    bool appends;     /* the time comes after the ID */
    bool is_required; /* each line must have an ID */
    bool color;
    bool has_id;   /* a line in parts had one */
    bool owes_end; /* the last line of the stream before has no line end */
    uint64_t faults;
};

/* ---- What is written ------------------------------------------------------------------------- */

/* What is written instead of an ID: its text too if the time comes after it. */
static struct text print_written(struct text out, const struct rewriting *rewriting,
                                 const struct found_id *id, const char *new, size_t length)
{
    if (rewriting->appends)
        out = text_string(text_bytes(out, id->text, id->length), " ");
    if (rewriting->color)
        out = text_string(out, COLOR_ON);
    out = text_string(out, rewriting->appends ? "(" : "");
    out = text_string(text_bytes(out, new, length), rewriting->appends ? ")" : "");
    return text_string(out, rewriting->color ? COLOR_OFF : "");
}

/* Whether an ID is all of its field, which is not quoted. */
static bool is_whole_field(const struct match *match, char delimiter)
{
    const char *id = match->id.text, *end = id + match->id.length;
    return (id == match->line || id[-1] == delimiter) &&
           (end == match->line_end || *end == delimiter ||
            (*end == '\r' && end + 1 == match->line_end));
}

REPORT_FORMAT(3, 4)
static void report_fault(struct rewriting *rewriting, const char *at, const char *format, ...)
{
    char sentence[200];
    size_t column;
    va_list list;
    if (rewriting->faults++ >= MAX_REPORTS)
        return;
    va_start(list, format);
    vsnprintf(sentence, sizeof sentence, format, list);
    va_end(list);
    struct place place = matches_place(&rewriting->matches, at, &column);
    report_input(&place, column, "%s", sentence);
}

static void report_missing(struct rewriting *rewriting, const char *line)
{
    const sortid_kind *kind = rewriting->options.kind;
    report_fault(rewriting, line, "field %" PRIu64 " has no %s", rewriting->options.field,
                 kind != NULL ? kind_info_of(kind)->name : "ID");
}

/* Writes what is written for an ID; false: nothing. */
static bool write_id(struct rewriting *rewriting, const struct match *match)
{
    const struct encoding_name *output = rewriting->written->output;
    const char delimiter = (char)rewriting->options.delimiter;
    char new[WRITTEN_SIZE], written[2 * WRITTEN_SIZE];
    sortid_reading reading;
    matches_reading(&reading, &match->id,
                    likely_take(&rewriting->likely, &match->id, output->time != TIME_FORM_NONE,
                                &rewriting->matches.scan));
    const size_t length = written_id(new, rewriting->written, &reading);
    struct text out = text_begin(written + 1, sizeof written - 1);
    out = print_written(out, rewriting, &match->id, new, length);
    const size_t size = (size_t)(out.at - written - 1);
    const bool ends_field = delimiter != '\0' && memchr(written + 1, delimiter, size) != NULL &&
                            !matches_is_quoted(&rewriting->matches, match->id.text);
    if (length == 0)
        report_fault(rewriting, match->id.text, "the %s has no %s: it is left",
                     kind_info_of(reading.kind)->name, output->name);
    else if (ends_field && !is_whole_field(match, delimiter))
        report_fault(rewriting, match->id.text,
                     "its %s has the delimiter of the fields: the ID is left", output->name);
    else if (!ends_field)
        output_bytes(written + 1, size);
    else {
        written[0] = '"';
        text_bytes(out, "\"", 1);
        output_bytes(written, size + 2);
    }
    return length > 0 && !(ends_field && !is_whole_field(match, delimiter));
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Copies what is before an ID, and writes the ID; returns its end. */
static const char *rewrite_id(struct rewriting *rewriting, const struct match *match,
                              const char *from)
{
    const char *id = match->id.text;
    output_bytes(from, (size_t)(id - from));
    if (!write_id(rewriting, match))
        output_bytes(id, match->id.length);
    return id + match->id.length;
}

/* The end of a line in the stream, which may lack its line end. */
static const char *end_of(const struct line_block *block, const char *line_end)
{
    return line_end + 1 == block->end && block->lacks_end ? line_end : line_end + 1;
}

/* Writes a line; *match becomes that of a later line. Returns whether there is one. */
static bool rewrite_line(struct rewriting *rewriting, struct match *match)
{
    const char *at = match->line, *end = end_of(&rewriting->matches.block, match->line_end);
    size_t ids = (size_t)(end - at) / rewriting->matches.scanner.least + 1;
    size_t most = (size_t)(end - at) + ids * WRITTEN_SIZE;
    bool more = true;
    if (most <= OUTPUT_SIZE)
        output_reserve(most); // the pieces enter the buffer together
    while (more && match->id.text < end) {
        at = rewrite_id(rewriting, match, at);
        more = matches_next(match, &rewriting->matches);
    }
    output_bytes(at, (size_t)(end - at));
    return more;
}

/* Copies lines without an ID, and reports them if that is a fault. */
static void copy_lines(struct rewriting *rewriting, const char *begin, const char *end)
{
    const struct line_block *block = &rewriting->matches.block;
    const char *line_end;
    if (begin == end)
        return;
    for (const char *line = begin; line < end && rewriting->is_required; line = line_end + 1) {
        line_end = matches_line_end(&rewriting->matches, line);
        if (!is_empty_line(line, line_end))
            report_missing(rewriting, line);
    }
    kept_lines_add(&rewriting->kept, begin, end_of(block, end - 1));
    kept_lines_write(&rewriting->kept);
}

static void rewrite_part(struct rewriting *rewriting)
{
    const struct line_block *block = &rewriting->matches.block;
    const char *at = block->from;
    struct match match;
    if (!block->is_rest)
        rewriting->has_id = false;
    while (matches_next(&match, &rewriting->matches)) {
        at = rewrite_id(rewriting, &match, at);
        rewriting->has_id = true;
    }
    if (!block->continues && !rewriting->has_id && rewriting->is_required)
        report_missing(rewriting, block->from);
    const char *end = block->continues ? block->next : end_of(block, block->end - 1);
    output_bytes(at, (size_t)(end - at));
}

static void rewrite_block(struct rewriting *rewriting)
{
    const struct line_block *block = &rewriting->matches.block;
    const char *done = block->begin;
    struct match match;
    if (block->is_first && rewriting->owes_end)
        output_bytes(&(char){line_end_of(&rewriting->options)}, 1);
    if (block->is_first && block->has_mark)
        output_text(UTF8_MARK);
    rewriting->owes_end = block->lacks_end;
    rewriting->likely.is_ahead = false;
    if (block->continues || block->is_rest) {
        rewrite_part(rewriting);
        return;
    }
    bool more = matches_next(&match, &rewriting->matches);
    while (more) {
        copy_lines(rewriting, done, match.line);
        done = match.line_end + 1;
        more = rewrite_line(rewriting, &match);
    }
    copy_lines(rewriting, done, block->end);
}

static void rewrite_all(struct rewriting *rewriting)
{
    const char *command = rewriting->options.command->name;
    while (matches_next_block(&rewriting->matches))
        rewrite_block(rewriting);
    matches_end(&rewriting->matches);
    if (rewriting->faults > MAX_REPORTS)
        report(STATUS_BAD_INPUT, "%s: %" PRIu64 " more were copied unchanged", command,
               rewriting->faults - MAX_REPORTS);
    likely_report_doubts(&rewriting->likely, command);
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void begin(struct rewriting *rewriting, const struct options *options)
{
    *rewriting = (struct rewriting){.options = *options, .written = options};
    if (options->zone != ZONE_UNSET && options->output->time != TIME_FORM_ISO)
        report_usage("--utc and --local apply to -e time");
}

void run_annotate(struct options *options)
{
    static struct rewriting rewriting;
    for (size_t i = 0; !options->has_output && options->output->time != TIME_FORM_ISO; i++)
        options->output = encoding_at(i);
    if (options->output->time == TIME_FORM_NONE)
        report_usage("-e %s: annotate writes times: time, unix or ms; 'sortid convert --in-text' "
                     "writes IDs",
                     options->output->name);
    begin(&rewriting, options);
    rewriting.appends = !options->replaces;
    rewriting.color = color_wanted(options->color) && options->delimiter == 0;
    matches_begin(&rewriting.matches, &rewriting.options, false, true);
    rewrite_all(&rewriting);
}

void rewrite_ids(const struct options *options)
{
    static struct rewriting rewriting;
    if (options->output->encoding == SORTID_ENCODING_BIN)
        report_usage("-e bin: raw bytes are not text");
    begin(&rewriting, options);
    rewriting.is_required = options->field > 0;
    options_match_prefix(options);
    rewriting.options.prefix = NULL; // it is written, not looked for
    rewriting.options.any_time = options->any_time || (options->field > 0 && options->format);
    matches_begin(&rewriting.matches, &rewriting.options, true, true);
    rewrite_all(&rewriting);
    if (rewriting.options.kinds.count == 0)
        likely_report_kinds(&rewriting.likely, options->command->name);
}
