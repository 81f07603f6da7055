/* SPDX-License-Identifier: MIT */
/* simds.h: the SIMD implementations of this machine, for rows that measure each of them. A row sets
 * its implementation while it runs and then restores the previous one. */
#ifndef SORTID_BENCH_SIMDS_H
#define SORTID_BENCH_SIMDS_H

#include "../src/simd/simd.h"

#define MOST_SIMD 4

/* Sets out[] to the implementations that this machine can run, scalar first; returns their number.
 * */
size_t simds_list(const struct simd *out[MOST_SIMD]);

/* Returns the implementation that was set before; NULL: none. */
const struct simd *simds_use(const struct simd *simd);

#endif
