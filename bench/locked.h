/* SPDX-License-Identifier: MIT */
/* locked.h: makes a shared generator commit by the lock, as it does on a machine without atomic
 * commits of its state's width. For rows of shared.c. */
#ifndef SORTID_BENCH_LOCKED_H
#define SORTID_BENCH_LOCKED_H

#include <sortid/generator.h>

/* The generator must be the only one on a new state in memory: the state behind the lock is then
 * zero. */
SORTID_STATUS locked_use(sortid_generator *generator);

#endif
