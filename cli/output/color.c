/* SPDX-License-Identifier: MIT */
/* color.c: the code behind color.h. It includes common/ and reads the environment. */
#include "color.h"
#include "../../common/system.h"

#include <stdlib.h>
#include <string.h>

bool color_wanted(enum color color)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (color != COLOR_AUTO)
        return color == COLOR_ALWAYS;
    return system_is_terminal(STANDARD_OUTPUT) && (no_color == NULL || *no_color == '\0') &&
           (terminal == NULL || strcmp(terminal, "dumb") != 0);
}
