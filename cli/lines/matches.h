/* SPDX-License-Identifier: MIT */
/* matches.h: the IDs in the lines of streams, with their lines, fields and line numbers. With CSV
 * "line" means a record, which may have several lines of text, except in the number of a line. A
 * long line may come in parts, each a block by itself (line_blocks.h). It writes nothing but the
 * header line. */
#pragma once

#include "line_blocks.h"
#include "../input/scan.h"
#include "../options/options.h"
#include "../../common/report.h"

/* A line and an ID in it; valid until the next block. Of a part only the ID is to be used. */
struct match {
    struct found_id id;
    const char *line, *line_end; /* line_end: the byte after it, \n or NUL */
};

/* Only matches.c uses the members after `block`. */
struct matches {
    struct scanner scanner;
    struct line_block block; /* without the header line */
    struct line_blocks blocks;
    struct scan scan;
    const struct options *options;
    const char *line, *line_end; /* the last line with an ID */
    const char *next_line;       /* the line after that one; without one, the first of the block */
    struct record_place place;   /* up to here fields were counted, of the line `line` */
    bool counts_lines, has_header, wrote_header;
    const char *counted;      /* up to here lines were counted */
    const char *counted_line; /* the start of the line that `counted` is in, */
    uint64_t line_number;     /* and its number */
    uint64_t parted;          /* bytes of the line in the parts before */
};

/* Reads FORMAT, if the first operand is one, and checks the options; the other operands are files.
 * `counts_lines`: line numbers will be asked for. `parts`: long lines may come in parts. */
void matches_begin(struct matches *matches, struct options *options, bool counts_lines, bool parts);

/* Reads the next lines, or the next part of a line; false after the last. */
bool matches_next_block(struct matches *matches);

/* The next ID of the block that is in the field of --field; false: there is none. */
bool matches_next(struct match *match, struct matches *matches);

/* Ignores the other IDs of the last line. */
void matches_skip_line(struct matches *matches);

/* The end of a line of the block: its \n or NUL. */
const char *matches_line_end(const struct matches *matches, const char *line);

/* Whether an ID that was found is in the quotes of a field of CSV. */
bool matches_is_quoted(struct matches *matches, const char *id);

/* Whether a line has no byte, or only a carriage return. */
static inline bool is_empty_line(const char *line, const char *end)
{
    return line == end || (line + 1 == end && *line == '\r');
}

/* The place of a byte of the block, not before the last one that was asked for; its column from
 * 0. */
struct place matches_place(struct matches *matches, const char *at, size_t *column);

/* A reading of an ID, as `inspect` has it. */
void matches_reading(sortid_reading *reading, const struct found_id *id,
                     const struct found_reading *found);

void matches_end(struct matches *matches);
