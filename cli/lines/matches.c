/* SPDX-License-Identifier: MIT */
/* matches.c: IDs are searched for in whole blocks; a line is looked for only around an ID, a field
 * only before one. Each byte is looked at once for each of these, however many IDs a line has. */
#include "matches.h"
#include "../options/times.h"
#include "../../common/progress.h"

#include <string.h>

/* IDs have times from 2000-01-01 up to a year after now. */
#define PLAUSIBLE_SINCE UINT64_C(946684800000)
#define YEAR_MS         (UINT64_C(365) * 86400000)

static void check_prefix(const char *command, const char *prefix)
{
    struct quote quote;
    size_t length = strlen(prefix);
    if (length == 0)
        report_usage(command,
                     "--prefix: must not be empty; without it, IDs with any prefix are found");
    if (prefix[length - 1] == '_')
        report_usage(command, "--prefix %s: leave out the underscore at its end, which is implied",
                     quote_string(&quote, prefix));
}

static void check_options(const struct options *options)
{
    if (options->prefix != NULL)
        check_prefix(options->command->name, options->prefix);
    if (options->format == NULL && options->has_input)
        report_usage(options->command->name, "-i %s needs FORMAT", options->input->name);
    if (options->format == NULL)
        return;
    options_match_format(options);
    if (options->input->encoding == SORTID_ENCODING_INT ||
        options->input->encoding == SORTID_ENCODING_BIN)
        report_usage(options->command->name,
                     "-i %s: such IDs cannot be told from other text: give text, hex or uuid",
                     options->input->name);
}

static void prepare_scanner(struct scanner *scanner, const struct options *options)
{
    const struct decoder decoder =
        options->format != NULL ? decoder_of(options) : (struct decoder){.format = NULL};
    scanner_init(scanner, options->format != NULL ? &decoder : NULL);
    scanner->anywhere = options->anywhere;
    scanner->any_time = options->any_time;
    scanner->since_ms = PLAUSIBLE_SINCE;
    scanner->until_ms = present_ms() + YEAR_MS;
    scanner->prefix = options->prefix;
    scanner->prefix_length = options->prefix != NULL ? strlen(options->prefix) : 0;
}

void matches_begin(struct matches *matches, struct options *options, bool counts_lines)
{
    *matches = (struct matches){.options = options};
    options_take_any_format(options);
    check_options(options);
    prepare_scanner(&matches->scanner, options);
    matches->counts_lines = counts_lines;
    line_blocks_begin(&matches->blocks, options->arguments, options->argument_count,
                      (char)options->delimiter);
}

void matches_end(struct matches *matches)
{
    line_blocks_end(&matches->blocks);
    progress_clear();
}

static const char *end_of_line(const char *at, const char *end)
{
    return memchr(at, '\n', (size_t)(end - at)); // every line of a block has one
}

static void count_lines(struct matches *matches, const char *up_to)
{
    const char *newline;
    while (matches->counted < up_to && (newline = end_of_line(matches->counted, up_to)) != NULL) {
        matches->counted = newline + 1;
        matches->line_number++;
    }
}

const char *matches_line_end(const struct matches *matches, const char *line)
{
    struct records records = {.delimiter = (char)matches->options->delimiter};
    if (records.delimiter == '\0')
        return end_of_line(line, matches->block.end);
    return records_end(&records, line, matches->block.end); // every record is whole
}

struct place matches_place(struct matches *matches, const char *at, size_t *column)
{
    count_lines(matches, at);
    *column = (size_t)(at - matches->counted);
    return (struct place){.file = matches->block.file, .line = matches->line_number};
}

/* Writes the header line of the first stream, and removes it from the block. */
static void take_header(struct matches *matches)
{
    struct line_block *block = &matches->block;
    const char *rest = matches_line_end(matches, block->begin) + 1;
    if (!matches->wrote_header)
        output_bytes(block->begin, (size_t)(rest - block->begin));
    matches->wrote_header = true;
    block->begin = rest;
}

bool matches_next_block(struct matches *matches)
{
    struct line_block *block = &matches->block;
    if (matches->counts_lines && block->end != NULL)
        count_lines(matches, block->end);
    if (!line_blocks_next(block, &matches->blocks))
        return false;
    if (block->is_first)
        matches->line_number = 1;
    matches->counted = block->begin;
    if (block->is_first && matches->options->header)
        take_header(matches);
    matches->line = matches->line_end = matches->next_line = block->begin;
    scan_begin(&matches->scan, &matches->scanner, block->begin, block->end);
    return true;
}

/* There is a line before this one. */
static const char *start_of_line(const char *at)
{
    while (at[-1] != '\n')
        at--;
    return at;
}

/* Finds the line of a later ID than that of the last call. Often it is the next line: then one
 * search forwards gives both of its ends, and the C library's search is much faster than one
 * backwards, byte by byte. */
static void find_line(struct matches *matches, const char *id)
{
    if (matches->line < matches->line_end && id < matches->line_end)
        return;
    const char *line = matches->next_line;
    const char *line_end = matches_line_end(matches, line);
    if (line_end < id && matches->options->delimiter == 0) {
        line_end = end_of_line(id, matches->block.end);
        line = start_of_line(id);
    }
    while (line_end < id) { // the start of a record is not found backwards
        line = line_end + 1;
        line_end = matches_line_end(matches, line);
    }
    matches->line = line;
    matches->line_end = line_end;
    matches->next_line = line_end + 1;
    matches->field_at = line;
    matches->field = 0;
    matches->in_field = false;
    matches->place = (struct record_place){.at = line};
}

/* Fields are separated by blanks; those at the start of a line separate nothing. */
static void pass_blank_separated(struct matches *matches, char byte)
{
    bool in_field = byte != ' ' && byte != '\t';
    matches->field += in_field && !matches->in_field;
    matches->in_field = in_field;
}

/* Whether the ID is in the field of --field. */
static bool is_in_field(struct matches *matches, const char *id)
{
    const struct options *options = matches->options;
    if (options->field == 0)
        return true;
    if (options->delimiter != 0)
        return record_field(&matches->place, (char)options->delimiter, matches->line, id) ==
               options->field;
    for (; matches->field_at <= id; matches->field_at++)
        pass_blank_separated(matches, *matches->field_at);
    return matches->field == options->field;
}

bool matches_next(struct match *match, struct matches *matches)
{
    while (scan_next(&match->id, &matches->scan)) {
        find_line(matches, match->id.text);
        if (!is_in_field(matches, match->id.text))
            continue;
        match->line = matches->line;
        match->line_end = matches->line_end;
        return true;
    }
    return false;
}

void matches_skip_line(struct matches *matches)
{
    if (matches->scan.at < matches->line_end)
        matches->scan.at = matches->line_end;
}
