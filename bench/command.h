/* SPDX-License-Identifier: MIT */
/* command.h: the rows of the command: whole processes, started and waited for.
 * Called by main.c, once, before it measures; the rows live as long as the program. */
#ifndef SORTID_BENCH_COMMAND_H
#define SORTID_BENCH_COMMAND_H

#include "measure.h"

/* Sets *rows and *count to rows of the command at `path`, which must stay;
 * `scale` divides the numbers of IDs. */
void command_rows(const struct row **rows, size_t *count, const char *path, uint64_t scale);

#endif
