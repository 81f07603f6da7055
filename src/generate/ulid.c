/* SPDX-License-Identifier: MIT */
/* generate/ulid.c: the ULID state machine, monotonic or stateless. The 80 random
 * bits are state.layer (16) above state.counter (64). */
#include "../format/layout.h"
#include "verbs.h"

static const struct timeline TIMELINE = {1000, 0, 0, LAST_48};

static sortid_status draw_randomness(struct step *step, bool guard, uint64_t unix_us,
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

/* Adds 1 or a random step; SORTID_OVERFLOW beyond 80 bits. (Document:
 * "Monotonicity".) */
static sortid_status count_up(struct step *step, bool random_step, uint64_t unix_us,
                              const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t less_one = 0;
    if (random_step) {
        sortid_status status = sortid_generate_draw(&less_one, 32, unix_us, random);
        if (status != SORTID_OK)
            return status;
    }
    uint64_t increment = less_one + 1; /* 1 to 2^32 */
    s->counter += increment;
    s->layer += s->counter < increment;
    return s->layer > 0xffff ? SORTID_OVERFLOW : SORTID_OK;
}

sortid_status sortid_generate_plan_ulid(uint8_t *id, struct step *step,
                                        const struct machine *machine, uint64_t unix_us,
                                        const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t now;
    sortid_status status = sortid_generate_clock(&now, &TIMELINE, unix_us);
    if (status == SORTID_OK && machine->format.ulid.stateless) {
        s->timestamp = now;
        step->event = SORTID_NEW_TIMESTAMP;
    } else if (status == SORTID_OK) {
        status = sortid_generate_course(step, machine, &TIMELINE, now, unix_us,
                                        (sortid_mode)machine->mode);
    }
    if (status == SORTID_OK && step->event == SORTID_COUNTER_INCREMENTED)
        status = count_up(step, machine->format.ulid.random_step, unix_us, random);
    if (status == SORTID_OVERFLOW && machine->format.ulid.borrow)
        status = sortid_generate_borrow(step, &TIMELINE);
    if (status == SORTID_OK && begins_timestamp(step))
        status = draw_randomness(step, machine->format.ulid.overflow_guard, unix_us, random);
    if (status != SORTID_OK)
        return status;
    pack_ulid(id, &(sortid_ulid_fields){s->timestamp, (uint32_t)s->layer, s->counter});
    return SORTID_OK;
}

void sortid_ulid_options_default(sortid_ulid_options *out)
{
    *out = (sortid_ulid_options){.mode = SORTID_MODE_RESET,
                                 .allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS};
}

sortid_status sortid_ulid_machine_init(sortid_ulid_machine *machine,
                                       const sortid_ulid_options *options)
{
    sortid_ulid_options defaults;
    sortid_ulid_options_default(&defaults);
    const sortid_ulid_options *o = options != NULL ? options : &defaults;
    struct machine *m = MACHINE_OF(machine);
    sortid_status status =
        sortid_generate_prepare(m, o->mode, o->allowance_ms, o->zero, TIMELINE.unit_us);
    if (status != SORTID_OK)
        return status;
    m->format.ulid.stateless = o->stateless;
    m->format.ulid.borrow = o->borrow;
    m->format.ulid.random_step = o->random_step;
    m->format.ulid.overflow_guard = o->overflow_guard;
    return SORTID_OK;
}

SORTID_GENERATE_VERBS(sortid_ulid, sortid_generate_plan_ulid)
