/* SPDX-License-Identifier: MIT */
/* kept_lines.h: writes lines of a block as they are, those that follow one another at once. Used by find.c and
 * filter.c; includes nothing of the project. */
#ifndef CLI_KEPT_LINES_H
#define CLI_KEPT_LINES_H

/* Lines that are still to be written. Start with zeros. */
struct kept_lines {
    const char *begin, *end;
};

/* Keeps the lines from `begin` to `end` (excluded), which come after those that were kept before. */
void kept_lines_add(struct kept_lines *kept, const char *begin, const char *end);

/* Writes what was kept; call it before the block ends, and before other output. */
void kept_lines_write(struct kept_lines *kept);

#endif
