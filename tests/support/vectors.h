/* SPDX-License-Identifier: MIT */
/* vectors.h: the files of tests/vectors, row by row. Each file must have the columns and the number
 * of rows that vectors.c has for it, so that no reader can miss some of them. */
#pragma once

#include "formats.h"

/* A row of a file: its tab-separated columns; `place` is "file:line". */
typedef void support_row(char **columns, const char *place, void *context);

/* Calls `row` for each line except comments. */
void support_each_row(const char *file, support_row *row, void *context);

/* An ID, as a row of its format's file has it. */
typedef struct support_vector {
    const support_format *format;
    const char *place;
    char **columns;
    const char *hex, *text; /* canonical */
    uint8_t id[SUPPORT_MAX_SIZE];
} support_vector;

/* Calls `test` for each ID in the file of a format, and `other`, unless it is NULL, for the rows
 * that begin with a sign instead of an ID. */
void support_each_vector(const support_format *format,
                         void (*test)(const support_vector *vector, void *context),
                         support_row *other, void *context);

/* Replaces each \xNN by its byte; the length. */
size_t support_unescape(char *text);
