/* SPDX-License-Identifier: MIT */
/* inspect.c: `sortid inspect`, all that an ID tells: a card for people, or one
 * JSON object a line. Called by main.c. Where the text may be an ID of several
 * formats it shows every reading; it never chooses one silently. */
#define _POSIX_C_SOURCE 200809L
#include "card.h"
#include "explain.h"
#include "input.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Room for the words around the text. */
#define HEADING_SIZE 100

struct inspection {
    const struct options *options;
    struct reading_request request;
    bool color;
    bool shown_one; /* the next card stands a line apart */
};

static bool wants_color(enum color color)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return isatty(STDOUT_FILENO) && (no_color == NULL || *no_color == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

static void show_json(const struct inspection *inspection, const struct item *item,
                      const struct reading *reading, bool ambiguous)
{
    char *out = output_room(JSON_READING_SIZE);
    output_used(json_reading(out, reading, item->text, item->length, ambiguous,
                             inspection->options->node_size));
}

/* The line above the cards of one text that has several. */
static void show_heading(struct inspection *inspection, const struct item *item, size_t count)
{
    char *out = output_room(READING_TEXT_MAX + HEADING_SIZE);
    int length = snprintf(out, READING_TEXT_MAX + HEADING_SIZE,
                          "%s%.*s has %zu readings, the likeliest first; -f FORMAT chooses one:\n",
                          inspection->shown_one ? "\n" : "", (int)item->length, item->text, count);
    output_used((size_t)length);
    inspection->shown_one = false;
}

static void show_card(struct inspection *inspection, const struct item *item,
                      const struct reading *reading)
{
    if (inspection->shown_one)
        output_text("\n");
    inspection->shown_one = true;
    output_used(card_reading(output_room(CARD_SIZE), reading, item->text, item->length,
                             inspection->options->node_size, inspection->color));
}

/* Reads a text as inspect does, for explain.c. */
static sortid_status read_alone(const void *context, const char *text, size_t length,
                                size_t *position)
{
    struct reading readings[READING_MAX];
    struct reading_fault fault;
    if (reading_all(readings, &fault, context, text, length) > 0)
        return SORTID_OK;
    *position = fault.position;
    return fault.status;
}

static void explain_fault(const struct inspection *inspection, const struct item *item,
                          const struct reading_fault *found)
{
    struct fault fault = {.status = found->status, .position = found->position};
    struct reader reader = {.read = read_alone,
                            .context = &inspection->request,
                            .format = found->format,
                            .hyphens_do_not_count = inspection->request.lenient};
    explain(item, &fault, &reader);
}

static void show_item(struct inspection *inspection, const struct item *item)
{
    struct reading readings[READING_MAX];
    struct reading_fault fault;
    size_t count = reading_all(readings, &fault, &inspection->request, item->text, item->length);
    if (count == 0)
        explain_fault(inspection, item, &fault);
    if (count > 1 && !inspection->options->json)
        show_heading(inspection, item, count);
    for (size_t i = 0; i < count; i++) {
        if (inspection->options->json)
            show_json(inspection, item, &readings[i], count > 1);
        else
            show_card(inspection, item, &readings[i]);
    }
}

void run_inspect(struct options *options)
{
    static struct input input;
    struct item item;
    struct inspection inspection = {
        .options = options,
        .request = {.format = options->format, .lenient = options->lenient},
        .color = wants_color(options->color)};
    if (options->format != NULL)
        options_match_format(options);
    if (options->argument_count > 0)
        input_arguments(&input, options->arguments, options->argument_count);
    else
        input_streams(&input, NULL, 0, 0);
    while (input_next(&input, &item))
        if (!item.empty)
            show_item(&inspection, &item);
    progress_clear();
}
