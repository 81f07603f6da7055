/* SPDX-License-Identifier: MIT */
/* node/fail.c: see fail.h. */
#include "fail.h"

#include <stdarg.h>
#include <stdio.h>

sortid_node_status node_fail(sortid_node_error *error, sortid_node_status status,
                             const char *format, ...)
{
    if (error == NULL)
        return status;
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(error->text, sizeof error->text, format, arguments) < 0)
        error->text[0] = '\0';
    va_end(arguments);
    for (char *c = error->text; *c != '\0'; c++) {
        if (*c < 0x20 || *c > 0x7e)
            *c = '?';
    }
    return status;
}
