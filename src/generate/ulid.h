/* SPDX-License-Identifier: MIT */
/* generate/ulid.h: a step and a batch of ULID, monotonic or stateless. The 80 random bits are
 * state.layer (16) above state.counter (64). */
#pragma once

#include <sortid/ulid.h>

#include "ops.h"

static const struct timeline ULID_TIMELINE = {1000, 0, 0, LAST_48};

/* timestamp 48 | randomness 80 = 16 | 64 */
static INLINED void ulid_write(uint8_t id[16], const struct state *s, uint64_t randomness_low)
{
    store_be64(id, s->timestamp << 16 | s->layer);
    store_be64(id + 8, randomness_low);
}

static inline bool ulid_has_random_step(const struct machine *machine)
{
    return (machine->flags & SORTID_OPTION_RANDOM_STEP) != 0;
}

static INLINED sortid_status ulid_draw_randomness(struct step *step, bool guard, uint64_t unix_us,
                                                  const sortid_random *random)
{
    uint8_t bytes[10];
    sortid_status status = random->fill(random->context, bytes, sizeof bytes, unix_us);
    if (status != SORTID_OK)
        return status;
    step->state.layer = load_be(bytes, 2) & (guard ? 0x7fff : 0xffff);
    step->state.counter = load_be64(bytes + 2);
    return SORTID_OK;
}

/* Adds 1 or a random step; if that exceeds 80 bits, borrows or returns SORTID_OVERFLOW.
 * (Document: "Monotonicity".) */
static INLINED sortid_status ulid_count_up(struct step *step, const struct machine *machine,
                                           uint64_t unix_us, const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t less_one = 0;
    if (ulid_has_random_step(machine)) {
        sortid_status status = draw_bits(&less_one, 32, unix_us, random);
        if (status != SORTID_OK)
            return status;
    }
    uint64_t increment = less_one + 1; /* 1 to 2^32 */
    s->counter += increment;
    s->layer += s->counter < increment;
    if (s->layer <= 0xffff)
        return SORTID_OK;
    return (machine->flags & SORTID_OPTION_BORROW) != 0 ? borrow(step, &ULID_TIMELINE)
                                                        : SORTID_OVERFLOW;
}

static INLINED sortid_status ulid_next_slow(NEXT_SLOW_PARAMETERS)
{
    struct state *s = &step->state;
    uint64_t now;
    sortid_status status = clock_of(&now, &ULID_TIMELINE, unix_us);
    if (status == SORTID_OK && is_stateless(machine)) {
        s->timestamp = now;
        step->event = SORTID_EVENT_NEW_TIMESTAMP;
    } else if (status == SORTID_OK) {
        status = choose_timestamp(step, machine, &ULID_TIMELINE, now, unix_us,
                                  (sortid_mode)machine->mode);
    }
    if (status == SORTID_OK && step->event == SORTID_EVENT_COUNTER_INCREMENTED)
        status = ulid_count_up(step, machine, unix_us, random);
    if (status == SORTID_OK && begins_timestamp(step))
        status = ulid_draw_randomness(step, machine->guard_bits == 1, unix_us, random);
    if (status != SORTID_OK)
        return status;
    ulid_write(id, s, s->counter);
    return SORTID_OK;
}

static inline bool ulid_can_count(const struct machine *machine, uint64_t unix_us)
{
    return clock_is_in_timestamp(machine, &ULID_TIMELINE, unix_us) &&
           !ulid_has_random_step(machine) && machine->state.counter != UINT64_MAX;
}

static INLINED sortid_status ulid_next_fast(NEXT_FAST_PARAMETERS)
{
    const struct state *s = &machine->state;
    (void)unix_us, (void)random; /* only the first ID of a ms needs them */
    *counter = s->counter + 1;
    ulid_write(id, s, *counter);
    return SORTID_OK;
}

/* Stateless: the timestamp of the previous ID, and new random bits. */
static inline void ulid_write_stateless(WRITE_PARAMETERS)
{
    (void)context;
    for (; count > 0; count--, ids += 16, drawn += 10) {
        memcpy(ids, ids - 16, 6);
        memcpy(ids + 6, drawn, 10);
    }
}

/* 0 for random steps: their sum is not known before they are drawn. */
static INLINED size_t ulid_batch_room(BATCH_ROOM_PARAMETERS)
{
    const struct state *s = &step->state;
    uint64_t left = s->layer == 0xffff ? UINT64_MAX - s->counter : UINT64_MAX;
    if (ulid_has_random_step(machine))
        return 0;
    return batch_room(step, machine, &ULID_TIMELINE, unix_us, left, count);
}

/* Random steps, one by one, because any of them may be too large. */
static INLINED sortid_status ulid_batch_random_steps(uint8_t *ids, size_t *made, size_t count,
                                                     struct step *step,
                                                     const struct machine *machine,
                                                     uint64_t unix_us, const sortid_random *random)
{
    struct state *s = &step->state;
    count = batch_room(step, machine, &ULID_TIMELINE, unix_us, count, count);
    for (*made = 0; *made < count; ++*made) {
        uint64_t less_one;
        if (s->layer == 0xffff && s->counter >= UINT64_MAX - UINT32_MAX)
            return SORTID_OK; /* too near the end: a slow step decides */
        sortid_status status = draw_bits(&less_one, 32, unix_us, random);
        if (status != SORTID_OK)
            return status;
        s->counter += less_one + 1;
        s->layer += s->counter <= less_one;
        ulid_write(ids + 16 * *made, s, s->counter);
    }
    return SORTID_OK;
}

static INLINED sortid_status ulid_batch_by_ones(uint8_t *ids, size_t *made, size_t count,
                                                struct step *step, const struct machine *machine,
                                                uint64_t unix_us)
{
    count = ulid_batch_room(step, machine, unix_us, count);
    write_counted(ids, count, 1, NULL);
    count_on(&step->state, count);
    *made = count;
    return SORTID_OK;
}

static INLINED sortid_status ulid_batch(BATCH_PARAMETERS)
{
    static const struct draws stateless = {16, 10, ulid_write_stateless, NULL};
    if (is_stateless(machine))
        return batch_of_draws(ids, made, count, unix_us, random, &stateless);
    sortid_status status =
        ulid_has_random_step(machine)
            ? ulid_batch_random_steps(ids, made, count, step, machine, unix_us, random)
            : ulid_batch_by_ones(ids, made, count, step, machine, unix_us);
    if (*made > 0)
        step->event |= SORTID_EVENT_COUNTER_INCREMENTED;
    return status;
}

/* The last ID. */
static INLINED struct packed_state ulid_pack(PACK_PARAMETERS)
{
    (void)machine;
    return (struct packed_state){state->timestamp << 16 | state->layer, state->counter};
}

static INLINED void ulid_unpack(UNPACK_PARAMETERS)
{
    (void)machine;
    state->timestamp = packed.high >> 16;
    state->layer = packed.high & 0xffff;
    state->counter = packed.low;
    finish_unpacking(state, &ULID_TIMELINE);
}
