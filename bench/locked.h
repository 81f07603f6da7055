/* SPDX-License-Identifier: MIT */
/* locked.h: has a shared generator step by the lock, as it does on a machine that has no
 * atomic step of its state's width. For rows of shared.c. */
#ifndef SORTID_BENCH_LOCKED_H
#define SORTID_BENCH_LOCKED_H

/* `generator` is a sortid_FORMAT_shared, alone on a state in memory without an ID: the state
 * behind the lock is zero then, whoever it belongs to. */
void locked_use(void *generator);

#endif
