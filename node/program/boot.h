/* SPDX-License-Identifier: MIT */
/* boot.h: the clock of deadlines, which runs through suspend and is set by nobody, and a wait that
 * ends in time on it. Called by the modules of `sortid node run`, each process and thread with an
 * alarm of its own. */
#ifndef PROGRAM_BOOT_H
#define PROGRAM_BOOT_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

uint64_t boot_ms(void);

/* A descriptor; -1 where the system has no alarms on that clock, and waits look at it often. */
int boot_alarm_open(void);

/* Waits until the clock is at `until_ms`, `descriptor` (-1: none) can be read, or a signal comes
 * that `unblocked` lets in (NULL: none but those that are let in now). May return early. True:
 * there is something to read. */
bool boot_wait(int alarm, int descriptor, uint64_t until_ms, const sigset_t *unblocked);

#endif
