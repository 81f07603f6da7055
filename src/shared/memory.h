/* SPDX-License-Identifier: MIT */
/* shared/memory.h: the memory that shared generators have their state in: who may use it,
 * and the atomic step from one state to the next. It lies in memory of the caller's or at
 * the beginning of a mapped file, is used by threads and processes at once, and any of
 * them may die at any instruction: it is whole at each of them. Used by generator.h. */
#ifndef SORTID_SHARED_MEMORY_H
#define SORTID_SHARED_MEMORY_H

#include <sortid/shared.h>

#include "../source/epoch.h"
#include "../source/lock.h"
#include "words.h"

/* The ways to make a step; which one is part of the identity. */
enum method { METHOD_ATOMIC = 1, METHOD_LOCK = 2 };

struct OPAQUE memory {
    /* Written once, before the memory is shared. */
    uint64_t magic;
    uint32_t version;
    uint32_t scope;
    uint32_t lock_kind;
    uint32_t check; /* of the four above */

    /* Written once, by the first that comes. */
    _Alignas(8) _Atomic uint64_t identity; /* 0: of no format yet */

    /* Scope threads: the fork epoch that the state is of. */
    epoch_word epoch;

    _Alignas(64) struct words_cell cell; /* METHOD_ATOMIC */

    /* METHOD_LOCK: the words in force are cells[turn % 2]; the other one is written
     * before the turn goes on. */
    _Alignas(64) struct lock lock;
    _Atomic uint32_t turn;
    struct words cells[2];
};

/* The words' address alone: whether it is aligned is looked at later. */
#define MEMORY_OF(words) ((struct memory *)(void *)(words))

/* Prepares memory: no state, no identity. */
sortid_status sortid_shared_memory_init(struct memory *memory, sortid_scope scope);

/* Who the state is of: the format (8 bits) | enum method (8) | what its words depend on (48).
 * All of these numbers stand in files: they are never changed or used again. */
#define FORMAT_SHIFT 56
#define METHOD_SHIFT 48
enum { IDENTITY_SCRU128 = 1, IDENTITY_SCRU128V1, IDENTITY_SCRU160, IDENTITY_SCRU64, IDENTITY_ULID };

/* Takes the state, with its lock, back to the beginning, or the lock alone: for who has the
 * memory alone. */
sortid_status sortid_shared_memory_reset(struct memory *memory);
sortid_status sortid_shared_memory_reset_lock(struct memory *memory);

/* Whether the head is one of ours and whole. */
sortid_status sortid_shared_memory_examine(const struct memory *memory);

/* SORTID_STATE_MISMATCH, SORTID_STATE_UNUSABLE if they differ in the method alone. */
sortid_status sortid_shared_identity_agrees(uint64_t found, uint64_t wanted);

static inline uint64_t identity_of(uint64_t format, uint64_t parameters)
{
    return format << FORMAT_SHIFT | parameters;
}

static inline enum method identity_method(uint64_t identity)
{
    return (enum method)(identity >> METHOD_SHIFT & 0xff);
}

/* Whether this process can step by the method of its identity: its lock is of a kind that it has.
 * SORTID_STATE_UNUSABLE. */
sortid_status sortid_shared_memory_can_step(const struct memory *memory, uint64_t identity);

/* Joins those who use the memory, for this identity. SORTID_STATE_FOREIGN if it is not
 * prepared, SORTID_STATE_DAMAGED, SORTID_STATE_MISMATCH if it is of another identity,
 * SORTID_STATE_UNUSABLE if this process has not its method. */
sortid_status sortid_shared_memory_join(struct memory *memory, uint64_t identity);

/* Steps by the lock: see memory_read, memory_step. */
sortid_status sortid_shared_locked_read(struct words *words, struct memory *memory);
sortid_status sortid_shared_locked_step(bool *done, struct memory *memory, struct words from,
                                        struct words to);

/* How a format steps: its width is known when it is compiled. */
struct stepping {
    enum method method;
    bool wide; /* both words */
};

/* The atomic ones. */
static INLINED struct words memory_read_atomic(const struct memory *memory, bool wide)
{
    return wide ? words_read(&memory->cell)
                : (struct words){atomic_load_explicit(&memory->cell.high, memory_order_acquire), 0};
}

static INLINED bool memory_step_atomic(struct memory *memory, struct words from, struct words to,
                                       bool wide)
{
    return wide ? words_step_16(&memory->cell, from, to) : words_step_8(&memory->cell, from, to);
}

/* The words in force. */
static INLINED sortid_status memory_read(struct words *words, struct memory *memory,
                                         struct stepping by)
{
    if (by.method != METHOD_ATOMIC)
        return sortid_shared_locked_read(words, memory);
    *words = memory_read_atomic(memory, by.wide);
    return SORTID_OK;
}

/* Puts `to` in force if it is `from` that is; else *done is false. */
static INLINED sortid_status memory_step(bool *done, struct memory *memory, struct words from,
                                         struct words to, struct stepping by)
{
    if (by.method != METHOD_ATOMIC)
        return sortid_shared_locked_step(done, memory, from, to);
    *done = memory_step_atomic(memory, from, to, by.wide);
    return SORTID_OK;
}

#endif
