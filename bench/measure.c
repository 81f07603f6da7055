/* SPDX-License-Identifier: MIT */
/* measure.c: implements measure.h. Called by main.c. A run takes about 5 ms: about 10^5 times
 * the resolution of the clock, and short enough that most runs are not interrupted by another
 * process; the median ignores those that are. Results of operations are not examined. */
#define _POSIX_C_SOURCE 200809L
#include "measure.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define SECOND_NS       1e9
#define MOST_YARDSTICKS 8 /* the clock read, the counter read, the rows of `yes` */

struct sample {
    double wall;
    double user;
};

void measure_consume(uint64_t value)
{
    volatile uint64_t sink = value;
    (void)sink;
}

void measure_empty_call(void)
{
}

const char *measure_clock_reads(uint64_t count, const void *context)
{
    (void)context;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct timespec now;
        if (clock_gettime(CLOCK_REALTIME, &now) != 0)
            return "the real-time clock failed";
        sum += (uint64_t)now.tv_nsec;
    }
    measure_consume(sum);
    return NULL;
}

static double now_ns(void)
{
    struct timespec now;
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        abort(); // cannot happen: every POSIX system has this clock
    return (double)now.tv_sec * SECOND_NS + (double)now.tv_nsec; // < 2^53: exact for 104 days
}

/* User time of all terminated child processes, in ns. */
static double children_ns(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0)
        abort(); // cannot happen: it fails only for invalid arguments
    return (double)usage.ru_utime.tv_sec * SECOND_NS + (double)usage.ru_utime.tv_usec * 1e3;
}

static const char *sample(struct sample *out, const struct row *row, uint64_t count)
{
    double user = children_ns();
    double wall = now_ns();
    const char *failed = row->run(count, row->context);
    out->wall = (now_ns() - wall) / (double)count;
    out->user = (children_ns() - user) / (double)count;
    return failed;
}

/* The shortest of five: an interrupted sample would make the calibrated count too small. */
static const char *best_sample(struct sample *out, const struct row *row, uint64_t count)
{
    const char *failed = sample(out, row, count);
    for (int i = 1; i < 5 && failed == NULL; i++) {
        struct sample other;
        failed = sample(&other, row, count);
        if (other.wall < out->wall)
            *out = other;
    }
    return failed;
}

/* Sets *count to the row's count, or to one that takes run_ns. Also warms up caches, branch predictors
 * and everything that the operation initializes on first use. */
static const char *calibrate(uint64_t *count, const struct row *row, const struct effort *effort)
{
    struct sample last;
    const char *failed;
    if (row->count != 0) {
        *count = row->at != 0 ? row->count : row->count / effort->scale;
        return sample(&last, row, *count);
    }
    for (*count = 1;; *count *= 2) {
        failed = best_sample(&last, row, *count);
        if (failed != NULL || last.wall * (double)*count > effort->run_ns / 4)
            break;
    }
    *count = (uint64_t)(effort->run_ns / last.wall) + 1; // at most a few times the last count
    return failed;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts the values in place. */
static double median(double *values, unsigned count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static double least(const double *values, unsigned count)
{
    double result = values[0];
    for (unsigned i = 1; i < count; i++)
        if (values[i] < result)
            result = values[i];
    return result;
}

static const struct row *yardstick_of(const struct row *row)
{
    static const struct row CLOCK = {.name = "clock read", .run = measure_clock_reads};
    return row->yardstick != NULL ? row->yardstick : &CLOCK;
}

/* The fastest run of each yardstick since the bench started: a short load on the machine must not
 * loosen the target of a row. MOST_YARDSTICKS is enough for all rows. */
static double *best_of(const struct row *yardstick)
{
    static struct {
        const struct row *row;
        double best;
    } known[MOST_YARDSTICKS];
    size_t i = 0;
    while (i < MOST_YARDSTICKS - 1 && known[i].row != NULL && known[i].row != yardstick)
        i++;
    if (known[i].row != yardstick)
        known[i].best = INFINITY;
    known[i].row = yardstick;
    return &known[i].best;
}

static const char *prepare(struct series *series, const struct row *row,
                           const struct effort *effort)
{
    const char *failed = calibrate(&series->count, row, effort);
    if (failed == NULL)
        failed = calibrate(&series->yardstick_count, yardstick_of(row), effort);
    return failed;
}

/* One run of the yardstick, then one of the row. */
static const char *take(struct series *series, const struct row *row)
{
    const struct row *yardstick = yardstick_of(row);
    struct sample clock, own = {0, 0};
    double *best = best_of(yardstick);
    const char *failed = sample(&clock, yardstick, series->yardstick_count);
    if (failed == NULL)
        failed = sample(&own, row, series->count);
    if (failed != NULL || series->runs == MOST_RUNS)
        return failed;
    if (clock.wall < *best)
        *best = clock.wall;
    series->wall[series->runs] = own.wall;
    series->user[series->runs] = own.user;
    series->ratio[series->runs] = own.wall / clock.wall;
    series->runs++;
    return NULL;
}

const char *measure_pass(struct series *series, const struct row *row, const struct effort *effort)
{
    const char *failed = series->count == 0 ? prepare(series, row, effort) : NULL;
    unsigned runs = row->count == 0 ? effort->runs : effort->fixed_runs;
    for (unsigned i = 0; failed == NULL && i < runs; i++)
        failed = take(series, row);
    return failed;
}

void measure_figures(struct figures *out, struct series *series, const struct row *row)
{
    out->least = least(series->wall, series->runs);
    out->wall = median(series->wall, series->runs);
    out->user = median(series->user, series->runs);
    out->ratio = median(series->ratio, series->runs);
    out->clock = *best_of(yardstick_of(row));
}
