/* SPDX-License-Identifier: MIT */
/* output.h: buffered standard output. Callers write directly into its buffer. A closed pipe ends
 * the program quietly, any other failure ends it with status 3 and a message: no call returns an
 * error.
 *
 * A signal that ends the program leaves whole lines (or records) only, where system_catch_end()
 * works: the line that was begun is finished, later ones are dropped. */
#pragma once

#include <stddef.h>

/* The size of the buffer, and the most bytes that output_reserve gives at once. */
#define OUTPUT_SIZE 131072

/* Sets the unit that a signal never leaves half-written: records of `record_size` bytes, or, if
 * that is 0, text that ends with the byte `end`. The default is lines. Call it before the first
 * output; each output_commit() must then add whole units. */
void output_unit(size_t record_size, char end);

/* At least `size` free bytes of the buffer, after a flush if needed; valid until the next call of
 * this module. */
char *output_reserve(size_t size);

/* Adds the first `size` bytes at output_reserve() to the output. */
void output_commit(size_t size);

/* Appends whole lines of any length. A signal leaves whole lines of them too, where they are
 * written in time. */
void output_bytes(const char *bytes, size_t size);

void output_text(const char *text);

/* Writes the buffer, and the reports that wait in report.c. */
void output_flush(void);

/* The same, then closes standard output: some errors of a file system appear only then. */
void output_close(void);

/* Writes a text, such as that of --help, and ends the program. */
_Noreturn void output_answer(const char *text);
