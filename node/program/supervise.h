/* SPDX-License-Identifier: MIT */
/* supervise.h: COMMAND under a hold: begun with its node id, handed signals, ended in time where
 * the hold cannot be renewed. Called by run.c. */
#ifndef PROGRAM_SUPERVISE_H
#define PROGRAM_SUPERVISE_H

#include <sortid.h>
#include <sortid/node.h>

enum hold_end {
    HOLD_GIVE_BACK, /* nobody makes IDs any more */
    HOLD_ABANDON,   /* somebody of COMMAND's group may still */
    HOLD_OVER       /* lost, or not renewed in time; a request may still be under way */
};

/* Runs it to its end. *status: what to exit with. `name` is that of the id, in messages. Signals
 * have begun (signals.h). */
enum hold_end supervise(int *status, sortid_node_hold *hold, const char *name,
                        char *const *command);

#endif
