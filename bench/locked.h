/* SPDX-License-Identifier: MIT */
/* locked.h: makes a shared generator use the lock for its commits, as on a machine without atomic
 * operations of its state's width. For rows of shared.c. */
#ifndef SORTID_BENCH_LOCKED_H
#define SORTID_BENCH_LOCKED_H

#include <sortid/generator.h>

/* The generator must be the only one of a new state in memory: only then is the state that the lock
 * protects zero. */
SORTID_STATUS locked_use(sortid_generator *generator);

#endif
