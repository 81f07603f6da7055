/* SPDX-License-Identifier: MIT */
/* simd/scalar.h: what other files use of the scalar implementation: the reason for a refusal, and
 * functions where an implementation has no faster one. */
#pragma once

#include <sortid/base.h>

#include "simd.h"

extern const struct simd sortid_simd_scalar;

/* Print and parse of one ID, for implementations that have no faster one. */
#define SCALAR_CODEC(FORM, NAME)                                                                   \
    void sortid_scalar_print_##NAME(char *text, const uint8_t *bytes);                             \
    bool sortid_scalar_parse_##NAME(uint8_t *bytes, const char *text);
EACH_FORM(SCALAR_CODEC)
#undef SCALAR_CODEC

/* Many texts of base 62, for implementations that have no faster code. */
void sortid_scalar_print_many_62x27(char *text, const uint8_t *bytes, size_t count, int separator);
size_t sortid_scalar_parse_many_62x27(uint8_t *bytes, const char *text, size_t count,
                                      int separator);

/* The same for many decimal integers. */
size_t sortid_scalar_print_decimals(char *text, const uint8_t *bytes, size_t count, int separator);
size_t sortid_scalar_parse_decimals(uint8_t *bytes, size_t *consumed, const char *text,
                                    size_t length, size_t count, int separator);

/* 36^12 - 1, which 36X12 writes for every value that is not below 36^12. */
#define LAST_36X12 UINT64_C(0x41c21cb8e0ffffff)

/* Says why and where `parse` refuses a text of the form's length; SORTID_OK if it does not. */
sortid_status sortid_simd_refuse(text_form form, const char *text, size_t *position);
