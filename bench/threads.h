/* SPDX-License-Identifier: MIT */
/* threads.h: an operation in several threads or processes at once. Called by rows of one.c,
 * peers.c and shared.c. It measures nothing by itself. */
#ifndef SORTID_BENCH_THREADS_H
#define SORTID_BENCH_THREADS_H

#include "measure.h"

/* The context of both. */
struct crowd {
    operation *run; /* may be called from several threads */
    const void *context;
    unsigned threads; /* or processes: 1 to MOST_THREADS */
};
#define MOST_THREADS 4

/* Does an operation (`context` is a struct crowd) `count` times, shared out to
 * threads. Each is started anew, and so is its generator; on a busy machine that may
 * take ms, so rows have a count of their own that takes much longer. One thread is
 * started too, so that one and many compare. */
const char *threads_run(uint64_t count, const void *context);

/* The same shared out to children of this process. */
const char *processes_run(uint64_t count, const void *context);

#endif
