/* SPDX-License-Identifier: MIT */
/* report.h: the figures out: a table for the eye, JSON for tools/plot. Called by main.c
 * for one run of the bench; it judges by bars.h and changes nothing. */
#ifndef SORTID_BENCH_REPORT_H
#define SORTID_BENCH_REPORT_H

#include "measure.h"

/* Opens the JSON file; false, with errno, if it cannot be written. `quick`: the runs are short. */
bool report_begin(const char *path, bool quick);

/* The head of a group in the table, before its first row. */
void report_group(enum group group);

void report_row(const struct row *row, const struct figures *figures);
void report_skipped(const struct row *row, const char *why);

/* Closes the file; false if it could not be written. *rows: how many there were. */
bool report_end(unsigned *rows);

#endif
