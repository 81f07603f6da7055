/* SPDX-License-Identifier: MIT */
/* generate/scru160.c: the SCRU160 state machine: default and alternative counter
 * usage, the counter's extension and a node id in random16.
 *
 * A timestamp of the timeline is a ms, or a microsecond in the alternative usage,
 * so that rollback and borrowing need no second rule there. */
#include "../format/layout.h"
#include "verbs.h"

#define COUNTER_BITS    16
#define SUBCOUNTER_BITS 6 /* beside the 10 bits of the microsecond */
#define RANDOM16_BITS   16

static const struct timeline TIMELINE_MS = {1000, 0, 1, LAST_48 - 1};
static const struct timeline TIMELINE_US = {1, 0, 1000, LAST_48 * 1000 - 1};

static const struct timeline *timeline_of(const struct machine *machine)
{
    return machine->format.scru160.microseconds ? &TIMELINE_US : &TIMELINE_MS;
}

/* A gap that borrowing alone has made never resets. state.mark is where the clock
 * stood at its highest: only what it went back from there is a rollback. */
static sortid_mode mode_at(const struct machine *machine, uint64_t now)
{
    uint64_t mark = machine->state.mark;
    bool clock_went_back = mark > now && mark - now > machine->allowance;
    if (machine->mode == SORTID_MODE_RESET && !clock_went_back)
        return SORTID_MODE_ABORT;
    return (sortid_mode)machine->mode;
}

static sortid_status count_up(struct step *step, const struct machine *machine)
{
    if (++step->state.counter >> machine->format.scru160.counter_bits != 0)
        return sortid_generate_borrow(step, timeline_of(machine));
    return SORTID_OK;
}

/* Draws what this ID needs: counter, the random bits of random16, random80. */
static sortid_status draw(sortid_scru160_fields *fields, struct step *step,
                          const struct machine *machine, uint64_t unix_us,
                          const sortid_random *random)
{
    unsigned new_bits =
        (unsigned)machine->format.scru160.counter_bits - machine->format.scru160.guard_bits;
    unsigned random16_bits = (unsigned)RANDOM16_BITS - machine->format.scru160.extension_bits -
                             machine->format.scru160.node_bits;
    uint64_t random16 = 0;
    sortid_status status = SORTID_OK;
    if (begins_timestamp(step))
        status = sortid_generate_draw(&step->state.counter, new_bits, unix_us, random);
    if (status == SORTID_OK)
        status = sortid_generate_draw(&random16, random16_bits, unix_us, random);
    if (status == SORTID_OK)
        status = random->fill(fields->random80, sizeof fields->random80, unix_us, random->context);
    fields->random16 = machine->format.scru160.node_id << random16_bits | (uint32_t)random16;
    return status;
}

/* Puts timestamp and counter, with its extension, into their fields. (Document:
 * "Alternative counter usage", "random16".) */
static void place(sortid_scru160_fields *fields, const struct state *s,
                  const struct machine *machine)
{
    unsigned extension = machine->format.scru160.extension_bits;
    uint64_t counter = s->counter;
    fields->timestamp = s->timestamp;
    if (machine->format.scru160.microseconds) {
        fields->timestamp = s->timestamp / 1000;
        counter |= s->timestamp % 1000 << machine->format.scru160.counter_bits;
    }
    uint32_t below = (uint32_t)counter & ((UINT32_C(1) << extension) - 1);
    fields->counter = (uint32_t)(counter >> extension); /* 16 bits: counter has 16 + k */
    fields->random16 |= below << (RANDOM16_BITS - extension);
}

sortid_status sortid_generate_plan_scru160(uint8_t *id, struct step *step,
                                           const struct machine *machine, uint64_t unix_us,
                                           const sortid_random *random)
{
    const struct timeline *timeline = timeline_of(machine);
    sortid_scru160_fields fields;
    uint64_t now;
    sortid_status status = sortid_generate_clock(&now, timeline, unix_us);
    if (status == SORTID_OK)
        status =
            sortid_generate_course(step, machine, timeline, now, unix_us, mode_at(machine, now));
    if (status == SORTID_OK && step->event == SORTID_COUNTER_INCREMENTED)
        status = count_up(step, machine);
    if (status == SORTID_OK)
        status = draw(&fields, step, machine, unix_us, random);
    if (status != SORTID_OK)
        return status;
    if (step->fresh || now > step->state.mark)
        step->state.mark = now;
    place(&fields, &step->state, machine);
    pack_scru160(id, &fields);
    return SORTID_OK;
}

void sortid_scru160_options_default(sortid_scru160_options *out)
{
    *out = (sortid_scru160_options){.mode = SORTID_MODE_RESET,
                                    .allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS,
                                    .overflow_guard_bits = 1};
}

static sortid_status check_options(const sortid_scru160_options *o)
{
    unsigned extension = o->counter_extension_bits, node = o->node_bits;
    unsigned counter_bits = (o->microseconds ? SUBCOUNTER_BITS : COUNTER_BITS) + extension;
    bool fits = extension + node <= RANDOM16_BITS && o->node_id >> node == 0 &&
                o->overflow_guard_bits >= 1 && o->overflow_guard_bits <= counter_bits;
    return fits ? SORTID_OK : SORTID_BAD_OPTION;
}

sortid_status sortid_scru160_machine_init(sortid_scru160_machine *machine,
                                          const sortid_scru160_options *options)
{
    sortid_scru160_options defaults;
    sortid_scru160_options_default(&defaults);
    const sortid_scru160_options *o = options != NULL ? options : &defaults;
    struct machine *m = MACHINE_OF(machine);
    sortid_status status = check_options(o);
    if (status == SORTID_OK)
        status = sortid_generate_prepare(m, o->mode, o->allowance_ms, o->zero,
                                         o->microseconds ? 1 : 1000);
    if (status != SORTID_OK)
        return status;
    m->format.scru160.microseconds = o->microseconds;
    m->format.scru160.extension_bits = o->counter_extension_bits;
    m->format.scru160.counter_bits =
        (uint8_t)((o->microseconds ? SUBCOUNTER_BITS : COUNTER_BITS) + o->counter_extension_bits);
    m->format.scru160.guard_bits = o->overflow_guard_bits;
    m->format.scru160.node_bits = o->node_bits;
    m->format.scru160.node_id = o->node_id;
    return SORTID_OK;
}

SORTID_GENERATE_VERBS(sortid_scru160, sortid_generate_plan_scru160)
