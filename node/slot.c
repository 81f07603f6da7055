/* SPDX-License-Identifier: MIT */
/* node/slot.c: see slot.h. Slots are in chunks, each twice as large as the one before, so that a
 * number is found without a lock. Taking and freeing have one lock for the process. A forked child
 * uses none of the parent's slots: another thread of the parent may have been using one. */
#include "slot.h"

#include "platform.h"

#include <stdlib.h>

#define FIRST_CHUNK     64
#define NUMBER_BITS     (UINTPTR_MAX > UINT32_MAX ? 32 : 16)
#define CHUNKS          (NUMBER_BITS - 6) /* 64 * (2^CHUNKS - 1) < 2^NUMBER_BITS slots */
#define LAST_GENERATION ((UINT32_C(1) << SLOT_GENERATION_BITS) - 1)

_Static_assert(FIRST_CHUNK == 1 << 6, "as CHUNKS has it");

static _Atomic(struct slot *) chunks[CHUNKS];

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

/* Where a number is: its chunk, and its index there. */
struct place {
    unsigned chunk;
    uintptr_t index, size; /* of the chunk, in slots */
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

struct slot *sortid_node_slot_find(uintptr_t handle)
{
    const struct place place = place_of(handle >> SLOT_GENERATION_BITS);
    if (place.chunk == CHUNKS || sortid_node_slot_generation(handle) == 0)
        return NULL;
    struct slot *chunk = atomic_load(&chunks[place.chunk]);
    return chunk != NULL ? chunk + place.index : NULL;
}

/* ---- Taking and freeing ------------------------------------------------------------------ */

/* A slot that was never used. Under the lock. */
static struct slot *new_slot(void)
{
    const struct place place = place_of(slots.made);
    if (place.chunk == CHUNKS)
        return NULL;
    struct slot *chunk = atomic_load(&chunks[place.chunk]);
    if (chunk == NULL) {
        chunk = calloc(place.size, sizeof *chunk);
        if (chunk == NULL)
            return NULL;
        atomic_store(&chunks[place.chunk], chunk);
    }
    struct slot *slot = chunk + place.index;
    if (pthread_rwlock_init(&slot->calls, NULL) != 0)
        return NULL;
    slot->number = slots.made++;
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
