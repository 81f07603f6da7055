/* SPDX-License-Identifier: MIT */
/* workers.h: the work of a test in threads or in processes at once. */
#pragma once

#include "support.h"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

enum { most_workers = 8 };

/* The work of a thread or of a process; returns NULL, or its context if it has failed and said
 * why. */
typedef void *work_function(void *context);

/* Runs `count` workers at once; their contexts are an array of elements of `size` bytes. */
typedef void run_function(work_function *work, void *contexts, size_t size, size_t count);

/* For a child, which must not fail by longjmp: whether all worked. */
static inline bool work_in_threads(work_function *work, void *contexts, size_t size, size_t count)
{
    pthread_t threads[most_workers];
    uint8_t *context = contexts;
    size_t begun = 0;
    while (begun < count &&
           pthread_create(&threads[begun], NULL, work, context + begun * size) == 0)
        begun++;
    bool well = begun == count;
    for (size_t i = 0; i < begun; i++) {
        void *fault = NULL;
        well = pthread_join(threads[i], &fault) == 0 && fault == NULL && well;
    }
    return well;
}

static inline void in_threads(work_function *work, void *contexts, size_t size, size_t count)
{
    EXPECT(work_in_threads(work, contexts, size, count), "a thread failed");
}

static inline void in_processes(work_function *work, void *contexts, size_t size, size_t count)
{
    pid_t children[most_workers];
    uint8_t *context = contexts;
    fflush(NULL);
    for (size_t i = 0; i < count; i++) {
        children[i] = fork();
        EXPECT(children[i] >= 0, "no process");
        if (children[i] == 0)
            _exit(work(context + i * size) == NULL ? 0 : 1);
    }
    bool well = true;
    for (size_t i = 0; i < count; i++)
        well = support_ended_well(children[i]) && well;
    EXPECT(well, "a process failed");
}
