/* SPDX-License-Identifier: MIT */
/* bars.h: the target of a row, called its bar, and whether the row reaches it. Rows define
 * their bars; report.c prints the results. The figures are for one reference machine, which
 * has AVX-512; bars.c converts them for this machine's SIMD implementations and clock. A bar
 * is reported, never enforced. */
#ifndef SORTID_BENCH_BARS_H
#define SORTID_BENCH_BARS_H

#include <stdbool.h>

/* The fastest clock read of the reference machine. */
#define REFERENCE_CLOCK_NS 23.5

/* A bar is met by a time up to this factor above it. */
#define BAR_TOLERANCE 1.25

struct row;
struct figures;

enum bar_kind {
    BAR_TIME, /* ns */
    BAR_SIMD, /* ns; one figure for AVX-512, one for AVX2; other implementations have no bar */
    BAR_OVER, /* ns more than the fastest run of the row's yardstick */
    BAR_SPEED /* a share of the yardstick's speed, above 0 */
};

/* All zeros: no bar. */
struct bar {
    enum bar_kind kind;
    double value;
    double avx2; /* of BAR_SIMD */
};

/* For conversions of digits: an AVX2 implementation may take 4 times as long. */
#define TO_REACH(NS)                                                                               \
    {                                                                                              \
        .kind = BAR_SIMD, .value = NS, .avx2 = 4 * (NS)                                            \
    }
/* For other work: AVX2 has the same figure as AVX-512. */
#define TO_REACH_ANYHOW(NS)                                                                        \
    {                                                                                              \
        .kind = BAR_SIMD, .value = NS, .avx2 = NS                                                  \
    }

enum verdict {
    MET,
    MET_AT_BEST, /* by the fastest run, not by the median */
    MISSED
};

struct target {
    double bare; /* the figure of the bar for this row's implementation */
    double here; /* the same in ns on this machine */
    enum verdict verdict;
};

/* False if the row has no bar for its implementation. */
bool bars_compare(struct target *out, const struct row *row, const struct figures *figures);

#endif
