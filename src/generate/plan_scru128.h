/* SPDX-License-Identifier: MIT */
/* generate/plan_scru128.h: one step of SCRU128 v2.1.1, and a stretch of them. The
 * two counters are one of 48 bits, counter_hi above counter_lo, so that a carry is
 * plain addition.
 * Included by the machine (scru128.c) and the generator (full/scru128.c). */
#ifndef SORTID_GENERATE_PLAN_SCRU128_H
#define SORTID_GENERATE_PLAN_SCRU128_H

#include "../format/layout.h"
#include "stretch.h"

#define SCRU128_RENEWAL_MS 1000 /* life of counter_hi */

static const struct timeline SCRU128_TIMELINE = {1000, 0, 1, LAST_48 - 1};

/* Document, "Specification" and "Counter overflow handling". */
static inline sortid_status scru128_count_up(struct step *step)
{
    uint64_t *counter = &step->state.counter;
    if (++*counter >> 48 != 0) {
        *counter = 0;
        return borrow(step, &SCRU128_TIMELINE);
    }
    if ((*counter & MASK24) == 0)
        step->event = SORTID_COUNTER_CARRIED;
    return SORTID_OK;
}

/* Document, "Stateless variant": the timestamp and 80 random bits. */
static INLINED sortid_status scru128_plan_stateless(uint8_t *id, struct step *step, uint64_t now,
                                                    uint64_t unix_us, const sortid_random *random)
{
    uint64_t lo, hi, entropy;
    sortid_status status = draw_bits(&lo, 24, unix_us, random);
    if (status == SORTID_OK)
        status = draw_bits(&hi, 24, unix_us, random);
    if (status == SORTID_OK)
        status = draw_bits(&entropy, 32, unix_us, random);
    if (status != SORTID_OK)
        return status;
    step->event = SORTID_NEW_TIMESTAMP;
    pack_scru128(id, &(sortid_scru128_fields){now, (uint32_t)hi, (uint32_t)lo, (uint32_t)entropy});
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
    if (step->fresh || s->timestamp - s->mark >= SCRU128_RENEWAL_MS) {
        sortid_status status = draw_bits(&hi, 24, unix_us, random);
        if (status != SORTID_OK)
            return status;
        s->counter = hi << 24 | (s->counter & MASK24);
        s->mark = s->timestamp;
    }
    return draw_bits(entropy, 32, unix_us, random);
}

static INLINED sortid_status plan_scru128(uint8_t *id, struct step *step,
                                          const struct machine *machine, uint64_t unix_us,
                                          const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t now, entropy;
    sortid_status status = clock_of(&now, &SCRU128_TIMELINE, unix_us);
    if (status == SORTID_OK && machine->format.scru128.stateless)
        return scru128_plan_stateless(id, step, now, unix_us, random);
    if (status == SORTID_OK)
        status =
            set_course(step, machine, &SCRU128_TIMELINE, now, unix_us, (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_COUNTER_INCREMENTED)
        status = scru128_count_up(step);
    if (status == SORTID_OK)
        status = scru128_draw(&entropy, step, unix_us, random);
    if (status != SORTID_OK)
        return status;
    pack_scru128(id, &(sortid_scru128_fields){s->timestamp, (uint32_t)(s->counter >> 24),
                                              (uint32_t)s->counter & MASK24, (uint32_t)entropy});
    return SORTID_OK;
}

static inline bool follows_scru128(const struct machine *machine, uint64_t unix_us)
{
    return clock_stands(machine, &SCRU128_TIMELINE, unix_us) &&
           (machine->state.counter & MASK24) != MASK24;
}

static INLINED sortid_status follow_scru128(uint8_t *id, uint64_t *counter,
                                            const struct machine *machine, uint64_t unix_us,
                                            const sortid_random *random)
{
    uint64_t entropy;
    sortid_status status = draw_bits(&entropy, 32, unix_us, random);
    if (status != SORTID_OK)
        return status;
    *counter = machine->state.counter + 1;
    pack_scru128(id, &(sortid_scru128_fields){machine->state.timestamp, (uint32_t)(*counter >> 24),
                                              (uint32_t)*counter & MASK24, (uint32_t)entropy});
    return SORTID_OK;
}

#define SCRU128_STEP (UINT64_C(1) << 32) /* counter_lo + 1, in the low half of an ID */

/* Stateless: the timestamp of the ID before, and counters and entropy of its own,
 * drawn in the order lo, hi, entropy. */
static inline void scru128_write_stateless(uint8_t *ids, size_t count, const uint8_t *drawn,
                                           void *context)
{
    (void)context;
    for (; count > 0; count--, ids += 16, drawn += 10) {
        memcpy(ids, ids - 16, 6);
        memcpy(ids + 6, drawn + 3, 3);
        memcpy(ids + 9, drawn, 3);
        memcpy(ids + 12, drawn + 6, 4);
    }
}

static INLINED size_t room_scru128(const struct step *step, const struct machine *machine,
                                   uint64_t unix_us, size_t count)
{
    uint64_t left = ((UINT64_C(1) << 48) - 1) - step->state.counter;
    return room_of(step, machine, &SCRU128_TIMELINE, unix_us, left, count);
}

static INLINED sortid_status stretch_scru128(uint8_t *ids, size_t *made, size_t count,
                                             struct step *step, const struct machine *machine,
                                             uint64_t unix_us, const sortid_random *random)
{
    struct state *s = &step->state;
    if (machine->format.scru128.stateless) {
        const struct draw_plan by = {16, 10, scru128_write_stateless, NULL};
        return stretch_by_draws(ids, made, count, unix_us, random, &by);
    }
    count = room_scru128(step, machine, unix_us, count);
    sortid_status status = stretch_with_tails(ids, made, count, SCRU128_STEP, unix_us, random);
    uint64_t carries = ((s->counter + *made) >> 24) - (s->counter >> 24);
    s->counter += *made;
    if (carries > 0)
        step->event |= SORTID_COUNTER_CARRIED;
    if (carries < *made)
        step->event |= SORTID_COUNTER_INCREMENTED;
    return status;
}

#endif
