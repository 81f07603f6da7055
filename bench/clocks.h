/* SPDX-License-Identifier: MIT */
/* clocks.h: the clocks that rows read by themselves or give to a generator: the
 * library's own, and a script. For floors.c and one.c. */
#ifndef SORTID_BENCH_CLOCKS_H
#define SORTID_BENCH_CLOCKS_H

#include <sortid.h>

enum clocks_kind {
    CLOCK_SCRIPT,   /* in 2027, moved by 1 us a call: no format runs ahead of it */
    CLOCK_COUNTER,  /* the default */
    CLOCK_PUBLISHED /* set by clocks_get to the system's time, and then left alone */
};

/* A script starts anew with each call; one thread at a time uses it. */
sortid_status clocks_get(sortid_clock *out, enum clocks_kind kind);

#endif
