/* SPDX-License-Identifier: MIT */
/* floors.c: the rows of basic costs, for main.c: of this machine, and of the clocks and
 * randomness that every ID needs. Results are consumed, so that the compiler keeps the work. A
 * failing call ends the row with an error; its time is never reported. */
#define _DEFAULT_SOURCE /* getentropy is not in POSIX.1-2008 */
#include "clocks.h"
#include "rows.h"
#include "simds.h"
#include "../src/system/tsc.h"

#include <string.h>
#include <unistd.h>

/* The result of an operation. */
static const char *outcome(sortid_status status, uint64_t sum)
{
    measure_consume(sum);
    return status == SORTID_OK ? NULL : sortid_status_text(status);
}

/* ---- The machine --------------------------------------------------------------- */

static const char *empty_calls(uint64_t count, const void *context)
{
    (void)context;
    for (uint64_t i = 0; i < count; i++)
        measure_empty_call();
    return NULL;
}

static const char *counter_reads(uint64_t count, const void *context)
{
    (void)context;
    uint64_t sum = 0;
    if (!TSC_EXISTS)
        return "the library does not read this CPU's counter";
    for (uint64_t i = 0; i < count; i++)
        sum += tsc_read();
    measure_consume(sum);
    return NULL;
}

static const enum clocks_kind COUNTER = CLOCK_COUNTER, PUBLISHED = CLOCK_PUBLISHED;

/* Calls the clock through its pointer, as a generator does. */
static const char *source_reads(uint64_t count, const void *kind)
{
    sortid_clock clock;
    sortid_status status = clocks_get(&clock, *(const enum clocks_kind *)kind);
    uint64_t sum = 0, unix_us = 0;
    for (uint64_t i = 0; i < count && status == SORTID_OK; i++) {
        status = clock.read(clock.context, &unix_us);
        sum += unix_us;
    }
    return outcome(status, sum);
}

/* Reads 16 bytes at a time, at least the random bytes of any ID. */
static const char *kernel_random(uint64_t count, const void *context)
{
    (void)context;
    uint64_t bytes[2] = {0}, sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        if (getentropy(bytes, sizeof bytes) != 0)
            return "getentropy failed";
        sum += bytes[0];
    }
    measure_consume(sum);
    return NULL;
}

#define MOST_FILLED (64 << 20)

static const size_t IN_CACHE = 64 << 10, IN_MEMORY = MOST_FILLED;

/* Writes count * 16 bytes, repeatedly into a buffer of *context bytes. */
static const char *fills(uint64_t count, const void *context)
{
    static unsigned char buffer[MOST_FILLED];
    size_t size = *(const size_t *)context;
    for (uint64_t left = count * 16; left > 0; left -= left < size ? left : size) {
        memset(buffer, (int)left, left < size ? left : size);
        measure_consume(buffer[left % size]);
    }
    return NULL;
}

/* ---- Randomness: one operation is one byte ---------------------------------------- */

static const size_t WORD = 4, PAGE = 4096;

/* Draws *context bytes at a time; the last draw is complete even if it exceeds `count`. */
static const char *draws(uint64_t count, const void *context)
{
    size_t size = *(const size_t *)context;
    uint8_t bytes[4096] = {0};
    uint64_t sum = 0, left = (count + size - 1) / size;
    sortid_random random;
    sortid_status status = SORTID_OK;
    sortid_random_secure(&random);
    for (; left > 0 && status == SORTID_OK; left--) {
        status = random.fill(random.context, bytes, size, 0);
        sum += bytes[0];
    }
    return outcome(status, sum);
}

#define BLOCK_SIZE 64
#define BLOCKS     1024 /* a buffer of 64 KiB */

/* Only the key stream: it is not copied or erased. The last block is complete. */
static const char *key_stream(uint64_t count, const void *context)
{
    static const uint32_t KEY[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    static uint8_t buffer[BLOCKS * BLOCK_SIZE];
    const struct simd *by = context;
    uint64_t left = (count + BLOCK_SIZE - 1) / BLOCK_SIZE;
    for (uint64_t lot; left > 0; left -= lot) {
        lot = left < BLOCKS ? left : BLOCKS;
        by->chacha20(buffer, (size_t)lot, KEY, 0);
        measure_consume(buffer[0]);
    }
    return NULL;
}

/* ---- The rows ------------------------------------------------------------------ */

#define ROW(GROUP, NAME, MAKER, RUN, CONTEXT)                                                      \
    {                                                                                              \
        .group = GROUP, .name = NAME, .maker = MAKER, .run = RUN, .context = CONTEXT               \
    }

static const struct row COUNTER_READ =
    ROW(GROUP_FLOOR, "counter read", "machine", counter_reads, NULL);

const struct row *floor_counter_read(void)
{
    return TSC_EXISTS ? &COUNTER_READ : NULL;
}

static const struct row FIXED[] = {
    ROW(GROUP_FLOOR, "clock read", "machine", measure_clock_reads, NULL),
    ROW(GROUP_FLOOR, "counter read", "machine", counter_reads, NULL),
    ROW(GROUP_FLOOR, "empty call", "machine", empty_calls, NULL),
    ROW(GROUP_FLOOR, "kernel random, 16 bytes", "machine", kernel_random, NULL),
    ROW(GROUP_FLOOR, "memory fill, 16 bytes, in cache", "machine", fills, &IN_CACHE),
    ROW(GROUP_FLOOR, "memory fill, 16 bytes, in memory", "machine", fills, &IN_MEMORY),
    ROW(GROUP_FLOOR, "TSC clock, by its source", NULL, source_reads, &COUNTER),
    ROW(GROUP_FLOOR, "published clock, by its source", NULL, source_reads, &PUBLISHED),
    ROW(GROUP_RANDOM, "draws of 4 bytes", NULL, draws, &WORD),
    ROW(GROUP_RANDOM, "draws of 4 KiB", NULL, draws, &PAGE),
};
#define FIXED_COUNT (sizeof FIXED / sizeof *FIXED)

static struct row all[FIXED_COUNT + MOST_SIMD];

const char *floor_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    const struct simd *simds[MOST_SIMD];
    size_t simd_count = simds_list(simds);
    memcpy(all, FIXED, sizeof FIXED);
    for (size_t k = 0; k < simd_count; k++)
        all[FIXED_COUNT + k] = (struct row){.group = GROUP_RANDOM,
                                            .name = "ChaCha20, 64 KiB at a time",
                                            .run = key_stream,
                                            .context = simds[k],
                                            .simd = simds[k]->name,
                                            .bar = TO_REACH_ANYHOW(1 / 7.0)};
    *out = (struct rows){all, FIXED_COUNT + simd_count};
    return NULL;
}
