/* SPDX-License-Identifier: MIT */
/* node/platform.h: sleep, randomness, process id and host name; clock.h has the clocks. Tests replace
 * it. */
#ifndef NODE_PLATFORM_H
#define NODE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sleeps at least so long, unless a signal comes. */
void sortid_node_platform_sleep_ms(uint64_t ms);

/* Fills secure random bytes; false: the system's random source failed. */
bool sortid_node_platform_random(void *bytes, size_t size);

/* Nanoseconds of the wall clock; false: it cannot be read. */
bool sortid_node_platform_ns(uint64_t *ns);

/* The process id, which differs in a forked child. */
int64_t sortid_node_platform_pid(void);

/* HOST:PID, cut to `size`. */
void sortid_node_platform_label(char *label, size_t size);

#endif
