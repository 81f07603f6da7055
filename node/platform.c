/* SPDX-License-Identifier: MIT */
/* node/platform.c: see platform.h. */
#define _FILE_OFFSET_BITS 64 /* which _TIME_BITS wants: time past 2038 on 32 bits */
#define _TIME_BITS        64
#define _POSIX_C_SOURCE   200809L
#include "platform.h"

#include <sortid/source.h>

#include <stdio.h>
#include <time.h>
#include <unistd.h>

void sortid_node_platform_sleep_ms(uint64_t ms)
{
    struct timespec time = {.tv_sec = (time_t)(ms / 1000), .tv_nsec = (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL); // a signal ends it early: callers read the clock again
}

bool sortid_node_platform_random(void *bytes, size_t size)
{
    sortid_random random;
    struct timespec now;
    sortid_random_secure(&random);
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return false;
    uint64_t unix_us = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    return random.fill(random.context, bytes, size, unix_us) == SORTID_OK;
}

bool sortid_node_platform_ns(uint64_t *ns)
{
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return false;
    *ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return true;
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
