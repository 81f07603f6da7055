/* SPDX-License-Identifier: MIT */
/* rows.h: everything that the bench measures. Each function makes one list of rows, and is called
 * once, before the first pass. Rows and their contexts are valid until the program ends. */
#pragma once

#include "measure.h"

#include <sortid.h>

/* A row without an implementation and threads. */
#define ROW(GROUP, NAME, MAKER, RUN, CONTEXT, COUNT)                                               \
    {                                                                                              \
        .group = GROUP, .name = NAME, .maker = MAKER, .run = RUN, .context = CONTEXT,              \
        .count = COUNT                                                                             \
    }

/* The strings must be valid until the program ends. */
struct settings {
    const char *command; /* the path of sortid; NULL: do not measure it */
    const char *build;   /* the build folder */
};

struct rows {
    const struct row *rows;
    size_t count;
};

/* Sets *out. Returns NULL, or an error message. */
typedef const char *list_rows(struct rows *out, const struct settings *settings);

/* The message of a failed call; NULL if it succeeded. */
static inline const char *sentence(sortid_status status)
{
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* The same for an operation whose results have this sum. */
static inline const char *outcome(sortid_status status, uint64_t sum)
{
    measure_consume(sum);
    return sentence(status);
}

/* How many of the IDs that are left one call makes. */
static inline size_t at_most(uint64_t left, size_t lot)
{
    return left < lot ? (size_t)left : lot;
}

/* The node of scru64 with the widest counter, about 2^22 IDs in a tick of 256 ms: 16 million IDs
 * per second. The default generator makes IDs for about half a second in total; it may run up to
 * 10 s ahead of the clock, which would need about 20 times that speed. */
static const sortid_options ON_NODE = {.node = {.node_id = 1, .node_id_size = 1}};

list_rows floor_rows;    /* what every ID needs of the machine */
list_rows one_rows;      /* one ID */
list_rows text_rows;     /* one text */
list_rows many_rows;     /* calls for many IDs, by each SIMD implementation of this machine */
list_rows form_rows;     /* each function of each SIMD implementation of this machine */
list_rows shared_rows;   /* shared generators, threads, processes */
list_rows peer_rows;     /* functions of libuuid */
list_rows database_rows; /* functions of databases */
list_rows command_rows;  /* the command and other programs, as whole processes */
