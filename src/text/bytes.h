/* SPDX-License-Identifier: MIT */
/* text/bytes.h: big-endian integers from and to bytes, and their order. Eight or four bytes are a
 * move and a byte swap if possible, because gcc 12 -O2 does not join the shifts of packed
 * fields. */
#pragma once

#include "memory.h"

#include <stdbool.h>
#include <stdint.h>

#if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

static inline uint64_t load_be64(const uint8_t bytes[8])
{
    uint64_t value;
    memcpy(&value, bytes, sizeof value);
    return __builtin_bswap64(value);
}

static inline uint32_t load_be32(const uint8_t bytes[4])
{
    uint32_t value;
    memcpy(&value, bytes, sizeof value);
    return __builtin_bswap32(value);
}

static inline void store_be64(uint8_t bytes[8], uint64_t value)
{
    value = __builtin_bswap64(value);
    memcpy(bytes, &value, sizeof value);
}

#else

static inline uint32_t load_be32(const uint8_t bytes[4])
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline uint64_t load_be64(const uint8_t bytes[8])
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++)
        value = value << 8 | bytes[i];
    return value;
}

static inline void store_be64(uint8_t bytes[8], uint64_t value)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> (56 - 8 * i));
}

#endif

static inline bool are_zero(const void *memory, size_t size)
{
    const uint8_t *bytes = memory;
    size_t i = 0;
    while (i < size && bytes[i] == 0)
        i++;
    return i == size;
}

/* The first `count` bytes, 0 to 6, as an integer. With a constant count it is one load. */
static inline uint64_t load_be(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    switch (count) {
    case 6:
        value |= (uint64_t)*bytes++ << 40; /* fall through */
    case 5:
        value |= (uint64_t)*bytes++ << 32; /* fall through */
    case 4:
        return value | load_be32(bytes);
    case 3:
        value |= (uint64_t)*bytes++ << 16; /* fall through */
    case 2:
        value |= (uint64_t)*bytes++ << 8; /* fall through */
    case 1:
        value |= *bytes;
    }
    return value;
}

/* Stores the `count` low bytes of a value, 1 to 8. */
static inline void store_be(uint8_t *bytes, size_t count, uint64_t value)
{
    for (size_t i = count; i-- > 0; value >>= 8)
        bytes[i] = (uint8_t)value;
}

/* The value of eight digits of a radix up to 62, in the bytes of a word, the last in the lowest:
 * joins neighbors to lanes twice as wide, four below 2^16, two below 2^32, one below 2^47.7. */
static inline uint64_t join_eight(uint64_t d, uint64_t radix)
{
    const uint64_t bytes = UINT64_C(0x00ff00ff00ff00ff), words = UINT64_C(0x0000ffff0000ffff);
    const uint64_t radix2 = radix * radix;
    d = (d >> 8 & bytes) * radix + (d & bytes);
    d = (d >> 16 & words) * radix2 + (d & words);
    return (d >> 32) * (radix2 * radix2) + (uint32_t)d;
}

/* Compares big-endian integers of `size` bytes, a multiple of 8 plus at most 6: below, equal to or
 * above 0. Freestanding builds do not have memcmp. */
static inline int compare_bytes(const uint8_t *a, const uint8_t *b, size_t size)
{
    uint64_t x = 0, y = 0;
    for (; size >= 8 && x == y; size -= 8, a += 8, b += 8) {
        x = load_be64(a);
        y = load_be64(b);
    }
    if (x == y) {
        x = load_be(a, size);
        y = load_be(b, size);
    }
    return (x > y) - (x < y);
}
