/* SPDX-License-Identifier: MIT */
/* kept_lines.c: the code behind kept_lines.h. It includes common/. */
#include "kept_lines.h"
#include "../../common/output.h"

#include <stddef.h>

void kept_lines_write(struct kept_lines *kept)
{
    if (kept->end > kept->begin)
        output_bytes(kept->begin, (size_t)(kept->end - kept->begin));
    *kept = (struct kept_lines){NULL, NULL};
}

void kept_lines_add(struct kept_lines *kept, const char *begin, const char *end)
{
    if (kept->end != begin) {
        kept_lines_write(kept);
        kept->begin = begin;
    }
    kept->end = end;
}
