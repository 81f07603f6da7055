/* SPDX-License-Identifier: MIT */
/* lines.c: fuzz target: the command's reader of streams (cli/input/input.c) compared with a simple
 * splitter, with reads that stop anywhere, are interrupted or fail. The first bytes choose how it
 * reads; the rest are the streams, in which 0x1b N C means many bytes C (a line longer than the
 * reader's buffer) and 0x1c ends a stream. */
#include "../lines.h"

#include "cli/input/input.h"

#define MOST       (3 * INPUT_SIZE)
#define MOST_EMPTY 256 /* lines that one run makes: they cost most */

struct feed {
    struct in_memory_stream list[IN_MEMORY_STREAMS];
    size_t count;
    char bytes[MOST];
};

/* Lays out the streams; each bit of `fails` is for one stream. */
static void expand(struct feed *feed, struct fuzz_input input, unsigned fails)
{
    char *at = feed->bytes, *end = at + MOST;
    feed->list[0] = (struct in_memory_stream){.bytes = at};
    feed->count = 1;
    while (input.left > 0 && at < end) {
        int byte = fuzz_byte(&input);
        size_t count = 1;
        if (byte == 0x1c && feed->count < IN_MEMORY_STREAMS) {
            feed->list[feed->count++] = (struct in_memory_stream){.bytes = at};
            continue;
        }
        if (byte == 0x1b) {
            count = (size_t)1 << fuzz_below(&input, 18);
            byte = fuzz_byte(&input);
            if (byte == '\n' && count > MOST_EMPTY)
                count = MOST_EMPTY;
        }
        count = count < (size_t)(end - at) ? count : (size_t)(end - at);
        memset(at, byte, count);
        at += count;
        feed->list[feed->count - 1].size += count;
    }
    for (size_t i = 0; i < feed->count; i++)
        feed->list[i].fails = (fails >> i & 1) != 0;
}

static void expect_item(const struct item *item, const struct line *line)
{
    MUST(strcmp(item->place.file, "-") == 0 && item->place.line == line->number,
         "line %llu, not %llu", (unsigned long long)item->place.line,
         (unsigned long long)line->number);
    MUST(item->total == line->total && item->length == line->length && item->empty == line->empty,
         "line %llu: %zu of %llu bytes, not %zu of %llu", (unsigned long long)line->number,
         item->length, (unsigned long long)item->total, line->length,
         (unsigned long long)line->total);
    MUST(memcmp(item->text, line->text, line->length) == 0, "line %llu: other bytes",
         (unsigned long long)line->number);
}

/* How many complete items of `length` bytes are at the start of a block, as the callers of the
 * reader check: for lines, no end within the item and one after it. */
static size_t count_good(const struct block *block, const struct lines *lines, size_t length)
{
    size_t good = 0;
    for (; good < block->count && lines->record_size == 0; good++) {
        const char *text = block->text + good * block->stride;
        if (memchr(text, '\n', length) != NULL || text[length] != '\n' || text[length - 1] == '\r')
            break;
    }
    return lines->record_size == 0 ? good : block->count;
}

/* Requests a block, and takes some of its items. */
static void take_block(struct input *input, struct lines *lines, size_t length, unsigned choice)
{
    struct block block;
    input_block(&block, input, length);
    if (block.count == 0)
        return;
    size_t size = block.count * block.stride;
    MUST(block.count <= INPUT_BLOCK && block.stride == length + (lines->record_size == 0),
         "%zu lines of %zu bytes", block.count, block.stride);
    MUST(block.before.line == lines->number, "block after line %llu",
         (unsigned long long)block.before.line);
    MUST(size <= lines->left && memcmp(block.text, lines->at, size) == 0, "block: other bytes");
    size_t good = count_good(&block, lines, length);
    size_t taken = choice % 4 == 0 && good > 0 ? choice / 4 % good : good;
    input_take(input, &block, taken);
    lines->at += taken * block.stride;
    lines->left -= taken * block.stride;
    lines->number += taken;
}

/* Reads all streams, one item or one block after another. */
static void read_all(const struct feed *feed, size_t record_size, size_t length, unsigned choices)
{
    static struct input input;
    static char name[] = "-";
    static char *const names[IN_MEMORY_STREAMS] = {name, name, name, name};
    struct lines lines = {.left = 0};
    struct item item;
    struct line line;
    size_t stream = 0;
    input_streams(&input, names, feed->count, record_size, '\n');
    while (input_next(&input, &item)) {
        while (!lines_next(&line, &lines)) {
            MUST(stream < feed->count, "an item after the end");
            lines = lines_of(&feed->list[stream++], record_size);
        }
        expect_item(&item, &line);
        choices = choices * 1103515245 + 12345;
        if (choices >> 16 & 1)
            take_block(&input, &lines, length, choices >> 18);
    }
    do
        MUST(!lines_next(&line, &lines), "line %llu is missing", (unsigned long long)line.number);
    while (stream < feed->count && (lines = lines_of(&feed->list[stream++], record_size), true));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct feed feed;
    static const size_t record_sizes[] = {0, 0, 0, 0, 0, 8, 20, 333};
    struct fuzz_input input = {data, size};
    size_t record_size = record_sizes[fuzz_below(&input, 8)], failed = 0;
    size_t length = 1 + fuzz_below(&input, 50);
    unsigned fails = fuzz_byte(&input), choices = fuzz_byte(&input);
    uint32_t cuts = fuzz_byte(&input);
    struct in_memory_text errors, error;
    expand(&feed, input, fails);
    for (size_t i = 0; i < feed.count && record_size == 0; i++)
        if (!in_memory_is_plain(&feed.list[i]))
            return 0;
    in_memory_begin(feed.list, feed.count, cuts * 0x9e3779b9);
    read_all(&feed, record_size, record_size > 0 ? record_size : length, choices);
    in_memory_end();
    errors = in_memory_errors();
    for (size_t i = 0; i < feed.count; i++)
        failed += feed.list[i].fails;
    for (; in_memory_line(&error, &errors); failed--)
        MUST(failed > 0 && strncmp(error.text, "sortid: -: ", 11) == 0, "%s", error.text);
    MUST(failed == 0, "%zu failures without a report", failed);
    return 0;
}
