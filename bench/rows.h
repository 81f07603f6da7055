/* SPDX-License-Identifier: MIT */
/* rows.h: everything that the bench measures. Each function makes one list of rows. main.c calls
 * each once, before it measures, with the settings. Rows and their contexts are valid until the
 * program ends. */
#ifndef SORTID_BENCH_ROWS_H
#define SORTID_BENCH_ROWS_H

#include "measure.h"

/* The strings must be valid until the program ends. */
struct settings {
    const char *command;  /* the path of sortid; NULL: do not measure it */
    const char *packages; /* the folder of bench/peers/install */
    const char *linked;   /* the folder of the programs of bench/linked */
};

struct rows {
    const struct row *rows;
    size_t count;
};

/* Sets *out. Returns NULL, or an error message. */
typedef const char *list_rows(struct rows *out, const struct settings *settings);

list_rows floor_rows;        /* basic costs of the machine; clocks; randomness */
list_rows one_rows;          /* one ID; one ID in threads */
list_rows shared_rows;       /* shared generators */
list_rows text_rows;         /* one text, by the calls of a format and by the table of formats */
list_rows many_rows;         /* calls for many IDs, by each SIMD implementation of this machine */
list_rows form_rows;         /* each function of each SIMD implementation of this machine */
list_rows linked_rows;       /* calls by programs that link the library in several ways */
list_rows peer_rows;         /* functions of others: the naive algorithm, libuuid, npm packages */
list_rows peer_command_rows; /* other programs */
list_rows command_rows;      /* the command, as whole processes */

/* A read of the CPU's counter alone: the yardstick of rows that use the TSC clock. NULL if the
 * library does not read a counter on this CPU. */
const struct row *floor_counter_read(void);

#endif
