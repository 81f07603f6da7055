/* SPDX-License-Identifier: MIT */
/* lines.h: streams cut into lines or records in a simple way, with all bytes in memory: the
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
    bool fails;         /* the stream ends with an error: half a line goes with it */
    uint64_t number;    /* of the last line */
};

struct line {
    const char *text;
    size_t length;  /* of the bytes that are kept */
    uint64_t total; /* of all */
    uint64_t number;
    bool empty;
};

struct lines lines_of(const struct in_memory_stream *stream, size_t record_size);

/* The next line or record; false at the end. */
bool lines_next(struct line *line, struct lines *lines);

/* Reads an item as -f FORMAT -i ENCODING [--lenient] do: `or_hex`, its hex too. */
struct line_reader {
    const support_format *format;
    sortid_encoding encoding;
    bool or_hex, lenient;
};
judgement line_read(const struct line_reader *reader, const struct line *line);

/* A reader, and the row of the encoding that it is in the table of the command's options,
 * from three bytes of the input. */
struct encoding_name;
struct line_reader line_reader_of(const struct encoding_name **row, struct fuzz_input *input);

/* The table's row of a format of the tests. */
const sortid_format *line_format(const support_format *format);

#endif
