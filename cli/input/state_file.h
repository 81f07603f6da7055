/* SPDX-License-Identifier: MIT */
/* state_file.h: the path of the state file of a scru64 node, and messages about state files that
 * cannot be used. Only the library reads and writes their content. */
#pragma once

#include <sortid.h>

#define STATE_FILE_PATH_SIZE 4096

/* The path of the node's file below system_state_home(); creates its folders. Reports a failure
 * with status 3 and returns false. */
bool state_file_path(char path[STATE_FILE_PATH_SIZE], const sortid_scru64_node_spec *node);

/* Whether a status is about the state file. */
bool state_file_is_error(sortid_status status);

/* Reports such a status, with status 3, and what to do: `command` is the subcommand, `format` that
 * of the IDs to make (NULL: none), `error` is errno of that time. */
void state_file_report(const char *command, const sortid_format *format, const char *path,
                       sortid_status status, int error);
