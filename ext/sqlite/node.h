/* SPDX-License-Identifier: MIT */
/* node.h: the generators of scru64: one on a state file for each node and file that a connection
 * uses, through which all connections, threads and processes of the node make one increasing row.
 * Called by generator.c. There is none without a file: connections of one process would repeat
 * each other's IDs. */
#ifndef SORTID_EXT_SQLITE_NODE_H
#define SORTID_EXT_SQLITE_NODE_H

#include "ext.h"

/* Of a connection; zeros for the rest are none. */
struct node;
struct nodes {
    sqlite3 *db;
    struct node *first;
    struct node *of_environment; /* one of them, once it was asked for */
};

/* Lets go of the files. */
void sortid_sqlite_nodes_close(struct nodes *nodes);

/* The next ID, which may wait for up to some seconds, as `sortid gen scru64` does; SQLITE_INTERRUPT
 * where sqlite3_interrupt() ended the wait.
 * `spec` NULL: SCRU64_NODE_SPEC, else the node that SORTID_SCRU64_STATE is of; read once.
 * `path` NULL: SORTID_SCRU64_STATE, else the command's file of the node, whose folders are made.
 * Other results and the message as of sortid_sqlite_make. */
int sortid_sqlite_node_make(uint8_t *id, struct nodes *nodes, sqlite3_value *spec,
                            sqlite3_value *path, char **message);

#endif
