/* SPDX-License-Identifier: MIT */
/* forking.h: a clock that only sleeps move and draws of zeros, one call of which forks; and a long
 * fill with a fork in its middle. `child` tells which process this is. */
#pragma once

#include "formats.h"

#include <sys/types.h>

/* The time of the clock, in us, unless it is behind. */
#define FORKING_US UINT64_C(1700000000123456)

typedef struct support_forking {
    pid_t (*fork_call)(void);
    size_t calls, fork_at; /* call number fork_at, from 1, forks; 0: none */
    uint64_t behind_us;    /* how much the clock is behind, until a sleep */
    pid_t child;           /* -1: no fork yet; 0: this is the child */
} support_forking;

/* The sources of `forking`, which must not move. */
sortid_sources support_forking_sources(support_forking *forking);

/* More than two batches of 4,096 IDs. */
enum { SUPPORT_FILL = 9000, SUPPORT_FILLS = 4 };

/* What a process has after a fill. */
typedef struct support_filled {
    sortid_status status;
    size_t made;
    uint8_t ids[SUPPORT_FILL * SUPPORT_MAX_SIZE];
} support_filled;

typedef void support_fill_call(support_filled *out, const support_format *format,
                               sortid_generator *generator);

/* Makes SUPPORT_FILL IDs as bytes. */
support_fill_call support_fill_bytes;

/* Fills with a generator on the sources of `f`, forks at call number `fork_at` of them, and fills
 * again in both processes: a child that only counts on would repeat its parent's IDs then. Expects
 * complete and increasing fills without a common ID, or SORTID_FORKED in the child if it `refuses`.
 * `shared`: SUPPORT_FILLS that both processes share. False: the fill makes fewer than `fork_at`
 * calls. */
bool support_fork_in_fill(support_filled *shared, const support_format *format,
                          sortid_generator *generator, support_forking *f, size_t fork_at,
                          support_fill_call *fill, bool refuses);
