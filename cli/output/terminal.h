/* SPDX-License-Identifier: MIT */
/* terminal.h: the width and the colors of standard output. */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include "../options/options.h"

/* The columns of the terminal, 39 at least, one less than it has: some wrap a full line. SIZE_MAX:
 * it is not a terminal. */
size_t width_of_output(void);

/* --color, or whether it is a terminal that shows colors and NO_COLOR is not set. */
bool color_wanted(enum color color);

#endif
