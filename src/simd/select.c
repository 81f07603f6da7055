/* SPDX-License-Identifier: MIT */
/* simd/select.c: chooses the implementation at the first use: the last one that CPU and system can
 * run. Threads that choose at the same time choose the same one. */
#include "simd.h"
#include "scalar.h"

#if defined(SIMD_X86) && defined(__GLIBC__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

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

/* Whether CPU and system run code with an instruction set: HAS(AVX2, "avx2"). The GNU C library has
 * asked the CPU before. The compiler's functions would ask it at the start of every process, by
 * some ten CPUID instructions of 5 us each in a virtual machine. */
#ifdef SIMD_X86
#ifdef CPU_FEATURE_ACTIVE
/* CPU_FEATURE_ACTIVE without its 1 << 31 of an int, which is undefined (AVX512VL): 128 features in
 * a leaf, 32 in a word. */
static bool is_active(unsigned feature)
{
    const struct cpuid_feature *leaf = __x86_get_cpuid_feature_leaf(feature / 128);
    return (leaf->active_array[feature / 32 % 4] >> feature % 32 & 1) != 0;
}

#define HAS(FEATURE, name) is_active(x86_cpu_##FEATURE)
#define PREPARE_HAS()      ((void)0)
#else
#define HAS(FEATURE, name) (__builtin_cpu_supports(name) != 0)
#define PREPARE_HAS()      __builtin_cpu_init() /* also asks the system */
#endif
#endif

bool sortid_simd_runs(const struct simd *simd)
{
#ifdef SIMD_X86
    PREPARE_HAS();
    bool avx2 = HAS(AVX2, "avx2") && HAS(BMI2, "bmi2");
    if (simd == &sortid_simd_avx2)
        return avx2;
    if (simd == &sortid_simd_avx512)
        return avx2 && HAS(AVX512F, "avx512f") && HAS(AVX512BW, "avx512bw") &&
               HAS(AVX512VL, "avx512vl") && HAS(AVX512_VBMI, "avx512vbmi") &&
               HAS(AVX512_IFMA, "avx512ifma");
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
