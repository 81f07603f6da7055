/* SPDX-License-Identifier: MIT */
/* blocks.h: blocks of IDs that count up by 1 within a tick, cut from generators on reservations. Called by
 * serve.c, by one thread. No ID is in two blocks, because a generator makes each ID of a block, in a tick that
 * its reservation's bound gave to it. */
#ifndef PROGRAM_BLOCKS_H
#define PROGRAM_BLOCKS_H

#include "options.h"

#define BLOCKS_SOURCES   RESERVATIONS_MAX
#define BLOCKS_IDS       65536 /* of a block at most */
#define BLOCKS_EXPIRY_MS 1000  /* how long after its request a block should be used */

struct block {
    sortid_scru64 first;
    uint32_t count;
};

enum block_result {
    BLOCK_MADE,
    BLOCK_BUSY,   /* the IDs of the time are used up: ask again after *wait_ms */
    BLOCK_LATE,   /* the store does not confirm a later bound */
    BLOCK_FAILED, /* the generator failed: *why */
    BLOCK_NONE    /* there is no reservation, or all are lost */
};

/* Adds a reservation, which belongs to this module until blocks_take_lost returns it, or the end. False: the
 * generator cannot start. */
bool blocks_add(sortid_node_reservation *reservation);

/* A block of 1 to `most` IDs, from each reservation in turn. `unix_us` is the time. */
enum block_result blocks_make(struct block *out, uint64_t *wait_ms, sortid_status *why,
                              uint32_t most, uint64_t unix_us);

/* How the reservations are renewed. */
struct blocks_renewals {
    unsigned reservations; /* that are not lost */
    uint64_t failed;       /* renewals since the start, of all reservations */
    bool fails;            /* the last renewal of one of them failed: */
    sortid_node_error error;
};

/* Notices lost reservations, also if nobody asks for a block. Sends no request. */
void blocks_look(struct blocks_renewals *out);

/* How many IDs a tick has at all reservations. */
uint64_t blocks_ids_of_tick(void);

/* A reservation that was lost; or, after the last block, any. NULL: none. */
sortid_node_reservation *blocks_take_lost(void);
sortid_node_reservation *blocks_take_any(void);

#endif
