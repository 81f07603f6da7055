/* SPDX-License-Identifier: MIT */
/* measure.h: a row of the bench and its measurement. Times are in ns for one operation. The runs of
 * a row are spread over several passes through all rows, so that a load of some seconds disturbs
 * only a few of them. Prints nothing. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Does an operation `count` times. Returns NULL, or an error message. */
typedef const char *operation(uint64_t count, const void *context);

/* Rows of a group share a table of docs/benchmarks.md, except those of GROUP_FORMS, which only
 * `make bench-simd` measures. report.c has the name of each group and of its operation. */
enum group {
    GROUP_ONE,     /* one ID at a time; what every ID needs of the machine */
    GROUP_TEXT,    /* one text out or in */
    GROUP_MANY,    /* buffers of IDs, by each SIMD implementation */
    GROUP_SHARED,  /* a shared generator, or one for each thread */
    GROUP_COMMAND, /* whole processes, and functions of databases */
    GROUP_FORMS,   /* each function of each SIMD implementation; without one: only counted */
    GROUPS
};

struct row {
    enum group group;
    const char *name; /* copied into JSON: no quotes, no backslashes */
    operation *run;
    const void *context;
    uint64_t count;    /* operations in a run, divided by the effort's scale; 0: as many as fill
                        * the time of a run */
    const char *maker; /* NULL: sortid. A failing row of another maker is skipped */
    const char *simd;  /* the implementation; NULL: the chosen one, or irrelevant */
    unsigned at;       /* the number of threads or processes; 0: irrelevant */
};

struct effort {
    unsigned passes;
    unsigned runs; /* of a row without a count in a pass; passes * runs is at most MOST_RUNS */
    unsigned fixed_runs; /* of a row with a count in a pass; the same */
    double run_ns;       /* the duration of a run without a count */
    uint64_t scale;      /* divides the counts of rows */
};
#define MOST_RUNS 144

/* The runs of a row so far; all zeros before the first pass. */
struct series {
    uint64_t count; /* operations in a run; 0 before the first pass */
    unsigned runs;
    double wall[MOST_RUNS];
};

/* Times of one operation, in ns. */
struct figures {
    double median;
    double best; /* the fastest run */
};

/* Adds the runs of one pass. Returns NULL, or the error message of the operation; the row then has
 * no figures. */
const char *measure_pass(struct series *series, const struct row *row, const struct effort *effort);

/* The figures of a row after the last pass. Sorts the series. */
void measure_figures(struct figures *out, struct series *series);

/* Takes a value that must not be optimized away. */
void measure_consume(uint64_t value);
