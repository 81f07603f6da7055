/* SPDX-License-Identifier: MIT */
/* kernel/select.c: the kernels of this build, and which of them serves the process:
 * the last one that CPU and system can run. Chosen at the first use; threads that
 * choose at the same time choose the same. */
#include "kernel.h"
#include "scalar.h"

extern const struct kernel sortid_kernel_avx2, sortid_kernel_avx512, sortid_kernel_neon;

const struct kernel *const sortid_kernels[] = {
    &sortid_kernel_scalar,
#ifdef KERNEL_X86
    &sortid_kernel_avx2,
    &sortid_kernel_avx512,
#endif
#ifdef KERNEL_NEON
    &sortid_kernel_neon,
#endif
    NULL,
};

_Atomic(const struct kernel *) sortid_kernel_chosen;

bool sortid_kernel_runs(const struct kernel *kernel)
{
#ifdef KERNEL_X86
    __builtin_cpu_init(); /* asks the system, too, whether it saves the registers */
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    if (kernel == &sortid_kernel_avx2)
        return avx2;
    if (kernel == &sortid_kernel_avx512)
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vbmi") &&
               __builtin_cpu_supports("avx512ifma");
#endif
    return kernel != NULL; /* scalar; NEON belongs to every AArch64 */
}

const struct kernel *sortid_kernel_choose(void)
{
    const struct kernel *last = &sortid_kernel_scalar;
    for (size_t i = 0; sortid_kernels[i] != NULL; i++)
        if (sortid_kernel_runs(sortid_kernels[i]))
            last = sortid_kernels[i];
    atomic_store_explicit(&sortid_kernel_chosen, last, memory_order_relaxed);
    return last;
}
