/* SPDX-License-Identifier: MIT */
/* generate/scru64.c: the SCRU64 state machine: whole ticks of 256 ms, a node id
 * beside the counter. Its options by hand, its node from a spec. */
#include "scru64.h"
#include "../format/layout.h"
#include "../format/node_spec.h"
#include "verbs.h"

#define NODE_CTR_BITS        24
#define GUARDED_NODE_ID_SIZE 20 /* from this size on one guard bit by default */

static const struct timeline TIMELINE = {SORTID_SCRU64_TICK_MS * 1000, 0, 1, LAST_SCRU64 - 1};

static unsigned counter_bits(const struct machine *machine)
{
    return NODE_CTR_BITS - (unsigned)machine->format.scru64.node_id_size;
}

static unsigned guard_bits(const struct machine *machine)
{
    if (machine->format.scru64.guard_option >= 0)
        return (unsigned)machine->format.scru64.guard_option;
    return machine->format.scru64.node_id_size < GUARDED_NODE_ID_SIZE ? 0 : 1;
}

static uint32_t node_ctr(const struct machine *machine, uint64_t counter)
{
    return machine->format.scru64.node_id << counter_bits(machine) | (uint32_t)counter;
}

static sortid_status count_up(struct step *step, const struct machine *machine)
{
    if (++step->state.counter >> counter_bits(machine) != 0)
        return sortid_generate_borrow(step, &TIMELINE);
    return SORTID_OK;
}

sortid_status sortid_generate_plan_scru64(uint8_t *id, struct step *step,
                                          const struct machine *machine, uint64_t unix_us,
                                          const sortid_random *random)
{
    struct state *s = &step->state;
    uint64_t now;
    if (s->forked) /* the node id is the parent's */
        return SORTID_FORKED;
    sortid_status status = sortid_generate_clock(&now, &TIMELINE, unix_us);
    if (status == SORTID_OK)
        status = sortid_generate_course(step, machine, &TIMELINE, now, unix_us,
                                        (sortid_mode)machine->mode);
    if (status == SORTID_OK && step->event == SORTID_COUNTER_INCREMENTED)
        status = count_up(step, machine);
    if (status == SORTID_OK && begins_timestamp(step))
        status = sortid_generate_draw(&s->counter, counter_bits(machine) - guard_bits(machine),
                                      unix_us, random);
    if (status != SORTID_OK)
        return status;
    pack_scru64(id, &(sortid_scru64_fields){s->timestamp, node_ctr(machine, s->counter)});
    return SORTID_OK;
}

void sortid_scru64_options_default(sortid_scru64_options *out)
{
    *out = (sortid_scru64_options){.mode = SORTID_MODE_ABORT,
                                   .allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS,
                                   .overflow_guard_bits = -1};
}

sortid_status sortid_generate_scru64_set_node(struct machine *machine,
                                              const sortid_scru64_node_spec *spec)
{
    sortid_status status = sortid_format_check_node_spec(spec);
    if (status != SORTID_OK)
        return status;
    if (machine->format.scru64.guard_option > (int)(NODE_CTR_BITS - spec->node_id_size))
        return SORTID_BAD_OPTION;
    machine->format.scru64.node_id = spec->node_id;
    machine->format.scru64.node_id_size = (uint8_t)spec->node_id_size;
    machine->state = (struct state){.started = spec->has_last};
    if (spec->has_last) {
        sortid_scru64_fields last;
        unpack_scru64(&last, spec->last.bytes);
        machine->state.timestamp = last.timestamp;
        machine->state.counter = last.node_ctr & ((UINT32_C(1) << counter_bits(machine)) - 1);
    }
    return SORTID_OK;
}

void sortid_generate_scru64_node_spec(sortid_scru64_node_spec *out, const struct machine *machine)
{
    const struct state *s = &machine->state;
    *out = (sortid_scru64_node_spec){.node_id = machine->format.scru64.node_id,
                                     .node_id_size = machine->format.scru64.node_id_size,
                                     .has_last = s->started};
    if (s->started)
        pack_scru64(out->last.bytes,
                    &(sortid_scru64_fields){s->timestamp, node_ctr(machine, s->counter)});
}

sortid_status sortid_scru64_machine_init(sortid_scru64_machine *machine,
                                         const sortid_scru64_node_spec *spec,
                                         const sortid_scru64_options *options)
{
    sortid_scru64_options defaults;
    sortid_scru64_options_default(&defaults);
    const sortid_scru64_options *o = options != NULL ? options : &defaults;
    struct machine prepared;
    if (o->overflow_guard_bits < -1 || o->overflow_guard_bits > NODE_CTR_BITS)
        return SORTID_BAD_OPTION;
    sortid_status status =
        sortid_generate_prepare(&prepared, o->mode, o->allowance_ms, o->zero, TIMELINE.unit_us);
    if (status != SORTID_OK)
        return status;
    prepared.format.scru64.guard_option = (int8_t)o->overflow_guard_bits;
    status = sortid_generate_scru64_set_node(&prepared, spec);
    if (status == SORTID_OK)
        *MACHINE_OF(machine) = prepared;
    return status;
}

SORTID_GENERATE_VERBS(sortid_scru64, sortid_generate_plan_scru64)
