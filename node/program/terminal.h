/* SPDX-License-Identifier: MIT */
/* terminal.h: COMMAND in the foreground of the terminal, although it has a process group of its
 * own, and this program as the job that the shell knows. Called by supervise.c. */
#ifndef PROGRAM_TERMINAL_H
#define PROGRAM_TERMINAL_H

#include <stdbool.h>
#include <sys/types.h>

/* Puts the group into the foreground, if this program is there and both its standard input and
 * output are the terminal: in a pipe the other end is of this program's group. */
void terminal_give(pid_t group);

/* Takes the foreground back, if it was given. */
void terminal_take_back(void);

/* Whether the shell waits for this program to stop when COMMAND does. */
bool terminal_has_shell(void);

/* Stops this program's group as the terminal's stop key does, until the shell goes on. */
void terminal_stop(void);

#endif
