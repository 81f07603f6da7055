/* SPDX-License-Identifier: MIT */
/* simd/avx2.h: the functions of avx2.c; avx512.c uses some of them. */
#pragma once

#include "simd.h"

#define AVX2_CODEC(FORM, NAME)                                                                     \
    void sortid_avx2_print_##NAME(char *text, const uint8_t *bytes);                               \
    void sortid_avx2_print_many_##NAME(char *text, const uint8_t *bytes, size_t count,             \
                                       int separator);                                             \
    bool sortid_avx2_parse_##NAME(uint8_t *bytes, const char *text);                               \
    size_t sortid_avx2_parse_many_##NAME(uint8_t *bytes, const char *text, size_t count,           \
                                         int separator);
EACH_FORM(AVX2_CODEC)
#undef AVX2_CODEC
