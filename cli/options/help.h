/* SPDX-License-Identifier: MIT */
/* help.h: what --help prints: for the command, and for each row of main.c's table.
 * It includes nothing; docs/sortid.1 has the same in detail. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

extern const char help_sortid[];
extern const char help_gen[];
extern const char help_inspect[];
extern const char help_convert[];
extern const char help_check[];
extern const char help_range[];
extern const char help_formats[];
extern const char help_find[];
extern const char help_filter[];
extern const char help_sort[];
extern const char help_compare[];

#endif
