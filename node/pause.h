/* SPDX-License-Identifier: MIT */
/* node/pause.h: the time that a call of a store has left, and the pauses between its tries. Called by
 * etcd_call.c and postgres_call.c. */
#ifndef NODE_PAUSE_H
#define NODE_PAUSE_H

#include <stdbool.h>
#include <stdint.h>

/* ms until `end_ms` of the boot clock; 0 if it has passed, or if the clock fails. */
uint32_t sortid_node_pause_left(uint64_t end_ms);

/* Waits before the next round of tries: longer each time, up to 1.6 s, and for a random part; false: no
 * time is left for one. `chance` is the state of the random numbers. */
bool sortid_node_pause(uint32_t round, uint64_t *chance, uint64_t end_ms);

#endif
