/* SPDX-License-Identifier: MIT */
/* line_blocks.h: reads streams as blocks of whole lines, or whole records of CSV, and writes lines
 * of them unchanged. Memory is constant: a longer line than LINE_MOST comes in parts. Only records,
 * and lines that are not to be parted, are in memory as a whole. It looks at lines only for the
 * ends of records. */
#pragma once

#include "../input/streams.h"
#include "../../common/output.h"
#include "records.h"

/* The most bytes of a line that is not parted. */
#define LINE_MOST (1024 * 1024)

/* Bytes of the parts before and after that a part has too: more than an ID and what it depends on. */
#define PART_CONTEXT 4096

/* Valid until the next call. Every line has a line end, \n or NUL: a last line without one gets it.
 * A part of a line is a block by itself. */
struct line_block {
    const char *file; /* "-": standard input */
    const char *begin, *end;
    bool is_first;           /* of its stream, */
    bool has_mark;           /* which begins with the byte order mark of UTF-8, not in the block */
    bool lacks_end;          /* the stream ends without the line end at `end` */
    bool continues, is_rest; /* another part follows; another one came before */
    const char *from, *next; /* the part: the caller may move `next` towards the end */
};

struct line_blocks {
    struct streams streams;
    char *bytes; /* one more than `room` */
    size_t room;
    size_t begin, end; /* bytes that were read and not yet returned */
    bool is_first, ended;
    bool lacks_end; /* the last line got its line end here */
    bool parts;     /* long lines come in parts */
    bool has_rest;  /* a line ended within the last part: what was read after it comes next */
    uint64_t done;  /* bytes of all streams */
    struct records records, fresh; /* of the open stream, and at the start of one */
    uint64_t lines;                /* of the open stream, in the records that were returned */
};

/* Prepares for files, "-" being standard input; no file: standard input. `records`: with a delimiter
 * of fields, or of 0: lines. `parts`: long lines may come in parts. */
void line_blocks_begin(struct line_blocks *blocks, char *const *files, size_t count,
                       const struct records *records, bool parts);

/* The next lines, as many as were read; false after the last stream. Give it the block of the call
 * before; the first has zeros. Output is written before it reads, so that it never waits for more
 * input. A stream that cannot be read is reported (status 3), and half a line before the fault is
 * dropped, or ends after its last part; a line too long for memory ends the program with status
 * 3. A record whose quote is not closed is reported (status 1), and the rest of its stream is
 * dropped. */
bool line_blocks_next(struct line_block *block, struct line_blocks *blocks);

/* How many lines end before `to`; *from becomes the start of the line after them. */
uint64_t count_lines(const char **from, const char *to, char line_end);

/* Closes the open stream and frees the memory. */
void line_blocks_end(struct line_blocks *blocks);

/* Lines that are still to be written. Start with zeros. */
struct kept_lines {
    const char *begin, *end;
};

/* Writes what was kept; call it before the block ends, and before other output. */
static inline void kept_lines_write(struct kept_lines *kept)
{
    if (kept->end > kept->begin)
        output_bytes(kept->begin, (size_t)(kept->end - kept->begin));
    *kept = (struct kept_lines){NULL, NULL};
}

/* Keeps the lines from `begin` to `end` (excluded), which come after those that were kept
 * before. */
static inline void kept_lines_add(struct kept_lines *kept, const char *begin, const char *end)
{
    if (kept->end != begin) {
        kept_lines_write(kept);
        kept->begin = begin;
    }
    kept->end = end;
}
