/* SPDX-License-Identifier: MIT */
/* inspect.c: `sortid inspect`: shows IDs or a state file, pretty or as one JSON object per line. Called by
 * main.c; includes the command's modules and common/. A text that several formats can read is shown in
 * every reading; none is chosen silently. */
#include "input.h"
#include "invalid_id.h"
#include "json.h"
#include "options.h"
#include "pretty.h"
#include "reading.h"
#include "state_file.h"
#include "state_print.h"
#include "../common/output.h"
#include "../common/progress.h"
#include "../common/report.h"
#include "../common/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The most bytes of the heading around the text. */
#define HEADING_SIZE 100

struct inspection {
    const struct options *options;
    struct reading_request request;
    struct reading_way ways[READING_MAX]; /* ways to read the next lines many at once */
    size_t way_count;
    size_t way_length; /* of the texts that they read */
    bool color;
    bool shown_one; /* an empty line comes before the next reading */
};

static bool wants_color(enum color color)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return system_is_terminal(STANDARD_OUTPUT) && (no_color == NULL || *no_color == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

static void show_json(const struct inspection *inspection, const struct item *item,
                      const struct reading *reading, bool ambiguous)
{
    char *out = output_reserve(JSON_READING_SIZE);
    output_commit(json_reading(out, reading, item->text, item->length, ambiguous,
                               inspection->options->node_size));
}

/* The line above the readings of a text that has several. */
static void show_heading(struct inspection *inspection, const struct item *item, size_t count)
{
    char *out = output_reserve(READING_TEXT_MAX + HEADING_SIZE);
    int length =
        snprintf(out, READING_TEXT_MAX + HEADING_SIZE,
                 "%s%.*s can be read in %zu ways, the likeliest first; -f FORMAT chooses one:\n",
                 inspection->shown_one ? "\n" : "", (int)item->length, item->text, count);
    output_commit((size_t)length);
    inspection->shown_one = false;
}

static void show_pretty(struct inspection *inspection, const struct item *item,
                        const struct reading *reading)
{
    if (inspection->shown_one)
        output_text("\n");
    inspection->shown_one = true;
    output_commit(pretty_reading(output_reserve(PRETTY_SIZE), reading, item->text, item->length,
                                 inspection->options->node_size, inspection->color));
}

/* Reads a text as inspect does, for invalid_id.c. */
static sortid_status parse_alone(const void *context, const char *text, size_t length,
                                 size_t *position)
{
    struct reading readings[READING_MAX];
    struct reading_fault fault;
    if (reading_all(readings, &fault, context, text, length) > 0)
        return SORTID_OK;
    *position = fault.position;
    return fault.status;
}

static void report_invalid(const struct inspection *inspection, const struct item *item,
                           const struct reading_fault *found)
{
    struct parse_error error = {.status = found->status, .position = found->position};
    struct reading_request request = inspection->request;
    if (found->format != NULL)
        request.format = found->format; // the message is about this format only
    struct id_parser parser = {.parse = parse_alone,
                               .context = &request,
                               .format = found->format,
                               .ignores_hyphens = inspection->request.lenient};
    report_invalid_id(item, &error, &parser);
}

static void show_item(struct inspection *inspection, const struct item *item)
{
    struct reading readings[READING_MAX];
    struct reading_fault fault;
    size_t count = reading_all(readings, &fault, &inspection->request, item->text, item->length);
    if (count == 0)
        report_invalid(inspection, item, &fault);
    if (count > 1 && !inspection->options->json)
        show_heading(inspection, item, count);
    for (size_t i = 0; i < count; i++) {
        if (inspection->options->json)
            show_json(inspection, item, &readings[i], count > 1);
        else
            show_pretty(inspection, item, &readings[i]);
    }
}

/* ---- Many at once ----------------------------------------------------------- */

/* Lines that were read in one way. */
struct many {
    const struct reading_way *way;
    uint8_t ids[JSON_BATCH * SORTID_MAX_SIZE];
    size_t done;
};

/* Lines are likely to be as long as the one before them. */
static void expect_length(struct inspection *inspection, size_t length)
{
    if (!inspection->options->json || inspection->way_length == length)
        return;
    inspection->way_length = length;
    inspection->way_count = reading_ways(inspection->ways, &inspection->request, length);
}

/* Reads the lines in the way that gets farthest, the first of equals. */
static const struct many *read_block(const struct inspection *inspection, const struct block *block)
{
    static struct many tries[2];
    size_t consumed;
    struct many *best = &tries[0], *other = &tries[1];
    best->done = 0;
    for (size_t i = 0; i < inspection->way_count; i++) {
        other->way = &inspection->ways[i];
        // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): each of these ways has a format
        sortid_status status = sortid_format_parse_many(
            other->way->format, other->ids, block->count, &other->done, &consumed,
            other->way->encoding, block->text, block->count * block->stride, '\n', NULL);
        (void)status; // the line where it stopped is read again alone, and reported
        if (other->done > best->done) {
            struct many *swap = best;
            best = other;
            other = swap;
        }
    }
    return best;
}

/* Whether the text can be read in another way too. */
static bool is_ambiguous(const struct inspection *inspection, const struct reading_way *way,
                         const char *text)
{
    uint8_t id[SORTID_MAX_SIZE];
    for (size_t i = 0; i < inspection->way_count; i++) {
        const struct reading_way *other = &inspection->ways[i];
        if (other != way && sortid_format_parse(other->format, id, other->encoding, text,
                                                inspection->way_length, NULL) == SORTID_OK)
            return true;
    }
    return false;
}

/* Shows line `index` of the block in all its readings. */
static void show_ambiguous(struct inspection *inspection, const struct block *block, size_t index)
{
    struct item item = {.place = block->before,
                        .text = block->text + index * block->stride,
                        .length = inspection->way_length,
                        .total = inspection->way_length};
    item.place.line += index + 1;
    show_item(inspection, &item);
}

static void show_many(struct inspection *inspection, const struct block *block,
                      const struct many *many)
{
    static struct json_batch batch;
    json_prepare(&batch, many->way->format, many->ids, many->done);
    for (size_t i = 0; i < many->done; i++) {
        const char *text = block->text + i * block->stride;
        if (is_ambiguous(inspection, many->way, text))
            show_ambiguous(inspection, block, i);
        else
            output_commit(json_line(output_reserve(JSON_READING_SIZE), &batch, i, text,
                                    inspection->way_length, inspection->options->node_size));
    }
}

/* Shows the lines in the buffer while they have the expected length. */
static void show_blocks(struct inspection *inspection, struct input *input)
{
    struct block block;
    if (inspection->way_count == 0)
        return;
    for (;;) {
        input_block(&block, input, inspection->way_length);
        if (block.count == 0)
            return;
        if (block.count > JSON_BATCH)
            block.count = JSON_BATCH;
        const struct many *many = read_block(inspection, &block);
        if (many->done > 0)
            show_many(inspection, &block, many);
        input_take(input, &block, many->done);
    }
}

/* ---- A state file ------------------------------------------------------------ */

static void inspect_state(const struct options *options)
{
    sortid_state_report found;
    options_limit_arguments(options, 0);
    if (options->format != NULL || options->lenient || options->node_size > 0)
        report_usage("inspect",
                     "--state cannot be used with -f, --lenient or --node-size, which are for IDs");
    sortid_status status = sortid_state_examine(options->state, &found, sizeof found);
    if (status != SORTID_OK) {
        state_file_report("inspect", NULL, options->state, status, errno);
        return;
    }
    char *out = output_reserve(STATE_PRINT_SIZE);
    output_commit(options->json ? state_print_json(out, &found) : state_print_pretty(out, &found));
}

void run_inspect(struct options *options)
{
    static struct input input;
    struct item item;
    struct inspection inspection = {
        .options = options,
        .request = {.format = options->format, .lenient = options->lenient},
        .color = wants_color(options->color)};
    if (options->state != NULL) {
        inspect_state(options);
        return;
    }
    if (options->format != NULL)
        options_match_format(options);
    if (options->argument_count > 0)
        input_arguments(&input, options->arguments, options->argument_count);
    else
        input_streams(&input, NULL, 0, 0);
    while (input_next(&input, &item)) {
        if (item.empty)
            continue;
        expect_length(&inspection, item.length);
        show_item(&inspection, &item);
        show_blocks(&inspection, &input);
    }
    progress_clear();
}
