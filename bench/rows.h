/* SPDX-License-Identifier: MIT */
/* rows.h: all that is measured: one list of rows a file, each made by a function of
 * that name. main.c calls every one once, before it measures, and has what a
 * list may need to know. Rows and what they work on live as long as the program. */
#ifndef SORTID_BENCH_ROWS_H
#define SORTID_BENCH_ROWS_H

#include "measure.h"

/* Strings must stay. */
struct settings {
    const char *command;  /* the path of sortid; NULL: no rows of it */
    const char *packages; /* the folder that bench/peers/install has filled */
    const char *linked;   /* the folder of the programs of bench/linked */
};

struct rows {
    const struct row *rows;
    size_t count;
};

/* Sets *out; NULL, or why it failed. */
typedef const char *list_rows(struct rows *out, const struct settings *settings);

list_rows floor_rows;        /* what the machine takes; randomness */
list_rows one_rows;          /* one ID; one ID in threads */
list_rows shared_rows;       /* shared generators */
list_rows text_rows;         /* one text, by the calls of a format and by its table */
list_rows many_rows;         /* the calls for many, by each implementation that runs here */
list_rows linked_rows;       /* calls by programs that link the library in some way */
list_rows peer_rows;         /* the naive algorithm, libuuid, npm packages: functions */
list_rows peer_command_rows; /* programs of others */
list_rows command_rows;      /* the command: whole processes */

/* A bare read of the CPU's counter: the yardstick of what uses the TSC clock.
 * NULL where the library reads none. */
const struct row *floor_counter_read(void);

#endif
