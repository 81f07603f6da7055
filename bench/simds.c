/* SPDX-License-Identifier: MIT */
/* simds.c: implements simds.h. */
#include "simds.h"

size_t simds_list(const struct simd *out[MOST_SIMD])
{
    size_t count = 0;
    for (size_t k = 0; count < MOST_SIMD && sortid_simd_all[k] != NULL; k++)
        if (sortid_simd_runs(sortid_simd_all[k]->number))
            out[count++] = sortid_simd_all[k];
    return count;
}

const struct simd *simds_use(const struct simd *simd)
{
    const size_t set = atomic_load(&sortid_simd_number_set);
    sortid_simd_set(simd);
    return set != 0 ? sortid_simd_all[set - 1] : NULL;
}
