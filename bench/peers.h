/* SPDX-License-Identifier: MIT */
/* peers.h: the rows of other people's work: the naive algorithm, libuuid, npm
 * packages, other commands. Called by main.c, once, before it measures; the rows
 * live as long as the program. Those whose peer this machine lacks fail when they
 * are run, which main.c shows as skipped. */
#ifndef SORTID_BENCH_PEERS_H
#define SORTID_BENCH_PEERS_H

#include "measure.h"

/* Sets *rows and *count; NULL, or why it failed. `packages` is the folder that
 * bench/peers/install has filled, which must stay; `scale` divides the numbers of
 * IDs of commands. After library_rows: the peers work on the same IDs. */
const char *peer_rows(const struct row **rows, size_t *count, const char *packages, uint64_t scale);

#endif
