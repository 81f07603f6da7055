/* SPDX-License-Identifier: MIT */
/* node/platform.h: what a reservation asks of the system beside the clocks of clock.h. Tests put a world
 * of their own in its place. */
#ifndef NODE_PLATFORM_H
#define NODE_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sleeps about so long, at least unless a signal comes. */
void sortid_node_platform_sleep_ms(uint64_t ms);

/* Bytes that nobody can guess; false: there are none. */
bool sortid_node_platform_random(void *bytes, size_t size);

/* Of this process; another in a forked child. */
int64_t sortid_node_platform_pid(void);

/* HOST:PID, cut to its room. */
void sortid_node_platform_label(char *label, size_t size);

#endif
