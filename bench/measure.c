/* SPDX-License-Identifier: MIT */
/* measure.c: runs and measures rows. A run takes about 0.5 ms: about 10^4 times the resolution of
 * the clock, and short enough that most runs are not interrupted by another process, also on a busy
 * machine. Results of operations are not examined. */
#define _POSIX_C_SOURCE 200809L
#include "bench.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#define RUN_NS       5e5
#define MOST_THREADS 4

void consume(uint64_t value)
{
    volatile uint64_t sink = value;
    (void)sink;
}

/* ---- Running ------------------------------------------------------------------------ */

struct worker {
    pthread_t thread;
    const struct row *row;
    uint64_t count;
    const char *failed;
};

static void *work(void *context)
{
    struct worker *worker = context;
    worker->failed = worker->row->run(worker->count, worker->row->context);
    return NULL;
}

/* Starts a single thread too, so that figures of one and of several threads are comparable. */
static const char *run_threads(const struct row *row, uint64_t count)
{
    struct worker workers[MOST_THREADS];
    const char *failed = NULL;
    unsigned started = 0;
    for (; started < row->threads && failed == NULL; started += failed == NULL) {
        struct worker *worker = &workers[started];
        *worker = (struct worker){.row = row, .count = (count + started) / row->threads};
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            failed = "a thread cannot be started";
    }
    for (unsigned i = 0; i < started; i++)
        if (pthread_join(workers[i].thread, NULL) != 0 || workers[i].failed != NULL)
            failed = workers[i].failed != NULL ? workers[i].failed : "a thread cannot be joined";
    return failed;
}

const char *run_row(const struct row *row, uint64_t count)
{
    const size_t set = atomic_load(&sortid_simd_number_set);
    if (row->simd != NULL)
        sortid_simd_set(row->simd);
    const char *failed =
        row->threads != 0 ? run_threads(row, count) : row->run(count, row->context);
    if (row->simd != NULL)
        sortid_simd_set(set != 0 ? sortid_simd_all[set - 1] : NULL);
    return failed;
}

/* ---- Measuring ---------------------------------------------------------------------- */

static double now_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        abort(); // cannot happen: every POSIX system has this clock
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec; // < 2^53: exact for 104 days
}

/* Sets *wall to the time of one operation. */
static const char *sample(double *wall, const struct row *row, uint64_t count)
{
    const char *failed = row->begin != NULL ? row->begin(count, row->context) : NULL;
    double begin = now_ns();
    if (failed == NULL)
        failed = run_row(row, count);
    *wall = (now_ns() - begin) / (double)count;
    return failed;
}

/* Sets *count to the row's count, or to one that takes RUN_NS. Also warms up caches, branch
 * predictors and everything that the operation initializes on first use. */
static const char *calibrate(uint64_t *count, const struct row *row)
{
    double wall = 0, other;
    const char *failed = NULL;
    if (row->count != 0) {
        *count = row->count;
        return sample(&wall, row, *count);
    }
    for (*count = 1;; *count *= 2) {
        /* The shortest of five: an interrupted sample would make the count too small. */
        for (int i = 0; i < 5 && failed == NULL; i++) {
            failed = sample(&other, row, *count);
            wall = i == 0 || other < wall ? other : wall;
        }
        if (failed != NULL)
            return failed;
        if (wall * (double)*count > RUN_NS / 4)
            break;
    }
    *count = (uint64_t)(RUN_NS / wall) + 1; // at most a few times the last count
    return NULL;
}

const char *measure(struct series *series, const struct row *row, unsigned runs)
{
    const char *failed = series->count == 0 ? calibrate(&series->count, row) : NULL;
    for (runs = row->count == 0 ? runs : 1; failed == NULL && runs > 0; runs--)
        failed = sample(&series->wall[series->runs++], row, series->count);
    return failed;
}
