/* SPDX-License-Identifier: MIT */
/* bars.c: implements bars.h. Called by report.c for each measured row. Times are scaled by
 * the fastest clock read since the bench started: the only measure of this machine's speed
 * that does not depend on the measured code. */
#include "bars.h"

#include "measure.h"
#include "../src/simd/simd.h"

#include <string.h>

/* The figure for the SIMD implementation that the row names, or else for the chosen one; 0: none. */
static double figure_of_simd(const struct row *row)
{
    const char *name = row->simd != NULL ? row->simd : simd()->name;
    if (strcmp(name, "avx512") == 0)
        return row->bar.value;
    return strcmp(name, "avx2") == 0 ? row->bar.avx2 : 0;
}

static double here(const struct bar *bar, double bare, double yardstick)
{
    switch (bar->kind) {
    case BAR_OVER:
        return yardstick + bare;
    case BAR_SPEED:
        return yardstick / bare;
    default:
        return bare * yardstick / REFERENCE_CLOCK_NS;
    }
}

/* A share of a speed is compared run by run, because row and yardstick alternate. */
static bool met_by_median(const struct row *row, const struct figures *figures, double target)
{
    return row->bar.kind == BAR_SPEED ? figures->ratio * row->bar.value <= BAR_TOLERANCE
                                      : figures->wall <= target * BAR_TOLERANCE;
}

bool bars_compare(struct target *out, const struct row *row, const struct figures *figures)
{
    double bare = row->bar.kind == BAR_SIMD ? figure_of_simd(row) : row->bar.value;
    if (bare <= 0)
        return false;
    out->bare = bare;
    out->here = here(&row->bar, bare, figures->clock);
    out->verdict = met_by_median(row, figures, out->here)        ? MET
                   : figures->least <= out->here * BAR_TOLERANCE ? MET_AT_BEST
                                                                 : MISSED;
    return true;
}
