/* SPDX-License-Identifier: MIT */
/* generator/scru64_default_file.h: the default generator of scru64 if its state is in a file: one
 * shared generator for all threads and forked children. */
#pragma once

#include <sortid/scru64.h>

/* The path of the file, from the environment; NULL: none. */
const char *sortid_generator_default_file_path(void);

/* The node of the file. SORTID_NO_NODE_SPEC if there is no file yet, SORTID_STATE_MISMATCH if it is
 * of another format; else statuses of sortid_state_examine. */
sortid_status sortid_generator_default_file_node(sortid_scru64_node_spec *node);

/* Whether the generator is open: then the node of this process and its children is fixed. */
bool sortid_generator_default_file_is_open(void);

/* The next ID. The first call opens the file for this node. */
sortid_status sortid_generator_default_file_next(sortid_scru64 *out, sortid_event *event,
                                                 const sortid_scru64_node_spec *node);
