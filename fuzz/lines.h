/* SPDX-License-Identifier: MIT */
/* lines.h: streams split into lines or records in a simple way, with all bytes in memory: the
 * expected results of the command's reader and decoder. Used by the targets that run the command's
 * modules. */
#ifndef SORTID_FUZZ_LINES_H
#define SORTID_FUZZ_LINES_H

#include "in_memory.h"

/* The rest of a stream. */
struct lines {
    const char *at;
    size_t left;
    size_t record_size; /* 0: lines */
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

/* Reads an item as -f FORMAT -i NAME [--lenient] does, perhaps after a prefix. */
struct line_reader {
    const support_format *format;
    const char *name;
    sortid_encoding encoding; /* of its digits */
    bool lenient;
};
judgement line_read(const struct line_reader *reader, const struct line *line);

/* The length of a prefix and its underscore before an ID; 0: there is none. */
size_t line_prefix(const char *text, size_t length);

/* Writes an ID as -e NAME does; returns the length. */
#define LINE_WRITTEN 100
struct encoding_name;
size_t line_write(char text[LINE_WRITTEN], const support_format *format,
                  const struct encoding_name *row, const uint8_t *id);

/* Chooses a reader from three bytes of the input, and the row of its encoding in the table of the
 * command's options. */
struct line_reader line_reader_of(const struct encoding_name **row, struct fuzz_input *input);

/* Sets the options of inspect: -f by a number, which is one of the kinds of the judge or none, and
 * the others as far as they match it. Returns the name of the kind, or NULL. */
struct options;
const char *line_inspect(struct options *options, unsigned choice, bool is_lenient,
                         unsigned node_size);

/* Runs a command with this standard input, or NULL; `cuts` as for in_memory_begin. */
void line_run(void run(struct options *options), struct options *options,
              const struct in_memory_stream *stream, uint32_t cuts);

#endif
