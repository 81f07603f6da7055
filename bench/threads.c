/* SPDX-License-Identifier: MIT */
/* threads.c: an operation in several threads at once, see threads.h. The time of a
 * row is that of the last thread's end, divided by all that was done. */
#include "threads.h"

#include <pthread.h>
#include <stdbool.h>

struct worker {
    pthread_t thread;
    bool started;
    const struct crowd *crowd;
    uint64_t count;
    const char *failed;
};

static void *work(void *context)
{
    struct worker *worker = context;
    worker->failed = worker->crowd->run(worker->count, worker->crowd->context);
    return NULL;
}

static void begin(struct worker *worker, const struct crowd *crowd, uint64_t count)
{
    worker->crowd = crowd;
    worker->count = count;
    worker->started = pthread_create(&worker->thread, NULL, work, worker) == 0;
}

static const char *end(const struct worker *worker)
{
    if (!worker->started)
        return "a thread cannot be started";
    return pthread_join(worker->thread, NULL) == 0 ? worker->failed : "a thread cannot be joined";
}

const char *threads_run(uint64_t count, const void *context)
{
    const struct crowd *crowd = context;
    struct worker workers[MOST_THREADS];
    const char *failed = NULL;
    for (unsigned i = 0; i < crowd->threads; i++)
        begin(&workers[i], crowd, (count + i) / crowd->threads); // the sum is `count`
    for (unsigned i = 0; i < crowd->threads; i++) {
        const char *ended = end(&workers[i]);
        failed = ended != NULL ? ended : failed;
    }
    return failed;
}
