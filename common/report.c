/* SPDX-License-Identifier: MIT */
/* report.c: composes messages, escapes them and writes them to standard error. It flushes standard
 * output first if both streams are terminals. */
#include "report.h"
#include "progress.h"
#include "system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Enough for a path of 4096 bytes and two quotes; longer text is cut. */
#define RAW_SIZE  (4096 + 2 * (int)sizeof(struct quote))
#define LINE_SIZE (4 * RAW_SIZE + 2)

static int highest = STATUS_OK;

static void (*set_flush)(void);

static void flush_output(void)
{
    if (set_flush != NULL)
        set_flush();
}

void report_set_flush(void (*flush)(void))
{
    set_flush = flush;
}

int report_status(void)
{
    return highest;
}

void report_raise(int status)
{
    if (status > highest)
        highest = status;
}

/* Writes one byte escaped, as 1 or 4 characters; returns their number. */
static size_t show_byte(char *out, char byte)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char value = (unsigned char)byte;
    if (value >= 0x20 && value <= 0x7e) {
        out[0] = byte;
        return 1;
    }
    out[0] = '\\';
    out[1] = 'x';
    out[2] = digits[value >> 4];
    out[3] = digits[value & 15];
    return 4;
}

const char *quote_bytes(struct quote *quote, const char *bytes, size_t length, uint64_t total)
{
    char *out = quote->text;
    size_t shown = length < QUOTE_SHOWN ? length : QUOTE_SHOWN;
    *out++ = '"';
    for (size_t i = 0; i < shown; i++) {
        if (bytes[i] == '"')
            *out++ = '\\';
        out += show_byte(out, bytes[i]);
    }
    *out++ = '"';
    memcpy(out, "...", 4);
    if (shown == total)
        *out = '\0';
    return quote->text;
}

const char *quote_string(struct quote *quote, const char *string)
{
    size_t length = strlen(string);
    return quote_bytes(quote, string, length, length);
}

/* A closed pipe ends the program, as on standard output. Other errors cannot be reported
 * anywhere. */
static void write_all(const char *text, size_t length)
{
    while (length > 0) {
        ptrdiff_t written = system_write(STANDARD_ERROR, text, length);
        if (written >= 0) {
            text += written;
            length -= (size_t)written;
        } else if (errno == EPIPE) {
            flush_output();
            exit(report_status());
        } else {
            return;
        }
    }
}

/* Whole lines that are not written yet. */
static char waiting[REPORT_WAITING];
static size_t waiting_size;

void report_flush(void)
{
    size_t size = waiting_size;
    waiting_size = 0; // first: where the reader has gone, write_all flushes standard output
    write_all(waiting, size);
}

/* The system is asked once: a stream of errors has many lines. */
static bool is_terminal(int descriptor)
{
    static bool known[STANDARD_ERROR + 1], found[STANDARD_ERROR + 1];
    if (!known[descriptor])
        found[descriptor] = system_is_terminal(descriptor);
    known[descriptor] = true;
    return found[descriptor];
}

/* Writes a line, or collects it with others. On a terminal the lines of both streams meet: keeps
 * them in order. */
static void write_or_collect(const char *line, size_t length, bool may_wait)
{
    progress_clear();
    if (is_terminal(STANDARD_ERROR) && is_terminal(STANDARD_OUTPUT))
        flush_output();
    if (!may_wait || waiting_size + length > sizeof waiting)
        report_flush();
    if (!may_wait || is_terminal(STANDARD_ERROR) || length > sizeof waiting) {
        write_all(line, length);
        return;
    }
    memcpy(waiting + waiting_size, line, length);
    waiting_size += length;
}

/* A terminal's lines have at most this many columns, one less than it has: some wrap a full
 * line. */
#define COLUMNS_MOST  79
#define COLUMNS_LEAST 20
#define FOLD_INDENT   4

static size_t fold_width(void)
{
    size_t columns = system_columns(STANDARD_ERROR) - 1;
    if (columns < COLUMNS_LEAST)
        return SIZE_MAX; // no use
    return columns < COLUMNS_MOST ? columns : COLUMNS_MOST;
}

/* Copies a line and breaks it at spaces where it is too wide; words stay whole. Returns the length,
 * at most FOLDED_SIZE. */
#define FOLDED_SIZE (LINE_SIZE + LINE_SIZE / 2)
static size_t fold(char folded[FOLDED_SIZE], const char *line, size_t length)
{
    static const char break_line[] = "\n    ";
    size_t width = fold_width(), used = 0, column = 0;
    for (size_t i = 0; i < length; i++) {
        const char *end = line[i] == ' ' ? strpbrk(line + i + 1, " \n") : NULL;
        bool breaks =
            end != NULL && column > FOLD_INDENT && column + (size_t)(end - (line + i)) > width;
        if (breaks && used + FOLD_INDENT + length - i < FOLDED_SIZE) {
            memcpy(folded + used, break_line, sizeof break_line - 1);
            used += sizeof break_line - 1;
            column = FOLD_INDENT;
        } else {
            folded[used++] = line[i];
            column++;
        }
    }
    return used;
}

static void write_line(const char *raw, bool may_wait)
{
    char line[LINE_SIZE], folded[FOLDED_SIZE];
    size_t length = 0;
    for (; *raw != '\0'; raw++)
        length += show_byte(line + length, *raw);
    line[length++] = '\n'; // raw ends with NUL within RAW_SIZE, and each byte takes four characters
    line[length] = '\0';
    if (is_terminal(STANDARD_ERROR))
        write_or_collect(folded, fold(folded, line, length), false);
    else
        write_or_collect(line, length, may_wait);
}

void report_text(int status, const char *text)
{
    report_raise(status);
    write_or_collect(text, strlen(text), false);
}

/* Appends to a line; text that does not fit is dropped. */
static void append_list(char raw[RAW_SIZE], const char *format, va_list list)
{
    size_t used = strlen(raw);
    vsnprintf(raw + used, RAW_SIZE - used, format, list);
}

/* Appends the arguments of a function whose last parameter is the format. */
#define APPEND_ARGUMENTS(raw, format)                                                              \
    do {                                                                                           \
        va_list list;                                                                              \
        va_start(list, format);                                                                    \
        append_list(raw, format, list);                                                            \
        va_end(list);                                                                              \
    } while (0)

REPORT_FORMAT(2, 3) static void append(char raw[RAW_SIZE], const char *format, ...)
{
    APPEND_ARGUMENTS(raw, format);
}

void report(int status, const char *format, ...)
{
    char raw[RAW_SIZE] = "sortid: ";
    APPEND_ARGUMENTS(raw, format);
    report_raise(status);
    write_line(raw, false);
}

static size_t last_position;

size_t report_last_position(void)
{
    return last_position;
}

void report_input(const struct place *place, size_t position, const char *format, ...)
{
    last_position = position;
    char raw[RAW_SIZE] = "sortid: ";
    append(raw, "%s:%" PRIu64 ":%zu: ", place->file, place->line, position + 1);
    APPEND_ARGUMENTS(raw, format);
    report_raise(STATUS_BAD_INPUT);
    write_line(raw, true);
}

void report_system(int error, const char *format, ...)
{
    char raw[RAW_SIZE] = "sortid: ";
    APPEND_ARGUMENTS(raw, format);
    append(raw, ": %s", strerror(error));
    report_raise(STATUS_SYSTEM);
    write_line(raw, false);
}

static const char *command_name;

void report_set_command(const char *command)
{
    command_name = command;
}

void report_usage(const char *format, ...)
{
    char raw[RAW_SIZE] = "sortid: ";
    report_raise(STATUS_USAGE);
    if (command_name != NULL)
        append(raw, "%s: ", command_name);
    APPEND_ARGUMENTS(raw, format);
    write_line(raw, false);

    char help[RAW_SIZE] = "Try 'sortid";
    append(help, "%s%s --help'.", command_name != NULL ? " " : "",
           command_name != NULL ? command_name : "");
    write_line(help, false);
    exit(report_status());
}
