/* SPDX-License-Identifier: MIT */
/* simd/chacha20.h: the ChaCha20 block function, RFC 8439 section 2.3: one block for the RFC's
 * vectors, consecutive blocks, and what all implementations share. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* "expand 32-byte k", the first four words of a state. */
/* clang-format off */
#define CHACHA20_SIGMA {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}
/* clang-format on */

/* Four quarter rounds down the columns and four along the diagonals, each by a call of
 * QUARTER. */
#define CHACHA20_DOUBLE_ROUND(QUARTER, x)                                                          \
    do {                                                                                           \
        QUARTER(x, 0, 4, 8, 12);                                                                   \
        QUARTER(x, 1, 5, 9, 13);                                                                   \
        QUARTER(x, 2, 6, 10, 14);                                                                  \
        QUARTER(x, 3, 7, 11, 15);                                                                  \
        QUARTER(x, 0, 5, 10, 15);                                                                  \
        QUARTER(x, 1, 6, 11, 12);                                                                  \
        QUARTER(x, 2, 7, 8, 13);                                                                   \
        QUARTER(x, 3, 4, 9, 14);                                                                   \
    } while (0)

/* One block of key stream. */
void sortid_simd_chacha20_block(uint8_t out[64], const uint32_t key[8], uint32_t counter,
                                const uint32_t nonce[3]);

/* `blocks` consecutive blocks from `counter` on, with nonce 0. */
void sortid_simd_chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter);
