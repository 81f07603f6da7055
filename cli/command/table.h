/* SPDX-License-Identifier: MIT */
/* table.h: the commands and options of sortid. An option is one row here; parsing, --help,
 * completions and the synopsis of the manual page come from it. */
#pragma once

#include "../../common/command_line.h"

extern const struct program sortid_program;
