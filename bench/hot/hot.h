/* SPDX-License-Identifier: MIT */
/* hot.h: the rows of the instruction counts. A row makes one call HOT_FEW and then HOT_MANY times.
 * tools/instructions takes the difference, which excludes work that happens only once. Most rows
 * are those of the bench; formats.c has those that are only counted. The inputs are the same in
 * each run of the program. */
#pragma once

#include "../rows.h"

/* tools/instructions relies on the difference: 1000 calls. */
#define HOT_FEW  1000
#define HOT_MANY 2000 /* at most INPUTS */

/* Runs a row; exits if the call fails. The name contains no line feed. */
void hot_row(const char *name, operation *call, const void *context);

/* Runs the rows of formats.c. */
void hot_formats(void);
