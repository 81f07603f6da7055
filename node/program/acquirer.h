/* SPDX-License-Identifier: MIT */
/* acquirer.h: a thread that acquires the reservations of `sortid node serve`, and others for those that are
 * lost, so that a slow reply of the store delays no client. Called by serve.c. */
#ifndef PROGRAM_ACQUIRER_H
#define PROGRAM_ACQUIRER_H

#include <sortid.h>
#include <sortid/node.h>

/* Starts the thread, once in the life of the program. The options are copied. False: see errno. */
bool acquirer_begin(sortid_node_client *client, const sortid_node_reservation_options *options,
                    unsigned count);

/* Readable when there is something to take. */
int acquirer_descriptor(void);

/* A reservation that was acquired. NULL: none; then *status is SORTID_NODE_OK, or why the last attempt
 * failed, each time once. The next attempt is a second after it. */
sortid_node_reservation *acquirer_take(sortid_node_status *status, sortid_node_error *error);

/* Ends a reservation that was lost, or that no generator can start on; the thread acquires another one, at the earliest a second
 * after its last attempt. */
void acquirer_replace(sortid_node_reservation *lost);

/* Ends the thread, after the request that is running. acquirer_take may still return reservations. */
void acquirer_end(void);

#endif
