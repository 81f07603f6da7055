/* SPDX-License-Identifier: MIT */
/* watchdog.h: a second process that kills COMMAND's group: at the deadline if this program is stopped,
 * and at once if it is killed. Called by supervise.c. */
#ifndef PROGRAM_WATCHDOG_H
#define PROGRAM_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct watchdog {
    int pipe;
    pid_t process;
};

/* Starts it. `close_too`: a descriptor that it must not keep. False: see errno. */
bool watchdog_begin(struct watchdog *watchdog, pid_t group, int close_too);

/* Sets the deadline, on boot.h's clock. False: the watchdog has ended. */
bool watchdog_tell(const struct watchdog *watchdog, uint64_t kill_ms);

/* Ends it, after the group has ended. */
void watchdog_end(const struct watchdog *watchdog);

#endif
