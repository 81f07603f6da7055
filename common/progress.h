/* SPDX-License-Identifier: MIT */
/* progress.h: a progress line on standard error for long work. It is shown after a second, and only
 * if standard error is a terminal and standard output is not (or stays empty until the end). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Says that nothing is written to standard output before progress_clear(), so that it may be a
 * terminal. Call it before progress_start(). */
void progress_outputs_late(void);

/* Starts counting `what` ("IDs", "lines"). */
void progress_start(const char *what);

/* Shows the number that is done, of `total` (0: unknown). */
void progress_show(uint64_t done, uint64_t total);

/* Shows the line from the start, at any place: where standard error is not a terminal, as a line
 * each second. Call it before progress_start(). */
void progress_require(void);

/* Shows a text in the same way; progress_is_due() tells whether it is time for that. */
bool progress_is_due(void);
void progress_say(const char *text);

/* Makes room for output if it is on the same terminal. */
void progress_make_way(void);

/* Replaces the line that was required by a last one, which stays. */
void progress_finish(uint64_t done, uint64_t total);

/* Removes the line, before other output and at the end. */
void progress_clear(void);
