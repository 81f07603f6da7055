/* SPDX-License-Identifier: MIT */
/* node/slot.c: see slot.h. A number is found in a table without a lock. Taking and freeing have one
 * lock for the process. A forked child uses none of the parent's slots: another thread of the
 * parent may have been using one. */
#include "slot.h"

#include "platform.h"

#include <stdlib.h>

#define LAST_GENERATION ((UINT32_C(1) << SLOT_GENERATION_BITS) - 1)

static _Atomic(struct slot *) table[SLOTS_MOST]; /* pages without slots take no memory */

static struct {
    pthread_mutex_t lock;
    struct slot *first, *last; /* those that are free, in order of their freeing */
    size_t free_count;
    uintptr_t made; /* slots that were ever taken: numbers are below it */
} slots = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- Forks ---------------------------------------------------------------------------------- */

static pthread_once_t watched = PTHREAD_ONCE_INIT;
static bool is_watched;

static void lock_slots(void)
{
    pthread_mutex_lock(&slots.lock);
}

static void unlock_slots(void)
{
    pthread_mutex_unlock(&slots.lock);
}

static void forget_slots(void)
{
    slots.first = NULL;
    slots.last = NULL;
    slots.free_count = 0;
    unlock_slots();
}

static void watch_forks(void)
{
    is_watched = pthread_atfork(lock_slots, unlock_slots, forget_slots) == 0;
}

bool sortid_node_slot_is_own(const struct slot *slot)
{
    return atomic_load(&slot->pid) == sortid_node_platform_pid();
}

/* ---- Handles ------------------------------------------------------------------------------ */

uintptr_t sortid_node_slot_handle(const struct slot *slot)
{
    return slot->number << SLOT_GENERATION_BITS | slot->generation;
}

uint32_t sortid_node_slot_generation(uintptr_t handle)
{
    return (uint32_t)handle & LAST_GENERATION;
}

struct slot *sortid_node_slot_find(uintptr_t handle)
{
    uintptr_t number = handle >> SLOT_GENERATION_BITS;
    if (number >= SLOTS_MOST || sortid_node_slot_generation(handle) == 0)
        return NULL;
    return atomic_load(&table[number]);
}

/* ---- Taking and freeing ------------------------------------------------------------------ */

/* A slot that was never used. Under the lock. */
static struct slot *new_slot(void)
{
    struct slot *slot = slots.made < SLOTS_MOST ? calloc(1, sizeof *slot) : NULL;
    if (slot == NULL || pthread_rwlock_init(&slot->calls, NULL) != 0) {
        free(slot);
        return NULL;
    }
    slot->number = slots.made;
    atomic_store(&table[slots.made++], slot);
    return slot;
}

/* The slot that was freed first. Under the lock. */
static struct slot *used_slot(void)
{
    struct slot *slot = slots.first;
    slots.first = slot->next_free;
    if (slots.first == NULL)
        slots.last = NULL;
    slots.free_count--;
    return slot;
}

struct slot *sortid_node_slot_take(struct reservation *reservation)
{
    pthread_once(&watched, watch_forks);
    if (!is_watched)
        return NULL;
    lock_slots();
    struct slot *slot = slots.free_count < SLOT_LEAST_FREE ? new_slot() : NULL;
    if (slot == NULL && slots.free_count > 0)
        slot = used_slot();
    unlock_slots();
    if (slot == NULL)
        return NULL;
    slot->generation++;
    slot->reservation = reservation; // the limit is closed: nobody enters
    atomic_store(&slot->pid, sortid_node_platform_pid());
    return slot;
}

void sortid_node_slot_free(struct slot *slot)
{
    if (slot->generation == LAST_GENERATION)
        return; // used up: the next generation would have the handles of the first
    slot->next_free = NULL;
    lock_slots();
    if (slots.last != NULL)
        slots.last->next_free = slot;
    else
        slots.first = slot;
    slots.last = slot;
    slots.free_count++;
    unlock_slots();
}

/* ---- Calls --------------------------------------------------------------------------------- */

struct reservation *sortid_node_slot_enter(struct slot *slot, uintptr_t handle)
{
    uint32_t generation = sortid_node_slot_generation(handle);
    if (!sortid_node_limit_is_open(&slot->limit, generation))
        return NULL;
    if (pthread_rwlock_rdlock(&slot->calls) != 0)
        return NULL;
    if (sortid_node_limit_is_open(&slot->limit, generation))
        return slot->reservation;
    pthread_rwlock_unlock(&slot->calls);
    return NULL;
}

void sortid_node_slot_leave(struct slot *slot)
{
    pthread_rwlock_unlock(&slot->calls);
}

struct reservation *sortid_node_slot_end(uint64_t *first_free, struct slot *slot, uintptr_t handle)
{
    if (!sortid_node_limit_close(first_free, &slot->limit, sortid_node_slot_generation(handle)))
        return NULL;
    pthread_rwlock_wrlock(&slot->calls); // waits for calls that entered before
    struct reservation *reservation = slot->reservation;
    slot->reservation = NULL;
    pthread_rwlock_unlock(&slot->calls);
    return reservation;
}
