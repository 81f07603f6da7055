/* SPDX-License-Identifier: MIT */
/* help.h: what -h prints: for the command, and for each row of main.c's table.
 * Plain texts, no code; docs/sortid.1 says the same at length. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

extern const char help_sortid[];
extern const char help_gen[];
extern const char help_inspect[];
extern const char help_convert[];
extern const char help_check[];
extern const char help_range[];
extern const char help_formats[];

#endif
