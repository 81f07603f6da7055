/* SPDX-License-Identifier: MIT */
/* clocks.h: the clocks that rows read directly or pass to a generator: those of the library
 * and a scripted one. Used by floors.c, one.c and shared.c. */
#ifndef SORTID_BENCH_CLOCKS_H
#define SORTID_BENCH_CLOCKS_H

#include <sortid.h>

enum clocks_kind {
    CLOCK_SCRIPT,   /* starts in 2027; each read adds 1 us, so no format runs ahead of it */
    CLOCK_COUNTER,  /* the default */
    CLOCK_PUBLISHED /* set once by clocks_get to the system's time */
};

/* Each call restarts the scripted clock; only one thread at a time may use it. */
sortid_status clocks_get(sortid_clock *out, enum clocks_kind kind);

#endif
