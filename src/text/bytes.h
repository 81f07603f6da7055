/* SPDX-License-Identifier: MIT */
/* text/bytes.h: big-endian integers from and to bytes, for every floor. Eight
 * bytes are written out as shifts, which compilers turn into one load or store and a byte swap; a
 * loop over the eight bytes stays a loop (gcc 12 -O2). */
#ifndef SORTID_TEXT_BYTES_H
#define SORTID_TEXT_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t load_be64(const uint8_t bytes[8])
{
    return (uint64_t)bytes[0] << 56 | (uint64_t)bytes[1] << 48 | (uint64_t)bytes[2] << 40 |
           (uint64_t)bytes[3] << 32 | (uint64_t)bytes[4] << 24 | (uint64_t)bytes[5] << 16 |
           (uint64_t)bytes[6] << 8 | (uint64_t)bytes[7];
}

static inline void store_be64(uint8_t bytes[8], uint64_t value)
{
    bytes[0] = (uint8_t)(value >> 56);
    bytes[1] = (uint8_t)(value >> 48);
    bytes[2] = (uint8_t)(value >> 40);
    bytes[3] = (uint8_t)(value >> 32);
    bytes[4] = (uint8_t)(value >> 24);
    bytes[5] = (uint8_t)(value >> 16);
    bytes[6] = (uint8_t)(value >> 8);
    bytes[7] = (uint8_t)value;
}

/* The first `count` bytes, 1 to 8, as an integer. */
static inline uint64_t load_be(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* The `count` low bytes of a value, 1 to 8. */
static inline void store_be(uint8_t *bytes, size_t count, uint64_t value)
{
    for (size_t i = count; i-- > 0; value >>= 8)
        bytes[i] = (uint8_t)value;
}

#endif
