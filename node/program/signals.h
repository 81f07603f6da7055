/* SPDX-License-Identifier: MIT */
/* signals.h: the signals that `sortid node run` passes on, as flags that are read between waits: no
 * kind is lost, and none interrupts a step. A signal that was ignored when the program started
 * stays ignored, for COMMAND too. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Saves the signal state for COMMAND. Call it first. */
void signals_remember(void);

/* From here on signals come only in waits with signals_let_in(). */
void signals_begin(void);
const sigset_t *signals_let_in(void);

/* Takes a signal that has come; false: none. */
bool signals_take(int *number);

/* Takes all, and stops this program if one asks for that. Returns one that would end a program; 0:
 * none. */
int signals_obey(void);

/* In the child, before COMMAND: restores the saved state. */
void signals_restore(void);

/* In a thread: blocks all signals. */
void signals_block_all(void);
