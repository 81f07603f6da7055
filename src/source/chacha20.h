/* SPDX-License-Identifier: MIT */
/* source/chacha20.h: the ChaCha20 block function, RFC 8439 section 2.3, one block
 * for the RFC's vectors and several side by side for the random source. */
#ifndef SORTID_SOURCE_CHACHA20_H
#define SORTID_SOURCE_CHACHA20_H

#include <stdint.h>

/* How many blocks _blocks makes side by side: a vector of 128 bits where the
 * compiler has vector types, one word elsewhere. */
#if defined(__GNUC__)
#define CHACHA20_LANES 4
#else
#define CHACHA20_LANES 1
#endif

/* One block of key stream: 64 bytes as 16 words, each to be written out least
 * significant byte first. */
void sortid_source_chacha20_block(uint32_t out[16], const uint32_t key[8], uint32_t counter,
                                  const uint32_t nonce[3]);

/* The CHACHA20_LANES blocks from `counter` on under nonce 0, word by word of all
 * blocks: word w of block i is out[w * CHACHA20_LANES + i]. */
void sortid_source_chacha20_blocks(uint32_t out[16 * CHACHA20_LANES], const uint32_t key[8],
                                   uint32_t counter);

#endif
