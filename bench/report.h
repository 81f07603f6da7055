/* SPDX-License-Identifier: MIT */
/* report.h: writes the figures of a run of the bench: a table for people on standard output, and
 * JSON for tools/plot. */
#pragma once

#include "measure.h"

#include <stdbool.h>

/* Opens the JSON file. Returns false and sets errno on failure. `commit` is copied into JSON: no
 * quotes, no backslashes. */
bool report_begin(const char *path, const char *commit, const struct effort *effort);

/* The number of threads that run or wait to run, by the system's average of the last minute; the
 * bench itself is one to two of them. -1 if the system does not tell. */
double report_load(void);

/* Prints the head of a group in the table; call it before the first row of the group. */
void report_group(enum group group);

void report_row(const struct row *row, const struct figures *figures);
void report_skipped(const struct row *row, const char *why);

/* Prints two rows of the same work by two implementations, of which the second lost; not written
 * as JSON. */
void report_loss(const struct row *before, const struct figures *before_figures,
                 const struct row *after, const struct figures *after_figures);

/* Closes the file and sets *rows to the number of rows. The loads are those of report_load() at
 * the beginning of the passes. Returns false if a write failed. */
bool report_end(unsigned *rows, double least_load, double most_load);
