/* SPDX-License-Identifier: MIT */
/* text.h: text that is composed piece by piece in a buffer of fixed size. Each call returns what is
 * left of the buffer. Text that does not fit aborts the program: the sizes in the headers are upper
 * bounds, so this is an error in the code, and nothing is written past the end. The check costs a
 * line of JSON less than 10 ns. No call writes NUL. */
#pragma once

#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The unused part of a buffer. By value: two registers. */
struct text {
    char *at;
    const char *end;
};

static inline struct text text_begin(char *buffer, size_t capacity)
{
    return (struct text){.at = buffer, .end = buffer + capacity};
}

/* Where `size` bytes may be written; the caller adds to text.at what was. */
static inline char *text_reserve(struct text text, size_t size)
{
    if (size > (size_t)(text.end - text.at))
        abort();
    return text.at;
}

static inline struct text text_bytes(struct text text, const char *bytes, size_t length)
{
    memcpy(text_reserve(text, length), bytes, length);
    text.at += length;
    return text;
}

/* The same for short bytes with others after them, in copies of a constant `size`, at least
 * `length`: faster than a call. What is copied too much is overwritten by the next piece. */
static inline struct text text_block(struct text text, const char *bytes, size_t length,
                                     size_t size)
{
    memcpy(text_reserve(text, size), bytes, size);
    text.at += length;
    return text;
}

static inline struct text text_string(struct text text, const char *string)
{
    return text_bytes(text, string, strlen(string));
}

static inline struct text text_repeated(struct text text, char byte, size_t count)
{
    memset(text_reserve(text, count), byte, count);
    text.at += count;
    return text;
}

/* As printf writes it; slower than the calls above. It needs room for a NUL, which is not
 * counted. */
REPORT_FORMAT(2, 3)
static inline struct text text_format(struct text text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text.at, (size_t)(text.end - text.at), format, list);
    va_end(list);
    text_reserve(text, (size_t)length + 1);
    text.at += length;
    return text;
}

/* Decimal, 1 to 20 digits. */
static inline struct text text_number(struct text text, uint64_t number)
{
    char digits[20];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    return text_bytes(text, digits + first, sizeof digits - first);
}
