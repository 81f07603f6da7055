/* SPDX-License-Identifier: MIT */
/* simd/scalar.h: what the other floors and implementations ask of the plain implementation: the
 * reason of a refusal, and where an implementation has no better way, its functions. */
#ifndef SORTID_SIMD_SCALAR_H
#define SORTID_SIMD_SCALAR_H

#include <sortid/base.h>

#include "simd.h"

extern const struct simd sortid_simd_scalar;

/* Its texts of one ID, for implementations that have no better way. */
#define SCALAR_CODEC(FORM, NAME)                                                                   \
    void sortid_scalar_print_##NAME(char *text, const uint8_t *bytes);                             \
    bool sortid_scalar_parse_##NAME(uint8_t *bytes, const char *text);
EACH_FORM(SCALAR_CODEC)
#undef SCALAR_CODEC

/* 36^12 - 1, which 36X12 writes for all that is not below 36^12. */
#define LAST_36X12 UINT64_C(0x41c21cb8e0ffffff)

/* Why and where (from 0) `parse` refuses a text of the form's length; SORTID_OK
 * if it does not. */
sortid_status sortid_simd_refuse(text_form form, const char *text, size_t *position);

#endif
