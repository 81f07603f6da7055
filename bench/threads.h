/* SPDX-License-Identifier: MIT */
/* threads.h: an operation in several threads at once. Rows of one.c and peers.c have
 * threads_run as their operation. It measures nothing by itself. */
#ifndef SORTID_BENCH_THREADS_H
#define SORTID_BENCH_THREADS_H

#include "measure.h"

/* The context of threads_run. */
struct crowd {
    operation *run; /* may be called from several threads */
    const void *context;
    unsigned threads; /* 1 to MOST_THREADS */
};
#define MOST_THREADS 2

/* Does an operation (`context` is a struct crowd) `count` times, shared out to
 * threads. Each is started anew, and so is its generator; on a busy machine that may
 * take ms, so rows have a count of their own that takes much longer. One thread is
 * started too, so that one and many compare. */
const char *threads_run(uint64_t count, const void *context);

#endif
