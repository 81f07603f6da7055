/* SPDX-License-Identifier: MIT */
/* library.h: the rows of the library. Called by main.c, once, before it measures;
 * the rows and what they work on live as long as the program. */
#ifndef SORTID_BENCH_LIBRARY_H
#define SORTID_BENCH_LIBRARY_H

#include "measure.h"

/* The IDs that the text rows work on: a power of two, their texts fit into a
 * second-level cache. */
#define LIBRARY_INPUTS 2048

/* The LIBRARY_INPUTS random IDs of a format, byte after byte. After library_rows. */
const void *library_ids(const char *format);

/* Prepares the inputs. Sets *rows and *count; NULL, or why it failed. */
const char *library_rows(const struct row **rows, size_t *count);

#endif
