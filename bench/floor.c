/* SPDX-License-Identifier: MIT */
/* floor.c: the rows of what every ID needs of this machine. */
#define _DEFAULT_SOURCE /* getentropy is not in POSIX.1-2008 */
#include "bench.h"
#include "../src/system/tsc.h"

#include <time.h>
#include <unistd.h>

static const char *need_counter(uint64_t count, const void *context)
{
    (void)count, (void)context;
    return TSC_EXISTS ? NULL : "the library does not read this CPU's counter";
}

LOOP(clock_read, struct timespec now, SORTID_OK,
     clock_gettime(CLOCK_REALTIME, &now) == 0 ? SORTID_OK : SORTID_CLOCK_FAILED, now.tv_nsec)
LOOP(counter_read, , SORTID_OK, SORTID_OK, tsc_read())
/* Reads 16 bytes at a time, at least the random bytes of any ID. */
LOOP(kernel_random, uint64_t bytes[2] = {0}, SORTID_OK,
     getentropy(bytes, sizeof bytes) == 0 ? SORTID_OK : SORTID_RANDOM_FAILED, bytes[0])

struct rows floor_rows(void)
{
    static const struct row all[] = {
        {"one", "clock read", clock_read, .maker = "machine"},
        {"one", "counter read", counter_read, .maker = "machine", .begin = need_counter},
        {"one", "kernel random, 16 bytes", kernel_random, .maker = "machine"},
    };
    return ROWS(all);
}
