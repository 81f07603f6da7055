/* SPDX-License-Identifier: MIT */
/* generate/uuidv7.h: a step and a batch of UUIDv7: with a counter (RFC 9562, section 6.2, method
 * 1), with the fraction of the millisecond (method 3), or stateless. state.counter is the counter
 * of 42 bits, or the fraction of 12. */
#pragma once

#include <sortid/uuidv7.h>

#include "ops.h"

static const struct timeline UUIDV7_TIMELINE = {1000, 0, 0, LAST_48};

#define UUIDV7_LAST_COUNTER  ((UINT64_C(1) << 42) - 1)
#define UUIDV7_COUNTER_LOW   ((UINT64_C(1) << 30) - 1) /* the bits of the counter in rand_b */
#define UUIDV7_LAST_FRACTION UINT64_C(0xfff)
#define UUIDV7_RAND_B        ((UINT64_C(1) << 62) - 1)

/* timestamp 48 | version 4 | rand_a 12 | variant 2 | rand_b 62 */
static INLINED void uuidv7_write(uint8_t id[16], uint64_t timestamp, uint64_t rand_a,
                                 uint64_t rand_b)
{
    store_be64(id, timestamp << 16 | UINT64_C(7) << 12 | rand_a);
    store_be64(id + 8, UINT64_C(2) << 62 | rand_b);
}

static INLINED void uuidv7_write_counter(uint8_t id[16], uint64_t timestamp, uint64_t counter,
                                         uint64_t tail)
{
    uuidv7_write(id, timestamp, counter >> 30, (counter & UUIDV7_COUNTER_LOW) << 32 | tail);
}

/* 74 random bits, the first of 80 drawn bits. */
static inline void uuidv7_write_random(uint8_t id[16], const uint8_t drawn[10])
{
    uint64_t first = load_be64(drawn);
    uint64_t rand_b = (first << 10 | (uint64_t)load_be(drawn + 8, 2) >> 6) & UUIDV7_RAND_B;
    uuidv7_write(id, load_be64(id) >> 16, first >> 52, rand_b);
}

/* ---- With a counter ------------------------------------------------------ */

static inline sortid_status uuidv7_count_up(struct step *step)
{
    if (step->state.counter < UUIDV7_LAST_COUNTER) {
        step->state.counter++;
        return SORTID_OK;
    }
    return borrow(step, &UUIDV7_TIMELINE);
}

/* 42 random bits, the top one 0 with a guard. */
static inline sortid_status uuidv7_draw_counter(struct step *step, const struct machine *machine,
                                                uint64_t unix_us, const sortid_random *random)
{
    uint8_t bytes[6];
    sortid_status status = random->fill(random->context, bytes, sizeof bytes, unix_us);
    if (status != SORTID_OK)
        return status;
    step->state.counter = load_be(bytes, 6) >> 6;
    if (machine->guard_bits == 1)
        step->state.counter &= UUIDV7_LAST_COUNTER >> 1;
    return SORTID_OK;
}

static INLINED sortid_status uuidv7_next_counter(uint8_t *id, struct step *step,
                                                 const struct machine *machine, uint64_t now,
                                                 uint64_t unix_us, const sortid_random *random)
{
    uint64_t tail;
    sortid_status status =
        choose_timestamp(step, machine, &UUIDV7_TIMELINE, now, unix_us, (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_EVENT_COUNTER_INCREMENTED)
        status = uuidv7_count_up(step);
    if (status == SORTID_OK && begins_timestamp(step))
        status = uuidv7_draw_counter(step, machine, unix_us, random);
    if (status == SORTID_OK)
        status = draw_bits(&tail, 32, unix_us, random);
    if (status == SORTID_OK)
        uuidv7_write_counter(id, step->state.timestamp, step->state.counter, tail);
    return status;
}

static inline bool uuidv7_can_count(const struct machine *machine, uint64_t unix_us)
{
    return clock_is_in_timestamp(machine, &UUIDV7_TIMELINE, unix_us) &&
           machine->state.counter != UUIDV7_LAST_COUNTER && !has_fraction(machine);
}

static INLINED sortid_status uuidv7_next_fast(NEXT_FAST_PARAMETERS)
{
    uint64_t tail;
    sortid_status status = draw_bits(&tail, 32, unix_us, random);
    if (status != SORTID_OK)
        return status;
    *counter = machine->state.counter + 1;
    uuidv7_write_counter(id, machine->state.timestamp, *counter, tail);
    return SORTID_OK;
}

/* ---- With the fraction of the millisecond -------------------------------- */

/* Timestamp and fraction as one number: of a state, and of a clock value. */
static inline uint64_t uuidv7_number(const struct state *s)
{
    return s->timestamp << 12 | s->counter;
}

static inline uint64_t uuidv7_number_at(uint64_t unix_us)
{
    return unix_us / 1000 << 12 | unix_us % 1000 * 4096 / 1000;
}

/* The greatest last number for which the clock is not too far behind. */
static inline uint64_t uuidv7_farthest(const struct machine *machine, uint64_t unix_us)
{
    const uint64_t most = LAST_48 * 1000;
    return uuidv7_number_at(unix_us + (machine->allowance < most ? machine->allowance : most));
}

/* Chooses the number of the ID: the clock's if it is greater than the last one, else the last + 1;
 * also after a fork, because the other bits are drawn for each ID. If only the last timestamp is
 * known, as after the bound of a state file, it counts as full. */
static inline sortid_status uuidv7_choose_number(struct step *step, const struct machine *machine,
                                                 uint64_t now, uint64_t unix_us)
{
    struct state *s = &step->state;
    uint64_t fraction = uuidv7_number_at(unix_us) & UUIDV7_LAST_FRACTION;
    if ((s->flags & STATE_OTHER_NODE) != 0)
        s->counter = UUIDV7_LAST_FRACTION;
    if ((s->flags & STATE_STARTED) == 0 || uuidv7_number_at(unix_us) > uuidv7_number(s)) {
        s->counter = fraction;
        return begin_at(step, &UUIDV7_TIMELINE, now, SORTID_EVENT_NEW_TIMESTAMP, false);
    }
    if (uuidv7_number(s) > uuidv7_farthest(machine, unix_us)) {
        uint64_t last_us = s->timestamp * 1000 + (s->counter * 1000 + 4095) / 4096; /* rounded up */
        s->counter = fraction; /* for a reset */
        return roll_back(step, &UUIDV7_TIMELINE, now, last_us - machine->allowance - unix_us,
                         mode_by_clock(machine, unix_us));
    }
    step->event = SORTID_EVENT_COUNTER_INCREMENTED;
    if (s->counter < UUIDV7_LAST_FRACTION) {
        s->counter++;
        return SORTID_OK;
    }
    s->counter = 0;
    return borrow(step, &UUIDV7_TIMELINE);
}

static inline sortid_status uuidv7_next_fraction(uint8_t *id, struct step *step,
                                                 const struct machine *machine, uint64_t now,
                                                 uint64_t unix_us, const sortid_random *random)
{
    uint8_t drawn[8];
    sortid_status status = uuidv7_choose_number(step, machine, now, unix_us);
    if (status == SORTID_OK)
        status = random->fill(random->context, drawn, sizeof drawn, unix_us);
    if (status != SORTID_OK)
        return status;
    note_clock(step, unix_us);
    uuidv7_write(id, step->state.timestamp, step->state.counter, load_be64(drawn) >> 2);
    return SORTID_OK;
}

static inline sortid_status uuidv7_next_stateless(uint8_t *id, struct step *step, uint64_t now,
                                                  uint64_t unix_us, const sortid_random *random)
{
    uint8_t drawn[10];
    sortid_status status = random->fill(random->context, drawn, sizeof drawn, unix_us);
    if (status != SORTID_OK)
        return status;
    step->event = SORTID_EVENT_NEW_TIMESTAMP;
    store_be64(id, now << 16);
    uuidv7_write_random(id, drawn);
    return SORTID_OK;
}

static INLINED sortid_status uuidv7_next_slow(NEXT_SLOW_PARAMETERS)
{
    uint64_t now;
    sortid_status status = clock_of(&now, &UUIDV7_TIMELINE, unix_us);
    if (status != SORTID_OK)
        return status;
    if (is_stateless(machine))
        return uuidv7_next_stateless(id, step, now, unix_us, random);
    if (has_fraction(machine))
        return uuidv7_next_fraction(id, step, machine, now, unix_us, random);
    return uuidv7_next_counter(id, step, machine, now, unix_us, random);
}

/* ---- Many ---------------------------------------------------------------- */

#define UUIDV7_STEP (UINT64_C(1) << 32) /* counter + 1, in the low half of an ID */

static inline void uuidv7_write_stateless(WRITE_PARAMETERS)
{
    (void)context;
    for (; count > 0; count--, ids += 16, drawn += 10) {
        memcpy(ids, ids - 16, 6);
        uuidv7_write_random(ids, drawn);
    }
}

/* The number of the previous ID + 1, in the same ms. */
static inline void uuidv7_write_fractions(WRITE_PARAMETERS)
{
    (void)context;
    for (; count > 0; count--, ids += 16, drawn += 8) {
        store_be64(ids, load_be64(ids - 16) + 1);
        store_be64(ids + 8, UINT64_C(2) << 62 | load_be64(drawn) >> 2);
    }
}

/* Up to the last fraction of the ms, and to the first number that is too far ahead. */
static inline size_t uuidv7_fractions_room(const struct step *step, const struct machine *machine,
                                           uint64_t unix_us, size_t count)
{
    uint64_t number = uuidv7_number(&step->state), end = uuidv7_farthest(machine, unix_us) + 1;
    uint64_t left = UUIDV7_LAST_FRACTION - step->state.counter;
    if (number >= end)
        return 0;
    left = left < end - number ? left : end - number;
    return left < count ? (size_t)left : count;
}

/* With a counter: up to a carry into rand_a. */
static INLINED size_t uuidv7_batch_room(BATCH_ROOM_PARAMETERS)
{
    if (has_fraction(machine))
        return uuidv7_fractions_room(step, machine, unix_us, count);
    uint64_t left = UUIDV7_COUNTER_LOW - (step->state.counter & UUIDV7_COUNTER_LOW);
    return batch_room(step, machine, &UUIDV7_TIMELINE, unix_us, left, count);
}

static INLINED sortid_status uuidv7_batch(BATCH_PARAMETERS)
{
    static const struct draws stateless = {16, 10, uuidv7_write_stateless, NULL};
    static const struct draws fractions = {16, 8, uuidv7_write_fractions, NULL};
    if (is_stateless(machine))
        return batch_of_draws(ids, made, count, unix_us, random, &stateless);
    count = uuidv7_batch_room(step, machine, unix_us, count);
    sortid_status status = has_fraction(machine)
                               ? batch_of_draws(ids, made, count, unix_us, random, &fractions)
                               : batch_with_tails(ids, made, count, UUIDV7_STEP, unix_us, random);
    count_on(&step->state, *made);
    if (*made > 0)
        step->event |= SORTID_EVENT_COUNTER_INCREMENTED;
    return status;
}

/* ---- The packed state ---------------------------------------------------- */

/* timestamp 48 | 1, then the counter. The 1 because an ID can be at timestamp 0. */
static INLINED struct packed_state uuidv7_pack(PACK_PARAMETERS)
{
    (void)machine;
    return (struct packed_state){state->timestamp << 1 | 1, state->counter};
}

static INLINED void uuidv7_unpack(UNPACK_PARAMETERS)
{
    (void)machine;
    state->timestamp = packed.high >> 1;
    state->counter = packed.low;
    finish_unpacking(state, &UUIDV7_TIMELINE);
}

static inline sortid_status uuidv7_configure(struct machine *machine, const sortid_options *options)
{
    static const struct option_rules rules = {.flags =
                                                  SORTID_OPTION_STATELESS | SORTID_OPTION_FRACTION,
                                              .default_mode = SORTID_MODE_RESET,
                                              .unit_us = 1000,
                                              .guard_bits = 1};
    if ((options->flags & SORTID_OPTION_FRACTION) != 0 && options->guard_bits == 1)
        return SORTID_BAD_OPTION;
    return sortid_generate_configure(machine, options, &rules);
}

static inline bool uuidv7_counter_fits(const struct machine *machine, const struct state *state)
{
    return state->counter <= (has_fraction(machine) ? UUIDV7_LAST_FRACTION : UUIDV7_LAST_COUNTER);
}

/* Whether the counter is a fraction. */
static inline uint64_t uuidv7_parameters(const struct machine *machine)
{
    return has_fraction(machine);
}

static inline void uuidv7_from_parameters(struct machine *machine, uint64_t parameters)
{
    machine->flags = (parameters & 1) != 0 ? SORTID_OPTION_FRACTION : 0;
}
