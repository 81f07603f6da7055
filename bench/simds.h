/* SPDX-License-Identifier: MIT */
/* simds.h: the SIMD implementations of this machine, for rows that measure each of them. A row sets
 * its implementation while it runs and then restores the previous one. */
#pragma once

#include "../src/simd/simd.h"

#define MOST_SIMD 4

/* Sets out[] to the implementations that this machine can run, scalar first; returns their number.
 */
static inline size_t simds_list(const struct simd *out[MOST_SIMD])
{
    size_t count = 0;
    for (size_t k = 0; count < MOST_SIMD && sortid_simd_all[k] != NULL; k++)
        if (sortid_simd_runs(sortid_simd_all[k]->number))
            out[count++] = sortid_simd_all[k];
    return count;
}

/* Returns the implementation that was set before; NULL: none. */
static inline const struct simd *simds_use(const struct simd *simd)
{
    const size_t set = atomic_load(&sortid_simd_number_set);
    sortid_simd_set(simd);
    return set != 0 ? sortid_simd_all[set - 1] : NULL;
}
