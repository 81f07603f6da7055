/* SPDX-License-Identifier: MIT */
/* floors.c: the rows of what every ID needs of this machine. Results are consumed, so that the
 * compiler keeps the work. */
#define _DEFAULT_SOURCE /* getentropy is not in POSIX.1-2008 */
#include "rows.h"
#include "../src/system/tsc.h"

#include <time.h>
#include <unistd.h>

static const char *clock_reads(uint64_t count, const void *context)
{
    (void)context;
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct timespec now;
        if (clock_gettime(CLOCK_REALTIME, &now) != 0)
            return "the real-time clock failed";
        sum += (uint64_t)now.tv_nsec;
    }
    measure_consume(sum);
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

static const struct row all[] = {
    ROW(GROUP_ONE, "clock read", "machine", clock_reads, NULL, 0),
    ROW(GROUP_ONE, "counter read", "machine", counter_reads, NULL, 0),
    ROW(GROUP_ONE, "kernel random, 16 bytes", "machine", kernel_random, NULL, 0),
};

const char *floor_rows(struct rows *out, const struct settings *settings)
{
    (void)settings;
    *out = (struct rows){all, sizeof all / sizeof *all};
    return NULL;
}
