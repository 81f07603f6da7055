/* SPDX-License-Identifier: MIT */
/* generate/scru128.h: a step and a batch of SCRU128 v2.1.1. The two counters are kept as one of 48
 * bits, counter_hi above counter_lo, so that a carry needs no code. */
#pragma once

#include <sortid/scru128.h>

#include "ops.h"

#define SCRU128_RENEWAL_MS 1000 /* life of counter_hi */

static const struct timeline SCRU128_TIMELINE = {1000, 0, 1, LAST_48 - 1};

#define MASK24 UINT32_C(0xffffff)

/* timestamp 48 | counter_hi 24 | counter_lo 24 | entropy 32, the counters as one of 48 bits. */
static INLINED void scru128_write(uint8_t id[16], uint64_t timestamp, uint64_t counter,
                                  uint64_t entropy)
{
    store_be64(id, timestamp << 16 | counter >> 32);
    store_be64(id + 8, counter << 32 | entropy);
}

/* Document, "Specification" and "Counter overflow handling". */
static inline sortid_status scru128_count_up(struct step *step)
{
    uint64_t *counter = &step->state.counter;
    if (++*counter >> 48 != 0) {
        *counter = 0;
        return borrow(step, &SCRU128_TIMELINE);
    }
    if ((*counter & MASK24) == 0)
        step->event = SORTID_EVENT_COUNTER_CARRIED;
    return SORTID_OK;
}

/* Draws what this ID needs, in this order: counter_lo, counter_hi, entropy. */
static INLINED sortid_status scru128_draw(uint64_t *entropy, struct step *step, uint64_t unix_us,
                                          const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t lo, hi;
    if (begins_timestamp(step)) {
        sortid_status status = draw_bits(&lo, 24, unix_us, random);
        if (status != SORTID_OK)
            return status;
        s->counter = (s->counter & ~(uint64_t)MASK24) | lo;
    }
    if (step->fresh || s->timestamp - s->last_renewal >= SCRU128_RENEWAL_MS) {
        sortid_status status = draw_bits(&hi, 24, unix_us, random);
        if (status != SORTID_OK)
            return status;
        s->counter = hi << 24 | (s->counter & MASK24);
        s->last_renewal = s->timestamp;
    }
    return draw_bits(entropy, 32, unix_us, random);
}

static INLINED sortid_status scru128_next_slow(NEXT_SLOW_PARAMETERS)
{
    struct state *s = &step->state;
    uint64_t now, entropy;
    sortid_status status = clock_of(&now, &SCRU128_TIMELINE, unix_us);
    if (status == SORTID_OK && is_stateless(machine)) /* Document, "Stateless variant" */
        status = begin_at(step, &SCRU128_TIMELINE, now, SORTID_EVENT_NEW_TIMESTAMP, true);
    else if (status == SORTID_OK)
        status = choose_timestamp(step, machine, &SCRU128_TIMELINE, now, unix_us,
                                  (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_EVENT_COUNTER_INCREMENTED)
        status = scru128_count_up(step);
    if (status == SORTID_OK)
        status = scru128_draw(&entropy, step, unix_us, random);
    if (status != SORTID_OK)
        return status;
    scru128_write(id, s->timestamp, s->counter, entropy);
    return SORTID_OK;
}

static inline bool scru128_can_count(const struct machine *machine, uint64_t unix_us)
{
    return clock_is_in_timestamp(machine, &SCRU128_TIMELINE, unix_us) &&
           (machine->state.counter & MASK24) != MASK24;
}

static INLINED sortid_status scru128_next_fast(NEXT_FAST_PARAMETERS)
{
    uint64_t entropy;
    sortid_status status = draw_bits(&entropy, 32, unix_us, random);
    if (status != SORTID_OK)
        return status;
    *counter = machine->state.counter + 1;
    scru128_write(id, machine->state.timestamp, *counter, entropy);
    return SORTID_OK;
}

#define SCRU128_STEP (UINT64_C(1) << 32) /* counter_lo + 1, in the low half of an ID */

/* Stateless: the timestamp of the previous ID, with new counters and entropy, drawn in the order
 * lo, hi, entropy. */
static inline void scru128_write_stateless(WRITE_PARAMETERS)
{
    (void)context;
    for (; count > 0; count--, ids += 16, drawn += 10) {
        memcpy(ids, ids - 16, 6);
        memcpy(ids + 6, drawn + 3, 3);
        memcpy(ids + 9, drawn, 3);
        memcpy(ids + 12, drawn + 6, 4);
    }
}

static INLINED size_t scru128_batch_room(BATCH_ROOM_PARAMETERS)
{
    uint64_t left = ((UINT64_C(1) << 48) - 1) - step->state.counter;
    return batch_room(step, machine, &SCRU128_TIMELINE, unix_us, left, count);
}

static INLINED sortid_status scru128_batch(BATCH_PARAMETERS)
{
    struct state *s = &step->state;
    if (is_stateless(machine)) {
        const struct draws by = {16, 10, scru128_write_stateless, NULL};
        return batch_of_draws(ids, made, count, unix_us, random, &by);
    }
    count = scru128_batch_room(step, machine, unix_us, count);
    sortid_status status = batch_with_tails(ids, made, count, SCRU128_STEP, unix_us, random);
    uint64_t carries = ((s->counter + *made) >> 24) - (s->counter >> 24);
    s->counter += *made;
    if (carries > 0)
        step->event |= SORTID_EVENT_COUNTER_CARRIED;
    if (carries < *made)
        step->event |= SORTID_EVENT_COUNTER_INCREMENTED;
    return status;
}

/* timestamp 48 | counter 48 | 22 zero | age of counter_hi 10 */
static INLINED struct packed_state scru128_pack(PACK_PARAMETERS)
{
    (void)machine;
    return (struct packed_state){state->timestamp << 16 | state->counter >> 32,
                                 state->counter << 32 | pack_age(state, SCRU128_RENEWAL_MS)};
}

static INLINED void scru128_unpack(UNPACK_PARAMETERS)
{
    (void)machine;
    state->timestamp = packed.high >> 16;
    state->counter = (packed.high & 0xffff) << 32 | packed.low >> 32;
    state->last_renewal = state->timestamp - (packed.low & 0x3ff);
    finish_unpacking(state, &SCRU128_TIMELINE);
}
