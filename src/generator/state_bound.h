/* SPDX-License-Identifier: MIT */
/* generator/state_bound.h: the bound of a shared state of scru64: the ticks that one process, the
 * owner, lets all users of the state use. The state says three things: no ID before `begin`, no new
 * tick from `end` on, and whether it is closed.
 *
 * `begin` and closed are part of the packed state, so one compare-and-swap decides between them and
 * an ID: the owner replaces the last ID by the last possible one before `begin`, and closes by the
 * highest bit of the word, which IDs do not have. `end` is another word, which a user reads after
 * the packed state and before it commits the first ID of a tick. The owner raises `begin` first. So
 * a user that sees the new end and commits has a packed state after the new begin, and one that saw
 * the old end begins a tick below it.
 *
 * Counting on within a tick does not read `end`: the first ID of the tick did, and a closed state
 * is in no tick of any clock. */
#pragma once

#include "state.h"

#define STATE_CLOSED (UINT64_C(1) << 63) /* in packed_state.high */

static inline bool is_closed(struct packed_state packed)
{
    return (packed.high & STATE_CLOSED) != 0;
}

/* Makes the machine of an attached generator ask the state for each tick. */
void sortid_generator_bound_start(struct machine *machine, struct shared_state *state);

/* Stores the boot of the system in a new state. SORTID_STATE_UNUSABLE for another boot. */
sortid_status sortid_generator_bound_check_boot(struct shared_state *state);

/* Uses up all ticks before this one. SORTID_RESERVATION_LOST if the state is closed. */
sortid_status sortid_generator_bound_skip(struct shared_state *state, const struct machine *machine,
                                          struct stepping by, uint64_t begin);
