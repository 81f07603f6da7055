/* SPDX-License-Identifier: MIT */
/* table.h: the commands and options of sortid. An option is one row here; parsing, --help,
 * completions and the synopsis of the manual page come from it. */
#ifndef CLI_COMMAND_TABLE_H
#define CLI_COMMAND_TABLE_H

#include "../../common/command_line.h"

extern const struct program sortid_program;

#endif
