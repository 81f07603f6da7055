/* SPDX-License-Identifier: MIT */
/* simd/select.c: the implementations of this build, and which of them the process uses: the last
 * one that CPU and system can run, unless system/simd.c sets another. Chosen at the first use; threads
 * that choose at the same time choose the same one. */
#include "simd.h"
#include "scalar.h"

extern const struct simd sortid_simd_avx2, sortid_simd_avx512, sortid_simd_neon;

const struct simd *const sortid_simd_all[] = {
    &sortid_simd_scalar,
#ifdef SIMD_X86
    &sortid_simd_avx2,
    &sortid_simd_avx512,
#endif
#ifdef SIMD_NEON
    &sortid_simd_neon,
#endif
    NULL,
};

_Atomic(const struct simd *) sortid_simd_chosen;

bool sortid_simd_runs(const struct simd *simd)
{
#ifdef SIMD_X86
    __builtin_cpu_init(); /* also checks that the system saves the registers */
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    if (simd == &sortid_simd_avx2)
        return avx2;
    if (simd == &sortid_simd_avx512)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512ifma");
#endif
    return simd != NULL; /* scalar runs everywhere, NEON on every AArch64 */
}

const struct simd *sortid_simd_best(void)
{
    const struct simd *last = &sortid_simd_scalar;
    for (size_t i = 0; sortid_simd_all[i] != NULL; i++)
        if (sortid_simd_runs(sortid_simd_all[i]))
            last = sortid_simd_all[i];
    return last;
}

/* Does not replace what sortid_simd_use set meanwhile. */
const struct simd *sortid_simd_choose(void)
{
    const struct simd *chosen = NULL, *best = sortid_simd_best();
    return atomic_compare_exchange_strong_explicit(&sortid_simd_chosen, &chosen, best,
                                                   memory_order_relaxed, memory_order_relaxed)
               ? best
               : chosen;
}

const char *sortid_simd_at(size_t index)
{
    for (size_t i = 0; sortid_simd_all[i] != NULL; i++)
        if (sortid_simd_runs(sortid_simd_all[i]) && index-- == 0)
            return sortid_simd_all[i]->name;
    return NULL;
}

const char *sortid_simd_name(void)
{
    return simd()->name;
}
