/* SPDX-License-Identifier: MIT */
/* text.c: formatted text. */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>

struct text text_format(struct text text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text.at, (size_t)(text.end - text.at), format, list);
    va_end(list);
    text_reserve(text, (size_t)length + 1);
    text.at += length;
    return text;
}
