/* SPDX-License-Identifier: MIT */
/* check.c: `sortid check`, whether a stream holds good IDs in order, and what its
 * generator does. Called by main.c. It tells each bad ID as it comes and the
 * figures at the end; it judges only what it has read, in the order read. */
#include "options.h"
#include "output.h"
#include "progress.h"
#include "statistics.h"

#include <string.h>

/* Tells an ID that stands wrong after the valid one before it. */
static void tell_verdict(const struct item *item, const struct decoder *decoder,
                         enum statistics_verdict verdict, const uint8_t *before)
{
    char text[SORTID_MAX_TEXT_SIZE];
    struct quote quote;
    quote_bytes(&quote, item->text, item->length, item->total);
    sortid_format_print(text, decoder->format, SORTID_ENCODING_TEXT, before);
    report_input(&item->place, 0,
                 verdict == VERDICT_DUPLICATE ? "%s is a duplicate of the ID before it, %s"
                                              : "%s is unordered: the ID before it is %s",
                 quote.text, text);
}

static void check_all(struct statistics *statistics, struct input *input,
                      const struct decoder *decoder)
{
    uint8_t before[SORTID_MAX_SIZE];
    uint8_t id[SORTID_MAX_SIZE];
    struct item item;
    enum decoded decoded;
    while ((decoded = decode_next(id, &item, input, decoder)) != DECODED_END) {
        statistics_line(statistics);
        if (decoded == DECODED_BAD)
            statistics_invalid(statistics);
        if (decoded != DECODED_ID)
            continue;
        enum statistics_verdict verdict = statistics_add(statistics, id);
        if (verdict != VERDICT_FINE)
            tell_verdict(&item, decoder, verdict, before);
        memcpy(before, id, sizeof before);
    }
}

static void print_figures(const struct statistics *statistics, bool json)
{
    char *out = output_room(STATISTICS_TEXT_SIZE);
    output_used(json ? statistics_print_json(out, statistics) : statistics_print(out, statistics));
}

void run_check(struct options *options)
{
    static struct input input;
    static struct statistics statistics;
    options_take_format(options);
    options_match_format(options);
    bool records = options->input->encoding == SORTID_ENCODING_BIN;
    struct decoder decoder = options_decoder(options);
    statistics_init(&statistics, options->format, options->order);
    input_streams(&input, options->arguments, options->argument_count,
                  records ? options->format->size : 0);
    check_all(&statistics, &input, &decoder);
    progress_clear();
    print_figures(&statistics, options->json);
    if (statistics_failed(&statistics))
        report_raise(STATUS_BAD_INPUT);
}
