/* SPDX-License-Identifier: MIT */
/* generate/plan_scru128v1.h: one step of the original SCRU128: a counter of 28 bits,
 * and per_sec_random, the layer that lives a second.
 * Included by the machine (scru128v1.c) and the generator (full/scru128v1.c). */
#ifndef SORTID_GENERATE_PLAN_SCRU128V1_H
#define SORTID_GENERATE_PLAN_SCRU128V1_H

#include "../format/layout.h"
#include "stretch.h"

#define SCRU128V1_RENEWAL_MS 1000 /* life of per_sec_random */

static const struct timeline SCRU128V1_TIMELINE = {1000, SORTID_SCRU128V1_BIAS_MS * 1000, 1,
                                                   LAST_44 - 1};

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
    if (status == SORTID_OK && (step->fresh || s->timestamp - s->mark >= SCRU128V1_RENEWAL_MS)) {
        status = draw_bits(&s->layer, 24, unix_us, random);
        s->mark = s->timestamp;
    }
    if (status == SORTID_OK)
        status = draw_bits(per_gen_random, 32, unix_us, random);
    return status;
}

static INLINED sortid_status plan_scru128v1(uint8_t *id, struct step *step,
                                            const struct machine *machine, uint64_t unix_us,
                                            const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t now, per_gen_random;
    sortid_status status = clock_of(&now, &SCRU128V1_TIMELINE, unix_us);
    if (status == SORTID_OK)
        status = set_course(step, machine, &SCRU128V1_TIMELINE, now, unix_us,
                            (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_COUNTER_INCREMENTED)
        status = scru128v1_count_up(step);
    if (status == SORTID_OK)
        status = scru128v1_draw(&per_gen_random, step, unix_us, random);
    if (status != SORTID_OK)
        return status;
    pack_scru128v1(id, &(sortid_scru128v1_fields){s->timestamp, (uint32_t)s->counter,
                                                  (uint32_t)s->layer, (uint32_t)per_gen_random});
    return SORTID_OK;
}

static inline bool follows_scru128v1(const struct machine *machine, uint64_t unix_us)
{
    return clock_stands(machine, &SCRU128V1_TIMELINE, unix_us) && machine->state.counter < MASK28;
}

static INLINED sortid_status follow_scru128v1(uint8_t *id, uint64_t *counter,
                                              const struct machine *machine, uint64_t unix_us,
                                              const sortid_random *random)
{
    const struct state *s = &machine->state;
    uint64_t per_gen_random;
    sortid_status status = draw_bits(&per_gen_random, 32, unix_us, random);
    if (status != SORTID_OK)
        return status;
    *counter = s->counter + 1;
    pack_scru128v1(id, &(sortid_scru128v1_fields){s->timestamp, (uint32_t)*counter,
                                                  (uint32_t)s->layer, (uint32_t)per_gen_random});
    return SORTID_OK;
}

#define SCRU128V1_STEP (UINT64_C(1) << 56) /* counter + 1, in the low half of an ID */

static INLINED size_t room_scru128v1(const struct step *step, const struct machine *machine,
                                     uint64_t unix_us, size_t count)
{
    uint64_t left = MASK28 - step->state.counter;
    return room_of(step, machine, &SCRU128V1_TIMELINE, unix_us, left, count);
}

static INLINED sortid_status stretch_scru128v1(uint8_t *ids, size_t *made, size_t count,
                                               struct step *step, const struct machine *machine,
                                               uint64_t unix_us, const sortid_random *random)
{
    count = room_scru128v1(step, machine, unix_us, count);
    sortid_status status = stretch_with_tails(ids, made, count, SCRU128V1_STEP, unix_us, random);
    step->state.counter += *made;
    if (*made > 0)
        step->event |= SORTID_COUNTER_INCREMENTED;
    return status;
}

#endif
