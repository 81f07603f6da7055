/* SPDX-License-Identifier: MIT */
/* find.c: `sortid find`: prints the lines that have IDs, or the IDs. Without a match the exit
 * status is 0, since no input was bad; -q asks a question, so it is 1. */
#include "../output/terminal.h"
#include "../output/json.h"
#include "../output/table.h"
#include "likeliest.h"
#include "matches.h"
#include "temporary.h"
#include "../../common/text.h"

/* Bold and red, as grep marks what it has found: readable on black and on white. */
#define COLOR_ON   "\x1b[1;31m"
#define COLOR_OFF  "\x1b[0m"
#define COLOR_SIZE (sizeof COLOR_ON + sizeof COLOR_OFF)

/* Numbers of a line and a column, and colons. */
#define PLACE_SIZE 50

struct finding {
    struct matches matches;
    bool color;
    bool names_files; /* each line begins with the name of its file */
    struct kept_lines kept;
    struct held_output held; /* the parts of a line before its first ID */
    struct likely likely;
    struct table table;
    bool writes_ids; /* not lines */
    size_t found;
};

/* Writes the bytes from `at` up to an ID, and the ID; returns its end. */
static const char *add_id(const struct finding *finding, const char *at, const struct found_id *id)
{
    output_bytes(at, (size_t)(id->text - at));
    if (finding->color)
        output_text(COLOR_ON);
    output_bytes(id->text, id->length);
    if (finding->color)
        output_text(COLOR_OFF);
    return id->text + id->length;
}

static void add_file_name(const struct finding *finding)
{
    if (!finding->names_files)
        return;
    output_text(finding->matches.block.file);
    output_text(":");
}

/* Makes room for a line of this length, more than the file's name and a color for each ID, so that
 * its pieces enter the buffer together. A longer one is written in parts. */
static void begin_line(const struct finding *finding, size_t length)
{
    size_t ids = length / finding->matches.scanner.least + 1;
    size_t most = strlen(finding->matches.block.file) + 2 + length + ids * COLOR_SIZE;
    if (most <= OUTPUT_SIZE)
        output_reserve(most);
}

/* Keeps a line unchanged; *match becomes that of the next line. Returns whether there is one. */
static bool keep_line(struct finding *finding, struct match *match)
{
    kept_lines_add(&finding->kept, match->line, match->line_end + 1);
    matches_skip_line(&finding->matches);
    return matches_next(match, &finding->matches);
}

/* Prints a line and marks its IDs; else like keep_line(). */
static bool print_line(struct finding *finding, struct match *match)
{
    const char *at = match->line, *end = match->line_end + 1;
    bool more = true;
    begin_line(finding, (size_t)(end - at));
    add_file_name(finding);
    if (!finding->color)
        matches_skip_line(&finding->matches);
    while (more && match->id.text < end) {
        if (finding->color)
            at = add_id(finding, at, &match->id);
        more = matches_next(match, &finding->matches);
    }
    output_bytes(at, (size_t)(end - at));
    return more;
}

/* Writes an object: the place, then the members of the reading. */
static void print_object(const struct table_text *text, const sortid_reading *reading,
                         bool is_ambiguous)
{
    const size_t length =
        strlen(text->place.file) < FILE_SIZE ? strlen(text->place.file) : FILE_SIZE;
    const size_t size = length * JSON_ESCAPED + PLACE_SIZE + JSON_READING_SIZE;
    char *out = output_reserve(size);
    struct text line = text_string(text_begin(out, size), "{\"file\":\"");
    line = json_escaped(line, text->place.file, length);
    line = json_count(text_string(line, "\""), "line", true, text->place.line);
    line = json_count(line, "column", true, text->column);
    char *object = text_reserve(line, JSON_READING_SIZE);
    line.at += json_reading(object, reading, text->text, text->length, is_ambiguous, 0);
    *object = ','; // not {
    output_commit((size_t)(line.at - out));
}

/* Writes the likeliest reading of the ID as columns or JSON. */
static void print_reading(struct finding *finding, const struct match *match)
{
    struct matches *matches = &finding->matches;
    sortid_reading reading;
    size_t column;
    struct table_text text = {.text = match->id.text, .length = match->id.length};
    text.place = matches_place(matches, match->id.text, &column);
    text.column = column + 1;
    matches_reading(&reading, &match->id,
                    likely_take(&finding->likely, &match->id, false, &matches->scan));
    if (matches->options->json)
        print_object(&text, &reading, match->id.count > 1);
    else
        table_add(&finding->table, &reading, &text);
}

/* Prints the ID in the way that the options say: by default as "FILE:LINE:COLUMN:ID". */
static bool print_id_alone(struct finding *finding, struct match *match)
{
    struct matches *matches = &finding->matches;
    if (matches->options->json || matches->options->columns != NULL) {
        print_reading(finding, match);
        return matches_next(match, matches);
    }
    begin_line(finding, match->id.length + PLACE_SIZE);
    if (!matches->options->ids) {
        char numbers[PLACE_SIZE];
        size_t column;
        struct place place = matches_place(matches, match->id.text, &column);
        struct text text = text_begin(numbers, sizeof numbers);
        text = text_number(text_string(text, ":"), place.line);
        text = text_string(text_number(text_string(text, ":"), column + 1), ":");
        output_text(place.file);
        output_bytes(numbers, (size_t)(text.at - numbers));
    }
    add_id(finding, match->id.text, &match->id);
    output_text("\n");
    return matches_next(match, matches);
}

/* Prints a part of a line if the line has an ID up to there. */
static void print_part(struct finding *finding)
{
    const struct line_block *block = &finding->matches.block;
    const char *at = block->from;
    struct match match;
    if (!block->is_rest)
        held_output_end(&finding->held);
    while (matches_next(&match, &finding->matches)) {
        if (!finding->held.passes) {
            finding->found++;
            add_file_name(finding);
            held_output_pass(&finding->held);
        }
        if (!finding->color)
            break;
        at = add_id(finding, at, &match.id);
    }
    held_output_add(&finding->held, at, (size_t)(block->next - at));
    if (!block->continues)
        held_output_end(&finding->held);
}

static void find_in_block(struct finding *finding)
{
    const struct line_block *block = &finding->matches.block;
    const struct options *options = finding->matches.options;
    struct match match;
    finding->likely.is_ahead = false;
    if ((block->continues || block->is_rest) && !options->quiet && !finding->writes_ids) {
        print_part(finding);
        return;
    }
    bool more = matches_next(&match, &finding->matches);
    for (; more; finding->found++)
        if (options->quiet)
            more = false;
        else if (finding->writes_ids)
            more = print_id_alone(finding, &match);
        else if (finding->color || finding->names_files)
            more = print_line(finding, &match);
        else
            more = keep_line(finding, &match);
    kept_lines_write(&finding->kept);
    if (options->columns != NULL)
        table_flush(&finding->table);
}

/* What is printed; lines by default. */
static void set_output(struct finding *finding, const struct options *options)
{
    int ways = options->only + options->ids + options->json + (options->columns != NULL);
    if (ways > 1)
        report_usage("--only prints the IDs with their places, --ids the IDs alone, --columns a "
                     "table, --json objects: give one of them");
    finding->writes_ids = ways > 0;
    if (options->header && finding->writes_ids && options->columns == NULL)
        report_usage("--header applies to lines and to --columns");
    if (options->columns != NULL)
        table_init(&finding->table, options, width_of_output() != SIZE_MAX);
}

void run_find(struct options *options)
{
    static struct finding finding;
    set_output(&finding, options);
    finding.likely = (struct likely){.doubtful = 0};
    finding.found = 0;
    finding.held = (struct held_output){.line_end = line_end_of(options)};
    finding.kept = (struct kept_lines){NULL, NULL};
    matches_begin(&finding.matches, options, finding.writes_ids && !options->ids, true);
    if (finding.writes_ids)
        output_unit(0, '\n');
    finding.color = color_wanted(options->color) != PALETTE_NONE;
    finding.names_files = options->argument_count > 1;
    while (!(options->quiet && finding.found > 0) && matches_next_block(&finding.matches))
        find_in_block(&finding);
    held_output_end(&finding.held);
    if (options->columns != NULL)
        table_flush(&finding.table);
    matches_end(&finding.matches);
    likely_report_doubts(&finding.likely, options->command->name);
    if (options->quiet && finding.found == 0)
        report_raise(STATUS_BAD_INPUT);
}
