/* SPDX-License-Identifier: MIT */
/* in_memory.h: the standard streams of the command as memory. The linker puts these calls in
 * place of read, write and isatty (--wrap) in the targets that run the command's modules in
 * process; between in_memory_begin and in_memory_end they stand for descriptors 0, 1 and 2,
 * all else goes to the system. Nothing of the product knows of it. */
#ifndef SORTID_FUZZ_IN_MEMORY_H
#define SORTID_FUZZ_IN_MEMORY_H

#include "fuzz.h"

/* The streams that standard input is, one after the other: each ends once. */
#define IN_MEMORY_STREAMS 4

struct in_memory_stream {
    const char *bytes;
    size_t size;
    bool fails; /* with an error at its end */
};

/* Starts with empty outputs. `cuts` 0: reads and writes take all they can; else it seeds
 * where they stop early, now and then interrupted before the first byte. `streams` stay
 * where they are. */
void in_memory_begin(const struct in_memory_stream *streams, size_t count, uint32_t cuts);
void in_memory_end(void);

/* What was written to descriptor 1 and 2, and NUL; good until the next begin. */
struct in_memory_text {
    char *text;
    size_t size;
};
struct in_memory_text in_memory_output(void);
struct in_memory_text in_memory_errors(void);

/* Takes a line, without its end, off the front of a text; false if there is none. A last
 * line without an end is a failure: the command writes whole lines. */
bool in_memory_line(struct in_memory_text *line, struct in_memory_text *text);

/* The next line of the reports must be of this place ("FILE:LINE:COLUMN"), and of bytes that
 * a terminal may be shown. */
void in_memory_report(struct in_memory_text *reports, const char *file, uint64_t line,
                      size_t position);

#endif
