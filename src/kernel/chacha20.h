/* SPDX-License-Identifier: MIT */
/* kernel/chacha20.h: the ChaCha20 block function, RFC 8439 section 2.3: one block
 * for the RFC's vectors, and blocks in a row as kernel.h wants them. */
#ifndef SORTID_KERNEL_CHACHA20_H
#define SORTID_KERNEL_CHACHA20_H

#include <stddef.h>
#include <stdint.h>

/* One block of key stream. */
void sortid_kernel_chacha20_block(uint8_t out[64], const uint32_t key[8], uint32_t counter,
                                  const uint32_t nonce[3]);

/* `blocks` of them from `counter` on, nonce 0. */
void sortid_kernel_chacha20(uint8_t *out, size_t blocks, const uint32_t key[8], uint32_t counter);

#endif
