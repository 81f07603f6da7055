/* SPDX-License-Identifier: MIT */
/* generator/state.h: the state of shared generators: who may use it, and the atomic commit from one
 * packed state to the next. It is in the caller's memory or at the start of a mapped file. Any
 * number of threads and processes use it, and any of them may be killed at any instruction. */
#pragma once

#include <sortid/state.h>

#include "../system/epoch.h"
#include "../system/lock.h"
#include "packed.h"

/* How a commit is made. The numbers are stored in files. */
enum method { METHOD_ATOMIC = 1, METHOD_LOCK = 2 };

struct OPAQUE shared_state {
    _Alignas(8) _Atomic uint64_t head;     /* see state.c; 0: not set up yet */
    _Alignas(8) _Atomic uint64_t identity; /* set by the first generator; 0: none yet */
    epoch_word epoch; /* scope threads: the fork epoch of the process that the state belongs to */

    _Alignas(64) struct packed_cell cell; /* METHOD_ATOMIC */
    _Alignas(8) _Atomic uint64_t end;     /* with a bound: no tick begins from this one on */
    _Alignas(8) _Atomic uint64_t boot;    /* with a bound: see state_bound.c; 0: not known */

    /* METHOD_LOCK: the current cell is cells[turn % 2]. A commit writes the other cell, then the
     * turn. The cells are aligned as on 64-bit machines, so each aligned word of 8 bytes is of one
     * object. */
    _Alignas(64) struct lock lock;
    _Atomic uint32_t turn;
    _Alignas(8) struct packed_state cells[2];
};

/* What the state belongs to: the format's number (8 bits) | enum method (8) | options on which the
 * meaning of the packed state depends (48). Stored in files: never changed or reused. */
#define FORMAT_SHIFT    56
#define METHOD_SHIFT    48
#define PARAMETERS_MASK ((UINT64_C(1) << METHOD_SHIFT) - 1)
#define HAS_BOUND       (UINT64_C(1) << 47) /* of scru64, whose node needs 29 bits: state_bound.h */

static inline enum method identity_method(uint64_t identity)
{
    return (enum method)(identity >> METHOD_SHIFT & 0xff);
}

/* Sets up zeros, or checks a state that is set up. *out is the state, aligned within the storage.
 * One compare-and-swap sets it up; with METHOD_LOCK others wait, at most a second, until the lock
 * is made. SORTID_BAD_OPTION for an unknown scope, SORTID_STATE_UNRECOGNIZED, SORTID_STATE_DAMAGED,
 * SORTID_STATE_MISMATCH for another scope, SORTID_STATE_UNUSABLE if 64-bit atomics use hidden
 * locks, SORTID_RANDOM_FAILED on Windows, where locks have random names. */
sortid_status sortid_generator_state_attach(struct shared_state **out, sortid_shared_state *storage,
                                            sortid_scope scope, enum method method);

/* The same for zeros that no other process can see yet, in a new file. */
sortid_status sortid_generator_state_create(struct shared_state *state, sortid_scope scope,
                                            enum method method);

/* Reset the state and its lock, or only the lock. For an exclusive owner. */
sortid_status sortid_generator_state_reset(struct shared_state *state);
sortid_status sortid_generator_state_reset_lock(struct shared_state *state);

/* Checks the head. SORTID_STATE_UNRECOGNIZED, _DAMAGED, _UNUSABLE for another version. */
sortid_status sortid_generator_state_examine(const struct shared_state *state);

/* Parts of the head: the version of the layout, and if the state is set up its scope and the kind
 * of its lock, 0 for METHOD_ATOMIC. */
uint32_t sortid_generator_state_version(const struct shared_state *state);
uint32_t sortid_generator_state_lock_kind(const struct shared_state *state);
sortid_scope sortid_generator_state_scope(const struct shared_state *state);

/* Compares identities. SORTID_STATE_MISMATCH; SORTID_STATE_UNUSABLE if only the method differs. */
sortid_status sortid_generator_identity_agrees(uint64_t found, uint64_t wanted);

/* SORTID_STATE_UNUSABLE if this process cannot commit by the method of the identity, because its
 * system lacks this kind of lock. */
sortid_status sortid_generator_state_can_commit(const struct shared_state *state,
                                                uint64_t identity);

/* Joins the users of the state, for this identity. The statuses of the calls above, and
 * SORTID_STATE_DAMAGED if the state has an ID but no identity. */
sortid_status sortid_generator_state_join(struct shared_state *state, uint64_t identity);

/* For METHOD_LOCK: see state_read, state_commit. */
sortid_status sortid_generator_locked_read(struct packed_state *packed, struct shared_state *state);
sortid_status sortid_generator_locked_commit(bool *done, struct shared_state *state,
                                             struct packed_state from, struct packed_state to);

/* How a format commits. The width is a constant of the format. */
struct stepping {
    enum method method;
    bool wide; /* both words */
};

/* For METHOD_ATOMIC. */
static INLINED struct packed_state state_read_atomic(const struct shared_state *state, bool wide)
{
    if (wide)
        return packed_read(&state->cell);
    return (struct packed_state){atomic_load_explicit(&state->cell.high, memory_order_acquire), 0};
}

static INLINED bool state_commit_atomic(struct shared_state *state, struct packed_state from,
                                        struct packed_state to, bool wide)
{
    return wide ? packed_step_16(&state->cell, from, to) : packed_step_8(&state->cell, from, to);
}

/* The current packed state without the lock: a cell is written only while it is not current. */
struct packed_state sortid_generator_state_peek(const struct shared_state *state,
                                                enum method method, bool wide);

/* Whether the other cell has a later state: its writer was killed before it changed the turn, or
 * the turn is damaged. For an exclusive owner. */
static inline bool state_commit_was_cut(const struct shared_state *state, enum method method)
{
    uint32_t turn = atomic_load(&state->turn);
    struct packed_state now = state->cells[turn % 2], other = state->cells[1 - turn % 2];
    return method == METHOD_LOCK &&
           (other.high > now.high || (other.high == now.high && other.low > now.low));
}

/* The current packed state. */
static INLINED sortid_status state_read(struct packed_state *packed, struct shared_state *state,
                                        struct stepping by)
{
    if (by.method != METHOD_ATOMIC)
        return sortid_generator_locked_read(packed, state);
    *packed = state_read_atomic(state, by.wide);
    return SORTID_OK;
}

/* Makes `to` current if `from` is; else *done is false. */
static INLINED sortid_status state_commit(bool *done, struct shared_state *state,
                                          struct packed_state from, struct packed_state to,
                                          struct stepping by)
{
    if (by.method != METHOD_ATOMIC)
        return sortid_generator_locked_commit(done, state, from, to);
    *done = state_commit_atomic(state, from, to, by.wide);
    return SORTID_OK;
}
