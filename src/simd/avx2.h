/* SPDX-License-Identifier: MIT */
/* simd/avx2.h: the routines of avx2.c for one ID that are faster than those of avx512.c on a CPU that has
 * both; avx512.c puts them into its table. */
#ifndef SORTID_SIMD_AVX2_H
#define SORTID_SIMD_AVX2_H

#include <stdbool.h>
#include <stdint.h>

void sortid_avx2_print_36x12(char *text, const uint8_t *bytes);
void sortid_avx2_print_36x25(char *text, const uint8_t *bytes);
bool sortid_avx2_parse_36x25(uint8_t *bytes, const char *text);
void sortid_avx2_print_crockford26(char *text, const uint8_t *bytes);
void sortid_avx2_print_32hex26(char *text, const uint8_t *bytes);
void sortid_avx2_print_uuid(char *text, const uint8_t *bytes);

#define print_36x12       sortid_avx2_print_36x12
#define print_36x25       sortid_avx2_print_36x25
#define parse_36x25       sortid_avx2_parse_36x25
#define print_crockford26 sortid_avx2_print_crockford26
#define print_32hex26     sortid_avx2_print_32hex26
#define print_uuid        sortid_avx2_print_uuid

#endif
