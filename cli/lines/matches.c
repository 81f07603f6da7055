/* SPDX-License-Identifier: MIT */
/* matches.c: IDs are searched for in whole blocks; a line is looked for only around an ID, a field
 * only before one. Each byte is looked at once for each of these, however many IDs a line has. */
#include "matches.h"
#include "../options/times.h"
#include "../../common/progress.h"

#include <string.h>

/* IDs have times from 2000-01-01 on. */
#define PLAUSIBLE_SINCE UINT64_C(946684800000)

static void check_prefix(const char *prefix)
{
    struct quote quote;
    size_t length = strlen(prefix);
    if (length == 0)
        report_usage("--prefix: must not be empty; without it, IDs with any prefix are found");
    if (prefix[length - 1] == '_')
        report_usage("--prefix %s: leave out the underscore at its end, which is implied",
                     quote_string(&quote, prefix));
}

static void check_options(const struct options *options)
{
    if (options->prefix != NULL)
        check_prefix(options->prefix);
    if (options->kinds.count == 0 && options->lenient)
        report_usage("--lenient needs FORMAT");
    if (options->kinds.count == 0 && options->has_input)
        report_usage("-i %s needs FORMAT", options->input->name);
    if (options->kinds.count == 0 && options->epoch != NULL)
        report_usage("--epoch needs a FORMAT that is a Snowflake, such as discord");
    options_match_kinds(options);
    if (options->input->encoding == SORTID_ENCODING_BIN)
        report_usage("-i bin: raw bytes cannot be told from other text: give text, hex or uuid");
}

/* Of a family, such as uuid, those without times are like other text. */
static void drop_timeless(struct scanner *scanner)
{
    size_t kept = 0;
    for (size_t i = 0; i < scanner->count; i++)
        if (scanner->formats[i].has_time)
            scanner->formats[kept++] = scanner->formats[i];
    if (kept == 0)
        report_usage("IDs of the kind %s have no time: only find and convert read them",
                     kind_info_of(scanner->formats[0].decoder.kind)->name);
    scanner->count = kept;
}

static void prepare_scanner(struct scanner *scanner, const struct options *options)
{
    struct decoder decoders[KINDS_MAX];
    for (size_t i = 0; i < options->kinds.count; i++) {
        const struct options one = options_of_kind(options, i);
        decoders[i] = decoder_of(one.kind, one.input, one.lenient);
    }
    if (options->kinds.count == 0)
        (void)scanner_init_all(scanner, false); // there are such formats
    else if (!scanner_init(scanner, decoders, options->kinds.count))
        report_usage("IDs of the kind %s cannot be told from other text",
                     kind_info_of(options->kinds.all[0])->name);
    if (strcmp(options->command->name, "find") != 0 &&
        strcmp(options->command->name, "convert") != 0)
        drop_timeless(scanner);
    scanner->anywhere = options->anywhere;
    scanner->any_time = options->any_time;
    scanner->since_ms = PLAUSIBLE_SINCE;
    scanner->until_ms = plausible_until_ms();
    scanner->prefix = options->prefix;
    scanner->prefix_length = options->prefix != NULL ? strlen(options->prefix) : 0;
}

void matches_begin(struct matches *matches, struct options *options, bool counts_lines, bool parts)
{
    *matches = (struct matches){.options = options};
    options_take_kinds_or_files(options);
    options_set_reading(options);
    check_options(options);
    prepare_scanner(&matches->scanner, options);
    matches->counts_lines = counts_lines;
    matches->has_header = options->header && options->columns == NULL; // else one of the output
    const struct records records = {.delimiter = (char)options->delimiter,
                                    .line_end = line_end_of(options)};
    line_blocks_begin(&matches->blocks, options->arguments, options->argument_count, &records,
                      parts);
    output_unit(0, records.line_end);
}

void matches_reading(sortid_reading *reading, const struct found_id *id,
                     const struct found_reading *found)
{
    static struct text_readings read;
    const struct kinds kinds = {.all = {found->kind}, .count = 1};
    const sortid_kind_info *info = kind_info_of(found->kind);
    if (read_text(&read, id->text, id->length, &kinds) &&
        memcmp(read.all->id, found->id, info->size) == 0) {
        *reading = read.all[0];
        return;
    }
    *reading = (sortid_reading){.kind = found->kind,
                                .format = info->format,
                                .confidence = SORTID_CONFIDENCE_LOW,
                                .why = SORTID_WHY_LENGTH,
                                .unix_ms = (int64_t)found->unix_ms,
                                .has_time = found->unix_ms != SCAN_NO_TIME,
                                .size = info->size};
    memcpy(reading->id, found->id, info->size);
}

void matches_end(struct matches *matches)
{
    line_blocks_end(&matches->blocks);
    progress_clear();
}

static const char *end_of_line(const struct matches *matches, const char *at)
{
    const char *end = matches->block.end; // every line of a block has one
    return memchr(at, matches->blocks.fresh.line_end, (size_t)(end - at));
}

const char *matches_line_end(const struct matches *matches, const char *line)
{
    struct records records = matches->blocks.fresh;
    if (records.delimiter == '\0')
        return end_of_line(matches, line);
    return records_end(&records, line, matches->block.end); // every record is whole
}

struct place matches_place(struct matches *matches, const char *at, size_t *column)
{
    const char *from = matches->counted;
    uint64_t lines = count_lines(&from, at, matches->blocks.fresh.line_end);
    if (lines > 0)
        matches->counted_line = from;
    matches->line_number += lines;
    matches->counted = at; // a line may have many IDs
    *column = (size_t)(at - matches->counted_line) + matches->parted;
    return (struct place){.file = matches->block.file, .line = matches->line_number};
}

/* Fields are separated by blanks; those at the start of a line separate nothing. */
static void pass_blank_separated(struct matches *matches, const char *to)
{
    struct record_place *place = &matches->place;
    for (; place->at < to; place->at++) {
        bool is_blank = *place->at == ' ' || *place->at == '\t';
        place->delimiters += !is_blank && place->state == FIELD_AFTER_BLANK;
        place->state = is_blank ? FIELD_AFTER_BLANK : FIELD_PLAIN;
    }
}

static void begin_line(struct matches *matches, const char *line, const char *line_end)
{
    matches->line = line;
    matches->line_end = line_end;
    matches->next_line = line_end + 1;
    matches->place = (struct record_place){
        .at = line, .state = matches->options->delimiter == 0 ? FIELD_AFTER_BLANK : FIELD_PLAIN};
}

static void write_header(struct matches *matches, const char *end)
{
    if (!matches->wrote_header)
        output_bytes(matches->block.from, (size_t)(end - matches->block.from));
    matches->block.from = end;
}

/* Writes the header line of the first stream, and removes it from the block; false: nothing
 * follows. */
static bool take_header(struct matches *matches)
{
    struct line_block *block = &matches->block;
    while (block->continues) {
        write_header(matches, block->next);
        if (!line_blocks_next(block, &matches->blocks))
            return false;
        matches->counted = matches->counted_line = block->from;
    }
    write_header(matches, matches_line_end(matches, block->from) + 1);
    matches->wrote_header = true;
    block->begin = block->from;
    block->is_rest = false;
    return true;
}

/* Counts what is left of a block. */
static void finish_block(struct matches *matches)
{
    const struct line_block *block = &matches->block;
    if (block->continues) {
        if (matches->options->field > 0)
            pass_blank_separated(matches, block->next);
        matches->parted += (size_t)(block->next - matches->counted_line);
    } else {
        if (matches->counts_lines && block->end != NULL)
            matches->line_number +=
                count_lines(&matches->counted, block->end, matches->blocks.fresh.line_end);
        matches->parted = 0;
    }
}

/* A part is a line, with the fields that were counted in the parts before. */
static void begin_part(struct matches *matches)
{
    const struct line_block *block = &matches->block;
    struct record_place place = matches->place;
    begin_line(matches, block->from, block->continues ? block->end : block->end - 1);
    if (block->is_rest) {
        matches->place = place;
        matches->place.at = block->from;
    }
}

bool matches_next_block(struct matches *matches)
{
    struct line_block *block = &matches->block;
    finish_block(matches);
    if (!line_blocks_next(block, &matches->blocks))
        return false;
    if (block->is_first)
        matches->line_number = 1;
    matches->counted = matches->counted_line = block->from;
    if (block->is_first && matches->has_header && !take_header(matches))
        return false;
    matches->line = matches->line_end = matches->next_line = block->begin;
    if (block->continues || block->is_rest)
        begin_part(matches);
    scan_begin(&matches->scan, &matches->scanner, block->begin, block->end);
    matches->scan.at = matches->scan.taken = block->from;
    return true;
}

/* There is a line before this one. */
static const char *start_of_line(const char *at, char line_end)
{
    while (at[-1] != line_end)
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
        line_end = end_of_line(matches, id);
        line = start_of_line(id, *line_end);
    }
    while (line_end < id) { // the start of a record is not found backwards
        line = line_end + 1;
        line_end = matches_line_end(matches, line);
    }
    begin_line(matches, line, line_end);
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
    pass_blank_separated(matches, id + 1);
    return matches->place.delimiters == options->field;
}

bool matches_is_quoted(struct matches *matches, const char *id)
{
    record_field(&matches->place, (char)matches->options->delimiter, matches->line, id);
    return matches->place.state == FIELD_QUOTED;
}

bool matches_next(struct match *match, struct matches *matches)
{
    struct line_block *block = &matches->block;
    while (scan_next(&match->id, &matches->scan)) {
        if (match->id.text >= block->next)
            return false; // it belongs to the next part
        if (match->id.text + match->id.length > block->next)
            block->next = match->id.text + match->id.length;
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
