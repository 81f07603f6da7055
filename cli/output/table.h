/* SPDX-License-Identifier: MIT */
/* table.h: readings as the columns that the user named. For programs each reading is a line of
 * values with tabs between them; for a terminal columns are aligned, with their names above them. */
#ifndef CLI_TABLE_H
#define CLI_TABLE_H

#include "../options/options.h"
#include "../ids/reading.h"

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
    bool is_aligned; /* else tabs are between values */
    size_t widths[TABLE_COLUMNS];
    size_t used, heading;        /* bytes that wait, and those of them that are names of columns */
    char waiting[TABLE_WAITING]; /* values of rows, each with NUL */
};

/* The name of column `index` that is not of a field; NULL after the last. */
const char *table_column(size_t index);

/* Reads --columns; refuses unknown names. `is_aligned`: for a terminal. */
void table_init(struct table *table, const struct options *options, bool is_aligned);

/* Adds a row. `input` is the text that was read, `length` at most READING_TEXT_MAX. */
void table_add(struct table *table, const sortid_reading *reading, const char *input,
               size_t length);

/* Writes the rows that wait: before the program waits for input, and at the end. */
void table_flush(struct table *table);

#endif
