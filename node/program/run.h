/* SPDX-License-Identifier: MIT */
/* run.h: the parts of `sortid node run`:
 *   supervise.c  runs COMMAND with a reservation to its end
 *   child.c      COMMAND's process group
 *   watchdog.c   a second process, which kills COMMAND's group
 *   renewal.c    a thread, which renews the reservation
 *   terminal.c   the foreground of the terminal
 *
 * All times are on boot.h's clock. */
#pragma once

#include <sortid.h>
#include <sortid/node.h>
#include <sys/types.h>

/* ---- supervise.c ---------------------------------------------------------------------------- */

enum reservation_end {
    RESERVATION_RELEASE, /* nothing makes IDs any more */
    RESERVATION_ABANDON, /* a process of COMMAND's group may still make IDs */
    RESERVATION_OVER     /* lost; a request may still be running */
};

/* Runs COMMAND to its end: passes signals on, and ends COMMAND in time if the reservation cannot be
 * renewed. *status is the exit status. `name` is the id's, for messages. Call signals_begin
 * (signals.h) before. */
enum reservation_end supervise(int *status, sortid_node_reservation *reservation, const char *name,
                               char *const *command);

/* ---- child.c ------------------------------------------------------------------------------- */

/* COMMAND in a process group of its own, which ends with this program. */
struct child {
    pid_t group;   /* also its process id */
    int handshake; /* a socket: starts COMMAND, and reports if that fails */
};

/* Makes a process that waits to become COMMAND. False: see errno. */
bool child_make(struct child *child, char *const *command);

/* Lets it start. 0, or the errno of what failed: then it has ended. */
int child_begin(struct child *child);

enum child_state { CHILD_RUNS, CHILD_STOPPED, CHILD_ENDED };

/* Its state. CHILD_STOPPED is returned once for each stop. After CHILD_ENDED its process id stays
 * in use until child_finish. */
enum child_state child_poll(const struct child *child);

/* Sends the signal to all of its group. */
void child_signal(const struct child *child, int number);

/* After it has ended: *status as a shell reports it. Kills what it left in its group; false if some
 * of that still runs after 2 s. */
bool child_finish(const struct child *child, int *status);

/* ---- watchdog.c ---------------------------------------------------------------------------- */

/* Kills COMMAND's group at the deadline if this program is stopped, at once if it is killed. */
struct watchdog {
    int pipe;
    pid_t process;
};

/* Starts it. `close_too`: a descriptor that it must not keep. False: see errno. */
bool watchdog_begin(struct watchdog *watchdog, pid_t group, int close_too);

/* Sets the deadline. False: the watchdog has ended. */
bool watchdog_tell(const struct watchdog *watchdog, uint64_t kill_ms);

/* Ends it, after the group has ended. */
void watchdog_end(const struct watchdog *watchdog);

/* ---- renewal.c ----------------------------------------------------------------------------- */

/* The state of the reservation. A slow reply of the store must not delay the supervisor, so a
 * thread renews it. While it runs, nothing else calls the library. */
struct renewal_result {
    uint64_t terminate_ms, kill_ms;
    bool lost;
    uint64_t failed;           /* renewals so far */
    sortid_node_status status; /* of the last renewal */
    sortid_node_error error;
};

/* Starts the thread, once in the life of the program. False: see errno. */
bool renewal_begin(sortid_node_reservation *reservation);

/* Readable when there is a new result. */
int renewal_descriptor(void);
void renewal_take_result(struct renewal_result *result);

/* Ends the thread, after the request that is running. */
void renewal_end(void);

/* ---- terminal.c ---------------------------------------------------------------------------- */

/* Puts COMMAND's group into the foreground, while the shell knows this program as its job: if this
 * program is there, and its standard input and output are the terminal. (The other end of a pipe is
 * in this program's group.) */
void terminal_give(pid_t group);

/* Takes the foreground back, if terminal_give gave it away. */
void terminal_take_back(void);

/* Whether a shell expects this program to stop when COMMAND does. */
bool terminal_has_shell(void);

/* Stops this program's group as the terminal's stop key does, until the shell continues it. */
void terminal_stop(void);
