/* SPDX-License-Identifier: MIT */
/* width.h: how wide the lines of standard output may be. Called by the commands that print tables for people; includes
 * only the C library. */
#ifndef CLI_WIDTH_H
#define CLI_WIDTH_H

#include <stddef.h>

/* The columns of the terminal, 39 at least, one less than it has: some wrap a full line. SIZE_MAX: it is no terminal. */
size_t width_of_output(void);

#endif
