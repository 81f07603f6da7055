/* SPDX-License-Identifier: MIT */
/* generate/ksuid.h: a step and a batch of KSUID: with a counter, or stateless as the original makes
 * them. The counter, 96 bits, is state.layer (32) above state.counter (64). */
#pragma once

#include <sortid/ksuid.h>

#include "ops.h"

static const struct timeline KSUID_TIMELINE = {1000000, UINT64_C(1400000000000000), 0, UINT32_MAX};

#define KSUID_SIZE 20

/* timestamp 32 | counter 96 = 32 | 64 | tail 32 */
static INLINED void ksuid_write(uint8_t id[20], uint64_t timestamp, uint64_t layer,
                                uint64_t counter, const uint8_t tail[4])
{
    store_be64(id, timestamp << 32 | layer);
    store_be64(id + 8, counter);
    memcpy(id + 16, tail, 4);
}

static inline sortid_status ksuid_count_up(struct step *step)
{
    struct state *s = &step->state;
    if (s->layer == UINT32_MAX && s->counter == UINT64_MAX)
        return borrow(step, &KSUID_TIMELINE);
    count_on(s, 1);
    return SORTID_OK;
}

/* 96 random bits, the top one 0 with a guard. In second 0 the layer is at least 1, so that no
 * packed state is zero: see ksuid_pack. */
static inline sortid_status ksuid_draw_counter(struct step *step, const struct machine *machine,
                                               uint64_t unix_us, const sortid_random *random)
{
    uint8_t bytes[12];
    struct state *s = &step->state;
    sortid_status status = random->fill(random->context, bytes, sizeof bytes, unix_us);
    if (status != SORTID_OK)
        return status;
    s->layer = load_be(bytes, 4);
    s->counter = load_be64(bytes + 4);
    if (machine->guard_bits == 1)
        s->layer &= UINT32_MAX >> 1;
    if (s->timestamp == 0 && s->layer == 0)
        s->layer = 1;
    return SORTID_OK;
}

static inline sortid_status ksuid_next_stateless(uint8_t *id, struct step *step, uint64_t now,
                                                 uint64_t unix_us, const sortid_random *random)
{
    uint8_t payload[16];
    sortid_status status = random->fill(random->context, payload, sizeof payload, unix_us);
    if (status != SORTID_OK)
        return status;
    step->event = SORTID_EVENT_NEW_TIMESTAMP;
    store_be(id, 4, now);
    memcpy(id + 4, payload, sizeof payload);
    return SORTID_OK;
}

static INLINED sortid_status ksuid_next_slow(NEXT_SLOW_PARAMETERS)
{
    const struct state *s = &step->state;
    uint8_t tail[4];
    uint64_t now;
    sortid_status status = clock_of(&now, &KSUID_TIMELINE, unix_us);
    if (status != SORTID_OK)
        return status;
    if (is_stateless(machine))
        return ksuid_next_stateless(id, step, now, unix_us, random);
    status =
        choose_timestamp(step, machine, &KSUID_TIMELINE, now, unix_us, (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_EVENT_COUNTER_INCREMENTED)
        status = ksuid_count_up(step);
    if (status == SORTID_OK && begins_timestamp(step))
        status = ksuid_draw_counter(step, machine, unix_us, random);
    if (status == SORTID_OK)
        status = random->fill(random->context, tail, sizeof tail, unix_us);
    if (status == SORTID_OK)
        ksuid_write(id, s->timestamp, s->layer, s->counter, tail);
    return status;
}

/* A slow step carries into the layer. */
static inline bool ksuid_can_count(const struct machine *machine, uint64_t unix_us)
{
    return clock_is_in_timestamp(machine, &KSUID_TIMELINE, unix_us) &&
           machine->state.counter != UINT64_MAX;
}

static INLINED sortid_status ksuid_next_fast(NEXT_FAST_PARAMETERS)
{
    const struct state *s = &machine->state;
    uint8_t tail[4];
    sortid_status status = random->fill(random->context, tail, sizeof tail, unix_us);
    if (status != SORTID_OK)
        return status;
    *counter = s->counter + 1;
    ksuid_write(id, s->timestamp, s->layer, *counter, tail);
    return SORTID_OK;
}

static inline void ksuid_write_stateless(WRITE_PARAMETERS)
{
    (void)context;
    for (; count > 0; count--, ids += KSUID_SIZE, drawn += 16) {
        memcpy(ids, ids - KSUID_SIZE, 4);
        memcpy(ids + 4, drawn, 16);
    }
}

/* The counter of the ID before + 1, and so on. */
static inline void ksuid_write_counted(WRITE_PARAMETERS)
{
    uint64_t high = load_be64(ids - KSUID_SIZE), low = load_be64(ids - KSUID_SIZE + 8);
    (void)context;
    for (; count > 0; count--, ids += KSUID_SIZE, drawn += 4) {
        low++;
        high += low == 0;
        store_be64(ids, high);
        store_be64(ids + 8, low);
        memcpy(ids + 16, drawn, 4);
    }
}

/* Up to the last value of the counter. */
static INLINED size_t ksuid_batch_room(BATCH_ROOM_PARAMETERS)
{
    const struct state *s = &step->state;
    uint64_t left = s->layer == UINT32_MAX ? UINT64_MAX - s->counter : UINT64_MAX;
    return batch_room(step, machine, &KSUID_TIMELINE, unix_us, left, count);
}

static INLINED sortid_status ksuid_batch(BATCH_PARAMETERS)
{
    static const struct draws stateless = {KSUID_SIZE, 16, ksuid_write_stateless, NULL};
    static const struct draws counted = {KSUID_SIZE, 4, ksuid_write_counted, NULL};
    if (is_stateless(machine))
        return batch_of_draws(ids, made, count, unix_us, random, &stateless);
    count = ksuid_batch_room(step, machine, unix_us, count);
    sortid_status status = batch_of_draws(ids, made, count, unix_us, random, &counted);
    count_on(&step->state, *made);
    if (*made > 0)
        step->event |= SORTID_EVENT_COUNTER_INCREMENTED;
    return status;
}

/* timestamp 32 | counter 96. The high word is never zero: in second 0 the layer is drawn as 1 or
 * more, and within a second the counter only goes up. */
static INLINED struct packed_state ksuid_pack(PACK_PARAMETERS)
{
    (void)machine;
    return (struct packed_state){state->timestamp << 32 | state->layer, state->counter};
}

static INLINED void ksuid_unpack(UNPACK_PARAMETERS)
{
    (void)machine;
    state->timestamp = packed.high >> 32;
    state->layer = packed.high & UINT32_MAX;
    state->counter = packed.low;
    finish_unpacking(state, &KSUID_TIMELINE);
}
