/* SPDX-License-Identifier: MIT */
/* report.h: writes the figures of a run of the bench, with the verdicts of bars.h: a table for
 * people and JSON for tools/plot. Called by main.c. */
#ifndef SORTID_BENCH_REPORT_H
#define SORTID_BENCH_REPORT_H

#include "measure.h"

/* Opens the JSON file. Returns false and sets errno on failure. `quick`: the runs are short. */
bool report_begin(const char *path, bool quick);

/* Prints the head of a group in the table; call it before the first row of the group. */
void report_group(enum group group);

void report_row(const struct row *row, const struct figures *figures);
void report_skipped(const struct row *row, const char *why);

/* Closes the file and sets *rows to the number of rows. Returns false if a write failed. */
bool report_end(unsigned *rows);

#endif
