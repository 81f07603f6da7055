/* SPDX-License-Identifier: MIT */
/* node/cell.h: how a hold is found by its handle, which callers and the bounds of generators keep.
 * Called by hold.c. It knows no etcd and nothing of what a hold does.
 *
 * A generator is never closed, so nobody knows when the last one that asks a hold is gone. A handle
 * is therefore no address: it is the number of a cell and a generation. Cells are never freed. A
 * cell serves one hold after another, each as a new generation, so a handle whose hold has ended
 * is noticed for ever. A cell whose generations are used up is not used again.
 *
 * A cell has about 150 bytes. In use are at most as many as the most holds at one time and
 * CELL_LEAST_FREE together, and those that are used up; memory is taken for up to twice as many. */
#ifndef NODE_CELL_H
#define NODE_CELL_H

#include "limit.h"

#include <pthread.h>
#include <sortid/source.h>

/* A handle has the width of a pointer: 24 bits of generation and 32 of the number, or 16 and 16. */
#ifndef CELL_GENERATION_BITS
#define CELL_GENERATION_BITS (UINTPTR_MAX > UINT32_MAX ? LIMIT_GENERATION_BITS : 16)
#endif

/* A cell is used again after so many others were given back, the longest unused first. */
#define CELL_LEAST_FREE 64

struct hold;

struct cell {
    struct limit limit;
    sortid_bound bound;    /* set before its handle is known */
    _Atomic int64_t pid;   /* of the process that took it */
    pthread_rwlock_t door; /* a call that uses `hold` reads; the end of the hold writes */
    struct hold *hold;     /* NULL: it has ended */
    uintptr_t number;
    uint32_t generation; /* of the last hold */
    struct cell *next_free;
};

/* A cell for a hold, its limit closed. NULL: no memory, or no number is left. */
struct cell *sortid_node_cell_take(struct hold *hold);

/* Its handle, never 0. */
uintptr_t sortid_node_cell_handle(const struct cell *cell);

/* Gives back a cell whose hold has ended, or never began. */
void sortid_node_cell_give(struct cell *cell);

/* The cell of a handle; NULL: there is none. The cell may serve another hold by now. */
struct cell *sortid_node_cell_find(uintptr_t handle);
uint32_t sortid_node_cell_generation(uintptr_t handle);

/* Whether this process took it, not one that it was forked from. */
bool sortid_node_cell_is_own(const struct cell *cell);

/* Enters the hold of a handle: it does not end before the cell is left. NULL, and nothing to
 * leave, if it has ended. */
struct hold *sortid_node_cell_enter(struct cell *cell, uintptr_t handle);
void sortid_node_cell_leave(struct cell *cell);

/* Ends the hold of a handle: waits for the calls that have entered. From then on it is the
 * caller's alone. *first_free as sortid_node_limit_close tells it. NULL if it has ended. */
struct hold *sortid_node_cell_end(uint64_t *first_free, struct cell *cell, uintptr_t handle);

#endif
