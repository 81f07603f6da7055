/* SPDX-License-Identifier: MIT */
/* report.h: all that the command says on standard error, and the exit status.
 * Every module calls it. Each report is one line, and a line is never split over two
 * writes; a byte outside 0x20 to 0x7e never reaches the terminal as it is. */
#ifndef COMMON_REPORT_H
#define COMMON_REPORT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define REPORT_FORMAT(string, first) __attribute__((format(printf, string, first)))
#else
#define REPORT_FORMAT(string, first)
#endif

/* The most bytes of reports that wait: what a pipe of Linux takes without mixing it with
 * the writes of other programs. */
#define REPORT_WAITING 4096

/* Exit statuses; the highest that was reported is the program's. */
enum {
    STATUS_OK = 0,
    STATUS_BAD_INPUT = 1, /* an ID that cannot be read, a check that failed */
    STATUS_USAGE = 2,
    STATUS_SYSTEM = 3 /* clock, randomness, files */
};

/* Sets what writes out what waits for standard output: called before a line where both
 * streams are terminals, and before the end when the reader of standard error
 * has gone. Called by main.c before all else; without it nothing waits. */
void report_set_flush(void (*flush)(void));

/* Where an ID stands: FILE:LINE of a stream, "-" for standard input; "arg" and
 * the number of an argument; a file and the number of a record. */
struct place {
    const char *file;
    uint64_t line; /* from 1 */
};

/* The program's own words as they are, of several lines. */
void report_text(int status, const char *words);

/* `sortid: ` and the text. */
void report(int status, const char *format, ...) REPORT_FORMAT(2, 3);

/* `sortid: FILE:LINE:COLUMN: ` and the text, status 1; the column is
 * `position` + 1. There may be one for each line of a long stream. So where standard error
 * is no terminal such lines wait for each other, up to REPORT_WAITING bytes; they are written
 * before any other report, before standard output is written, and so before the next read.
 * A signal that ends the program loses them as it loses the output that waits. */
void report_input(const struct place *place, size_t position, const char *format, ...)
    REPORT_FORMAT(3, 4);

/* Writes the reports that wait. output_flush() calls it. */
void report_flush(void);

/* `sortid: ` and the text, `: ` and the system's words for `error`, status 3. */
void report_system(int error, const char *format, ...) REPORT_FORMAT(2, 3);

/* `sortid: COMMAND: ` and the text, where to find help, and exit with 2. Only
 * before the first ID is made or read. NULL: no subcommand. */
_Noreturn void report_usage(const char *command, const char *format, ...) REPORT_FORMAT(2, 3);

/* The highest status so far, and a way to raise it without words. */
int report_status(void);
void report_raise(int status);

/* Bytes as they may be shown: in quotes, strange ones as \xNN, long ones cut
 * and marked. Four characters for each byte shown, quotes, mark, NUL. */
#define QUOTE_SHOWN 64
struct quote {
    char text[4 * QUOTE_SHOWN + 8];
};

/* Fills `quote` from `length` bytes of a text of `total`; returns its text. */
const char *quote_bytes(struct quote *quote, const char *bytes, size_t length, uint64_t total);

/* The same for a string. */
const char *quote_string(struct quote *quote, const char *string);

#endif
