/* SPDX-License-Identifier: MIT */
/* simd/neon_radix32.h: base 32 out and in. A part of neon.c. */
#pragma once

#include "neon_vectors.h"

static const char DIGITS_32HEX[] = "0123456789ABCDEFGHIJKLMNOPQRSTUV";
static const char DIGITS_CROCKFORD[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/* For each digit of ten bytes from byte b on: the two bytes that contain it, as a 16-bit lane
 * with the later byte low. Bytes outside 0 to 15 count as zero; the later byte of a group's last
 * digit is shifted out. */
#define WINDOW(b) (uint8_t)((b) + 1), (uint8_t)(b)
#define GROUP_WINDOWS(b)                                                                           \
    WINDOW(b), WINDOW(b), WINDOW((b) + 1), WINDOW((b) + 1), WINDOW((b) + 2), WINDOW((b) + 3),      \
        WINDOW((b) + 3), WINDOW((b) + 4)
typedef const uint8_t windows[2][16];

/* Sixteen characters of ten bytes. Digit k of a group is bits 5 k to 5 k + 4 from the top: in
 * its lane (5 k mod 8) bits below the top, so it is shifted down by 11 less that number. */
SIMD_INLINE uint8x16_t base32_of(uint8x16_t bytes, windows where, const char alphabet[32])
{
    static const int16_t DOWN[8] = {-11, -6, -9, -4, -7, -10, -5, -8};
    int16x8_t down = vld1q_s16(DOWN);
    uint16x8_t group0 = vreinterpretq_u16_u8(vqtbl1q_u8(bytes, load(where[0])));
    uint16x8_t group1 = vreinterpretq_u16_u8(vqtbl1q_u8(bytes, load(where[1])));
    uint8x16_t low = vuzp1q_u8(vreinterpretq_u8_u16(vshlq_u16(group0, down)),
                               vreinterpretq_u8_u16(vshlq_u16(group1, down)));
    return vqtbl2q_u8(load2((const uint8_t *)alphabet), vandq_u8(low, vdupq_n_u8(31)));
}

/* 26 digits are the last of 32 whose first four bytes are zero. */
SIMD_INLINE void print_32x26(char *text, const uint8_t *bytes, const char alphabet[32])
{
    static windows FIRST = {{GROUP_WINDOWS(-4)}, {GROUP_WINDOWS(1)}},
                   LAST = {{GROUP_WINDOWS(6)}, {GROUP_WINDOWS(11)}};
    uint8x16_t id = load(bytes);
    uint8x16_t digits0 = base32_of(id, FIRST, alphabet), digits16 = base32_of(id, LAST, alphabet);
    store(text, vextq_u8(digits0, digits16, 6));
    store(text + 10, digits16);
}

SIMD_INLINE void neon_print_32hex32(char *text, const uint8_t *bytes)
{
    static windows FIRST = {{GROUP_WINDOWS(0)}, {GROUP_WINDOWS(5)}},
                   LAST = {{GROUP_WINDOWS(6)}, {GROUP_WINDOWS(11)}};
    store(text, base32_of(load(bytes), FIRST, DIGITS_32HEX));
    store(text + 16, base32_of(load(bytes + 4), LAST, DIGITS_32HEX));
}

/* Two groups of eight digits as two 64-bit lanes below 2^40. In each step the halves of a lane
 * are x * 2^w and y, and x is shifted down next to the bits of y: 5, then 10, then 20 bits. */
SIMD_INLINE uint8x16_t join_base32(uint8x16_t digits)
{
    uint16x8_t ones = vreinterpretq_u16_u8(vrev64q_u8(digits));
    uint32x4_t twos =
        vreinterpretq_u32_u16(vbslq_u16(vdupq_n_u16(0x1f), ones, vshrq_n_u16(ones, 3)));
    uint64x2_t fours =
        vreinterpretq_u64_u32(vbslq_u32(vdupq_n_u32(0x3ff), twos, vshrq_n_u32(twos, 6)));
    return vreinterpretq_u8_u64(vbslq_u64(vdupq_n_u64(0xfffff), fours, vshrq_n_u64(fours, 12)));
}

/* From two joined halves of 32 digits: bytes 0 to 15, and 4 to 19. */
static const uint8_t BYTES_0[16] = {4, 3, 2, 1, 0, 12, 11, 10, 9, 8, 20, 19, 18, 17, 16, 28};
static const uint8_t BYTES_4[16] = {0, 12, 11, 10, 9, 8, 20, 19, 18, 17, 16, 28, 27, 26, 25, 24};

/* The first digit has three bits: it is at most '7'. */
SIMD_INLINE bool parse_32x26(uint8_t *bytes, const char *text, const struct alphabet *alphabet)
{
    uint8x16_t digits0 = digits_of(load(text), alphabet);
    uint8x16_t digits10 = digits_of(load(text + 10), alphabet);
    if (text[0] > '7' || !were_digits(vorrq_u8(digits0, digits10)))
        return false;
    uint8x16x2_t halves = {{join_base32(vextq_u8(zero(), digits0, 10)), join_base32(digits10)}};
    store(bytes, vqtbl2q_u8(halves, load(BYTES_4)));
    return true;
}

#define CODEC_32X26(NAME, DIGITS, VALUES)                                                          \
    SIMD_INLINE void neon_print_##NAME(char *text, const uint8_t *bytes)                           \
    {                                                                                              \
        print_32x26(text, bytes, DIGITS);                                                          \
    }                                                                                              \
    SIMD_INLINE bool neon_parse_##NAME(uint8_t *bytes, const char *text)                           \
    {                                                                                              \
        return parse_32x26(bytes, text, VALUES);                                                   \
    }
CODEC_32X26(32hex26, DIGITS_32HEX, &VALUES_32HEX)
CODEC_32X26(crockford26, DIGITS_CROCKFORD, &VALUES_CROCKFORD)

SIMD_INLINE bool neon_parse_32hex32(uint8_t *bytes, const char *text)
{
    uint8x16_t digits0 = digits_of(load(text), &VALUES_32HEX);
    uint8x16_t digits16 = digits_of(load(text + 16), &VALUES_32HEX);
    if (!were_digits(vorrq_u8(digits0, digits16)))
        return false;
    uint8x16x2_t halves = {{join_base32(digits0), join_base32(digits16)}};
    store(bytes, vqtbl2q_u8(halves, load(BYTES_0)));
    store(bytes + 4, vqtbl2q_u8(halves, load(BYTES_4)));
    return true;
}

MANY(FORM_32HEX26, 32hex26)
MANY(FORM_32HEX32, 32hex32)
MANY(FORM_CROCKFORD26, crockford26)
