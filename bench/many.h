/* SPDX-License-Identifier: MIT */
/* many.h: the rows of the calls for many, by each kernel that this machine can run.
 * Called by main.c, once, before it measures; the rows live as long as the program. */
#ifndef SORTID_BENCH_MANY_H
#define SORTID_BENCH_MANY_H

#include "measure.h"

/* Sets *rows and *count. After library_rows, on whose IDs the text rows work. */
void many_rows(const struct row **rows, size_t *count);

#endif
