/* SPDX-License-Identifier: MIT */
/* boot.h: the clock of deadlines, which nobody sets and which runs while the machine is suspended,
 * and waits on it and on pipes. Each process and thread has its own alarm. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

uint64_t boot_ms(void);

/* A descriptor; -1 if the system has no alarms on that clock: then waits read it often. */
int boot_alarm_open(void);

/* Waits until the clock is at `until_ms`, `descriptor` (-1: none) is readable, or a signal comes
 * that `unblocked` does not block (NULL: the current mask). May return early. True: there is
 * something to read. */
bool boot_wait(int alarm, int descriptor, uint64_t until_ms, const sigset_t *unblocked);

/* How long to pause after a failure, which is number `failures` of its series, from 0 on: 0.1 s,
 * doubled each time up to 5 s, less a random part of up to a half. So many programs do not ask a
 * store that comes back at the same time. */
uint64_t boot_pause_ms(unsigned failures);

/* A pipe that executed programs do not inherit. Neither end blocks: a full pipe is readable, and
 * its reader may be stopped. False: see errno. */
bool boot_pipe(int ends[2]);

/* Makes a pipe readable; reads all of it. */
void boot_ring(const int ends[2]);
void boot_silence(const int ends[2]);
