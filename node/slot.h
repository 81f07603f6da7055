/* SPDX-License-Identifier: MIT */
/* node/slot.h: finds a reservation by its handle, which callers and the bounds of generators have.
 * It knows nothing of stores and of what a reservation does.
 *
 * Generators need not be closed, so the library cannot know when the last one that uses a
 * reservation has ended. Therefore a handle is not an address, but the number of a slot and a
 * generation. Slots are never freed. A slot serves one reservation after another, each as a new
 * generation, so a handle of an ended reservation is always noticed. A slot whose generations are
 * used up is not used again.
 *
 * A slot has about 150 bytes. There are at most as many as the most reservations at one time +
 * SLOT_LEAST_FREE, and those that are used up. */
#pragma once

#include "limit.h"

#include <pthread.h>
#include <sortid/source.h>

/* A handle has the width of a pointer: 23 bits of generation, or 16, and 16 of the number. */
#define SLOTS_MOST 65536
#ifndef SLOT_GENERATION_BITS
#define SLOT_GENERATION_BITS (UINTPTR_MAX > UINT32_MAX ? LIMIT_GENERATION_BITS : 16)
#endif

/* A slot is used again after so many others were freed, the longest unused first. */
#define SLOT_LEAST_FREE 64

struct reservation;

struct slot {
    struct limit limit;
    sortid_bound bound;     /* set before its handle is known */
    _Atomic int64_t pid;    /* of the process that took it */
    pthread_rwlock_t calls; /* calls that use `reservation` read-lock it, its end write-locks it */
    struct reservation *reservation; /* NULL: it has ended */
    uintptr_t number;
    uint32_t generation; /* of the last reservation */
    struct slot *next_free;
};

/* A slot for a reservation, its limit closed. NULL: no memory, or no number left. */
struct slot *sortid_node_slot_take(struct reservation *reservation);

/* Its handle, never 0. */
uintptr_t sortid_node_slot_handle(const struct slot *slot);

/* Frees a slot whose reservation has ended or never started. */
void sortid_node_slot_free(struct slot *slot);

/* The slot of a handle; NULL: none. The slot may serve another reservation now. */
struct slot *sortid_node_slot_find(uintptr_t handle);
uint32_t sortid_node_slot_generation(uintptr_t handle);

/* Whether this process took it, rather than its parent before a fork. */
bool sortid_node_slot_is_own(const struct slot *slot);

/* Enters the reservation of a handle, which does not end before the slot is left. NULL, and nothing
 * to leave, if it has ended. */
struct reservation *sortid_node_slot_enter(struct slot *slot, uintptr_t handle);
void sortid_node_slot_leave(struct slot *slot);

/* Ends the reservation of a handle: waits for calls that have entered, then only the caller has it.
 * *first_free: see sortid_node_limit_close. NULL if it has ended before. */
struct reservation *sortid_node_slot_end(uint64_t *first_free, struct slot *slot, uintptr_t handle);
