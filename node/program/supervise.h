/* SPDX-License-Identifier: MIT */
/* supervise.h: runs COMMAND with a reservation: passes signals on, and ends COMMAND in time if the
 * reservation cannot be renewed. Called by run.c. */
#ifndef PROGRAM_SUPERVISE_H
#define PROGRAM_SUPERVISE_H

#include <sortid.h>
#include <sortid/node.h>

enum reservation_end {
    RESERVATION_RELEASE, /* nothing makes IDs any more */
    RESERVATION_ABANDON, /* a process of COMMAND's group may still make IDs */
    RESERVATION_OVER     /* lost, or not renewed in time; a request may still be running */
};

/* Runs COMMAND to its end. *status is the exit status. `name` is the id's, for messages. Call
 * signals_begin (signals.h) before. */
enum reservation_end supervise(int *status, sortid_node_reservation *reservation, const char *name,
                               char *const *command);

#endif
