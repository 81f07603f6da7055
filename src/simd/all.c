/* SPDX-License-Identifier: MIT */
/* simd/all.c: the implementations with all their tables, and the choice of one for every table. */
#include "simd.h"

#define SCALAR(FORM, NAME) [FORM] = &sortid_scalar_##NAME,
#define AVX2(FORM, NAME)   [FORM] = &sortid_avx2_##NAME,
#define AVX512(FORM, NAME) [FORM] = &sortid_avx512_##NAME,
#define NEON(FORM, NAME)   [FORM] = &sortid_neon_##NAME,

static const struct simd simd_scalar = {
    "scalar", NUMBER_scalar, {EACH_FORM(SCALAR)}, &sortid_scalar_bulk};
#ifdef SIMD_X86
static const struct simd simd_avx2 = {"avx2", NUMBER_avx2, {EACH_FORM(AVX2)}, &sortid_avx2_bulk};
static const struct simd simd_avx512 = {
    "avx512", NUMBER_avx512, {EACH_FORM(AVX512)}, &sortid_avx512_bulk};
#endif
#ifdef SIMD_NEON
static const struct simd simd_neon = {"neon", NUMBER_neon, {EACH_FORM(NEON)}, &sortid_neon_bulk};
#endif

#define ADDRESS_OF(name, y) &simd_##name,
const struct simd *const sortid_simd_all[] = {EACH_SIMD(ADDRESS_OF, ) NULL};

/* The number first: what is chosen meanwhile by the number before is replaced. */
void sortid_simd_set(const struct simd *simd)
{
    atomic_store(&sortid_simd_number_set, simd != NULL ? simd->number + 1 : 0);
    for (size_t form = 0; form < FORMS; form++)
        atomic_store(&sortid_simd_codecs[form], simd != NULL ? simd->codecs[form] : NULL);
    atomic_store(&sortid_simd_bulk, simd != NULL ? simd->bulk : NULL);
}
