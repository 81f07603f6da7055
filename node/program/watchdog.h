/* SPDX-License-Identifier: MIT */
/* guard.h: a second process that kills COMMAND's group at the deadline, should this program be
 * stopped, and at once, should it be killed. Called by supervise.c. */
#ifndef PROGRAM_GUARD_H
#define PROGRAM_GUARD_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct guard {
    int pipe;
    pid_t process;
};

/* False, and errno, if there can be none. `close_too`: a descriptor that it must not keep. */
bool guard_begin(struct guard *guard, pid_t group, int close_too);

/* The time on boot.h's clock. False: it is there no more. */
bool guard_tell(const struct guard *guard, uint64_t kill_ms);

/* The group is gone. */
void guard_end(const struct guard *guard);

#endif
