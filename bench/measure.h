/* SPDX-License-Identifier: MIT */
/* measure.h: a row of the bench and how it is timed. Rows are made by
 * the files of rows.h, measured for main.c. Times are ns for one operation. A
 * yardstick, a reading of the system's clock unless the row names another, is
 * timed beside each run of a row, so that the ratio of the two is of one moment,
 * whatever else the machine does. Prints nothing. */
#ifndef SORTID_BENCH_MEASURE_H
#define SORTID_BENCH_MEASURE_H

#include "bars.h"

#include <stddef.h>
#include <stdint.h>

/* Does an operation `count` times; NULL, or a sentence on why it failed. */
typedef const char *operation(uint64_t count, const void *context);

/* Rows of a group stand beside each other in a table and a chart. main.c has the
 * name of each, and what one operation is called. */
enum group {
    GROUP_FLOOR,
    GROUP_RANDOM,
    GROUP_ONE,    /* one ID at a time */
    GROUP_LINKED, /* the same by programs that link the library in some way */
    GROUP_MANY,   /* buffers of IDs */
    GROUP_OUT,    /* text out */
    GROUP_IN,     /* text in */
    GROUP_TABLE,  /* text by the table of formats */
    GROUP_THREADS,
    GROUP_SHARED,  /* one ID at a time by a shared generator */
    GROUP_SHARING, /* the same by several threads or processes at once */
    GROUP_COMMAND, /* processes that make IDs, to nowhere */
    GROUP_PIPE,    /* the same into a reader */
    GROUP_READ,    /* processes that read IDs */
    GROUP_COUNTS,  /* 1, 10, 100... IDs, by a process or a call */
    GROUPS
};

struct row {
    enum group group;
    const char *name; /* goes into JSON as it is: no quotes, no backslashes */
    operation *run;
    const void *context;
    struct bar bar;    /* what it is to reach */
    uint64_t count;    /* operations in a run; 0: as many as fill the time of one. Divided
                               * by the effort's scale unless `at` is set */
    const char *maker; /* NULL: sortid, or the machine. A peer's row that fails is skipped */
    const char *way;   /* in which the program is linked; NULL: statically, as the bench is */
    const char *simd;  /* that does it; NULL: the one chosen, or none matters */
    uint64_t at;       /* its place in the group's plot: threads, or IDs; 0: it is a bar */
    const char *each;  /* what `at` counts: "thread", "process"; NULL: IDs */
    const struct row *beside; /* the yardstick; NULL: the clock read */
};

struct effort {
    unsigned runs;       /* of a row that fills its time: 1 to MOST_RUNS */
    unsigned fixed_runs; /* of a row with a count of its own: the same */
    double run_ns;       /* the time to fill */
    uint64_t scale;      /* divides counts */
};
#define MOST_RUNS 31

/* For one operation, in ns. */
struct figures {
    double wall;  /* the median run */
    double least; /* the best run */
    double user;  /* of child processes, median; 0 for a row that starts none */
    double ratio; /* of a run to the yardstick's beside it, median */
    double clock; /* the yardstick's best run since the bench began */
};

/* Measures a row; NULL, or why its operation failed (nothing written then). */
const char *measure(struct figures *out, const struct row *row, const struct effort *effort);

/* Takes a value that must not be optimised away. */
void measure_consume(uint64_t value);

/* The two floors, as operations: a read of the real-time clock; a call into
 * another object file, which returns at once. Without context. */
const char *measure_clock_reads(uint64_t count, const void *context);
void measure_empty_call(void);

#endif
