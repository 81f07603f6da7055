/* SPDX-License-Identifier: MIT */
/* generate/scru64.c: the public machine of scru64: its options, checked and kept, and a
 * step by its plan. Pure: reads no clock, calls no system. */
#include "scru64.h"
#include "../format/node_spec.h"
#include "plan_scru64.h"
#include "verbs.h"

void sortid_scru64_options_default(sortid_scru64_options *out)
{
    *out = (sortid_scru64_options){.mode = SORTID_MODE_ABORT,
                                   .allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS,
                                   .overflow_guard_bits = -1};
}

static uint64_t last_id(const struct machine *machine)
{
    return machine->state.timestamp << 24 | scru64_node_ctr(machine, machine->state.counter);
}

static bool same_node(const struct machine *machine, const sortid_scru64_node_spec *spec)
{
    return (machine->state.flags & (STATE_FORKED | STATE_FOREIGN)) == 0 &&
           machine->format.scru64.node_id == spec->node_id &&
           machine->format.scru64.node_id_size == spec->node_id_size;
}

/* The state after the spec's last ID. */
static struct state state_after(const struct machine *machine, const sortid_scru64 *last)
{
    sortid_scru64_fields fields;
    uint64_t counter_mask = (UINT64_C(1) << scru64_counter_bits(machine)) - 1;
    unpack_scru64(&fields, last->bytes);
    return (struct state){.timestamp = fields.timestamp,
                          .counter = fields.node_ctr & counter_mask,
                          .since_us = since_us_of(&SCRU64_TIMELINE, fields.timestamp),
                          .flags = STATE_STARTED | STATE_GIVEN};
}

/* Where to go on: behind the own last ID, if there is one, and the spec's. Under
 * the same node that is the greater; under another the spec's if its tick is the
 * later, else a new tick after the own. */
static struct state join_state(const struct machine *now, const struct machine *then,
                               const sortid_scru64_node_spec *spec)
{
    struct state own = now->state, given = {.flags = 0};
    if (spec->has_last)
        given = state_after(then, &spec->last);
    if ((own.flags & STATE_STARTED) == 0)
        return given;
    if (same_node(now, spec))
        return spec->has_last && sortid_scru64_to_int(&spec->last) > last_id(now) ? given : own;
    if (given.flags != 0 && given.timestamp > own.timestamp)
        return given;
    return (struct state){.timestamp = own.timestamp,
                          .since_us = own.since_us,
                          .flags = STATE_STARTED | STATE_FOREIGN};
}

sortid_status sortid_generate_scru64_set_node(struct machine *machine,
                                              const sortid_scru64_node_spec *spec)
{
    struct machine changed = *machine;
    sortid_status status = sortid_format_check_node_spec(spec);
    if (status == SORTID_OK && machine->format.scru64.bound != NULL)
        status = SORTID_BAD_OPTION;
    if (status != SORTID_OK)
        return status;
    changed.format.scru64.node_id = spec->node_id;
    changed.format.scru64.node_id_size = (uint8_t)spec->node_id_size;
    if (scru64_guard_bits(&changed) > scru64_counter_bits(&changed))
        return SORTID_BAD_OPTION;
    changed.state = join_state(machine, &changed, spec);
    *machine = changed;
    return SORTID_OK;
}

void sortid_generate_scru64_node_spec(sortid_scru64_node_spec *out, const struct machine *machine)
{
    const struct state *s = &machine->state;
    *out = (sortid_scru64_node_spec){.node_id = machine->format.scru64.node_id,
                                     .node_id_size = machine->format.scru64.node_id_size,
                                     .has_last = (s->flags & (STATE_STARTED | STATE_FOREIGN)) ==
                                                 STATE_STARTED};
    if (out->has_last)
        store_be64(out->last.bytes, last_id(machine));
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
    if (o->bound != NULL && o->mode == SORTID_MODE_RESET)
        return SORTID_BAD_OPTION;
    sortid_status status = sortid_generate_prepare(&prepared, o->mode, o->allowance_ms, o->zero,
                                                   SCRU64_TIMELINE.unit_us);
    if (status != SORTID_OK)
        return status;
    prepared.format.scru64.guard_option = (int8_t)o->overflow_guard_bits;
    status = sortid_generate_scru64_set_node(&prepared, spec);
    prepared.format.scru64.bound = o->bound; /* which is of this node alone */
    if (status == SORTID_OK)
        *MACHINE_OF(machine) = prepared;
    return status;
}

SORTID_GENERATE_VERBS(sortid_scru64, plan_scru64)
