/* SPDX-License-Identifier: MIT */
/* generate/plan_ulid.h: one step of ULID, monotonic or stateless. The 80 random
 * bits are state.layer (16) above state.counter (64).
 * Included by the machine (ulid.c) and the generator (full/ulid.c). */
#ifndef SORTID_GENERATE_PLAN_ULID_H
#define SORTID_GENERATE_PLAN_ULID_H

#include "../format/layout.h"
#include "machine.h"

static const struct timeline ULID_TIMELINE = {1000, 0, 0, LAST_48};

static inline sortid_status ulid_draw_randomness(struct step *step, bool guard, uint64_t unix_us,
                                                 const sortid_random *random)
{
    uint8_t bytes[10];
    sortid_status status = random->fill(bytes, sizeof bytes, unix_us, random->context);
    if (status != SORTID_OK)
        return status;
    step->state.layer = load_be(bytes, 2) & (guard ? 0x7fff : 0xffff);
    step->state.counter = load_be64(bytes + 2);
    return SORTID_OK;
}

/* Adds 1 or a random step; beyond 80 bits borrows, or gives SORTID_OVERFLOW.
 * (Document: "Monotonicity".) */
static inline sortid_status ulid_count_up(struct step *step, const struct machine *machine,
                                          uint64_t unix_us, const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t less_one = 0;
    if (machine->format.ulid.random_step) {
        sortid_status status = draw_bits(&less_one, 32, unix_us, random);
        if (status != SORTID_OK)
            return status;
    }
    uint64_t increment = less_one + 1; /* 1 to 2^32 */
    s->counter += increment;
    s->layer += s->counter < increment;
    if (s->layer <= 0xffff)
        return SORTID_OK;
    return machine->format.ulid.borrow ? borrow(step, &ULID_TIMELINE) : SORTID_OVERFLOW;
}

static INLINED sortid_status plan_ulid(uint8_t *id, struct step *step,
                                       const struct machine *machine, uint64_t unix_us,
                                       const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t now;
    sortid_status status = clock_of(&now, &ULID_TIMELINE, unix_us);
    if (status == SORTID_OK && machine->format.ulid.stateless) {
        s->timestamp = now;
        step->event = SORTID_NEW_TIMESTAMP;
    } else if (status == SORTID_OK) {
        status =
            set_course(step, machine, &ULID_TIMELINE, now, unix_us, (sortid_mode)machine->mode);
    }
    if (status == SORTID_OK && step->event == SORTID_COUNTER_INCREMENTED)
        status = ulid_count_up(step, machine, unix_us, random);
    if (status == SORTID_OK && begins_timestamp(step))
        status = ulid_draw_randomness(step, machine->format.ulid.overflow_guard, unix_us, random);
    if (status != SORTID_OK)
        return status;
    pack_ulid(id, &(sortid_ulid_fields){s->timestamp, (uint32_t)s->layer, s->counter});
    return SORTID_OK;
}

#endif
