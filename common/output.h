/* SPDX-License-Identifier: MIT */
/* output.h: standard output, in large writes. The subcommands write into its
 * buffer in place. A reader that went away ends the program quietly, any other
 * failure ends it with status 3 and a message: no call returns an error.
 *
 * A signal that ends the program leaves whole lines (or records) only, on systems where
 * system_catch_end() works: what is begun is finished, what was not begun is dropped. */
#ifndef COMMON_OUTPUT_H
#define COMMON_OUTPUT_H

#include <stddef.h>

/* Bytes of the buffer, and the most that output_reserve gives at once. */
#define OUTPUT_SIZE 131072

/* What is never left half-written by a signal: records of `record_size` bytes, or, with 0,
 * what ends by the byte `end`. Lines unless this is called; before the first output, and all that
 * is said to be used by one output_commit() must then be whole. */
void output_unit(size_t record_size, char end);

/* At least `size` free bytes (writing out what waits, if need be); good until
 * the next call of this module. */
char *output_reserve(size_t size);

/* Says that the first `size` bytes of the room are filled. */
void output_commit(size_t size);

/* Appends text of any length. */
void output_text(const char *text);

/* Writes out what waits, here and in report.h. */
void output_flush(void);

/* The same, and learns the errors that a file system tells only at the end. */
void output_close(void);

/* Text as all there is to say, as of -h: ends the program behind it. */
_Noreturn void output_answer(const char *text);

#endif
