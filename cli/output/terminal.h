/* SPDX-License-Identifier: MIT */
/* terminal.h: the width and the colors of standard output. */
#pragma once

#include "../options/options.h"
#include "page.h"

/* The columns of the terminal, 39 at least, one less than it has: some wrap a full line. SIZE_MAX:
 * it is not a terminal. */
size_t width_of_output(void);

/* What --color wants; if that is auto, the environment: NO_COLOR is set: none; FORCE_COLOR or
 * CLICOLOR_FORCE is set, and not to 0: as always, but not in data, which other programs may read;
 * else as many as the terminal has. */
enum palette color_wanted(enum color color, bool is_data);
