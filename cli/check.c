/* SPDX-License-Identifier: MIT */
/* check.c: `sortid check`: whether a stream has valid IDs in order, and figures about its generator. Called by
 * main.c; includes the command's modules and common/. It reports the first bad lines as they come and the
 * figures at the end. */
#include "bad_lines.h"
#include "format_info.h"
#include "options.h"
#include "statistics.h"
#include "../common/output.h"
#include "../common/progress.h"

#include <string.h>

struct checking {
    struct statistics *statistics;
    struct decoder decoder;
    struct bad_lines bad;
    uint8_t before[SORTID_MAX_SIZE]; /* the last valid ID */
};

/* Reports an ID that is wrong compared with the valid one before it. */
static void report_verdict(const struct checking *checking, const struct item *item,
                           enum statistics_verdict verdict)
{
    char text[SORTID_MAX_TEXT_SIZE];
    struct quote quote;
    quote_bytes(&quote, item->text, item->length, item->total);
    print_id(text, checking->decoder.format, SORTID_ENCODING_TEXT, checking->before);
    if (verdict == VERDICT_DUPLICATE)
        report_input(&item->place, 0, "%s is a duplicate of the ID before it, %s", quote.text,
                     text);
    else if (verdict == VERDICT_UNORDERED)
        report_input(&item->place, 0, "%s is unordered: the ID before it is %s", quote.text, text);
    else
        report_input(&item->place, 0,
                     "%s has the same timestamp and counter as the ID before it, %s", quote.text,
                     text);
}

/* Counts such an ID, and reports it if it is one of the first. */
static void note_verdict(struct checking *checking, const struct item *item,
                         enum statistics_verdict verdict)
{
    if (bad_lines_wanted(&checking->bad))
        report_verdict(checking, item, verdict);
    bad_lines_add(&checking->bad);
}

/* The same for line `index` of a block, which is looked up only to be reported. */
static void note_verdict_in(struct checking *checking, const struct block *block, size_t index,
                            enum statistics_verdict verdict)
{
    struct item item = {.place = {block->before.file, block->before.line + index + 1}};
    if (bad_lines_wanted(&checking->bad)) {
        item.text = block_line(block, index, &item.length);
        item.total = item.length;
    }
    note_verdict(checking, &item, verdict);
}

/* Counts the first `count` lines of a block, which are valid IDs. */
static void check_block(struct checking *checking, const uint8_t *ids, size_t count,
                        const struct block *block)
{
    size_t size = info_of(checking->decoder.format)->size;
    enum statistics_verdict verdict;
    statistics_lines(checking->statistics, count);
    for (size_t done = 0; done < count;) {
        done +=
            statistics_add_many(checking->statistics, &verdict, ids + done * size, count - done);
        if (verdict == VERDICT_FINE)
            continue;
        if (done > 1)
            memcpy(checking->before, ids + (done - 2) * size, size);
        note_verdict_in(checking, block, done - 1, verdict);
    }
    memcpy(checking->before, ids + (count - 1) * size, size);
}

/* Checks one line, good or bad; false at the end. */
static bool check_next(struct checking *checking, struct input *input)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct item item;
    checking->decoder.silent = !bad_lines_wanted(&checking->bad);
    enum decoded decoded = decode_next(id, &item, input, &checking->decoder);
    statistics_lines(checking->statistics, decoded != DECODED_END);
    if (decoded == DECODED_BAD) {
        statistics_invalid(checking->statistics);
        bad_lines_add_invalid(&checking->bad, &item);
    }
    if (decoded == DECODED_ID) {
        enum statistics_verdict verdict = statistics_add(checking->statistics, id);
        if (verdict != VERDICT_FINE)
            note_verdict(checking, &item, verdict);
        memcpy(checking->before, id, info_of(checking->decoder.format)->size);
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

/* A stream without IDs fails too: the program that should have written them may have failed. Where a
 * stream could not be read, that report is enough. */
static void report_end(const struct checking *checking, const struct input *input)
{
    bad_lines_sum_up(&checking->bad);
    if (checking->statistics->valid == 0 && !(input->failed && checking->statistics->lines == 0))
        report(STATUS_BAD_INPUT, "check: no valid ID");
    if (statistics_failed(checking->statistics))
        report_raise(STATUS_BAD_INPUT);
}

/* Programs that read JSON always get an object; the table is left out if no line was read. */
static void print_figures(const struct statistics *statistics, bool json)
{
    if (!json && statistics->lines == 0)
        return;
    char *out = output_reserve(STATISTICS_TEXT_SIZE);
    output_commit(json ? statistics_print_json(out, statistics)
                       : statistics_print(out, statistics));
}

void run_check(struct options *options)
{
    static struct input input;
    static struct statistics statistics;
    options_take_format(options);
    options_match_format(options);
    bool records = options->input->encoding == SORTID_ENCODING_BIN;
    struct checking checking = {.statistics = &statistics, .decoder = options_decoder(options)};
    bad_lines_init(&checking.bad, options);
    statistics_init(&statistics, options->format, options->order);
    progress_outputs_late();
    input_streams(&input, options->arguments, options->argument_count,
                  records ? info_of(options->format)->size : 0);
    check_all(&checking, &input);
    progress_clear();
    report_end(&checking, &input);
    print_figures(&statistics, options->json);
}
