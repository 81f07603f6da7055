/* SPDX-License-Identifier: MIT */
/* terminal.h: puts COMMAND, which has a process group of its own, into the foreground of the terminal,
 * while the shell knows this program as its job. Called by supervise.c. */
#ifndef PROGRAM_TERMINAL_H
#define PROGRAM_TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>

/* Puts the group into the foreground, if this program is in the foreground and its standard input and
 * output are the terminal: the other end of a pipe is in this program's group. */
void terminal_give(pid_t group);

/* Takes the foreground back, if terminal_give gave it away. */
void terminal_take_back(void);

/* Whether a shell expects this program to stop when COMMAND does. */
bool terminal_has_shell(void);

/* Stops this program's group as the terminal's stop key does, until the shell continues it. */
void terminal_stop(void);

#endif
