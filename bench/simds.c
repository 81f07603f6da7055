/* SPDX-License-Identifier: MIT */
/* simds.c: implements simds.h. */
#include "simds.h"

size_t simds_list(const struct simd *out[MOST_SIMD])
{
    size_t count = 0;
    for (size_t k = 0; count < MOST_SIMD && sortid_simd_all[k] != NULL; k++)
        if (sortid_simd_runs(sortid_simd_all[k]))
            out[count++] = sortid_simd_all[k];
    return count;
}

const struct simd *simds_use(const struct simd *simd)
{
    return atomic_exchange(&sortid_simd_chosen, simd);
}
