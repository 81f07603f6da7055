/* SPDX-License-Identifier: MIT */
/* node/slot.h: how a reservation is found by its handle, which callers and the bounds of generators keep.
 * Called by reservation.c. It knows no etcd and nothing of what a reservation does.
 *
 * A generator is never closed, so nobody knows when the last one that asks a reservation is gone. A handle
 * is therefore no address: it is the number of a slot and a generation. Cells are never freed. A
 * slot serves one reservation after another, each as a new generation, so a handle whose reservation has ended
 * is noticed for ever. A slot whose generations are used up is not used again.
 *
 * A slot has about 150 bytes. In use are at most as many as the most reservations at one time and
 * SLOT_LEAST_FREE together, and those that are used up; memory is taken for up to twice as many. */
#ifndef NODE_SLOT_H
#define NODE_SLOT_H

#include "limit.h"

#include <pthread.h>
#include <sortid/source.h>

/* A handle has the width of a pointer: 24 bits of generation and 32 of the number, or 16 and 16. */
#ifndef SLOT_GENERATION_BITS
#define SLOT_GENERATION_BITS (UINTPTR_MAX > UINT32_MAX ? LIMIT_GENERATION_BITS : 16)
#endif

/* A slot is used again after so many others were given back, the longest unused first. */
#define SLOT_LEAST_FREE 64

struct reservation;

struct slot {
    struct limit limit;
    sortid_bound bound;  /* set before its handle is known */
    _Atomic int64_t pid; /* of the process that took it */
    pthread_rwlock_t
        door; /* a call that uses `reservation` reads; the end of the reservation writes */
    struct reservation *reservation; /* NULL: it has ended */
    uintptr_t number;
    uint32_t generation; /* of the last reservation */
    struct slot *next_free;
};

/* A slot for a reservation, its limit closed. NULL: no memory, or no number is left. */
struct slot *sortid_node_slot_take(struct reservation *reservation);

/* Its handle, never 0. */
uintptr_t sortid_node_slot_handle(const struct slot *slot);

/* Gives back a slot whose reservation has ended, or never began. */
void sortid_node_slot_give(struct slot *slot);

/* The slot of a handle; NULL: there is none. The slot may serve another reservation by now. */
struct slot *sortid_node_slot_find(uintptr_t handle);
uint32_t sortid_node_slot_generation(uintptr_t handle);

/* Whether this process took it, not one that it was forked from. */
bool sortid_node_slot_is_own(const struct slot *slot);

/* Enters the reservation of a handle: it does not end before the slot is left. NULL, and nothing to
 * leave, if it has ended. */
struct reservation *sortid_node_slot_enter(struct slot *slot, uintptr_t handle);
void sortid_node_slot_leave(struct slot *slot);

/* Ends the reservation of a handle: waits for the calls that have entered. From then on it is the
 * caller's alone. *first_free as sortid_node_limit_close tells it. NULL if it has ended. */
struct reservation *sortid_node_slot_end(uint64_t *first_free, struct slot *slot, uintptr_t handle);

#endif
