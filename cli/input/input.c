/* SPDX-License-Identifier: MIT */
/* input.c: reads streams in large pieces and splits them into lines or records. A line ends before
 * \n or at the end of the stream; one \r before that \n is not part of it. NUL is a byte like any
 * other, unless lines end with NUL, and not with \n. */
#include "input.h"
#include "../../common/output.h"
#include "../../common/progress.h"
#include "../../common/system.h"

#include <string.h>

/* Items that are read one by one after one that did not fit into its block: trying a block costs as
 * much as a few lines. */
#define SINGLY 32

void input_arguments(struct input *input, char *const *ids, size_t count)
{
    memset(input, 0, sizeof *input);
    input->ids = ids;
    input->ids_left = count;
    input->place.file = "arg";
}

void input_streams(struct input *input, char *const *files, size_t count, size_t record_size,
                   char line_end)
{
    memset(input, 0, sizeof *input);
    streams_begin(&input->streams, files, count);
    input->record_size = record_size;
    input->line_end = line_end;
    input->streams.is_binary = record_size > 0 || line_end == '\0';
    progress_start(record_size > 0 ? "records" : "lines");
}

/* `text` has the first `length` of the `total` bytes of the line. */
static void set_item(struct item *item, const struct input *input, const char *text, size_t length,
                     uint64_t total)
{
    size_t mark = input->record_size == 0 && has_utf8_mark(text, length) ? UTF8_MARK_SIZE : 0;
    text += mark;
    length -= mark;
    total -= mark;
    item->place = input->place;
    item->text = text;
    item->length = length < INPUT_KEPT ? length : INPUT_KEPT;
    item->total = total;
    item->empty = input->ids == NULL && total == 0;
}

static bool next_argument(struct input *input, struct item *item)
{
    if (input->ids_left == 0)
        return false;
    input->place.line++;
    size_t length = strlen(*input->ids);
    set_item(item, input, *input->ids, length, length);
    input->ids++;
    input->ids_left--;
    return true;
}

static bool next_stream(struct input *input)
{
    bool is_open = streams_open(&input->streams);
    input->place = (struct place){.file = input->streams.name, .line = 0};
    input->ended = false;
    if (is_open && !input->streams.shows_progress)
        report(STATUS_OK, "reading from the terminal, one ID per line; Ctrl-D ends");
    return is_open;
}

/* How long a wait may be between two calls of `watch`. */
#define WATCH_MS 1000

static void watch_until_ready(const struct input *input)
{
    do
        input->watch(input->watched);
    while (!system_wait_input(input->streams.descriptor, WATCH_MS));
}

/* Moves the rest of the buffer to its front and reads after it; sets `ended` at the end or on an
 * error. Output is written first: it never waits for more input. */
static void refill(struct input *input)
{
    size_t left = input->end - input->begin;
    output_flush();
    if (input->watch != NULL)
        watch_until_ready(input);
    else if (input->streams.shows_progress)
        progress_show(input->done, 0);
    memmove(input->buffer, input->buffer + input->begin, left);
    ptrdiff_t got = streams_read(&input->streams, input->buffer + left, INPUT_SIZE - left);
    if (got < 0)
        left = 0; // half a line: the other half is lost
    input->begin = 0;
    input->end = left + (got > 0 ? (size_t)got : 0);
    input->ended = got <= 0;
    input->broken = got < 0;
}

static const char *find_newline(const struct input *input)
{
    return memchr(input->buffer + input->begin, input->line_end, input->end - input->begin);
}

/* Removes the bytes up to `newline` (NULL: all) from the buffer; returns their number without
 * it. */
static size_t take(struct input *input, const char *newline)
{
    size_t length = input->end - input->begin;
    if (newline != NULL)
        length = (size_t)(newline - (input->buffer + input->begin));
    input->begin += length + (newline != NULL);
    return length;
}

/* A line longer than any ID: keeps its beginning, counts and skips the rest; false if a read failed
 * in it. */
static bool long_line(struct input *input, struct item *item)
{
    uint64_t total = 0;
    const char *newline;
    char last = '\0';
    memcpy(input->kept, input->buffer + input->begin, INPUT_KEPT);
    do {
        if (input->begin == input->end)
            refill(input);
        newline = find_newline(input);
        size_t start = input->begin;
        size_t length = take(input, newline);
        if (length > 0)
            last = input->buffer[start + length - 1];
        total += length;
    } while (newline == NULL && !input->ended);
    total -= newline != NULL && *newline == '\n' && last == '\r';
    set_item(item, input, input->kept, INPUT_KEPT, total);
    return !input->broken;
}

static void short_line(struct input *input, struct item *item, const char *newline)
{
    const char *text = input->buffer + input->begin;
    size_t length = take(input, newline);
    if (newline != NULL && *newline == '\n' && length > 0 && text[length - 1] == '\r')
        length--;
    set_item(item, input, text, length, length);
}

static bool next_line(struct input *input, struct item *item)
{
    const char *newline = find_newline(input);
    while (newline == NULL && !input->ended && input->end - input->begin <= INPUT_KEPT) {
        refill(input);
        newline = find_newline(input);
    }
    if (newline == NULL && input->begin == input->end)
        return false;
    input->place.line++;
    if (newline == NULL && input->end - input->begin > INPUT_KEPT)
        return long_line(input, item);
    short_line(input, item, newline);
    return true;
}

/* The next record of the open stream, the last one perhaps short. */
static bool next_record(struct input *input, struct item *item)
{
    while (!input->ended && input->end - input->begin < input->record_size)
        refill(input);
    size_t length = input->end - input->begin;
    if (length == 0)
        return false;
    if (length > input->record_size)
        length = input->record_size;
    input->place.line++;
    set_item(item, input, input->buffer + input->begin, length, length);
    input->begin += length;
    return true;
}

bool input_next(struct input *input, struct item *item)
{
    input->singly -= input->singly > 0;
    if (input->ids != NULL)
        return next_argument(input, item);
    for (;;) {
        if (input->streams.descriptor < 0 && !next_stream(input))
            return false;
        if (input->record_size > 0 ? next_record(input, item) : next_line(input, item)) {
            input->done++;
            return true;
        }
        streams_close(&input->streams);
    }
}

bool input_is_ready(const struct input *input)
{
    if (input->ids != NULL)
        return input->ids_left > 0;
    return find_newline(input) != NULL;
}

void input_block(struct block *block, struct input *input, size_t length)
{
    size_t left = input->end - input->begin;
    *block = (struct block){.text = input->buffer + input->begin,
                            .size = left,
                            .length = length,
                            .stride = length + (input->record_size == 0),
                            .end = input->line_end,
                            .before = input->place};
    if (input->singly == 0)
        block->count = left / block->stride;
    if (block->count > INPUT_BLOCK)
        block->count = INPUT_BLOCK;
}

void input_take_lines(struct input *input, size_t count, size_t bytes, bool stopped)
{
    input->begin += bytes;
    input->place.line += count;
    input->done += count;
    if (stopped)
        input->singly = SINGLY;
}

void input_take(struct input *input, const struct block *block, size_t count)
{
    input_take_lines(input, count, count * block->stride, count < block->count);
}

const char *block_line(const struct block *block, size_t index, size_t *length)
{
    if (block->length > 0) {
        *length = block->length;
        return block->text + index * block->stride;
    }
    const char *line = block->text, *end = line + block->size, *newline;
    while ((newline = memchr(line, block->end, (size_t)(end - line))) != NULL && index > 0) {
        line = newline + 1;
        index--;
    }
    *length = (size_t)((newline != NULL ? newline : end) - line);
    return line;
}
