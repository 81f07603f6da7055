/* SPDX-License-Identifier: MIT */
/* signals.h: the signals that `sortid node run` passes on, as flags that are looked at between
 * waits: no kind is lost, and none comes in the middle of a step. Called by main.c, run.c, supervise.c
 * and child.c. One that the program was told to ignore stays ignored, for COMMAND too. */
#ifndef PROGRAM_SIGNALS_H
#define PROGRAM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Keeps what the system gave this program, for COMMAND. Before all else. */
void signals_remember(void);

/* From here on they come in waits alone, those with signals_let_in(). */
void signals_begin(void);
const sigset_t *signals_let_in(void);

/* Takes one that has come; false if none has. */
bool signals_take(int *number);

/* The one that has come and would end a program; 0: none has. It is not taken. */
int signals_ending(void);

/* In the child before COMMAND: all is as this program found it. */
void signals_restore(void);

/* In a thread: none comes there. */
void signals_block_all(void);

#endif
