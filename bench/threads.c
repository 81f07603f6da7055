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

/* ---- Processes ------------------------------------------------------------------ */

static pid_t begin_child(const struct crowd *crowd, uint64_t count)
{
    pid_t child = fork();
    if (child == 0)
        _exit(crowd->run(count, crowd->context) == NULL ? EXIT_SUCCESS : EXIT_FAILURE);
    return child;
}

static const char *end_child(pid_t child)
{
    int status;
    if (child < 0)
        return "a process cannot be started";
    if (waitpid(child, &status, 0) != child)
        return "a process cannot be waited for";
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS ? NULL : "a process failed";
}

const char *processes_run(uint64_t count, const void *context)
{
    const struct crowd *crowd = context;
    pid_t children[MOST_THREADS];
    const char *failed = NULL;
    for (unsigned i = 0; i < crowd->threads; i++)
        children[i] = begin_child(crowd, (count + i) / crowd->threads); // the sum is `count`
    for (unsigned i = 0; i < crowd->threads; i++) {
        const char *ended = end_child(children[i]);
        failed = ended != NULL ? ended : failed;
    }
    return failed;
}
