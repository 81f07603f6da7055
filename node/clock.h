/* SPDX-License-Identifier: MIT */
/* node/clock.h: the two clocks of a reservation. Deadlines count on the one that runs through suspend;
 * bounds are ticks of the other. */
#ifndef NODE_CLOCK_H
#define NODE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* ms since some start; goes on while the machine is suspended, and is set by nobody. */
bool sortid_node_clock_boot_ms(uint64_t *ms);

/* ms since 1970. */
bool sortid_node_clock_unix_ms(uint64_t *ms);

#endif
