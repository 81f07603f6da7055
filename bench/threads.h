/* SPDX-License-Identifier: MIT */
/* threads.h: runs an operation in several threads or processes at once. The caller measures. */
#pragma once

#include "measure.h"

/* The context of both functions. */
struct crowd {
    operation *run; /* may be called from several threads */
    const void *context;
    unsigned threads; /* or processes; 1 to MOST_THREADS */
};
#define MOST_THREADS 4

/* Does an operation `count` times, divided among threads; `context` is a struct crowd. Each run
 * starts new threads, each with a new generator. That may take some ms on a busy machine, so these
 * rows set a count that takes much longer. A single thread is started too, so that figures of one
 * and of several threads are comparable. */
const char *threads_run(uint64_t count, const void *context);

/* The same, divided among child processes. */
const char *processes_run(uint64_t count, const void *context);
