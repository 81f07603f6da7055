/* SPDX-License-Identifier: MIT */
/* terminal.c: asks the system and the environment about standard output. The names of terminals
 * that have no colors are those of the basic terminfo entries: a database is not everywhere. */
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

/* "": it is not set. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

/* A name with -m is that of a variant without colors: xterm-mono, linux-m. */
static bool lacks_colors(const char *terminal)
{
    static const char *const begins[] = {"dumb", "unknown", "vt1",     "vt2",
                                         "vt3",  "vt4",     "vt5",     "sun",
                                         "mach", "wsvt25m", "xterm-r", "rxvt-basic"};
    bool lacks = *terminal == '\0' || strstr(terminal, "-m") != NULL;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        lacks = lacks || strncmp(terminal, begins[i], strlen(begins[i])) == 0;
    return lacks && strstr(terminal, "color") == NULL;
}

static enum palette palette_of_terminal(void)
{
    const char *terminal = system_terminal_name(), *colors = variable("COLORTERM");
    if (strstr(terminal, "256color") != NULL || strstr(terminal, "-direct") != NULL)
        return PALETTE_256;
    if (lacks_colors(terminal))
        return PALETTE_NONE;
    bool has_many = strcmp(colors, "truecolor") == 0 || strcmp(colors, "24bit") == 0;
    return has_many || strstr(colors, "256") != NULL ? PALETTE_256 : PALETTE_BASIC;
}

enum palette color_wanted(enum color color)
{
    enum palette palette = palette_of_terminal();
    if (color == COLOR_NEVER || (color == COLOR_AUTO && *variable("NO_COLOR") != '\0'))
        return PALETTE_NONE;
    if (color == COLOR_ALWAYS)
        return palette == PALETTE_NONE ? PALETTE_BASIC : palette;
    return system_is_terminal(STANDARD_OUTPUT) ? palette : PALETTE_NONE;
}
