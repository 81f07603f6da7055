/* SPDX-License-Identifier: MIT */
/* progress.h: a line on standard error that tells how far long work has come.
 * Called by the makers and readers of IDs once per buffer. Shown only if
 * standard error is a terminal and standard output is none (or stays empty until the
 * end), after a second. */
#ifndef COMMON_PROGRESS_H
#define COMMON_PROGRESS_H

#include <stdint.h>

/* Nothing goes to standard output before progress_clear(): it may be a terminal. To be
 * said before progress_start(). */
void progress_outputs_late(void);

/* Work of `what` ("IDs", "lines") begins. */
void progress_start(const char *what);

/* `done` are done, of `total` (0: not known). */
void progress_show(uint64_t done, uint64_t total);

/* Takes the line away, before other words and at the end. */
void progress_clear(void);

#endif
