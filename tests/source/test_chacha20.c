/* SPDX-License-Identifier: MIT */
/* test_chacha20.c: the block function of the random source against RFC 8439:
 * the block of section 2.3.2 and the five of appendix A.1, written down here;
 * then the blocks made side by side against single blocks. An internal function:
 * the one test that reads a header of src. */
#include "../support/support.h"

#include "../../src/source/chacha20.h"

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

/* Words as the RFC reads them: four bytes, least significant first. */
static void read_words(uint32_t *words, size_t count, const char *hex)
{
    uint8_t bytes[64];
    support_unhex(bytes, 4 * count, hex);
    for (size_t i = 0; i < count; i++)
        words[i] = (uint32_t)bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 |
                   (uint32_t)bytes[4 * i + 2] << 16 | (uint32_t)bytes[4 * i + 3] << 24;
}

static void test_vectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(vectors); i++) {
        uint32_t key[8], nonce[3], expected[16], out[16];
        read_words(key, 8, vectors[i].key);
        read_words(nonce, 3, vectors[i].nonce);
        read_words(expected, 16, vectors[i].block);
        sortid_source_chacha20_block(out, key, vectors[i].counter, nonce);
        EXPECT_BYTES(out, expected, sizeof out, "vector %zu", i);
    }
}

/* Blocks side by side, over the place where the counter wraps as well. */
static void test_blocks(void **state)
{
    (void)state;
    static const uint32_t counters[] = {0, 1, 12345, UINT32_MAX - 1, UINT32_MAX};
    static const uint32_t no_nonce[3] = {0};
    for (size_t c = 0; c < COUNT_OF(counters); c++) {
        uint32_t key[8], many[16 * CHACHA20_LANES], one[16];
        support_random_bytes(key, sizeof key);
        sortid_source_chacha20_blocks(many, key, counters[c]);
        for (uint32_t lane = 0; lane < CHACHA20_LANES; lane++) {
            sortid_source_chacha20_block(one, key, counters[c] + lane, no_nonce);
            for (size_t word = 0; word < 16; word++)
                EXPECT(many[word * CHACHA20_LANES + lane] == one[word],
                       "counter %u, block %u, word %zu", counters[c], lane, word);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_blocks),
    };
    support_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
