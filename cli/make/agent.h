/* SPDX-License-Identifier: MIT */
/* agent.h: IDs of scru64 from the agent `sortid node serve` (docs/node-agent.md). A failure ends
 * the program with status 3. */
#ifndef CLI_AGENT_H
#define CLI_AGENT_H

#include <sortid.h>

/* Connects to the agent's socket. */
void agent_open(const char *path);

/* Writes 1 to `most` IDs of a block, and returns their number. It waits while the agent is busy.
 * `most` is above 0; no ID of a block is used longer after its request than the agent says. */
size_t agent_fill(sortid_scru64 *ids, size_t most);

#endif
