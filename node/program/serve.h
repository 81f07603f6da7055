/* SPDX-License-Identifier: MIT */
/* serve.h: the parts of `sortid node serve` (docs/node-agent.md):
 *   acquirer.c  a thread, which acquires reservations
 *   blocks.c    cuts blocks of IDs from generators on them, and lends their numbers
 *   clients.c   the connections, their requests and answers
 *   listener.c  the Unix socket
 *
 * One thread calls all of them, and no call but acquirer_end waits. */
#pragma once

#include "options.h"

#include <poll.h>
#include <sys/types.h>

/* ---- acquirer.c ---------------------------------------------------------------------------- */

/* Starts the thread, once in the life of the program: a slow reply of the store must not delay a
 * client. The options are copied. False: see errno. */
bool acquirer_begin(sortid_node_client *client, const sortid_node_reservation_options *options,
                    unsigned count);

/* Readable when there is something to take. */
int acquirer_descriptor(void);

/* A reservation that was acquired. NULL: none; then *status is SORTID_NODE_OK, or why the last
 * attempt failed, each time once. The next attempt is after this, and a pause. */
sortid_node_reservation *acquirer_take(sortid_node_status *status, sortid_node_error *error);

/* Ends a reservation that was lost, or that no generator can start on; the thread acquires another
 * one, after a pause. */
void acquirer_replace(sortid_node_reservation *lost);

/* Ends the thread, after the request that is running. acquirer_take may still return
 * reservations. */
void acquirer_end(void);

/* ---- blocks.c ------------------------------------------------------------------------------ */

#define BLOCKS_SOURCES   RESERVATIONS_MAX
#define BLOCKS_IDS       65536 /* of a block at most */
#define BLOCKS_EXPIRY_MS 1000  /* how long after its request a block should be used */

/* IDs of one tick that count up by 1. No ID is in two blocks, because a generator makes each one,
 * in a tick that its reservation's bound gave to it. */
struct block {
    sortid_scru64 first;
    uint32_t count, node_size;
};

/* A node id as a number for generators of another kind, and the times of the IDs for which it may
 * be used, in full seconds: so no unit of time of such a generator lies across an end. */
struct number {
    uint32_t node_id;
    uint64_t from_ms, until_ms;
};

enum block_result {
    BLOCK_MADE,
    BLOCK_BUSY,   /* the IDs of the time are used up: ask again after *wait_ms */
    BLOCK_LATE,   /* the store does not confirm a later bound */
    BLOCK_FAILED, /* the generator failed: *why */
    BLOCK_NONE    /* there is no reservation, or all are lost or have workers */
};

/* Adds a reservation, which belongs to this module until blocks_take returns it.
 * False: the generator cannot start. */
bool blocks_add(sortid_node_reservation *reservation);

/* A block of 1 to `most` IDs, from each reservation in turn. `unix_us` is the time. */
enum block_result blocks_make(struct block *out, uint64_t *wait_ms, sortid_status *why,
                              uint32_t most, uint64_t unix_us);

/* The number of a reservation that no other connection has until blocks_leave, and from which no
 * blocks are made meanwhile. A later call for the connection returns the same number with a later
 * end, or after a loss another one. Connections are not 0. */
enum block_result blocks_number(struct number *out, uint64_t connection, uint64_t unix_us);
void blocks_leave(uint64_t connection);

/* How the reservations are renewed. */
struct blocks_renewals {
    unsigned reservations; /* that are not lost */
    uint64_t failed;       /* renewals since the start, of all reservations */
    bool fails;            /* the last renewal of one of them failed: */
    sortid_node_error error;
};

/* Notices lost reservations, also if nobody asks for a block. Sends no request. */
void blocks_look(struct blocks_renewals *out);

/* How many IDs a tick has at all reservations for blocks. */
uint64_t blocks_ids_of_tick(void);

/* A reservation that was lost; or, after the last block, any. NULL: none. */
sortid_node_reservation *blocks_take(bool any);

/* ---- clients.c ----------------------------------------------------------------------------- */

#define CLIENTS_MAX 1000

/* Takes a connection, which does not block. One too many is told so, and closed. An answer that a
 * client does not read stays in its connection, whose next request waits. */
void clients_add(int descriptor);

/* Writes what each connection waits for; returns how many there are. *ready: a request was read
 * already. */
size_t clients_poll(struct pollfd polls[CLIENTS_MAX], bool *ready);

/* Reads and answers at most one request of each connection, in turn, and closes those that have
 * ended. `polls` is of the last clients_poll. */
void clients_serve(const struct pollfd *polls);

void clients_close_all(void);

/* ---- listener.c ------------------------------------------------------------------------------ */

/* Creates the socket at `path` with the permissions `mode`, replacing one that nobody serves. -1:
 * it fails, and has reported why. */
int listener_open(const char *path, mode_t mode);

/* The next connection, which does not block; -1: none now, or it failed, see errno. A peer that is
 * another user than the permissions allow is refused: EACCES. */
int listener_accept(int listener, mode_t mode);

/* Closes it, and removes the file unless another program has put its own there. */
void listener_close(int listener, const char *path);
