/* SPDX-License-Identifier: MIT */
/* check.c: `sortid check`: whether a stream has valid IDs in order, and figures about its
 * generator. It reports the first bad lines as they come and the figures at the end. */
#include "bad_lines.h"
#include "file_figures.h"
#include "../ids/format_info.h"
#include "../input/decode_next.h"
#include "../output/time_form.h"
#include "statistics.h"
#include "../../common/output.h"
#include "../../common/progress.h"
#include "../../common/system.h"

#include <inttypes.h>
#include <stdio.h>

struct checking {
    struct statistics *statistics;
    struct decoder decoder;
    struct bad_lines bad;
    struct files files;
    uint64_t watched_ms, watched_valid; /* when --watch last said something, and the IDs then */
    uint8_t before[SORTID_MAX_SIZE];    /* the last valid ID */
};

/* Notes that line `index` of a block is wrong; it is looked up only to be reported. */
static void note_verdict_in(struct checking *checking, const struct block *block, size_t index,
                            enum statistics_verdict verdict)
{
    struct item item = {.place = {block->before.file, block->before.line + index + 1}};
    if (bad_lines_wanted(&checking->bad)) {
        item.text = block_line(block, index, &item.length);
        item.total = item.length;
    }
    bad_lines_add(&checking->bad, &item, verdict, checking->before);
}

/* Counts the first `count` lines of a block, which are valid IDs. */
static void check_block(struct checking *checking, const uint8_t *ids, size_t count,
                        const struct block *block)
{
    size_t size = info_of(checking->decoder.format)->size;
    enum statistics_verdict verdict;
    files_enter(&checking->files, block->before.file);
    checking->statistics->counts[COUNT_LINES] += count;
    files_note(&checking->files, ids, count);
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
    checking->decoder.silent = !bad_lines_wants_invalid(&checking->bad);
    enum decoded decoded = decode_next(id, &item, input, &checking->decoder);
    if (decoded != DECODED_END)
        files_enter(&checking->files, item.place.file);
    checking->statistics->counts[COUNT_LINES] += decoded != DECODED_END;
    if (decoded == DECODED_BAD) {
        checking->statistics->counts[COUNT_INVALID]++;
        bad_lines_add_invalid(&checking->bad, &item);
    }
    if (decoded == DECODED_ID) {
        enum statistics_verdict verdict = statistics_add(checking->statistics, id);
        if (verdict != VERDICT_FINE)
            bad_lines_add(&checking->bad, &item, verdict, checking->before);
        files_note(&checking->files, id, 1);
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

/* A stream without IDs fails too: the program that should have written them may have failed. Where
 * a stream could not be read, that report is enough. */
static void report_end(const struct checking *checking, const struct input *input)
{
    const uint64_t *counts = checking->statistics->counts;
    bad_lines_sum_up(&checking->bad);
    if (counts[COUNT_VALID] == 0 && !(input->streams.failed && counts[COUNT_LINES] == 0))
        report(STATUS_BAD_INPUT, "check: no valid ID");
    if (statistics_failed(checking->statistics))
        report_raise(STATUS_BAD_INPUT);
}

/* The object of statistics_print_json with more members before its end. Programs that read JSON
 * always get it; the table is left out if no line was read. */
static void print_figures(const struct checking *checking, bool json)
{
    char *out = output_reserve(STATISTICS_TEXT_SIZE);
    if (json) {
        output_commit(statistics_print_json(out, checking->statistics) - strlen("}\n"));
        files_write_json(&checking->files);
        bad_lines_write_json(&checking->bad);
        output_text("}\n");
    } else if (checking->statistics->counts[COUNT_LINES] > 0) {
        output_commit(statistics_print(out, checking->statistics));
        files_write_table(&checking->files);
    }
}

/* Says how many IDs came since the last time, and what was found so far. */
static void watch(void *watched)
{
    struct checking *checking = watched;
    uint64_t valid = checking->statistics->counts[COUNT_VALID];
    char text[160], last[TIME_FORM_SIZE] = "-";
    if (!progress_is_due())
        return;
    uint64_t now_ms = system_monotonic_ms();
    uint64_t spent_ms = now_ms - checking->watched_ms;
    uint64_t more = valid - checking->watched_valid;
    if (valid > 0)
        time_form_print(last, TIME_FORM_ISO,
                        (int64_t)sortid_format_unix_ms(checking->decoder.format, checking->before),
                        checking->statistics->is_local);
    snprintf(text, sizeof text, "%" PRIu64 " IDs, %" PRIu64 " fault%s, %.0f a second, last time %s",
             valid, checking->bad.count, checking->bad.count == 1 ? "" : "s",
             (double)more * 1000 / (double)(spent_ms > 0 ? spent_ms : 1), last);
    progress_say(text);
    checking->watched_ms = now_ms;
    checking->watched_valid = valid;
}

void run_check(struct options *options)
{
    static struct input input;
    static struct statistics statistics;
    static struct checking checking;
    options_take_format(options);
    options_need_format(options);
    options_match_kinds(options);
    options_match_nul(options, false);
    options_explain_files(options);
    bool records = options->input->encoding == SORTID_ENCODING_BIN;
    checking =
        (struct checking){.statistics = &statistics,
                          .decoder = decoder_of(options->kind, options->input, options->lenient)};
    bad_lines_init(&checking.bad, options);
    statistics_init(&statistics, options->format, (enum statistics_order)options->order);
    statistics.is_local = options->zone == ZONE_LOCAL;
    files_init(&checking.files, &statistics, options->arguments, options->argument_count);
    progress_outputs_late();
    if (options->watches)
        progress_require();
    input_streams(&input, options->arguments, options->argument_count,
                  records ? info_of(options->format)->size : 0, line_end_of(options));
    if (options->watches) {
        checking.watched_ms = system_monotonic_ms();
        input.watch = watch;
        input.watched = &checking;
    }
    check_all(&checking, &input);
    files_end(&checking.files);
    progress_clear();
    report_end(&checking, &input);
    print_figures(&checking, options->json);
}
