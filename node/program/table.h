/* SPDX-License-Identifier: MIT */
/* table.h: the commands and options of sortid-node. An option is one row here; parsing, --help, completions
 * and the synopsis of the manual page come from it. */
#ifndef PROGRAM_TABLE_H
#define PROGRAM_TABLE_H

#include "../../common/command_line.h"

extern const struct program node_program;

#endif
