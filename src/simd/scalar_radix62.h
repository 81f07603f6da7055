/* SPDX-License-Identifier: MIT */
/* simd/scalar_radix62.h: base 62 for the tables of the implementations that have no code of their
 * own for it: the scalar functions under the names that a table takes. Included by avx2.c, avx512.c,
 * neon.c. */
#ifndef SORTID_SIMD_SCALAR_RADIX62_H
#define SORTID_SIMD_SCALAR_RADIX62_H

#include "scalar.h"

#define print_62x27      sortid_scalar_print_62x27
#define print_many_62x27 sortid_scalar_print_many_62x27
#define parse_62x27      sortid_scalar_parse_62x27
#define parse_many_62x27 sortid_scalar_parse_many_62x27

#endif
