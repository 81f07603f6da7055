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
enum { SUPPORT_FILL = 9000 };

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

/* Prepares a generator on these sources. */
typedef void support_begin_fill(sortid_generator *generator, const support_format *format,
                                const sortid_sources *sources);

/* Fills, forks at the first call of a source, and fills again in both processes: a child that only
 * counts on would repeat its parent's IDs then. The same for the second call and so on, until a
 * fill makes fewer. Expects complete and increasing fills without a common ID, or SORTID_FORKED in
 * the child if it `refuses`. */
void support_fork_in_fills(const support_format *format, pid_t (*fork_call)(void),
                           support_begin_fill *begin, support_fill_call *fill, bool refuses);
