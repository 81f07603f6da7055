/* SPDX-License-Identifier: MIT */
/* child.h: COMMAND as a process with a group of its own, which ends with this program. Called by
 * supervise.c. */
#ifndef PROGRAM_CHILD_H
#define PROGRAM_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

struct child {
    pid_t group;   /* its process id, too */
    int handshake; /* a socket: COMMAND begins when told so, and says if it cannot */
};

/* A process that waits to become COMMAND; false, and errno, if there can be none. */
bool child_make(struct child *child, char *const *command);

/* Lets it begin. 0, or errno of what kept it from running: then it has ended. */
int child_begin(struct child *child);

enum child_state { CHILD_RUNS, CHILD_STOPPED, CHILD_ENDED };

/* What has become of it. CHILD_STOPPED is told once for each time. An ended one is not gone yet:
 * its number stands for its group until child_finish. */
enum child_state child_look(const struct child *child);

/* To all of its group. */
void child_signal(const struct child *child, int number);

/* Of one that has ended: its status as shells tell it. Ends what it left in its group; false if
 * some of that is still there after a while. */
bool child_finish(const struct child *child, int *status);

#endif
