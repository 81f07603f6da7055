/* SPDX-License-Identifier: MIT */
/* report.h: messages on standard error, and the exit status. A report is one line, written by one
 * write; on a terminal it is broken at spaces to fit 80 columns or fewer; bytes outside 0x20 to
 * 0x7e are written as \xNN. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define REPORT_FORMAT(string, first) __attribute__((format(printf, string, first)))
#else
#define REPORT_FORMAT(string, first)
#endif

/* The most bytes of reports that wait: what a pipe of Linux takes without mixing it with writes of
 * other programs. */
#define REPORT_WAITING 4096

/* Exit statuses; the program ends with the highest that was reported. */
enum {
    STATUS_OK = 0,
    STATUS_BAD_INPUT = 1, /* an ID is invalid, or a check failed */
    STATUS_USAGE = 2,
    STATUS_SYSTEM = 3 /* clock, randomness, files */
};

/* Sets the function that flushes standard output. It is called before a line if both streams are
 * terminals, and before the end if the reader of standard error has gone. main.c sets it first. */
void report_set_flush(void (*flush)(void));

/* The place of an ID: a file ("-": standard input) and the number of the line or record, or "arg"
 * and the number of the argument. */
struct place {
    const char *file;
    uint64_t line; /* from 1 */
};

/* Writes a text of the program unchanged; it may have several lines. */
void report_text(int status, const char *text);

/* Writes `sortid: ` and the text. */
void report(int status, const char *format, ...) REPORT_FORMAT(2, 3);

/* Writes `sortid: FILE:LINE:COLUMN: ` and the text, status 1; the column is `position` + 1. There
 * may be one for each line of a long stream: unless standard error is a terminal, such lines are
 * collected, up to REPORT_WAITING bytes, and written before any other report, before standard
 * output is written, and so before the next read. A signal that ends the program drops them, as it
 * drops output in the buffer. */
void report_input(const struct place *place, size_t position, const char *format, ...)
    REPORT_FORMAT(3, 4);

/* The position of the last such message. */
size_t report_last_position(void);

/* Writes the reports that wait. output_flush() calls it. */
void report_flush(void);

/* Writes `sortid: `, the text, `: ` and the system's message for `error`, status 3. */
void report_system(int error, const char *format, ...) REPORT_FORMAT(2, 3);

/* Sets the subcommand of report_usage(), a static text. Without a call there is none. */
void report_set_command(const char *command);

/* Writes `sortid: COMMAND: ` and the text, then where to find help; exits with status 2. Only
 * before the first ID is made or read. */
_Noreturn void report_usage(const char *format, ...) REPORT_FORMAT(1, 2);

/* The highest status so far, and a way to raise it without a message. */
int report_status(void);
void report_raise(int status);

/* Bytes in quotes; quotes among them have a backslash, unprintable ones are \xNN. Long texts are cut
 * and end with "...". The size: four characters for each byte, quotes, dots, NUL. */
#define QUOTE_SHOWN 64
struct quote {
    char text[4 * QUOTE_SHOWN + 8];
};

/* Quotes the first `length` of the `total` bytes of a text; returns the text of `quote`. */
const char *quote_bytes(struct quote *quote, const char *bytes, size_t length, uint64_t total);

/* The same for a string. */
const char *quote_string(struct quote *quote, const char *string);
