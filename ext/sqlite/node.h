/* SPDX-License-Identifier: MIT */
/* node.h: the generators of scru64: one on a state file for each pair of node and file that a
 * connection uses. All connections, threads and processes on one file share one increasing
 * sequence. Called by generator.c and gen_functions.c. A file is required: without one, the
 * connections of a process would repeat each other's IDs. */
#pragma once

#include "api.h"

#include <stdint.h>

/* The nodes of a connection. Set `db`; the rest begins as zeros. */
struct node;
struct nodes {
    sqlite3 *db;
    struct node *first;
    struct node *of_environment; /* one of the list, or NULL before its first use */
};

/* Closes the files. */
void sortid_sqlite_nodes_close(struct nodes *nodes);

/* The next ID. Waits a few seconds at most, as `sortid gen scru64` does; SQLITE_INTERRUPT if
 * sqlite3_interrupt() ended the wait. Other results and the message are those of
 * sortid_sqlite_next.
 *   spec  a node spec; NULL: SCRU64_NODE_SPEC, or else the node of the file SORTID_SCRU64_STATE.
 *         The environment is read once.
 *   path  a state file; NULL: SORTID_SCRU64_STATE, or else the command's file of the node, whose
 *         folders are made. */
int sortid_sqlite_node_next(uint8_t *id, struct nodes *nodes, sqlite3_value *spec,
                            sqlite3_value *path, char **message);
