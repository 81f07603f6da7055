/* SPDX-License-Identifier: MIT */
/* terminal.c: asks the system and the environment about standard output. */
#include "terminal.h"
#include "../../common/system.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS_LEAST 40

size_t width_of_output(void)
{
    if (!system_is_terminal(STANDARD_OUTPUT))
        return SIZE_MAX;
    size_t columns = system_columns(STANDARD_OUTPUT);
    return (columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns) - 1;
}

bool color_wanted(enum color color)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return system_is_terminal(STANDARD_OUTPUT) && (no_color == NULL || *no_color == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}
