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

/* Whether a variable is set and is not 0. */
static bool is_on(const char *name)
{
    const char *value = variable(name);
    return *value != '\0' && strcmp(value, "0") != 0;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), wanted = strlen(end);
    return length >= wanted && strcmp(text + length - wanted, end) == 0;
}

static bool lacks_colors(const char *terminal)
{
    static const char *const begins[] = {"dumb", "unknown", "vt",      "sun",
                                         "mach", "wsvt25m", "xterm-r", "rxvt-basic"};
    if (*terminal == '\0' || ends_with(terminal, "-m") || ends_with(terminal, "-mono"))
        return true;
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(terminal, begins[i], strlen(begins[i])) == 0)
            return strstr(terminal, "color") == NULL;
    return false;
}

/* The colors of the terminal. The console of Windows sets no variable. */
static enum palette palette_of_terminal(void)
{
    const char *terminal = variable("TERM"), *colors = variable("COLORTERM");
#ifdef _WIN32
    if (*terminal == '\0')
        return PALETTE_256;
#endif
    if (lacks_colors(terminal))
        return PALETTE_NONE;
    return strstr(terminal, "256color") != NULL || strstr(terminal, "-direct") != NULL ||
                   strcmp(colors, "truecolor") == 0 || strcmp(colors, "24bit") == 0 ||
                   strstr(colors, "256") != NULL
               ? PALETTE_256
               : PALETTE_BASIC;
}

enum palette color_wanted(enum color color)
{
    enum palette palette = palette_of_terminal();
    bool is_forced = is_on("FORCE_COLOR") || is_on("CLICOLOR_FORCE");
    if (color == COLOR_NEVER || (color == COLOR_AUTO && *variable("NO_COLOR") != '\0'))
        return PALETTE_NONE;
    if (color == COLOR_ALWAYS || is_forced)
        return palette == PALETTE_NONE ? PALETTE_BASIC : palette;
    return system_is_terminal(STANDARD_OUTPUT) ? palette : PALETTE_NONE;
}
