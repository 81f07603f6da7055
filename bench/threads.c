/* SPDX-License-Identifier: MIT */
/* threads.c: implements threads.h. The time of a row is the time until the last thread or process
 * ends, divided by the operations of all. */
#define _POSIX_C_SOURCE 200809L
#include "threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

struct worker {
    pthread_t thread;
    pid_t child;
    bool started;
    const struct crowd *crowd;
    uint64_t count;
    const char *failed;
};

/* Begins all workers, then waits for all. */
static const char *run(uint64_t count, const struct crowd *crowd, void begin(struct worker *worker),
                       const char *end(const struct worker *worker))
{
    struct worker workers[MOST_THREADS];
    const char *failed = NULL;
    for (unsigned i = 0; i < crowd->threads; i++) {
        workers[i].crowd = crowd;
        workers[i].count = (count + i) / crowd->threads; // the sum is `count`
        begin(&workers[i]);
    }
    for (unsigned i = 0; i < crowd->threads; i++) {
        const char *ended = end(&workers[i]);
        failed = ended != NULL ? ended : failed;
    }
    return failed;
}

static void *work(void *context)
{
    struct worker *worker = context;
    worker->failed = worker->crowd->run(worker->count, worker->crowd->context);
    return NULL;
}

static void begin_thread(struct worker *worker)
{
    worker->started = pthread_create(&worker->thread, NULL, work, worker) == 0;
}

static const char *end_thread(const struct worker *worker)
{
    if (!worker->started)
        return "a thread cannot be started";
    return pthread_join(worker->thread, NULL) == 0 ? worker->failed : "a thread cannot be joined";
}

const char *threads_run(uint64_t count, const void *context)
{
    return run(count, context, begin_thread, end_thread);
}

static void begin_child(struct worker *worker)
{
    const struct crowd *crowd = worker->crowd;
    worker->child = fork();
    if (worker->child == 0)
        _exit(crowd->run(worker->count, crowd->context) == NULL ? EXIT_SUCCESS : EXIT_FAILURE);
}

static const char *end_child(const struct worker *worker)
{
    int status;
    if (worker->child < 0)
        return "a process cannot be started";
    if (waitpid(worker->child, &status, 0) != worker->child)
        return "a process cannot be waited for";
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS ? NULL : "a process failed";
}

const char *processes_run(uint64_t count, const void *context)
{
    return run(count, context, begin_child, end_child);
}
