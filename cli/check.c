/* SPDX-License-Identifier: MIT */
/* check.c: `sortid check`, whether a stream holds good IDs in order, and what its
 * generator does. Called by main.c. It tells each bad ID as it comes and the
 * figures at the end; it judges only what it has read, in the order read. */
#include "options.h"
#include "output.h"
#include "progress.h"
#include "statistics.h"

#include <string.h>

struct checking {
    struct statistics *statistics;
    struct decoder decoder;
    uint8_t before[SORTID_MAX_SIZE]; /* the last valid ID */
};

/* Tells an ID that stands wrong after the valid one before it. */
static void tell_verdict(const struct checking *checking, const struct item *item,
                         enum statistics_verdict verdict)
{
    char text[SORTID_MAX_TEXT_SIZE];
    struct quote quote;
    quote_bytes(&quote, item->text, item->length, item->total);
    sortid_format_print(text, checking->decoder.format, SORTID_ENCODING_TEXT, checking->before);
    report_input(&item->place, 0,
                 verdict == VERDICT_DUPLICATE ? "%s is a duplicate of the ID before it, %s"
                                              : "%s is unordered: the ID before it is %s",
                 quote.text, text);
}

/* Line `index` of a block. */
static struct item item_of(const struct block *block, size_t index, size_t length)
{
    return (struct item){.place = {block->before.file, block->before.line + index + 1},
                         .text = block->text + index * block->stride,
                         .length = length,
                         .total = length};
}

/* Counts the first `count` lines of a block, which are good IDs. */
static void check_block(struct checking *checking, const uint8_t *ids, size_t count,
                        const struct block *block)
{
    size_t size = checking->decoder.format->size;
    enum statistics_verdict verdict;
    statistics_lines(checking->statistics, count);
    for (size_t done = 0; done < count;) {
        done +=
            statistics_add_many(checking->statistics, &verdict, ids + done * size, count - done);
        if (verdict == VERDICT_FINE)
            continue;
        struct item item = item_of(block, done - 1, checking->decoder.length);
        if (done > 1)
            memcpy(checking->before, ids + (done - 2) * size, size);
        tell_verdict(checking, &item, verdict);
    }
    memcpy(checking->before, ids + (count - 1) * size, size);
}

/* Takes one line, good or bad; false at the end. */
static bool check_next(struct checking *checking, struct input *input)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct item item;
    enum decoded decoded = decode_next(id, &item, input, &checking->decoder);
    statistics_lines(checking->statistics, decoded != DECODED_END);
    if (decoded == DECODED_BAD)
        statistics_invalid(checking->statistics);
    if (decoded == DECODED_ID) {
        enum statistics_verdict verdict = statistics_add(checking->statistics, id);
        if (verdict != VERDICT_FINE)
            tell_verdict(checking, &item, verdict);
        memcpy(checking->before, id, checking->decoder.format->size);
    }
    return decoded != DECODED_END;
}

static void check_all(struct checking *checking, struct input *input)
{
    static uint8_t ids[INPUT_BLOCK * SORTID_MAX_SIZE];
    struct block block;
    size_t count;
    do
        while ((count = decode_many(ids, &block, input, &checking->decoder)) > 0)
            check_block(checking, ids, count, &block);
    while (check_next(checking, input));
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
    struct checking checking = {.statistics = &statistics, .decoder = options_decoder(options)};
    statistics_init(&statistics, options->format, options->order);
    progress_outputs_late();
    input_streams(&input, options->arguments, options->argument_count,
                  records ? options->format->size : 0);
    check_all(&checking, &input);
    progress_clear();
    print_figures(&statistics, options->json);
    if (statistics_failed(&statistics))
        report_raise(STATUS_BAD_INPUT);
}
