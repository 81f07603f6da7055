/* SPDX-License-Identifier: MIT */
/* node/clock.h: the two clocks of a reservation: the boot clock for deadlines, the wall clock for
 * bounds. */
#ifndef NODE_CLOCK_H
#define NODE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* The boot clock: ms since some start. It runs while the machine is suspended, and nobody sets it. */
bool sortid_node_clock_boot_ms(uint64_t *ms);

/* The wall clock: ms since 1970. */
bool sortid_node_clock_unix_ms(uint64_t *ms);

#endif
