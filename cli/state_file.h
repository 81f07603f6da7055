/* SPDX-License-Identifier: MIT */
/* state.h: state files as the command meets them: where the one of a SCRU64 node is, and in
 * words why a file cannot be used. What stands in them is the library's alone
 * (sortid/state.h). Called by gen.c and inspect.c. */
#ifndef CLI_STATE_FILE_H
#define CLI_STATE_FILE_H

#include <sortid.h>

#define STATE_FILE_PATH_SIZE 4096

/* The path of the node's file below system_state_home(), whose folders are made. A failure is
 * reported here with status 3 and returned as false. */
bool state_file_path(char path[STATE_FILE_PATH_SIZE], const sortid_scru64_node_spec *node);

/* Whether it is the state file that a status speaks of. */
bool state_file_is_error(sortid_status status);

/* Reports such a status of a file, status 3, with what to do: `command` is the subcommand,
 * `error` errno as it was. */
void state_file_report(const char *command, const char *path, sortid_status status, int error);

#endif
