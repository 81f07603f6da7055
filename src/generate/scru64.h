/* SPDX-License-Identifier: MIT */
/* generate/scru64.h: a step and a batch of SCRU64: ticks of 256 ms, a node id above the counter. A
 * forked child needs another node. With a bound IDs are made only in ticks that the bound
 * covers. */
#pragma once

#include <sortid/scru64.h>

#include "ops.h"
#include "scru64_node.h"

static inline sortid_status scru64_count_up(struct step *step, const struct machine *machine)
{
    if (++step->state.counter >> scru64_counter_bits(machine) != 0)
        return borrow(step, &SCRU64_TIMELINE);
    return SORTID_OK;
}

#define BOUND_WAIT_US 10000 /* between two checks of a bound */

/* Asks the bound for a timestamp in which this machine has not made an ID. It is the last operation
 * of a step that can fail, because the bound gives each timestamp once. */
static INLINED sortid_status scru64_cover(struct step *step, const struct machine *machine)
{
    const sortid_bound *bound = &machine->format.scru64.bound;
    bool may_wait = machine->mode == SORTID_MODE_WAIT;
    bool covered = !begins_timestamp(step) && (machine->state.flags & STATE_GIVEN) == 0;
    if (bound->cover == NULL || covered)
        return SORTID_OK;
    uint32_t flags = may_wait ? SORTID_COVER_MAY_WAIT : 0;
    sortid_status status = bound->cover(bound->context, step->state.timestamp, flags);
    if (status != SORTID_BOUND_REACHED || !may_wait)
        return status;
    step->wait_us = BOUND_WAIT_US;
    step->at_bound = true;
    return SORTID_WAIT;
}

static INLINED sortid_status scru64_next_slow(NEXT_SLOW_PARAMETERS)
{
    struct state *s = &step->state;
    uint64_t now;
    if ((s->flags & STATE_FORKED) != 0) /* the node id is the parent's */
        return SORTID_FORKED;
    sortid_status status = clock_of(&now, &SCRU64_TIMELINE, unix_us);
    if (status == SORTID_OK)
        status = choose_timestamp(step, machine, &SCRU64_TIMELINE, now, unix_us,
                                  (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_EVENT_COUNTER_INCREMENTED)
        status = scru64_count_up(step, machine);
    if (status == SORTID_OK && begins_timestamp(step))
        status = draw_bits(&s->counter, scru64_counter_bits(machine) - scru64_guard_bits(machine),
                           unix_us, random);
    if (status == SORTID_OK)
        status = scru64_cover(step, machine);
    if (status != SORTID_OK)
        return status;
    store_be64(id, s->timestamp << NODE_CTR_BITS | scru64_node_ctr(machine, s->counter));
    return SORTID_OK;
}

static inline bool scru64_can_count(const struct machine *machine, uint64_t unix_us)
{
    return clock_is_in_timestamp(machine, &SCRU64_TIMELINE, unix_us) &&
           (machine->state.counter + 1) >> scru64_counter_bits(machine) == 0;
}

static INLINED sortid_status scru64_next_fast(NEXT_FAST_PARAMETERS)
{
    (void)unix_us, (void)random; /* only the first ID of a tick needs them */
    *counter = machine->state.counter + 1;
    store_be64(id, machine->state.timestamp << NODE_CTR_BITS | scru64_node_ctr(machine, *counter));
    return SORTID_OK;
}

static INLINED size_t scru64_batch_room(BATCH_ROOM_PARAMETERS)
{
    uint64_t left = (UINT64_C(1) << scru64_counter_bits(machine)) - 1 - step->state.counter;
    return batch_room(step, machine, &SCRU64_TIMELINE, unix_us, left, count);
}

/* Draws nothing: the random bits of a tick are in its first counter. */
static INLINED sortid_status scru64_batch(BATCH_PARAMETERS)
{
    (void)random;
    *made = scru64_batch_room(step, machine, unix_us, count);
    bulk()->count8(ids, *made, load_be64(ids - 8) + 1);
    step->state.counter += *made;
    if (*made > 0)
        step->event |= SORTID_EVENT_COUNTER_INCREMENTED;
    return SORTID_OK;
}

/* The last ID as an integer | 64 zero */
static INLINED struct packed_state scru64_pack(PACK_PARAMETERS)
{
    return (struct packed_state){
        state->timestamp << NODE_CTR_BITS | scru64_node_ctr(machine, state->counter), 0};
}

static INLINED void scru64_unpack(UNPACK_PARAMETERS)
{
    state->timestamp = packed.high >> NODE_CTR_BITS;
    state->counter = packed.high & ((UINT64_C(1) << scru64_counter_bits(machine)) - 1);
    finish_unpacking(state, &SCRU64_TIMELINE);
}

/* The node: node id 24 bits | its size 5. All generators on a state have the same. */
static inline uint64_t scru64_parameters(const struct machine *machine)
{
    return (uint64_t)machine->format.scru64.node_id << 5 | machine->format.scru64.node_id_size;
}

static inline void scru64_from_parameters(struct machine *machine, uint64_t parameters)
{
    machine->format.scru64.node_id = (uint32_t)(parameters >> 5 & 0xffffff);
    machine->format.scru64.node_id_size = (uint8_t)(parameters & 31);
}
