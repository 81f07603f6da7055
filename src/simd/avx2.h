/* SPDX-License-Identifier: MIT */
/* simd/avx2.h: the functions of avx2.c that avx512.c uses too, because they are not slower. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void sortid_avx2_print_36x12(char *text, const uint8_t *bytes);
void sortid_avx2_print_36x25(char *text, const uint8_t *bytes);
void sortid_avx2_print_hex8(char *text, const uint8_t *bytes);
void sortid_avx2_print_hex16(char *text, const uint8_t *bytes);
void sortid_avx2_print_hex20(char *text, const uint8_t *bytes);
void sortid_avx2_print_uuid(char *text, const uint8_t *bytes);
void sortid_avx2_print_62x27(char *text, const uint8_t *bytes);
bool sortid_avx2_parse_36x12(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_36x25(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_crockford26(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_32hex26(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_32hex32(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_hex8(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_hex16(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_uuid(uint8_t *bytes, const char *text);
bool sortid_avx2_parse_62x27(uint8_t *bytes, const char *text);
void sortid_avx2_print_many_hex16(char *text, const uint8_t *bytes, size_t count, int separator);
void sortid_avx2_print_many_62x27(char *text, const uint8_t *bytes, size_t count, int separator);
size_t sortid_avx2_parse_many_hex20(uint8_t *bytes, const char *text, size_t count, int separator);
size_t sortid_avx2_parse_many_uuid(uint8_t *bytes, const char *text, size_t count, int separator);
size_t sortid_avx2_parse_many_62x27(uint8_t *bytes, const char *text, size_t count, int separator);

#define print_36x12       sortid_avx2_print_36x12
#define print_36x25       sortid_avx2_print_36x25
#define print_hex8        sortid_avx2_print_hex8
#define print_hex16       sortid_avx2_print_hex16
#define print_hex20       sortid_avx2_print_hex20
#define print_uuid        sortid_avx2_print_uuid
#define print_62x27       sortid_avx2_print_62x27
#define parse_36x12       sortid_avx2_parse_36x12
#define parse_36x25       sortid_avx2_parse_36x25
#define parse_crockford26 sortid_avx2_parse_crockford26
#define parse_32hex26     sortid_avx2_parse_32hex26
#define parse_32hex32     sortid_avx2_parse_32hex32
#define parse_hex8        sortid_avx2_parse_hex8
#define parse_hex16       sortid_avx2_parse_hex16
#define parse_uuid        sortid_avx2_parse_uuid
#define parse_62x27       sortid_avx2_parse_62x27
#define print_many_hex16  sortid_avx2_print_many_hex16
#define print_many_62x27  sortid_avx2_print_many_62x27
#define parse_many_hex20  sortid_avx2_parse_many_hex20
#define parse_many_uuid   sortid_avx2_parse_many_uuid
#define parse_many_62x27  sortid_avx2_parse_many_62x27
