/* SPDX-License-Identifier: MIT */
/* node/platform.h: clocks, sleep, randomness, process id and host name. Tests replace it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The boot clock, for deadlines: ms since some start. It runs while the machine is suspended, and
 * cannot be set. False: it cannot be read. */
bool sortid_node_platform_boot_ms(uint64_t *ms);

/* ms until `end_ms` of the boot clock; 0 if it has passed, or if the clock fails. */
uint32_t sortid_node_platform_left_ms(uint64_t end_ms);

/* The wall clock, for bounds: ms and ns since 1970. */
bool sortid_node_platform_unix_ms(uint64_t *ms);
bool sortid_node_platform_unix_ns(uint64_t *ns);

/* Sleeps at least so long, unless a signal comes. */
void sortid_node_platform_sleep_ms(uint64_t ms);

/* Fills secure random bytes; false: the system's random source failed. */
bool sortid_node_platform_random(void *bytes, size_t size);

/* A random number below `limit`, for choices and pauses. If the random source fails, it is 0: then
 * all clients choose the same, which does no harm. */
static inline uint64_t sortid_node_platform_below(uint64_t limit)
{
    uint64_t chance = 0;
    (void)sortid_node_platform_random(&chance, sizeof chance);
    return chance % limit;
}

/* Of two times, or other numbers. */
static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static inline uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The process id, which differs in a forked child. */
int64_t sortid_node_platform_pid(void);

/* HOST:PID, cut to `size`. */
void sortid_node_platform_label(char *label, size_t size);
