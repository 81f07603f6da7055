/* SPDX-License-Identifier: MIT */
/* line_blocks.c: reads whole lines into one buffer. The first buffer is static; one with twice the
 * bytes, on the heap, replaces a buffer that a line does not fit. */
#include "line_blocks.h"
#include "../../common/progress.h"
#include "../../common/report.h"

#include <stdlib.h>
#include <string.h>

/* Half of a usual second-level cache: the bytes are still there when they are searched. */
#define FIRST_ROOM (256 * 1024)
#define MEGABYTE   1000000

/* A byte is left for the end of a last line. */
static char first_bytes[FIRST_ROOM + 1];

/* Returns NULL if there is no memory. */
static char *larger_copy(struct line_blocks *blocks, size_t room)
{
    if (blocks->bytes != first_bytes)
        return realloc(blocks->bytes, room + 1);
    char *bytes = malloc(room + 1);
    if (bytes != NULL)
        memcpy(bytes, first_bytes, blocks->room);
    return bytes;
}

static void grow(struct line_blocks *blocks)
{
    size_t room = 2 * blocks->room;
    char *bytes = room > blocks->room ? larger_copy(blocks, room) : NULL;
    if (bytes == NULL) {
        report(STATUS_SYSTEM, "%s: a line is longer than %zu bytes, which do not fit into memory",
               blocks->streams.name, blocks->room);
        exit(report_status());
    }
    blocks->bytes = bytes;
    blocks->room = room;
}

/* Moves what is left to the front of the buffer, and reads after it, unless the stream has ended. */
static void refill(struct line_blocks *blocks)
{
    size_t left = blocks->end - blocks->begin;
    output_flush();
    if (blocks->streams.shows_progress)
        progress_show(blocks->done / MEGABYTE, 0);
    if (left > 0 && blocks->begin > 0)
        memmove(blocks->bytes, blocks->bytes + blocks->begin, left);
    blocks->begin = 0;
    blocks->end = left;
    if (blocks->ended)
        return;
    if (left == blocks->room)
        grow(blocks);
    ptrdiff_t got = streams_read(&blocks->streams, blocks->bytes + left, blocks->room - left);
    if (got < 0)
        left = 0; // half a line: the other half is lost
    blocks->ended = got <= 0;
    blocks->end = left + (got > 0 ? (size_t)got : 0);
    blocks->done += got > 0 ? (uint64_t)got : 0;
    if (blocks->ended && blocks->end > 0 &&
        blocks->bytes[blocks->end - 1] != blocks->records.line_end) {
        blocks->bytes[blocks->end++] = blocks->records.line_end;
        blocks->lacks_end = true;
    }
}

uint64_t count_lines(const char **from, const char *to, char line_end)
{
    const char *end;
    uint64_t lines = 0;
    while (*from < to && (end = memchr(*from, line_end, (size_t)(to - *from))) != NULL) {
        *from = end + 1;
        lines++;
    }
    return lines;
}

/* The end of the last whole record; 0: none. */
static size_t end_of_records(struct line_blocks *blocks)
{
    const char *begin = blocks->bytes, *end = begin + blocks->end, *last;
    while ((last = records_end(&blocks->records, begin, end)) != NULL)
        blocks->lines += count_lines(&begin, last + 1, blocks->records.line_end);
    return (size_t)(begin - blocks->bytes);
}

/* Reports quotes that are not closed in the bytes of a record from `begin` on. */
static void refuse_open_quote(const struct line_blocks *blocks, size_t begin)
{
    const char *line = blocks->bytes + begin, *quote = line + blocks->records.quote;
    struct place place = {.file = blocks->streams.name, .line = blocks->lines + 1};
    place.line += count_lines(&line, quote, blocks->records.line_end);
    report_input(&place, (size_t)(quote - line),
                 "the quote that opens a field here is not closed %s; its record and what follows "
                 "it are left out",
                 blocks->ended ? "before the end" : "within 64 MiB");
}

/* The end of the last whole line or record; 0: none. The first `searched` bytes have no line end. */
static size_t end_of_whole(struct line_blocks *blocks, size_t searched)
{
    size_t end = blocks->end;
    if (end == 0)
        return 0; // also where a read failed within a record
    if (blocks->records.delimiter == '\0') {
        while (end > searched && blocks->bytes[end - 1] != blocks->records.line_end)
            end--;
        return end > searched ? end : 0;
    }
    end = end_of_records(blocks);
    size_t quoted = blocks->end - end - blocks->records.quote;
    if (blocks->records.in_quotes && (blocks->ended || quoted > RECORDS_QUOTED_MOST)) {
        refuse_open_quote(blocks, end);
        blocks->ended = true;
    }
    return end;
}

/* The end of the line that is parted; 0: none. The first `searched` bytes have no line end. */
static size_t end_of_parted(const struct line_blocks *blocks, size_t searched)
{
    const char *from = blocks->bytes + searched;
    const char *last = memchr(from, blocks->records.line_end, blocks->end - searched);
    return last != NULL ? (size_t)(last + 1 - blocks->bytes) : 0;
}

/* The next lines of the open stream, or the next part of a line; false at its end. */
static bool next_of_stream(struct line_block *block, struct line_blocks *blocks)
{
    size_t end;
    bool is_rest = block->continues, is_part;
    if (is_rest)
        blocks->begin = (size_t)(block->next - blocks->bytes) - PART_CONTEXT;
    do {
        size_t searched = blocks->has_rest ? 0 : blocks->end - blocks->begin;
        blocks->has_rest = false;
        refill(blocks);
        end = is_rest ? end_of_parted(blocks, searched) : end_of_whole(blocks, searched);
        is_part = end == 0 && !blocks->ended && blocks->parts && blocks->end >= LINE_MOST;
    } while (end == 0 && !blocks->ended && !is_part);
    if (is_part)
        end = blocks->end;
    *block = (struct line_block){.file = blocks->streams.name,
                                 .begin = blocks->bytes,
                                 .end = blocks->bytes + end,
                                 .is_first = blocks->is_first,
                                 .has_mark = blocks->streams.has_mark,
                                 .lacks_end = blocks->lacks_end && end == blocks->end,
                                 .continues = is_part,
                                 .is_rest = is_rest && end > 0,
                                 .from = blocks->bytes + (is_rest && end > 0 ? PART_CONTEXT : 0),
                                 .next = blocks->bytes + end - (is_part ? PART_CONTEXT : 0)};
    blocks->is_first = false;
    blocks->has_rest = is_rest && !is_part && end < blocks->end;
    blocks->begin = end;
    if (blocks->ended && !blocks->has_rest)
        blocks->begin = blocks->end = 0;
    return end > 0;
}

bool line_blocks_next(struct line_block *block, struct line_blocks *blocks)
{
    for (;;) {
        if (blocks->streams.descriptor < 0) {
            if (!streams_open(&blocks->streams))
                return false;
            if (!blocks->streams.shows_progress)
                report(STATUS_OK, "reading from the terminal; Ctrl-D ends");
            block->continues = false;
            blocks->is_first = true;
            blocks->ended = blocks->has_rest = blocks->lacks_end = false;
            blocks->begin = blocks->end = 0;
            blocks->records = blocks->fresh;
            blocks->lines = 0;
        }
        if ((!blocks->ended || blocks->has_rest) && next_of_stream(block, blocks))
            return true;
        streams_close(&blocks->streams);
    }
}

void line_blocks_begin(struct line_blocks *blocks, char *const *files, size_t count,
                       const struct records *records, bool parts)
{
    *blocks = (struct line_blocks){.bytes = first_bytes,
                                   .room = FIRST_ROOM,
                                   .parts = parts && records->delimiter == '\0',
                                   .fresh = *records};
    streams_begin(&blocks->streams, files, count);
    blocks->streams.is_binary = records->line_end == '\0';
    progress_start("MB");
}

void line_blocks_end(struct line_blocks *blocks)
{
    if (blocks->streams.descriptor >= 0)
        streams_close(&blocks->streams);
    if (blocks->bytes != first_bytes)
        free(blocks->bytes);
    blocks->bytes = NULL;
}
