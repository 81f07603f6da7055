/* SPDX-License-Identifier: MIT */
/* width.c: the code behind width.h. It includes common/. */
#include "width.h"
#include "../../common/system.h"

#include <stdint.h>

#define COLUMNS_LEAST 40

size_t width_of_output(void)
{
    if (!system_is_terminal(STANDARD_OUTPUT))
        return SIZE_MAX;
    size_t columns = system_columns(STANDARD_OUTPUT);
    return (columns < COLUMNS_LEAST ? COLUMNS_LEAST : columns) - 1;
}
