/* SPDX-License-Identifier: MIT */
/* shared/memory.c: the head of a shared state, and steps by a lock where the machine has
 * no atomic one. See memory.h. */
#include "memory.h"

#define MAGIC   UINT64_C(0x736f727469645331) /* "sortidS1" as a number: of one byte order */
#define VERSION 1

/* FNV-1a, 32 bits: against damage, not against forgery. */
static uint32_t check_of(const struct memory *memory)
{
    const uint32_t parts[] = {(uint32_t)(memory->magic >> 32), (uint32_t)memory->magic,
                              memory->version, memory->scope, memory->lock_kind};
    uint32_t check = UINT32_C(0x811c9dc5);
    for (size_t i = 0; i < sizeof parts; i++)
        check = (check ^ (parts[i / 4] >> 8 * (i % 4) & 0xff)) * UINT32_C(0x01000193);
    return check;
}

sortid_status sortid_shared_memory_init(struct memory *memory, sortid_scope scope)
{
    if ((uintptr_t)memory % 64 != 0 ||
        (scope != SORTID_SCOPE_THREADS && scope != SORTID_SCOPE_PROCESSES))
        return SORTID_BAD_OPTION;
    if (ATOMIC_LLONG_LOCK_FREE != 2) /* its atomics have a lock that other processes do not see */
        return SORTID_STATE_UNUSABLE;
    memset(memory, 0, sizeof *memory);
    memory->version = VERSION;
    memory->scope = (uint32_t)scope;
    memory->lock_kind = sortid_source_lock_kind();
    sortid_status status = sortid_shared_memory_reset(memory);
    if (status == SORTID_STATE_UNUSABLE)
        memory->lock_kind = 0; /* made by no system here: for atomic steps alone */
    else if (status != SORTID_OK)
        return status;
    memory->magic = MAGIC;
    memory->check = check_of(memory);
    return SORTID_OK;
}

sortid_status sortid_shared_memory_reset(struct memory *memory)
{
    atomic_store(&memory->cell.high, 0);
    atomic_store(&memory->cell.low, 0);
    memset(memory->cells, 0, sizeof memory->cells);
    return sortid_shared_memory_reset_lock(memory);
}

sortid_status sortid_shared_memory_reset_lock(struct memory *memory)
{
    bool is_ours = memory->lock_kind != 0 && memory->lock_kind == sortid_source_lock_kind();
    return is_ours ? sortid_source_lock_init(&memory->lock) : SORTID_OK;
}

sortid_status sortid_shared_memory_examine(const struct memory *memory)
{
    if (memory->magic != MAGIC)
        return SORTID_STATE_FOREIGN;
    if (memory->check != check_of(memory))
        return SORTID_STATE_DAMAGED;
    return memory->version == VERSION ? SORTID_OK : SORTID_STATE_UNUSABLE;
}

sortid_status sortid_shared_identity_agrees(uint64_t found, uint64_t wanted)
{
    const uint64_t method = UINT64_C(0xff) << METHOD_SHIFT;
    if (found == wanted)
        return SORTID_OK;
    return (found & ~method) == (wanted & ~method) ? SORTID_STATE_UNUSABLE : SORTID_STATE_MISMATCH;
}

sortid_status sortid_shared_memory_can_step(const struct memory *memory, uint64_t identity)
{
    bool is_ours = memory->lock_kind != 0 && memory->lock_kind == sortid_source_lock_kind();
    return is_ours || identity_method(identity) != METHOD_LOCK ? SORTID_OK : SORTID_STATE_UNUSABLE;
}

sortid_status sortid_shared_memory_join(struct memory *memory, uint64_t identity)
{
    uint64_t found = 0;
    sortid_status status = sortid_shared_memory_examine(memory);
    if (status == SORTID_OK)
        status = sortid_shared_memory_can_step(memory, identity);
    if (status != SORTID_OK)
        return status;
    if (atomic_compare_exchange_strong(&memory->identity, &found, identity))
        return SORTID_OK;
    return sortid_shared_identity_agrees(found, identity);
}

/* ---- By the lock -------------------------------------------------------------------- */

static struct words *in_force(struct memory *memory, uint32_t turn)
{
    return &memory->cells[turn % 2];
}

sortid_status sortid_shared_locked_read(struct words *words, struct memory *memory)
{
    sortid_status status = sortid_source_lock_take(&memory->lock);
    if (status != SORTID_OK)
        return status;
    *words = *in_force(memory, atomic_load(&memory->turn));
    sortid_source_lock_leave(&memory->lock);
    return SORTID_OK;
}

sortid_status sortid_shared_locked_step(bool *done, struct memory *memory, struct words from,
                                        struct words to)
{
    sortid_status status = sortid_source_lock_take(&memory->lock);
    if (status != SORTID_OK)
        return status;
    uint32_t turn = atomic_load(&memory->turn);
    const struct words *now = in_force(memory, turn);
    *done = now->high == from.high && now->low == from.low;
    if (*done) {
        *in_force(memory, turn + 1) = to;
        atomic_store(&memory->turn, turn + 1); /* here it is in force */
    }
    sortid_source_lock_leave(&memory->lock);
    return SORTID_OK;
}
