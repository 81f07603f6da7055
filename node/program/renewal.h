/* SPDX-License-Identifier: MIT */
/* renewal.h: a thread that renews the reservation, so that a slow reply of etcd does not delay the
 * supervisor. Called by supervise.c. While it runs nothing else calls the library. */
#ifndef PROGRAM_RENEWAL_H
#define PROGRAM_RENEWAL_H

#include <sortid.h>
#include <sortid/node.h>

/* The state of the reservation; times on boot.h's clock. */
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

#endif
