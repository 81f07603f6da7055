/* SPDX-License-Identifier: MIT */
/* measure.h: a row of the bench and its measurement. The files of rows.h define rows; main.c
 * measures them. Times are in ns for one operation. Each run of a row follows a run of its
 * yardstick, which is a read of the system's clock unless the row names another. The ratio of
 * the two therefore depends little on the load of the machine. The runs of a row are spread over
 * several passes through all rows, so that a load of some seconds meets only a few of them. Prints
 * nothing. */
#ifndef SORTID_BENCH_MEASURE_H
#define SORTID_BENCH_MEASURE_H

#include "bars.h"

#include <stddef.h>
#include <stdint.h>

/* Does an operation `count` times. Returns NULL, or an error message. */
typedef const char *operation(uint64_t count, const void *context);

/* Rows of a group share a table and a chart. report.c has the name of each group and of its
 * operation. */
enum group {
    GROUP_FLOOR,
    GROUP_RANDOM,
    GROUP_ONE,    /* one ID at a time */
    GROUP_LINKED, /* the same by programs that link the library in several ways */
    GROUP_MANY,   /* buffers of IDs */
    GROUP_OUT,    /* text out */
    GROUP_IN,     /* text in */
    GROUP_TABLE,  /* text by the table of formats */
    GROUP_FORMS,  /* each function of each SIMD implementation */
    GROUP_THREADS,
    GROUP_SHARED,   /* one ID at a time by a shared generator */
    GROUP_SHARING,  /* the same by several threads or processes at once */
    GROUP_DATABASE, /* IDs made by functions of a database */
    GROUP_COMMAND,  /* processes that make IDs, output to the null device */
    GROUP_PIPE,     /* the same, output to a reader */
    GROUP_READ,     /* processes that read IDs */
    GROUP_COUNTS,   /* 1, 10, 100... IDs, by a process or a call */
    GROUPS
};

struct row {
    enum group group;
    const char *name; /* copied into JSON: no quotes, no backslashes */
    operation *run;
    const void *context;
    struct bar bar;    /* the target */
    uint64_t count;    /* operations in a run; 0: as many as fill the time of a run. Divided
                               * by the effort's scale unless `at` is set */
    const char *maker; /* NULL: sortid. A failing row of another maker is skipped */
    const char *way;   /* how the program is linked; NULL: statically, like the bench */
    const char *simd;  /* the implementation; NULL: the chosen one, or irrelevant */
    uint64_t at;       /* the number of threads, processes or IDs; 0: not part of a series */
    const char *each;  /* what `at` counts: "thread", "process"; NULL: IDs */
    const struct row *yardstick; /* NULL: the clock read */
};

struct effort {
    unsigned passes;
    unsigned runs; /* of a row without a count in a pass; passes * runs is at most MOST_RUNS */
    unsigned fixed_runs; /* of a row with a count in a pass; the same */
    double run_ns;       /* the duration of a run without a count */
    double linked_ns;    /* the same in another process, where question and answer take time too */
    uint64_t scale;      /* divides the counts of rows */
};
#define MOST_RUNS 144

/* The runs of a row so far; all zeros before the first pass. */
struct series {
    uint64_t count, yardstick_count; /* operations in a run; 0 before the first pass */
    unsigned runs;
    double wall[MOST_RUNS], user[MOST_RUNS], ratio[MOST_RUNS];
};

/* Times of one operation, in ns. */
struct figures {
    double wall;  /* the median run */
    double least; /* the fastest run */
    double user;  /* of child processes, median; 0 for a row that starts none */
    double ratio; /* of a run to the preceding run of the yardstick, median */
    double clock; /* the yardstick's fastest run since the bench started */
};

/* Adds the runs of one pass. Returns NULL, or the error message of the operation; the row then has no
 * figures. */
const char *measure_pass(struct series *series, const struct row *row, const struct effort *effort);

/* The figures of a row after the last pass. Sorts the series. */
void measure_figures(struct figures *out, struct series *series, const struct row *row);

/* Takes a value that must not be optimised away. */
void measure_consume(uint64_t value);

/* The two basic costs: an operation that reads the real-time clock (its context is unused), and an
 * empty function in another object file. */
const char *measure_clock_reads(uint64_t count, const void *context);
void measure_empty_call(void);

#endif
