/* SPDX-License-Identifier: MIT */
/* in_memory.h: the standard streams of the command as memory. In the targets that run the
 * command's modules, the linker replaces read, write and isatty (--wrap) by these calls. Between
 * in_memory_begin and in_memory_end they serve descriptors 0, 1 and 2; everything else goes to the
 * system. */
#pragma once

#include "fuzz.h"

/* Standard input is up to this many streams, one after the other. */
#define IN_MEMORY_STREAMS 4

struct in_memory_stream {
    const char *bytes;
    size_t size;
    bool fails; /* with an error at its end */
};

/* Whether a stream can be neither UTF-16 or UTF-32, which the command refuses, nor begin with a byte
 * order mark: tests/cli/cases/streams.sh has those. */
bool in_memory_is_plain(const struct in_memory_stream *stream);

/* Starts with empty outputs. `cuts` 0: reads and writes transfer all they can; otherwise it is the
 * seed for calls that stop early, some interrupted before the first byte. `streams` must not
 * move. */
void in_memory_begin(const struct in_memory_stream *streams, size_t count, uint32_t cuts);
void in_memory_end(void);

/* The bytes written to descriptors 1 and 2, and NUL; valid until the next in_memory_begin. */
struct in_memory_text {
    char *text;
    size_t size;
};
struct in_memory_text in_memory_output(void);
struct in_memory_text in_memory_errors(void);

/* Removes the first line from a text, without its end; false at the end. A last line without an end
 * is a failure, because the command writes whole lines. */
bool in_memory_line(struct in_memory_text *line, struct in_memory_text *text);

/* Expects that the next line is this one. */
void in_memory_expect(struct in_memory_text *text, const char *line, size_t length);

/* Expects that the next line of the reports has this position ("FILE:LINE:COLUMN"), or names what is
 * around an ID, and only printable bytes; returns its position. */
size_t in_memory_report(struct in_memory_text *reports, const char *file, uint64_t line,
                        size_t position);
