/* SPDX-License-Identifier: MIT */
/* lines.h: streams split into lines or records in a simple way, with all bytes in memory: the
 * expected results of the command's reader and decoder. Used by the targets that run the command's
 * modules. */
#pragma once

#include "in_memory.h"

#include "tests/support/judge_command.h"

/* The rest of a stream. */
struct lines {
    const char *at;
    size_t left;
    size_t record_size; /* 0: lines */
    bool ends_with_nul; /* lines */
    bool fails;         /* the stream ends with an error, and an unfinished line is dropped */
    uint64_t number;    /* of the last line */
};

struct line {
    const char *text;
    size_t length;  /* of the kept bytes */
    uint64_t total; /* of all bytes */
    uint64_t number;
    bool empty;
};

struct lines lines_of(const struct in_memory_stream *stream, size_t record_size);

/* The next line or record; false at the end. */
bool lines_next(struct line *line, struct lines *lines);

/* Reads an item as -f FORMAT -i ENCODING [--lenient] does. */
struct line_reader {
    const support_format *format;
    const char *encoding;
    size_t record_size; /* of raw bytes; 0: lines */
    bool lenient;
};
judgement line_read(const struct line_reader *reader, const struct line *line);

/* Chooses a reader from three bytes of the input, and the row of its encoding in the table of the
 * command's options. */
struct encoding_name;
struct line_reader line_reader_of(const struct encoding_name **row, struct fuzz_input *input);

/* Sets the options of inspect: -f by a number, which is one of the kinds of the judge or none, and
 * the others as far as they match it. */
struct options;
judge_asked line_inspect(struct options *options, unsigned choice, bool is_lenient,
                         unsigned node_size);

/* Runs a command with this standard input, or NULL; `cuts` as for in_memory_begin. */
void line_run(void run(struct options *options), struct options *options,
              const struct in_memory_stream *stream, uint32_t cuts);
