/* SPDX-License-Identifier: MIT */
/* rows.h: everything that the bench measures. Each function makes one list of rows, and is called
 * once, before the first pass. Rows and their contexts are valid until the program ends. */
#ifndef SORTID_BENCH_ROWS_H
#define SORTID_BENCH_ROWS_H

#include "measure.h"

/* The strings must be valid until the program ends. */
struct settings {
    const char *command;  /* the path of sortid; NULL: do not measure it */
    const char *packages; /* the folder of bench/peers/install, in the build folder */
};

struct rows {
    const struct row *rows;
    size_t count;
};

/* Sets *out. Returns NULL, or an error message. */
typedef const char *list_rows(struct rows *out, const struct settings *settings);

list_rows floor_rows;        /* what every ID needs of the machine */
list_rows one_rows;          /* one ID */
list_rows text_rows;         /* one text */
list_rows many_rows;         /* calls for many IDs, by each SIMD implementation of this machine */
list_rows form_rows;         /* each function of each SIMD implementation of this machine */
list_rows shared_rows;       /* shared generators, threads, processes */
list_rows peer_rows;         /* functions of others: libuuid, npm packages */
list_rows peer_command_rows; /* other programs */
list_rows database_rows;     /* functions of databases */
list_rows command_rows;      /* the command, as whole processes */

#endif
