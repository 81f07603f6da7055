/* SPDX-License-Identifier: MIT */
/* node.h: the npm peers, run by one node process that lives as long as the bench
 * (peers/peers.mjs says what it is told). Rows of peers.c. */
#ifndef SORTID_BENCH_NODE_H
#define SORTID_BENCH_NODE_H

#include <stdint.h>

/* Where bench/peers/install has put packages and peers.mjs; must stay. To be called
 * before node_make. */
void node_use(const char *packages);

/* Lets node do what the context, a name of peers.mjs, says `count` times. An
 * operation of measure.h. Asking and answering takes some 50 us, ms on a busy
 * machine: rows have a count of their own that takes much longer. */
const char *node_make(uint64_t count, const void *name);

#endif
