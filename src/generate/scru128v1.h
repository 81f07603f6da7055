/* SPDX-License-Identifier: MIT */
/* generate/scru128v1.h: a step and a batch of the original SCRU128: a counter of 28 bits, and
 * per_sec_random, the layer that lives for a second. */
#pragma once

#include <sortid/scru128v1.h>

#include "ops.h"

#define SCRU128V1_RENEWAL_MS 1000 /* life of per_sec_random */

static const struct timeline SCRU128V1_TIMELINE = {1000, SORTID_SCRU128V1_BIAS_MS * 1000, 1,
                                                   LAST_44 - 1};

#define MASK28 UINT32_C(0xfffffff)

/* timestamp 44 | counter 28 | per_sec_random 24 | per_gen_random 32 */
static INLINED void scru128v1_write(uint8_t id[16], const struct state *s, uint64_t counter,
                                    uint64_t per_gen_random)
{
    store_be64(id, s->timestamp << 20 | counter >> 8);
    store_be64(id + 8, counter << 56 | s->layer << 32 | per_gen_random);
}

static inline sortid_status scru128v1_count_up(struct step *step)
{
    if (++step->state.counter > MASK28)
        return borrow(step, &SCRU128V1_TIMELINE);
    return SORTID_OK;
}

/* Draws what this ID needs: counter, per_sec_random, per_gen_random. */
static INLINED sortid_status scru128v1_draw(uint64_t *per_gen_random, struct step *step,
                                            uint64_t unix_us, const sortid_random *random)
{
    struct state *s = &step->state;
    sortid_status status = SORTID_OK;
    if (begins_timestamp(step))
        status = draw_bits(&s->counter, 28, unix_us, random);
    if (status == SORTID_OK &&
        (step->fresh || s->timestamp - s->last_renewal >= SCRU128V1_RENEWAL_MS)) {
        status = draw_bits(&s->layer, 24, unix_us, random);
        s->last_renewal = s->timestamp;
    }
    if (status == SORTID_OK)
        status = draw_bits(per_gen_random, 32, unix_us, random);
    return status;
}

static INLINED sortid_status scru128v1_next_slow(NEXT_SLOW_PARAMETERS)
{
    struct state *s = &step->state;
    uint64_t now, per_gen_random;
    sortid_status status = clock_of(&now, &SCRU128V1_TIMELINE, unix_us);
    if (status == SORTID_OK)
        status = choose_timestamp(step, machine, &SCRU128V1_TIMELINE, now, unix_us,
                                  (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_EVENT_COUNTER_INCREMENTED)
        status = scru128v1_count_up(step);
    if (status == SORTID_OK)
        status = scru128v1_draw(&per_gen_random, step, unix_us, random);
    if (status != SORTID_OK)
        return status;
    scru128v1_write(id, s, s->counter, per_gen_random);
    return SORTID_OK;
}

static inline bool scru128v1_can_count(const struct machine *machine, uint64_t unix_us)
{
    return clock_is_in_timestamp(machine, &SCRU128V1_TIMELINE, unix_us) &&
           machine->state.counter < MASK28;
}

static INLINED sortid_status scru128v1_next_fast(NEXT_FAST_PARAMETERS)
{
    const struct state *s = &machine->state;
    uint64_t per_gen_random;
    sortid_status status = draw_bits(&per_gen_random, 32, unix_us, random);
    if (status != SORTID_OK)
        return status;
    *counter = s->counter + 1;
    scru128v1_write(id, s, *counter, per_gen_random);
    return SORTID_OK;
}

#define SCRU128V1_STEP (UINT64_C(1) << 56) /* counter + 1, in the low half of an ID */

static INLINED size_t scru128v1_batch_room(BATCH_ROOM_PARAMETERS)
{
    uint64_t left = MASK28 - step->state.counter;
    return batch_room(step, machine, &SCRU128V1_TIMELINE, unix_us, left, count);
}

static INLINED sortid_status scru128v1_batch(BATCH_PARAMETERS)
{
    count = scru128v1_batch_room(step, machine, unix_us, count);
    sortid_status status = batch_with_tails(ids, made, count, SCRU128V1_STEP, unix_us, random);
    step->state.counter += *made;
    if (*made > 0)
        step->event |= SORTID_EVENT_COUNTER_INCREMENTED;
    return status;
}

/* timestamp 44 | counter 28 | per_sec_random 24 | 22 zero | its age 10 */
static INLINED struct packed_state scru128v1_pack(PACK_PARAMETERS)
{
    (void)machine;
    return (struct packed_state){state->timestamp << 20 | state->counter >> 8,
                                 state->counter << 56 | state->layer << 32 |
                                     pack_age(state, SCRU128V1_RENEWAL_MS)};
}

static INLINED void scru128v1_unpack(UNPACK_PARAMETERS)
{
    (void)machine;
    state->timestamp = packed.high >> 20;
    state->counter = (packed.high & 0xfffff) << 8 | packed.low >> 56;
    state->layer = packed.low >> 32 & 0xffffff;
    state->last_renewal = state->timestamp - (packed.low & 0x3ff);
    finish_unpacking(state, &SCRU128V1_TIMELINE);
}
