/* SPDX-License-Identifier: MIT */
/* generate/scru128v1.c: the state machine of the original SCRU128: a counter of 28
 * bits, per_sec_random as the layer above it in life time. */
#include "../format/layout.h"
#include "verbs.h"

#define RENEWAL_MS 1000 /* life of per_sec_random */

static const struct timeline TIMELINE = {1000, SORTID_SCRU128V1_BIAS_MS * 1000, 1, LAST_44 - 1};

static sortid_status count_up(struct step *step)
{
    if (++step->state.counter > MASK28)
        return sortid_generate_borrow(step, &TIMELINE);
    return SORTID_OK;
}

/* Draws what this ID needs: counter, per_sec_random, per_gen_random. */
static sortid_status draw(uint64_t *per_gen_random, struct step *step, uint64_t unix_us,
                          const sortid_random *random)
{
    struct state *s = &step->state;
    sortid_status status = SORTID_OK;
    if (begins_timestamp(step))
        status = sortid_generate_draw(&s->counter, 28, unix_us, random);
    if (status == SORTID_OK && (step->fresh || s->timestamp - s->mark >= RENEWAL_MS)) {
        status = sortid_generate_draw(&s->layer, 24, unix_us, random);
        s->mark = s->timestamp;
    }
    if (status == SORTID_OK)
        status = sortid_generate_draw(per_gen_random, 32, unix_us, random);
    return status;
}

sortid_status sortid_generate_plan_scru128v1(uint8_t *id, struct step *step,
                                             const struct machine *machine, uint64_t unix_us,
                                             const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t now, per_gen_random;
    sortid_status status = sortid_generate_clock(&now, &TIMELINE, unix_us);
    if (status == SORTID_OK)
        status = sortid_generate_course(step, machine, &TIMELINE, now, unix_us,
                                        (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_COUNTER_INCREMENTED)
        status = count_up(step);
    if (status == SORTID_OK)
        status = draw(&per_gen_random, step, unix_us, random);
    if (status != SORTID_OK)
        return status;
    pack_scru128v1(id, &(sortid_scru128v1_fields){s->timestamp, (uint32_t)s->counter,
                                                  (uint32_t)s->layer, (uint32_t)per_gen_random});
    return SORTID_OK;
}

void sortid_scru128v1_options_default(sortid_scru128v1_options *out)
{
    *out = (sortid_scru128v1_options){.mode = SORTID_MODE_RESET,
                                      .allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS};
}

sortid_status sortid_scru128v1_machine_init(sortid_scru128v1_machine *machine,
                                            const sortid_scru128v1_options *options)
{
    sortid_scru128v1_options defaults;
    sortid_scru128v1_options_default(&defaults);
    const sortid_scru128v1_options *o = options != NULL ? options : &defaults;
    return sortid_generate_prepare(MACHINE_OF(machine), o->mode, o->allowance_ms, o->zero,
                                   TIMELINE.unit_us);
}

SORTID_GENERATE_VERBS(sortid_scru128v1, sortid_generate_plan_scru128v1)
