/* SPDX-License-Identifier: MIT */
/* node/pause.c: see pause.h. */
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS        64
#define _POSIX_C_SOURCE   200809L
#include "pause.h"

#include "clock.h"

#include <time.h>

enum { first_pause_ms = 50, doublings = 5 };

uint32_t sortid_node_pause_left(uint64_t end_ms)
{
    uint64_t now;
    if (!sortid_node_clock_boot_ms(&now) || now >= end_ms)
        return 0;
    return end_ms - now < UINT32_MAX ? (uint32_t)(end_ms - now) : UINT32_MAX;
}

static uint64_t next_random(uint64_t *chance)
{
    uint64_t z = *chance += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

bool sortid_node_pause(uint32_t round, uint64_t *chance, uint64_t end_ms)
{
    uint32_t most = (uint32_t)first_pause_ms << (round < doublings ? round : doublings);
    uint32_t ms = most / 2 + (uint32_t)(next_random(chance) % (most / 2 + 1));
    if (ms >= sortid_node_pause_left(end_ms))
        return false;
    struct timespec pause = {.tv_sec = ms / 1000, .tv_nsec = (long)(ms % 1000) * 1000000};
    nanosleep(&pause, NULL); /* a signal may end it early */
    return true;
}
