/* SPDX-License-Identifier: MIT */
/* state.h: the file that remembers the last ID of a SCRU64 node, so that runs
 * after and beside each other never repeat one. Called by gen.c. Every failure
 * is reported here with status 3 and returned as false: gen then makes nothing. */
#ifndef CLI_STATE_H
#define CLI_STATE_H

#include <sortid.h>

#define STATE_PATH_SIZE 4096

/* A spec and its end of line, room to see that there is more. */
#define STATE_TEXT_SIZE (SORTID_SCRU64_NODE_SPEC_SIZE + 8)

struct state {
    int descriptor;
    uint32_t node_id;
    uint32_t node_id_size;
    char text[STATE_TEXT_SIZE]; /* what was read last */
    size_t length;              /* of it */
    char path[STATE_PATH_SIZE];
};

/* Opens the file of the node, made with `spec` in it if there is none; `file`
 * NULL: at its place below system_state_home(), whose folders are made too. */
bool state_open(struct state *state, const char *file, const sortid_scru64_node_spec *spec);

/* Waits for the lock and reads what the file says: the node and its last ID. */
bool state_lock(struct state *state, sortid_scru64_node_spec *spec);

/* Writes the last ID, on disk when it returns. Under the lock. */
bool state_write(const struct state *state, const sortid_scru64_node_spec *spec);

/* Lets go of the lock. */
bool state_unlock(const struct state *state);

#endif
