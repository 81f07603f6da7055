/* SPDX-License-Identifier: MIT */
/* simd/neon_hex.h: hex and UUID form, out and in. A part of neon.c. */
#pragma once

#include "neon_vectors.h"

/* The 32 digits of sixteen bytes. */
SIMD_INLINE uint8x16x2_t hex_of(uint8x16_t bytes)
{
    static const char DIGITS[] = "0123456789abcdef";
    uint8x16_t upper = vqtbl1q_u8(load(DIGITS), vshrq_n_u8(bytes, 4));
    uint8x16_t lower = vqtbl1q_u8(load(DIGITS), vandq_u8(bytes, vdupq_n_u8(15)));
    return (uint8x16x2_t){{vzip1q_u8(upper, lower), vzip2q_u8(upper, lower)}};
}

SIMD_INLINE void neon_print_hex8(char *text, const uint8_t *bytes)
{
    uint8x8_t half = vld1_u8(bytes);
    store(text, hex_of(vcombine_u8(half, half)).val[0]);
}

SIMD_INLINE void neon_print_hex16(char *text, const uint8_t *bytes)
{
    uint8x16x2_t hex = hex_of(load(bytes));
    store(text, hex.val[0]);
    store(text + 16, hex.val[1]);
}

SIMD_INLINE void neon_print_hex20(char *text, const uint8_t *bytes)
{
    neon_print_hex16(text, bytes);
    neon_print_hex8(text + 24, bytes + 12);
}

/* Digits 0 to 7, a hyphen, and so on; 255 is outside every table, which leaves a hyphen. */
SIMD_INLINE void neon_print_uuid(char *text, const uint8_t *bytes)
{
    static const uint8_t FROM_0[16] = {0, 1, 2, 3, 4, 5, 6, 7, 255, 8, 9, 10, 11, 255, 12, 13};
    static const uint8_t FROM_16[16] = {14, 15, 255, 16, 17, 18, 19, 255,
                                        20, 21, 22,  23, 24, 25, 26, 27};
    static const uint8_t FROM_20[16] = {1, 2, 3, 255, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    uint8x16x2_t hex = hex_of(load(bytes));
    uint8x16_t hyphens = vdupq_n_u8('-');
    store(text, vqtbx1q_u8(hyphens, hex.val[0], load(FROM_0)));
    store(text + 16, vqtbx2q_u8(hyphens, hex, load(FROM_16)));
    store(text + 20, vqtbx1q_u8(hyphens, hex.val[1], load(FROM_20)));
}

/* The bytes of 32 digits. */
SIMD_INLINE uint8x16_t join_hex(uint8x16_t digits0, uint8x16_t digits16)
{
    uint8x16_t upper = vuzp1q_u8(digits0, digits16), lower = vuzp2q_u8(digits0, digits16);
    return vsliq_n_u8(lower, upper, 4);
}

SIMD_INLINE bool neon_parse_hex8(uint8_t *bytes, const char *text)
{
    uint8x16_t digits = digits_of(load(text), &VALUES_16);
    if (!were_digits(digits))
        return false;
    vst1_u8(bytes, vget_low_u8(join_hex(digits, digits)));
    return true;
}

SIMD_INLINE bool parse_hex32(uint8_t *bytes, uint8x16_t chars0, uint8x16_t chars16)
{
    uint8x16_t digits0 = digits_of(chars0, &VALUES_16), digits16 = digits_of(chars16, &VALUES_16);
    if (!were_digits(vorrq_u8(digits0, digits16)))
        return false;
    store(bytes, join_hex(digits0, digits16));
    return true;
}

SIMD_INLINE bool neon_parse_hex16(uint8_t *bytes, const char *text)
{
    return parse_hex32(bytes, load(text), load(text + 16));
}

/* 32 digits, and the last 16, which repeat bytes 12 to 15. */
SIMD_INLINE bool neon_parse_hex20(uint8_t *bytes, const char *text)
{
    uint8x16_t digits0 = digits_of(load(text), &VALUES_16);
    uint8x16_t digits16 = digits_of(load(text + 16), &VALUES_16);
    uint8x16_t digits24 = digits_of(load(text + 24), &VALUES_16);
    if (!were_digits(vorrq_u8(vorrq_u8(digits0, digits16), digits24)))
        return false;
    store(bytes, join_hex(digits0, digits16));
    vst1_u8(bytes + 12, vget_low_u8(join_hex(digits24, digits24)));
    return true;
}

SIMD_INLINE bool neon_parse_uuid(uint8_t *bytes, const char *text)
{
    /* From characters 0 to 31, and from 16 to 31 followed by 20 to 35. */
    static const uint8_t DIGITS_0[16] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17};
    static const uint8_t DIGITS_16[16] = {3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 28, 29, 30, 31};
    uint8x16_t chars0 = load(text), chars16 = load(text + 16), chars20 = load(text + 20);
    if (text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-')
        return false;
    return parse_hex32(bytes, vqtbl2q_u8((uint8x16x2_t){{chars0, chars16}}, load(DIGITS_0)),
                       vqtbl2q_u8((uint8x16x2_t){{chars16, chars20}}, load(DIGITS_16)));
}

MANY(FORM_HEX8, hex8)
MANY(FORM_HEX16, hex16)
MANY(FORM_HEX20, hex20)
MANY(FORM_UUID, uuid)
