/* SPDX-License-Identifier: MIT */
/* child.h: runs COMMAND in a process group of its own, which ends with this program. Called by
 * supervise.c. */
#ifndef PROGRAM_CHILD_H
#define PROGRAM_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t group;   /* also its process id */
    int handshake; /* a socket: starts COMMAND, and reports if that fails */
};

/* Makes a process that waits to become COMMAND. False: see errno. */
bool child_make(struct child *child, char *const *command);

/* Lets it start. 0, or the errno of what failed: then it has ended. */
int child_begin(struct child *child);

enum child_state { CHILD_RUNS, CHILD_STOPPED, CHILD_ENDED };

/* Its state. CHILD_STOPPED is returned once for each stop. After CHILD_ENDED its process id stays in
 * use until child_finish. */
enum child_state child_poll(const struct child *child);

/* Sends the signal to all of its group. */
void child_signal(const struct child *child, int number);

/* After it has ended: *status as a shell reports it. Kills what it left in its group; false if some of
 * that still runs after 2 s. */
bool child_finish(const struct child *child, int *status);

#endif
