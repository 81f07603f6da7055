/* SPDX-License-Identifier: MIT */
/* kept_lines.h: writes lines of a block unchanged, those that follow one another at once. */
#ifndef CLI_KEPT_LINES_H
#define CLI_KEPT_LINES_H

#include "../../common/output.h"

/* Lines that are still to be written. Start with zeros. */
struct kept_lines {
    const char *begin, *end;
};

/* Writes what was kept; call it before the block ends, and before other output. */
static inline void kept_lines_write(struct kept_lines *kept)
{
    if (kept->end > kept->begin)
        output_bytes(kept->begin, (size_t)(kept->end - kept->begin));
    *kept = (struct kept_lines){NULL, NULL};
}

/* Keeps the lines from `begin` to `end` (excluded), which come after those that were kept
 * before. */
static inline void kept_lines_add(struct kept_lines *kept, const char *begin, const char *end)
{
    if (kept->end != begin) {
        kept_lines_write(kept);
        kept->begin = begin;
    }
    kept->end = end;
}

#endif
