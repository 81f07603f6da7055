/* SPDX-License-Identifier: MIT */
/* easy/scru64_file.h: the process's scru64 generator where its state is in a file: one shared
 * generator, which all threads and forked children go on by. Called by easy/scru64.c alone. */
#ifndef SORTID_EASY_SCRU64_FILE_H
#define SORTID_EASY_SCRU64_FILE_H

#include <sortid/scru64.h>

/* The file that the environment names; NULL: none. */
const char *sortid_easy_file_path(void);

/* The node of the file, as it stands there. SORTID_NO_NODE_SPEC if there is no file yet,
 * SORTID_STATE_MISMATCH if it is of another format; else statuses of sortid_shared_examine. */
sortid_status sortid_easy_file_node(sortid_scru64_node_spec *node);

/* Whether the generator stands: its node is that of this process and its children for good. */
bool sortid_easy_file_is_open(void);

/* The next ID; opens the file at the first use, for the node and `epoch`, the fork epoch that
 * it was read in. */
sortid_status sortid_easy_file_make(sortid_scru64 *out, sortid_event *event,
                                    const sortid_scru64_node_spec *node, uint32_t epoch);

#endif
