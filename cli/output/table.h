/* SPDX-License-Identifier: MIT */
/* table.h: readings as the columns that the user named. For programs each reading is a line of
 * values with tabs between them; for a terminal columns are aligned. Their names are above them on a
 * terminal and with --header. */
#pragma once

#include "../options/options.h"
#include "../ids/reading.h"
#include "../../common/report.h"

#define TABLE_COLUMNS 32

/* The bytes of rows that wait, so that their columns can be aligned. */
#define TABLE_WAITING 32768

/* Only table.c uses the members. */
struct table {
    const struct options *options;
    uint64_t now_ms;
    unsigned kinds[TABLE_COLUMNS]; /* enum column */
    char names[TABLE_COLUMNS][SORTID_READING_TEXT_SIZE];
    size_t count;
    bool is_aligned;  /* else tabs are between values */
    bool has_heading; /* the names are written */
    size_t widths[TABLE_COLUMNS];
    size_t used, heading;        /* bytes that wait, and those of them that are names of columns */
    char waiting[TABLE_WAITING]; /* values of rows, each with NUL */
};

/* The name of column `index` that is not of a field; NULL after the last. */
const char *table_column(size_t index);

/* Reads --columns; refuses unknown names. `is_aligned`: for a terminal. */
void table_init(struct table *table, const struct options *options, bool is_aligned);

/* The most bytes of the name of a file, which can be a column once. A longer one, which systems do
 * not open, is cut. */
#define FILE_SIZE 16384

/* The text of a reading, at most READING_TEXT_MAX bytes, and where it is: its column from 1. */
struct table_text {
    const char *text;
    size_t length;
    struct place place;
    uint64_t column;
};

/* Adds a row. */
void table_add(struct table *table, const sortid_reading *reading, const struct table_text *text);

/* Writes the rows that wait: before the program waits for input, and at the end. */
void table_flush(struct table *table);
