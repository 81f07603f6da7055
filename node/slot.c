/* SPDX-License-Identifier: MIT */
/* node/cell.c: see cell.h. Cells are in chunks, each twice as large as the one before, so that a
 * number is found without a lock. Taking and giving back have one lock for the process. A forked
 * child uses none of the cells that were there before: another thread of the parent may have been
 * in one. */
#define _POSIX_C_SOURCE 200809L
#include "cell.h"

#include "outside.h"

#include <stdlib.h>

#define FIRST_CHUNK     64
#define NUMBER_BITS     (UINTPTR_MAX > UINT32_MAX ? 32 : 16)
#define CHUNKS          (NUMBER_BITS - 6) /* 64 * (2^CHUNKS - 1) < 2^NUMBER_BITS cells */
#define LAST_GENERATION ((UINT32_C(1) << CELL_GENERATION_BITS) - 1)

_Static_assert(FIRST_CHUNK == 1 << 6, "as CHUNKS has it");

static _Atomic(struct cell *) chunks[CHUNKS];

static struct {
    pthread_mutex_t lock;
    struct cell *first, *last; /* those that were given back, in this order */
    size_t free_count;
    uintptr_t made; /* cells that were ever taken; their numbers are below it */
} cells = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Forks ---------------------------------------------------------------------------------- */

static pthread_once_t watched = PTHREAD_ONCE_INIT;
static bool is_watched;

static void lock_cells(void)
{
    pthread_mutex_lock(&cells.lock);
}

static void unlock_cells(void)
{
    pthread_mutex_unlock(&cells.lock);
}

static void forget_cells(void)
{
    cells.first = NULL;
    cells.last = NULL;
    cells.free_count = 0;
    unlock_cells();
}

static void watch_forks(void)
{
    is_watched = pthread_atfork(lock_cells, unlock_cells, forget_cells) == 0;
}

bool sortid_node_cell_is_own(const struct cell *cell)
{
    return atomic_load(&cell->pid) == sortid_node_outside_pid();
}

/* ---- Handles ------------------------------------------------------------------------------ */

uintptr_t sortid_node_cell_handle(const struct cell *cell)
{
    return cell->number << CELL_GENERATION_BITS | cell->generation;
}

uint32_t sortid_node_cell_generation(uintptr_t handle)
{
    return (uint32_t)handle & LAST_GENERATION;
}

/* Where a number is: its chunk, and its place there. */
struct place {
    unsigned chunk;
    uintptr_t index, size; /* of the chunk, in cells */
};

static struct place place_of(uintptr_t number)
{
    struct place place = {.index = number, .size = FIRST_CHUNK};
    while (place.chunk < CHUNKS && place.index >= place.size) {
        place.index -= place.size;
        place.size *= 2;
        place.chunk++;
    }
    return place;
}

struct cell *sortid_node_cell_find(uintptr_t handle)
{
    const struct place place = place_of(handle >> CELL_GENERATION_BITS);
    if (place.chunk == CHUNKS || sortid_node_cell_generation(handle) == 0)
        return NULL;
    struct cell *chunk = atomic_load(&chunks[place.chunk]);
    return chunk != NULL ? chunk + place.index : NULL;
}

/* ---- Taking and giving back ------------------------------------------------------------------ */

/* A cell that was never used. Under the lock. */
static struct cell *new_cell(void)
{
    const struct place place = place_of(cells.made);
    if (place.chunk == CHUNKS)
        return NULL;
    struct cell *chunk = atomic_load(&chunks[place.chunk]);
    if (chunk == NULL) {
        chunk = calloc(place.size, sizeof *chunk);
        if (chunk == NULL)
            return NULL;
        atomic_store(&chunks[place.chunk], chunk);
    }
    struct cell *cell = chunk + place.index;
    if (pthread_rwlock_init(&cell->door, NULL) != 0)
        return NULL;
    cell->number = cells.made++;
    return cell;
}

/* The one that was given back first. Under the lock. */
static struct cell *used_cell(void)
{
    struct cell *cell = cells.first;
    cells.first = cell->next_free;
    if (cells.first == NULL)
        cells.last = NULL;
    cells.free_count--;
    return cell;
}

struct cell *sortid_node_cell_take(struct hold *hold)
{
    pthread_once(&watched, watch_forks);
    if (!is_watched)
        return NULL;
    lock_cells();
    struct cell *cell = cells.free_count < CELL_LEAST_FREE ? new_cell() : NULL;
    if (cell == NULL && cells.free_count > 0)
        cell = used_cell();
    unlock_cells();
    if (cell == NULL)
        return NULL;
    cell->generation++;
    cell->hold = hold; // the limit is closed: nobody enters
    atomic_store(&cell->pid, sortid_node_outside_pid());
    return cell;
}

void sortid_node_cell_give(struct cell *cell)
{
    if (cell->generation == LAST_GENERATION)
        return; // used up: the next one would have the handles of the first
    cell->next_free = NULL;
    lock_cells();
    if (cells.last != NULL)
        cells.last->next_free = cell;
    else
        cells.first = cell;
    cells.last = cell;
    cells.free_count++;
    unlock_cells();
}

/* ---- Calls --------------------------------------------------------------------------------- */

struct hold *sortid_node_cell_enter(struct cell *cell, uintptr_t handle)
{
    uint32_t generation = sortid_node_cell_generation(handle);
    if (!sortid_node_limit_is_open(&cell->limit, generation))
        return NULL;
    if (pthread_rwlock_rdlock(&cell->door) != 0)
        return NULL;
    if (sortid_node_limit_is_open(&cell->limit, generation))
        return cell->hold;
    pthread_rwlock_unlock(&cell->door);
    return NULL;
}

void sortid_node_cell_leave(struct cell *cell)
{
    pthread_rwlock_unlock(&cell->door);
}

struct hold *sortid_node_cell_end(uint64_t *first_free, struct cell *cell, uintptr_t handle)
{
    if (!sortid_node_limit_close(first_free, &cell->limit, sortid_node_cell_generation(handle)))
        return NULL;
    pthread_rwlock_wrlock(&cell->door); // until all that entered before have left
    struct hold *hold = cell->hold;
    cell->hold = NULL;
    pthread_rwlock_unlock(&cell->door);
    return hold;
}
