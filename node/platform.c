/* SPDX-License-Identifier: MIT */
/* node/platform.c: see platform.h. On Linux only CLOCK_BOOTTIME runs while the machine is
 * suspended. Without it, CLOCK_MONOTONIC is the POSIX clock that cannot be set. */
#include "platform.h"

#include <sortid/source.h>

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#if defined(CLOCK_BOOTTIME)
#define CLOCK_OF_DEADLINES CLOCK_BOOTTIME
#else
#define CLOCK_OF_DEADLINES CLOCK_MONOTONIC
#endif

static bool read_ns(uint64_t *ns, clockid_t clock)
{
    struct timespec now;
    if (clock_gettime(clock, &now) != 0 || now.tv_sec < 0)
        return false;
    *ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec; // until 2554
    return true;
}

static bool read_ms(uint64_t *ms, clockid_t clock)
{
    if (!read_ns(ms, clock))
        return false;
    *ms /= 1000000;
    return true;
}

bool sortid_node_platform_boot_ms(uint64_t *ms)
{
    return read_ms(ms, CLOCK_OF_DEADLINES);
}

uint32_t sortid_node_platform_left_ms(uint64_t end_ms)
{
    uint64_t now;
    if (!sortid_node_platform_boot_ms(&now) || now >= end_ms)
        return 0;
    return end_ms - now < UINT32_MAX ? (uint32_t)(end_ms - now) : UINT32_MAX;
}

bool sortid_node_platform_unix_ms(uint64_t *ms)
{
    return read_ms(ms, CLOCK_REALTIME);
}

bool sortid_node_platform_unix_ns(uint64_t *ns)
{
    return read_ns(ns, CLOCK_REALTIME);
}

void sortid_node_platform_sleep_ms(uint64_t ms)
{
    struct timespec time = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL); // a signal ends it early: callers read the clock again
}

bool sortid_node_platform_random(void *bytes, size_t size)
{
    sortid_random random;
    uint64_t ns;
    sortid_random_secure(&random);
    return sortid_node_platform_unix_ns(&ns) &&
           random.fill(random.context, bytes, size, ns / 1000) == SORTID_OK;
}

int64_t sortid_node_platform_pid(void)
{
    return (int64_t)getpid();
}

void sortid_node_platform_label(char *label, size_t size)
{
    char host[65] = "";
    if (gethostname(host, sizeof host - 1) != 0)
        host[0] = '\0';
    snprintf(label, size, "%s:%lld", host, (long long)sortid_node_platform_pid());
}
