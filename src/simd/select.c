/* SPDX-License-Identifier: MIT */
/* simd/select.c: chooses the implementation at the first use of each table: the last one that CPU
 * and system can run. Threads that choose at the same time choose the same one. */
#include <sortid/unstable.h>

#include "simd.h"

#if defined(SIMD_X86) && defined(__GLIBC__) && __GLIBC_MINOR__ >= 33
#include <sys/platform/x86.h>
#endif

_Atomic(const struct codec *) sortid_simd_codecs[FORMS];
_Atomic(const struct bulk *) sortid_simd_bulk;
_Atomic size_t sortid_simd_number_set;

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

bool sortid_simd_runs(size_t number)
{
#ifdef SIMD_X86
    PREPARE_HAS();
    bool avx2 = HAS(AVX2, "avx2") && HAS(BMI2, "bmi2");
    if (number == NUMBER_avx2)
        return avx2;
    if (number == NUMBER_avx512)
        return avx2 && HAS(AVX512F, "avx512f") && HAS(AVX512BW, "avx512bw") &&
               HAS(AVX512VL, "avx512vl") && HAS(AVX512_VBMI, "avx512vbmi") &&
               HAS(AVX512_IFMA, "avx512ifma");
#endif
    return number < SIMD_COUNT; /* scalar runs everywhere, NEON on every AArch64 */
}

size_t sortid_simd_best(void)
{
    size_t number = SIMD_COUNT - 1;
    while (!sortid_simd_runs(number))
        number--;
    return number;
}

sortid_status sortid_simd_refuse(const struct form *form, const char *text, size_t *position)
{
    uint8_t bytes[20];
    return form->read(bytes, text, position);
}

static size_t current_number(void)
{
    size_t set = atomic_load(&sortid_simd_number_set);
    return set != 0 ? set - 1 : sortid_simd_best();
}

#ifndef SORTID_NO_SIMD
/* Does not replace what sortid_simd_set set meanwhile. */
const struct codec *sortid_simd_choose(text_form number, const struct form *form)
{
    const struct codec *chosen = NULL, *best = form->codecs[current_number()];
    return atomic_compare_exchange_strong(&sortid_simd_codecs[number], &chosen, best) ? best
                                                                                      : chosen;
}

#define BULK_OF(name, y) &sortid_##name##_bulk,

const struct bulk *sortid_simd_choose_bulk(void)
{
    static const struct bulk *const bulks[] = {EACH_SIMD(BULK_OF, )};
    const struct bulk *chosen = NULL, *best = bulks[current_number()];
    return atomic_compare_exchange_strong(&sortid_simd_bulk, &chosen, best) ? best : chosen;
}
#endif

#define NAME_OF(name, y) #name,
static const char *const simd_names[] = {EACH_SIMD(NAME_OF, )};

const char *sortid_simd_at(size_t index)
{
    for (size_t i = 0; i < SIMD_COUNT; i++)
        if (sortid_simd_runs(i) && index-- == 0)
            return simd_names[i];
    return NULL;
}

const char *sortid_simd_name(void)
{
    return simd_names[current_number()];
}
