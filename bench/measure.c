/* SPDX-License-Identifier: MIT */
/* measure.c: implements measure.h. A run takes about 0.5 ms: about 10^4 times the resolution of the
 * clock, and short enough that most runs are not interrupted by another process, also on a busy
 * machine. Results of operations are not examined. */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <stdlib.h>
#include <time.h>

#define SECOND_NS 1e9

void measure_consume(uint64_t value)
{
    volatile uint64_t sink = value;
    (void)sink;
}

static double now_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        abort(); // cannot happen: every POSIX system has this clock
    return (double)now.tv_sec * SECOND_NS + (double)now.tv_nsec; // < 2^53: exact for 104 days
}

/* Sets *wall to the time of one operation. */
static const char *sample(double *wall, const struct row *row, uint64_t count)
{
    double begin = now_ns();
    const char *failed = row->run(count, row->context);
    *wall = (now_ns() - begin) / (double)count;
    return failed;
}

/* The shortest of five: an interrupted sample would make the calibrated count too small. */
static const char *best_sample(double *wall, const struct row *row, uint64_t count)
{
    const char *failed = sample(wall, row, count);
    for (int i = 1; i < 5 && failed == NULL; i++) {
        double other;
        failed = sample(&other, row, count);
        *wall = other < *wall ? other : *wall;
    }
    return failed;
}

/* Sets *count to the row's count, or to one that takes run_ns. Also warms up caches, branch
 * predictors and everything that the operation initializes on first use. */
static const char *calibrate(uint64_t *count, const struct row *row, const struct effort *effort)
{
    double wall;
    const char *failed;
    if (row->count != 0) {
        *count = row->count / effort->scale;
        return sample(&wall, row, *count);
    }
    for (*count = 1;; *count *= 2) {
        failed = best_sample(&wall, row, *count);
        if (failed != NULL || wall * (double)*count > effort->run_ns / 4)
            break;
    }
    *count = (uint64_t)(effort->run_ns / wall) + 1; // at most a few times the last count
    return failed;
}

const char *measure_pass(struct series *series, const struct row *row, const struct effort *effort)
{
    const char *failed = series->count == 0 ? calibrate(&series->count, row, effort) : NULL;
    unsigned runs = row->count == 0 ? effort->runs : effort->fixed_runs;
    for (; failed == NULL && runs > 0 && series->runs < MOST_RUNS; runs--) {
        failed = sample(&series->wall[series->runs], row, series->count);
        if (failed == NULL)
            series->runs++;
    }
    return failed;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void measure_figures(struct figures *out, struct series *series)
{
    const double *wall = series->wall;
    unsigned runs = series->runs;
    qsort(series->wall, runs, sizeof *wall, compare_doubles);
    out->best = wall[0];
    out->median = (wall[(runs - 1) / 2] + wall[runs / 2]) / 2;
}
