/* SPDX-License-Identifier: MIT */
/* secrets/main.c: runs the random source under valgrind with its secrets marked as undefined: the
 * key of ChaCha20, the key in a stream, the seed from the system. memcheck reports each branch and
 * each address that depends on such bytes, and so finds leaks by timing. Run by tests/secrets.sh;
 * the argument "branch" or "address" makes it do what memcheck must report. An implementation whose
 * instructions valgrind lacks is not tested. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* getentropy */
#endif
#include "simd/chacha20.h"
#include "simd/simd.h"
#include "system/stream.h"

#include <sortid.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <valgrind/memcheck.h>

#define MAX_BLOCKS 40
#define NOW_US     UINT64_C(1700000000000000)

/* Draws of few and of many bytes, across the end of the buffer, and in bulk. */
static const size_t sizes[] = {0, 1, 2, 3, 7, 15, 16, 33, 200, 900, 991, 992, 993, 1024, 5000};

static void require(bool condition, const char *what)
{
    if (condition)
        return;
    printf("secrets: %s\n", what);
    exit(1);
}

/* The same bytes each time, marked as secret if `secret`. */
static void make_secret(void *bytes, size_t size, bool secret)
{
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(7 * i + 1);
    if (secret)
        (void)VALGRIND_MAKE_MEM_UNDEFINED(bytes, size);
}

/* Expects that each byte depends on the secret, then marks them as known. Each byte of a key stream
 * depends on the key. */
static void disclose(void *bytes, size_t size, bool secret, const char *what)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t unknown_bits = 0;
        (void)VALGRIND_GET_VBITS((uint8_t *)bytes + i, &unknown_bits, 1);
        require((unknown_bits != 0) == secret, what);
    }
    (void)VALGRIND_MAKE_MEM_DEFINED(bytes, size);
}

/* ---- The seed --------------------------------------------------------------------------- */

static bool seed_is_secret;
static unsigned seeds;

/* Replaces the C library's function, whose parameter names are reserved: the bytes that the system
 * gives are random, and valgrind knows them as defined. */
/* NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name) */
int getentropy(void *bytes, size_t size)
{
    make_secret(bytes, size, seed_is_secret);
    seeds++;
    return 0;
}

/* ---- Runs with known and with secret bytes ---------------------------------------------- */

static void run_blocks(uint8_t *out, bool secret)
{
    uint32_t key[8];
    const uint32_t nonce[3] = {1, 2, 3};
    make_secret(key, sizeof key, secret);
    for (size_t blocks = 1; blocks <= MAX_BLOCKS; blocks++, out += (size_t)64 * MAX_BLOCKS) {
        bulk()->chacha20(out, blocks, key, UINT32_C(0xfffffe00));
        disclose(out, 64 * blocks, secret, "key stream that does not depend on the secret");
    }
    sortid_simd_chacha20_block(out, key, 5, nonce);
    disclose(out, 64, secret, "a block that does not depend on the secret");
}

static void draw_all_sizes(uint8_t *out, struct stream *stream, bool secret)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sortid_status status = sortid_system_stream_fill(stream, out, sizes[i], NOW_US);
        require(status == SORTID_OK, "a draw failed");
        disclose(out, sizes[i], secret, "drawn bytes that do not depend on the secret");
        out += sizes[i];
    }
}

/* For streams on the stack, which must not be registered for the end of the thread. */
static void do_nothing(struct thread_exit *node)
{
    (void)node;
}

/* A stream whose key is secret: refills, bulk draws, erased bytes, short draws. */
static void run_stream(uint8_t *out, bool secret)
{
    static struct stream stream;
    require(epoch_read(&stream.epoch) == SORTID_OK, "no epoch");
    stream.exit.act = do_nothing;
    make_secret(stream.bytes, STREAM_KEY_BYTES, secret);
    stream.left = 0;
    stream.seeded_us = NOW_US;
    unsigned before = seeds;
    draw_all_sizes(out, &stream, secret);
    require(seeds == before, "the stream took a seed instead of the test's key");
}

/* From the system's seed on: the stream is seeded, and seeded again when a second has passed. */
static void run_seed(uint8_t *out, bool secret)
{
    struct stream stream = {.left = 0};
    stream.exit.act = do_nothing;
    seed_is_secret = secret;
    unsigned before = seeds;
    draw_all_sizes(out, &stream, secret);
    require(seeds == before + 1, "not exactly one seed was requested");

    sortid_random random;
    sortid_random_secure(&random);
    for (uint64_t second = 1; second <= 3; second++, out += 100) {
        uint64_t then = NOW_US + (secret ? 20000000 : 10000000) + second * 1000000;
        require(random.fill(random.context, out, 100, then) == SORTID_OK, "a draw failed");
        disclose(out, 100, secret, "the thread's bytes do not depend on the secret");
    }
    require(seeds == before + 4, "not one seed was requested in each second");
}

/* ---- The runs --------------------------------------------------------------------------- */

typedef void part(uint8_t *out, bool secret);

/* Both runs give the same bytes, so the secret run used the right secrets. */
static void compare_runs(part *run, const char *name)
{
    static uint8_t known[(MAX_BLOCKS + 1) * 64 * MAX_BLOCKS], hidden[sizeof known];
    memset(known, 0, sizeof known);
    memset(hidden, 0, sizeof hidden);
    run(known, false);
    run(hidden, true);
    require(memcmp(known, hidden, sizeof known) == 0, "known and secret runs differ");
    require(VALGRIND_COUNT_ERRORS == 0, "memcheck reports errors");
    printf("%s, %s: no leak\n", sortid_simd_name(), name);
}

static void run_all(void)
{
    for (const struct simd *const *each = sortid_simd_all; *each != NULL; each++) {
        if (!sortid_simd_runs((*each)->number)) {
            printf("not run: %s, this CPU or valgrind cannot run it\n", (*each)->name);
            continue;
        }
        sortid_simd_set(*each);
        compare_runs(run_blocks, "blocks of a key");
        compare_runs(run_stream, "a stream of a key");
        compare_runs(run_seed, "a stream of a seed");
    }
}

/* What memcheck must report; if it does not, the other runs show nothing. */
static int misuse_secret(const char *how)
{
    static const char table[256] = "table";
    uint8_t key[32];
    volatile char sink = 0;
    make_secret(key, sizeof key, true);
    if (strcmp(how, "branch") == 0) {
        if (key[3] > 9)
            sink = 1;
    } else if (strcmp(how, "address") == 0) {
        sink = table[key[3]];
    } else {
        return 2;
    }
    return (void)sink, 0;
}

int main(int count, char **arguments)
{
    require(RUNNING_ON_VALGRIND != 0, "run this program under valgrind");
    if (count > 1)
        return misuse_secret(arguments[1]);
    run_all();
    return 0;
}
