/* SPDX-License-Identifier: MIT */
/* bars.h: what a row is to reach, and whether it does. Rows name their bars, main.c
 * tells how they stand. Bars are set for one machine, which has AVX-512; what is
 * one here depends on its implementations and on its clock. A bar is told, never enforced. */
#ifndef SORTID_BENCH_BARS_H
#define SORTID_BENCH_BARS_H

#include <stdbool.h>

/* The best clock read of the machine that the bars are set for. */
#define REFERENCE_CLOCK_NS 21

struct row;
struct figures;

enum bar_kind {
    BAR_TIME, /* ns */
    BAR_SIMD, /* ns; another figure with AVX2, no bar with an implementation of neither */
    BAR_OVER, /* ns more than the best run of the yardstick it names */
    BAR_SPEED /* a share of the yardstick's speed, above 0 */
};

/* All zeros: there is none. */
struct bar {
    enum bar_kind kind;
    double value;
    double avx2; /* of BAR_SIMD */
};

/* An AVX2 implementation may take 4 times as long where the digits are the work ... */
#define TO_REACH(NS)                                                                               \
    {                                                                                              \
        .kind = BAR_SIMD, .value = NS, .avx2 = 4 * (NS)                                            \
    }
/* ... and no longer where that is not said. */
#define TO_REACH_ANYHOW(NS)                                                                        \
    {                                                                                              \
        .kind = BAR_SIMD, .value = NS, .avx2 = NS                                                  \
    }

enum verdict {
    MET,
    MET_AT_BEST, /* by the best run, not by the median one */
    MISSED
};

struct target {
    double bare; /* what stands in the bar for this row's implementation */
    double here; /* ns that it comes to on this machine */
    enum verdict verdict;
};

/* False if the row has no bar for the implementation that does it. */
bool bars_look(struct target *out, const struct row *row, const struct figures *figures);

#endif
