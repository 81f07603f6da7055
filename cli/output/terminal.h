/* SPDX-License-Identifier: MIT */
/* terminal.h: the width and the colors of standard output. */
#pragma once

#include "../options/options.h"
#include "page.h"

/* The columns of the terminal, 39 at least, one less than it has: some wrap a full line. SIZE_MAX:
 * it is not a terminal. */
size_t width_of_output(void);

/* What --color wants; if that is auto: as many as the terminal has, none if NO_COLOR is set. A
 * variable alone colors no output that other programs may read. */
enum palette color_wanted(enum color color);
