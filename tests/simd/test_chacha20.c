/* SPDX-License-Identifier: MIT */
/* test_chacha20.c: compares the block function with RFC 8439: the block of section 2.3.2 and the
 * five of appendix A.1. Then the key stream of each implementation: the vectors that have nonce
 * 0, and every count of blocks against single blocks, up to the last counter. */
#include "support/guard.h"
#include "each_simd.h"

#include "simd/chacha20.h"

#define BLOCK      64
#define MAX_BLOCKS 70 /* more than twice as many as any implementation makes in parallel */
#define SLACK                                                                                      \
    32 /* blocks of canaries, to find an implementation that writes more blocks than asked for */

static const struct {
    const char *key;
    uint32_t counter;
    const char *nonce;
    const char *block;
} vectors[] = {
    {"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", 1,
     "000000090000004a00000000",
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"0000000000000000000000000000000000000000000000000000000000000000", 0,
     "000000000000000000000000",
     "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
     "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"},
    {"0000000000000000000000000000000000000000000000000000000000000000", 1,
     "000000000000000000000000",
     "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
     "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"},
    {"0000000000000000000000000000000000000000000000000000000000000001", 1,
     "000000000000000000000000",
     "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
     "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"},
    {"00ff000000000000000000000000000000000000000000000000000000000000", 2,
     "000000000000000000000000",
     "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
     "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"},
    {"0000000000000000000000000000000000000000000000000000000000000000", 0,
     "000000000000000000000002",
     "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
     "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"},
};

static const uint32_t no_nonce[3] = {0};

/* Words as the RFC reads them: four bytes, least significant first. */
static void read_words(uint32_t *words, size_t count, const char *hex)
{
    uint8_t bytes[32];
    support_unhex(bytes, 4 * count, hex);
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                   (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
}

/* The block function; also the implementation, if the nonce is 0. */
TEST_SIMD(vectors)
{
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        uint32_t key[8], nonce[3];
        uint8_t expected[BLOCK], out[(1 + SLACK) * BLOCK];
        read_words(key, 8, vectors[i].key);
        read_words(nonce, 3, vectors[i].nonce);
        support_unhex(expected, BLOCK, vectors[i].block);
        sortid_simd_chacha20_block(out, key, vectors[i].counter, nonce);
        EXPECT_BYTES(out, expected, BLOCK, "vector %zu: block", i);
        if (memcmp(nonce, no_nonce, sizeof nonce) != 0)
            continue;
        simd->bulk->chacha20(out, 1, key, vectors[i].counter);
        EXPECT_BYTES(out, expected, BLOCK, "vector %zu: implementation", i);
    }
}

/* Makes `blocks` at `out` and compares them with single blocks. */
static void expect_blocks(const struct simd *simd, uint8_t *out, size_t blocks, uint32_t counter)
{
    uint32_t key[8], same_key[8];
    support_random_bytes(key, sizeof key);
    memcpy(same_key, key, sizeof key);
    simd->bulk->chacha20(out, blocks, key, counter);
    EXPECT_BYTES(key, same_key, sizeof key, "%zu blocks: the key changed", blocks);
    for (size_t i = 0; i < blocks; i++) {
        uint8_t expected[BLOCK];
        sortid_simd_chacha20_block(expected, key, counter + (uint32_t)i, no_nonce);
        EXPECT_BYTES(out + BLOCK * i, expected, BLOCK, "%zu blocks from %u: block %zu", blocks,
                     counter, i);
    }
}

/* Every count, from counters that cross 2^31 and that end with the last counter, at unaligned
 * addresses. */
TEST_SIMD(counts)
{
    static uint8_t out[(MAX_BLOCKS + SLACK) * BLOCK];
    for (size_t blocks = 0; blocks <= MAX_BLOCKS; blocks++) {
        const uint32_t counters[] = {0, 1, (uint32_t)support_random() >> 1, INT32_MAX - 5,
                                     UINT32_MAX - (uint32_t)blocks + 1};
        for (size_t c = blocks == 0; c < COUNT_OF(counters); c++) {
            size_t at = BLOCK + (size_t)support_below(BLOCK);
            memset(out, CANARY, sizeof out);
            expect_blocks(simd, out + at, blocks, counters[c]);
            EXPECT(only_within(out, sizeof out, at, blocks * BLOCK), "%zu blocks: written outside",
                   blocks);
        }
    }
}

TEST_SIMD(alignments)
{
    static _Alignas(64) uint8_t out[MAX_BLOCKS * BLOCK + BLOCK];
    for (size_t at = 0; at < BLOCK; at++)
        expect_blocks(simd, out + at, 37, 0);
}

TEST_SIMD(guards)
{
    struct guarded out = guarded_new(MAX_BLOCKS * BLOCK);
    for (size_t blocks = 0; blocks <= MAX_BLOCKS; blocks++) {
        expect_blocks(simd, guarded_place(&out, blocks * BLOCK, false), blocks, 0);
        expect_blocks(simd, guarded_place(&out, blocks * BLOCK, true), blocks, 0);
    }
    guarded_free(&out);
}

CASES_MAIN(NULL, NULL)
