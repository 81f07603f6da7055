/* SPDX-License-Identifier: MIT */
/* inspect.c: `sortid inspect`: shows IDs or a state file. A text that several kinds can read is
 * shown in every reading, unless --best is given; none is chosen silently. */
#include "../ids/reading.h"
#include "../options/times.h"
#include "../output/terminal.h"
#include "../input/invalid_id.h"
#include "../output/json.h"
#include "../output/pretty.h"
#include "../input/state_file.h"
#include "../output/state_print.h"
#include "../output/table.h"
#include "../../common/output.h"
#include "../../common/progress.h"
#include "../../common/similar.h"

#include <sortid/unstable.h>
#include <errno.h>

struct inspection {
    const struct options *options;
    sortid_recognize_options request;
    sortid_way ways[SORTID_READINGS_MAX]; /* ways to read the next lines many at once */
    size_t way_count;
    size_t way_length; /* of the texts that they read */
    struct pretty_options pretty;
    struct table *table; /* NULL: no --columns */
    bool shown_one;      /* an empty line comes before the next reading */
};

/* Room for a page or a line, after an empty line if a page comes before it. */
static char *begin_output(const struct inspection *inspection)
{
    if (inspection->shown_one)
        output_text("\n");
    return output_reserve(PRETTY_SIZE);
}

static void show_heading(struct inspection *inspection, const struct item *item, size_t count)
{
    char *out = begin_output(inspection);
    output_commit(pretty_heading(out, item->text, item->length, count, &inspection->pretty));
    inspection->shown_one = false;
}

/* Whether a reading is shown as a line: not the first, and suggested by the length only; or, on a
 * terminal, where the first is surer than all others. */
static bool is_line(const struct inspection *inspection, const struct text_readings *read,
                    const sortid_reading *reading)
{
    bool is_terminal = inspection->pretty.width > 0;
    return reading != read->all &&
           (reading->why == SORTID_WHY_LENGTH ||
            (is_terminal && read->all[0].confidence > read->all[1].confidence));
}

/* A note on a text that is a TypeID in upper case, but is read as a prefix and a ULID; NULL: it is
 * not. Static. */
static const char *note_typeid(const struct item *item, const struct text_readings *read)
{
    static char note[READING_TEXT_MAX + 60];
    const struct kinds typeid = {.all = {sortid_kind_find("typeid")}, .count = 1};
    char text[READING_TEXT_MAX];
    const char *name;
    if (read->prefix == 0 || !find_correction(text, &name, item, &typeid, SORTID_WHY_TIME))
        return NULL;
    snprintf(note, sizeof note, "it may be a TypeID in upper case, which is written %s", text);
    return note;
}

/* One of the readings: a page or a line. */
static void show_pretty(struct inspection *inspection, const struct item *item,
                        const struct text_readings *read, const sortid_reading *reading)
{
    inspection->pretty.shows_evidence =
        read->count > 1 ||
        (inspection->options->kinds.count == 0 && reading->confidence == SORTID_CONFIDENCE_LOW);
    inspection->pretty.form = encoding_of_reading(read, reading)->name;
    inspection->pretty.prefix = read->prefix;
    inspection->pretty.note = note_typeid(item, read);
    if (is_line(inspection, read, reading)) {
        output_commit(pretty_line(output_reserve(PRETTY_SIZE), reading, &inspection->pretty));
        return;
    }
    char *out = begin_output(inspection);
    output_commit(pretty_reading(out, reading, item->text, item->length, &inspection->pretty));
    inspection->shown_one = true;
}

/* Reads a text as inspect does, for invalid_id.c. A decimal number of any length is a form of every
 * format, which does not help in a message. */
static sortid_status parse_alone(const void *context, const char *text, size_t length,
                                 size_t *position)
{
    sortid_reading reading;
    size_t count;
    sortid_status status =
        sortid_recognize(&reading, sizeof reading, 1, &count, text, length, context, position);
    if (status != SORTID_OK || reading.form != SORTID_FORM_INT || reading.format == NULL)
        return status;
    *position = length;
    return SORTID_BAD_LENGTH;
}

/* The kind that the message is about; NULL: any. Only ulid ignores hyphens. */
static const sortid_kind *reported_kind(const struct inspection *inspection,
                                        const struct item *item)
{
    bool has_hyphen = memchr(item->text, '-', item->length) != NULL;
    if (inspection->request.kind == NULL && inspection->options->lenient && has_hyphen)
        return sortid_kind_find("ulid");
    return inspection->request.kind;
}

static void report_invalid(const struct inspection *inspection, const struct item *item)
{
    struct parse_error error = {.position = 0};
    sortid_recognize_options request = inspection->request;
    request.kind = reported_kind(inspection, item);
    const sortid_kind *kind = request.kind;
    const sortid_format *format = kind != NULL ? kind_info_of(kind)->format : NULL;
    error.status = parse_alone(&request, item->text, item->length, &error.position);
    if (format == NULL) {
        report_unknown_text(item, &inspection->options->kinds, error.position);
        return;
    }
    const struct decoder decoder = decoder_of(kind, encoding_at(0), false);
    struct id_parser parser = {.parse = parse_alone,
                               .context = &request,
                               .format = format,
                               .decoder = &decoder,
                               .ignores_hyphens = inspection->options->lenient};
    report_invalid_id(item, &error, &parser);
}

/* Whether one of the readings is of a family. */
static bool has_family(const sortid_reading *readings, size_t count, const char *family)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(kind_info_of(readings[i].kind)->family, family) == 0)
            return true;
    return false;
}

/* The option that applies to none of the readings, with what it applies to; NULL: there is none. */
static const char *find_misfit(const struct options *options, const struct text_readings *read)
{
    if (options->epoch != NULL && !has_family(read->all, read->count, "snowflake"))
        return "--epoch applies to snowflakes";
    if (options->node_size > 0 && !has_family(read->all, read->count, "scru64"))
        return "--node-size applies to scru64";
    return NULL;
}

/* Whether a text is an ID for -q: of a kind that was named in the kind's own text or the encoding of
 * -i, without a prefix; else of any kind, if that is not a guess. */
static bool is_plainly_id(const struct options *options, const struct text_readings *read)
{
    bool is_plain =
        options->kinds.count == 0
            ? read->all->confidence > SORTID_CONFIDENCE_LOW
            : read->prefix == 0 && (options->has_input || read->all->form == SORTID_FORM_TEXT ||
                                    kind_info_of(read->all->kind)->size == sizeof(uint64_t));
    if (!is_plain)
        report_raise(STATUS_BAD_INPUT);
    return is_plain;
}

/* Reads a text; false if it is not an ID, which was reported. */
static bool read_item(const struct inspection *inspection, struct text_readings *read,
                      const struct item *item)
{
    bool is_read = read_text(read, item->text, item->length, &inspection->options->kinds);
    const char *misfit = is_read ? find_misfit(inspection->options, read) : NULL;
    if (is_read && misfit == NULL)
        return !inspection->options->quiet || is_plainly_id(inspection->options, read);
    if (inspection->options->quiet) {
        report_raise(STATUS_BAD_INPUT);
    } else if (misfit != NULL) {
        const char *name = kind_info_of(read->all[0].kind)->name;
        report_input(&item->place, 0, "%s, not to %s %s", misfit, article(name), name);
    } else {
        report_invalid(inspection, item);
    }
    return false;
}

static void show_item(struct inspection *inspection, const struct item *item)
{
    static struct text_readings read;
    const struct options *options = inspection->options;
    if (!read_item(inspection, &read, item) || options->quiet)
        return;
    size_t shown = options->best ? 1 : read.count;
    if (shown > 1 && !options->json && inspection->table == NULL)
        show_heading(inspection, item, shown);
    for (size_t i = 0; i < shown; i++) {
        if (inspection->table != NULL)
            table_add(inspection->table, &read.all[i],
                      &(struct table_text){item->text, item->length, item->place, 1});
        else if (options->json)
            output_commit(json_reading(output_reserve(JSON_READING_SIZE), &read.all[i], item->text,
                                       item->length, read.count > 1, options->node_size));
        else
            show_pretty(inspection, item, &read, &read.all[i]);
    }
}

/* Lines that were read in one way, which is one of a format. */
struct many {
    const sortid_way *way;
    const sortid_format *format;
    uint8_t ids[JSON_BATCH * SORTID_MAX_SIZE];
    size_t done;
};

/* Lines are likely to be as long as the one before them. */
static void expect_length(struct inspection *inspection, size_t length)
{
    const struct options *options = inspection->options;
    if (!options->json || options->quiet || options->epoch != NULL || options->has_input ||
        options->bits != NULL || options->node_size > 0 || inspection->way_length == length)
        return;
    inspection->way_length = length;
    sortid_status status =
        sortid_recognize_ways(inspection->ways, SORTID_READINGS_MAX, &inspection->way_count, length,
                              &inspection->request);
    if (status != SORTID_OK || inspection->options->kinds.count > 1)
        inspection->way_count = 0; // lenient, or a family: each line is read alone
}

/* Reads the lines in the way that gets farthest, the first of equals. */
static const struct many *read_block(const struct inspection *inspection, const struct block *block)
{
    static struct many tries[2];
    size_t consumed;
    struct many *best = &tries[0], *other = &tries[1];
    best->done = 0;
    for (size_t i = 0; i < inspection->way_count && inspection->ways[i].decimal == 0; i++) {
        other->way = &inspection->ways[i];
        other->format =
            other->way->form <= SORTID_FORM_UUID ? kind_info_of(other->way->kind)->format : NULL;
        if (other->format == NULL)
            continue; // lines of this way cannot be read many at once
        // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): each of these ways has a format
        sortid_status status =
            sortid_format_parse_many(other->format, other->ids, block->count, &other->done,
                                     &consumed, (sortid_encoding)other->way->form, block->text,
                                     block->count * block->stride, block->end, NULL);
        (void)status; // the line where it stopped is read again alone, and reported
        if (other->done > best->done) {
            struct many *swap = best;
            best = other;
            other = swap;
        }
    }
    return best;
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
    json_prepare(&batch, many->format, many->way, many->ids, many->done);
    for (size_t i = 0; i < many->done; i++) {
        const char *text = block->text + i * block->stride;
        if (sortid_ways_read(inspection->ways, inspection->way_count, many->way, text,
                             inspection->way_length))
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

static void inspect_state(const struct options *options)
{
    sortid_state_report found;
    options_limit_arguments(options, 0);
    if (options->kinds.count > 0 || options->lenient || options->node_size > 0 ||
        options->epoch != NULL || options->columns != NULL || options->best || options->quiet)
        report_usage("--state cannot be used with -f, --lenient, --node-size, "
                     "--epoch, --columns, --best or -q, which are for IDs");
    sortid_status status = sortid_state_examine(options->state, &found, sizeof found);
    if (status != SORTID_OK) {
        state_file_report("inspect", NULL, options->state, status, errno);
        return;
    }
    char *out = output_reserve(STATE_PRINT_SIZE);
    if (options->json)
        output_commit(state_print_json(out, &found));
    else
        output_commit(state_print_pretty(out, &found));
}

/* On a terminal the card fits it and has times as people say them. Elsewhere it is the same at any
 * time. */
static void set_pretty(struct pretty_options *pretty, const struct options *options)
{
    size_t width = width_of_output();
    bool is_terminal = width != SIZE_MAX;
    pretty->node_size = options->node_size;
    pretty->palette = color_wanted(options->color);
    pretty->shows_local =
        options->zone == ZONE_LOCAL || (is_terminal && options->zone == ZONE_UNSET);
    if (!is_terminal)
        return;
    pretty->width = width;
    pretty->now_ms = present_ms();
}

static void set_table(struct inspection *inspection, const struct options *options)
{
    static struct table table;
    if (options->columns == NULL && options->header)
        report_usage("--header applies to --columns");
    if (options->columns == NULL)
        return;
    if (options->json)
        report_usage("--columns writes a table, --json objects: give one of them");
    table_init(&table, options, width_of_output() != SIZE_MAX);
    inspection->table = &table;
}

/* Quiet, it stops at the first text that is not an ID. */
static void inspect_all(struct inspection *inspection, struct input *input)
{
    struct item item;
    bool is_quiet = inspection->options->quiet;
    while (!(is_quiet && report_status() != STATUS_OK) && input_next(input, &item)) {
        if (!item.empty) {
            expect_length(inspection, item.length);
            show_item(inspection, &item);
            show_blocks(inspection, input);
        }
        if (inspection->table != NULL && !input_is_ready(input))
            table_flush(inspection->table);
    }
    if (inspection->table != NULL)
        table_flush(inspection->table);
}

void run_inspect(struct options *options)
{
    static struct input input;
    static struct inspection inspection;
    inspection = (struct inspection){.options = options};
    if (options->state != NULL) {
        inspect_state(options);
        return;
    }
    options_take_kinds(options);
    options_set_reading(options);
    if (options->kind != NULL)
        options_match_kinds(options);
    inspection.request = reading_request(options->kind);
    set_pretty(&inspection.pretty, options);
    set_table(&inspection, options);
    options_match_nul(options, options->argument_count > 0);
    if (options->argument_count > 0)
        input_arguments(&input, options->arguments, options->argument_count);
    else
        input_streams(&input, NULL, 0, 0, line_end_of(options));
    inspect_all(&inspection, &input);
    if (!options->quiet)
        options_explain_ids(options);
    progress_clear();
}
