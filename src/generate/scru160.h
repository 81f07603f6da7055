/* SPDX-License-Identifier: MIT */
/* generate/scru160.h: a step and a batch of SCRU160: default and alternative counter usage, with
 * the counter's extension and a node id in random16. The unit of the timeline is a ms, or a
 * microsecond in the alternative usage, so that the same rules of rollback and borrowing apply. */
#pragma once

#include <sortid/scru160.h>

#include "ops.h"

#define COUNTER_BITS    16
#define SUBCOUNTER_BITS 6 /* below the 10 bits of the microsecond */
#define RANDOM16_BITS   16

static const struct timeline SCRU160_TIMELINE_MS = {1000, 0, 1, LAST_48 - 1};
static const struct timeline SCRU160_TIMELINE_US = {1, 0, 1000, LAST_48 * 1000 - 1};

/* timestamp 48 | counter 16 | random16 16 | random80 80 */
static INLINED void scru160_write_id(uint8_t id[20], const sortid_scru160_fields *f)
{
    store_be64(id, f->timestamp << 16 | f->counter);
    store_be(id + 8, 2, f->random16);
    memcpy(id + 10, f->random80, sizeof f->random80);
}

static inline const struct timeline *scru160_timeline_of(const struct machine *machine)
{
    return has_fraction(machine) ? &SCRU160_TIMELINE_US : &SCRU160_TIMELINE_MS;
}

static inline sortid_status scru160_read_clock(uint64_t *now, const struct machine *machine,
                                               uint64_t unix_us)
{
    if (has_fraction(machine))
        return clock_of(now, &SCRU160_TIMELINE_US, unix_us);
    return clock_of(now, &SCRU160_TIMELINE_MS, unix_us);
}

static inline sortid_status scru160_count_up(struct step *step, const struct machine *machine)
{
    if (++step->state.counter >> machine->format.scru160.counter_bits != 0)
        return borrow(step, scru160_timeline_of(machine));
    return SORTID_OK;
}

/* The bits of random16 that neither the counter's extension nor a node id takes. */
static inline unsigned scru160_random16_bits(const struct machine *machine)
{
    return (unsigned)RANDOM16_BITS - machine->format.scru160.extension_bits -
           machine->format.scru160.node_bits;
}

/* Draws what this ID needs: counter, the random bits of random16, random80. */
static INLINED sortid_status scru160_draw(sortid_scru160_fields *fields, struct step *step,
                                          const struct machine *machine, uint64_t unix_us,
                                          const sortid_random *random)
{
    unsigned new_bits = (unsigned)machine->format.scru160.counter_bits - machine->guard_bits;
    unsigned random16_bits = scru160_random16_bits(machine);
    uint64_t random16 = 0;
    sortid_status status = SORTID_OK;
    if (begins_timestamp(step))
        status = draw_bits(&step->state.counter, new_bits, unix_us, random);
    if (status == SORTID_OK)
        status = draw_bits(&random16, random16_bits, unix_us, random);
    if (status == SORTID_OK)
        status = random->fill(random->context, fields->random80, sizeof fields->random80, unix_us);
    fields->random16 = machine->format.scru160.node_id << random16_bits | (uint32_t)random16;
    return status;
}

/* Writes the timestamp and the counter with its extension into their fields. (Document:
 * "Alternative counter usage", "random16".) */
static inline void scru160_place(sortid_scru160_fields *fields, const struct state *s,
                                 const struct machine *machine)
{
    unsigned extension = machine->format.scru160.extension_bits;
    uint64_t counter = s->counter;
    fields->timestamp = s->timestamp;
    if (has_fraction(machine)) {
        fields->timestamp = s->timestamp / 1000;
        counter |= s->timestamp % 1000 << machine->format.scru160.counter_bits;
    }
    uint32_t below = (uint32_t)counter & ((UINT32_C(1) << extension) - 1);
    fields->counter = (uint32_t)(counter >> extension); /* 16 bits: counter has 16 + k */
    fields->random16 |= below << (RANDOM16_BITS - extension);
}

static INLINED sortid_status scru160_next_slow(NEXT_SLOW_PARAMETERS)
{
    const struct timeline *timeline = scru160_timeline_of(machine);
    sortid_scru160_fields fields;
    uint64_t now;
    sortid_status status = scru160_read_clock(&now, machine, unix_us);
    if (status == SORTID_OK)
        status =
            choose_timestamp(step, machine, timeline, now, unix_us, mode_by_clock(machine, now));
    if (status == SORTID_OK && step->event == SORTID_EVENT_COUNTER_INCREMENTED)
        status = scru160_count_up(step, machine);
    if (status == SORTID_OK)
        status = scru160_draw(&fields, step, machine, unix_us, random);
    if (status != SORTID_OK)
        return status;
    note_clock(step, now);
    scru160_place(&fields, &step->state, machine);
    scru160_write_id(id, &fields);
    return SORTID_OK;
}

/* The layout of the options {0}: a counter of 16 bits after the timestamp, then random bits. */
static INLINED bool scru160_is_plain(const struct machine *machine)
{
    return machine->format.scru160.extension_bits == 0 && machine->format.scru160.node_bits == 0 &&
           !has_fraction(machine);
}

/* last_renewal must be what a slow step would leave. */
static inline bool scru160_can_count(const struct machine *machine, uint64_t unix_us)
{
    const struct state *s = &machine->state;
    return clock_is_in_timestamp(machine, scru160_timeline_of(machine), unix_us) &&
           s->last_renewal >= s->timestamp &&
           (s->counter + 1) >> machine->format.scru160.counter_bits == 0;
}

/* The plain layout: the bytes after the counter, which a slow step draws in two parts. */
static INLINED sortid_status scru160_next_plain(uint8_t *id, uint64_t *counter,
                                                const struct state *s, uint64_t unix_us,
                                                const sortid_random *random)
{
    sortid_status status = random->fill(random->context, id + 8, 12, unix_us);
    if (status != SORTID_OK)
        return status;
    *counter = s->counter + 1;
    store_be64(id, s->timestamp << 16 | *counter);
    return SORTID_OK;
}

static INLINED sortid_status scru160_next_fast(NEXT_FAST_PARAMETERS)
{
    if (scru160_is_plain(machine))
        return scru160_next_plain(id, counter, &machine->state, unix_us, random);
    struct step step = {.state = machine->state, .event = SORTID_EVENT_COUNTER_INCREMENTED};
    sortid_scru160_fields fields;
    sortid_status status = scru160_draw(&fields, &step, machine, unix_us, random);
    if (status != SORTID_OK)
        return status;
    *counter = ++step.state.counter;
    scru160_place(&fields, &step.state, machine);
    scru160_write_id(id, &fields);
    return SORTID_OK;
}

/* What a batch continues from. */
struct scru160_batch_context {
    struct step *step;
    const struct machine *machine;
};

/* Each ID draws the bytes of random16, 0 to 2, then random80. The function works on copies, because
 * a store to an ID might alias them: otherwise all would be loaded again each time. */
static inline void scru160_write(WRITE_PARAMETERS)
{
    const struct scru160_batch_context *batch = context;
    const struct machine machine = *batch->machine;
    struct state s = batch->step->state;
    const unsigned bits = scru160_random16_bits(&machine);
    const size_t bytes = (bits + 7) / 8;
    sortid_scru160_fields fields;
    for (; count > 0; count--, ids += 20, drawn += sizeof fields.random80) {
        uint32_t random16 = (uint32_t)(load_be(drawn, bytes) >> (8 * bytes - bits));
        drawn += bytes;
        s.counter++;
        fields.random16 = machine.format.scru160.node_id << bits | random16;
        memcpy(fields.random80, drawn, sizeof fields.random80);
        scru160_place(&fields, &s, &machine);
        scru160_write_id(ids, &fields);
    }
    batch->step->state.counter = s.counter;
}

/* The same for the plain layout: the drawn bytes are those of the ID. */
static inline void scru160_write_plain(WRITE_PARAMETERS)
{
    struct state *s = &((const struct scru160_batch_context *)context)->step->state;
    const uint64_t first = (s->timestamp << 16 | s->counter) + 1;
    for (size_t i = 0; i < count; i++, ids += 20, drawn += 12) {
        store_be64(ids, first + i);
        memcpy(ids + 8, drawn, 12);
    }
    s->counter += count;
}

static INLINED size_t scru160_batch_room(BATCH_ROOM_PARAMETERS)
{
    uint64_t left = (UINT64_C(1) << machine->format.scru160.counter_bits) - 1 - step->state.counter;
    return batch_room(step, machine, scru160_timeline_of(machine), unix_us, left, count);
}

static INLINED sortid_status scru160_batch(BATCH_PARAMETERS)
{
    struct scru160_batch_context context = {step, machine};
    const struct draws by = {.size = 20,
                             .draw = (scru160_random16_bits(machine) + 7) / 8 + 10,
                             .write =
                                 scru160_is_plain(machine) ? scru160_write_plain : scru160_write,
                             .context = &context};
    count = scru160_batch_room(step, machine, unix_us, count);
    sortid_status status = batch_of_draws(ids, made, count, unix_us, random, &by);
    if (*made > 0)
        step->event |= SORTID_EVENT_COUNTER_INCREMENTED;
    return status;
}

/* timestamp, in ms or microseconds, 64 | 32 zero | counter with its extension 32. The greatest
 * clock value matters only for a reset, which no shared generator makes. */
static INLINED struct packed_state scru160_pack(PACK_PARAMETERS)
{
    (void)machine;
    return (struct packed_state){state->timestamp, state->counter};
}

static INLINED void scru160_unpack(UNPACK_PARAMETERS)
{
    state->timestamp = packed.high;
    state->counter = packed.low;
    state->last_renewal = packed.high;
    finish_unpacking(state, scru160_timeline_of(machine));
}

/* Checks the options that depend on one another: the bits of random16, and the guard. */
static inline bool scru160_options_fit(const sortid_options *o, unsigned counter_bits,
                                       unsigned guard_bits)
{
    unsigned taken = (unsigned)o->extension_bits + o->node_bits;
    return taken <= RANDOM16_BITS && o->node_id >> o->node_bits == 0 && guard_bits >= 1 &&
           guard_bits <= counter_bits;
}

static inline sortid_status scru160_configure(struct machine *machine,
                                              const sortid_options *options)
{
    bool microseconds = (options->flags & SORTID_OPTION_FRACTION) != 0;
    static const struct option_rules rules = {.flags = SORTID_OPTION_FRACTION,
                                              .default_mode = SORTID_MODE_RESET,
                                              .unit_us = 1000,
                                              .guard_bits = COUNTER_BITS + RANDOM16_BITS,
                                              .node_bits = true};
    unsigned counter_bits =
        (microseconds ? SUBCOUNTER_BITS : COUNTER_BITS) + (unsigned)options->extension_bits;
    unsigned guard_bits = options->guard_bits == 0 ? 1 : options->guard_bits;
    if (!scru160_options_fit(options, counter_bits, guard_bits))
        return SORTID_BAD_OPTION;
    sortid_status status = sortid_generate_configure(machine, options, &rules);
    if (status != SORTID_OK)
        return status;
    machine->format.scru160.extension_bits = options->extension_bits;
    machine->format.scru160.counter_bits = (uint8_t)counter_bits;
    machine->guard_bits = (uint8_t)guard_bits;
    machine->format.scru160.node_bits = options->node_bits;
    machine->format.scru160.node_id = options->node_id;
    return SORTID_OK;
}

static inline bool scru160_counter_fits(const struct machine *machine, const struct state *state)
{
    return state->counter >> machine->format.scru160.counter_bits == 0;
}

/* The position and the size of the counter, without the node id, which no packed state contains:
 * extension 5 bits | bits of the node id 5 | microseconds 1. */
static inline uint64_t scru160_parameters(const struct machine *machine)
{
    return (uint64_t)machine->format.scru160.extension_bits << 6 |
           (uint64_t)machine->format.scru160.node_bits << 1 | has_fraction(machine);
}

static inline void scru160_from_parameters(struct machine *machine, uint64_t parameters)
{
    bool microseconds = (parameters & 1) != 0;
    machine->flags = microseconds ? SORTID_OPTION_FRACTION : 0;
    machine->format.scru160.counter_bits =
        (uint8_t)((microseconds ? SUBCOUNTER_BITS : COUNTER_BITS) + (parameters >> 6 & 31));
}
