/* SPDX-License-Identifier: MIT */
/* simd/scalar.h: what the files of the scalar implementation share, and functions that others use
 * where they have no faster one. */
#pragma once

#include <sortid/base.h>

#include "simd.h"

/* Many decimal integers, for implementations that have no faster code. */
size_t sortid_scalar_print_decimals(char *text, const uint8_t *bytes, size_t count, int separator);
size_t sortid_scalar_parse_decimals(uint8_t *bytes, size_t *consumed, const char *text,
                                    size_t length, size_t count, int separator);

/* Defines a form and its scalar codec, by functions that print and read one ID. */
#define CODEC_OF_FORM(simd, NAME) &sortid_##simd##_##NAME,
#define SCALAR_FORM(FORM, NAME, PRINT, READ)                                                       \
    static bool scalar_parse_##NAME(uint8_t *bytes, const char *text)                              \
    {                                                                                              \
        return READ(bytes, text, NULL) == SORTID_OK;                                               \
    }                                                                                              \
    PRINT_MANY_BY_EACH(FORM, scalar_print_many_##NAME, PRINT)                                      \
    PARSE_MANY_BY_EACH(FORM, scalar_parse_many_##NAME, scalar_parse_##NAME)                        \
    const struct codec sortid_scalar_##NAME = {PRINT, scalar_print_many_##NAME,                    \
                                               scalar_parse_##NAME, scalar_parse_many_##NAME};     \
    const struct form sortid_form_##NAME = {READ, {EACH_SIMD(CODEC_OF_FORM, NAME)}};
