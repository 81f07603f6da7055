/* SPDX-License-Identifier: MIT */
/* color.h: whether output is coloured. Called by find.c and inspect.c; includes options.h. */
#ifndef CLI_COLOR_H
#define CLI_COLOR_H

#include "../options/options.h"

/* --color, or whether standard output is a terminal that shows colours and NO_COLOR is not set. */
bool color_wanted(enum color color);

#endif
