/* SPDX-License-Identifier: MIT */
/* help.h: what -h prints: for the program, and for each row of main.c's table. Plain texts, no
 * code; docs/sortid-node.1 says the same at length. */
#ifndef PROGRAM_HELP_H
#define PROGRAM_HELP_H

extern const char help_node[];
extern const char help_init[];
extern const char help_list[];
extern const char help_status[];
extern const char help_health[];
extern const char help_release[];
extern const char help_pool[];
extern const char help_run[];
extern const char help_serve[];

#endif
