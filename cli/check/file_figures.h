/* SPDX-License-Identifier: MIT */
/* file_figures.h: figures about each file of a stream of several files. */
#pragma once

#include "statistics.h"

struct file_figures {
    const char *name;
    uint64_t counts[STATISTICS_COUNTS]; /* at its start, then of the file alone */
    bool has_id;
    uint64_t first_ms, last_ms; /* Unix time of its first and last valid ID, as in statistics.h */
};

/* Only file_figures.c uses the members. */
struct files {
    const struct statistics *statistics;
    struct file_figures *rows;
    size_t count, begun; /* all of them; those that were begun, in their order */
};

/* Prepares for files with these names; none for a single file. Ends the program with status 3
 * without memory. */
void files_init(struct files *files, const struct statistics *statistics, char *const *names,
                size_t count);

/* The next lines are of the file of this name, which is one of the `names` themselves. */
void files_enter(struct files *files, const char *name);

/* The next `count` IDs of that file. */
void files_note(struct files *files, const uint8_t *ids, size_t count);
void files_end(struct files *files);

/* Write nothing for a single file: a table, and a member of an object, with
 * a comma before it. */
void files_write_table(const struct files *files);
void files_write_json(const struct files *files);
