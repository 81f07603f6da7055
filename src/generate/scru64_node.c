/* SPDX-License-Identifier: MIT */
/* generate/scru64_node.c: see scru64_node.h. */
#include "scru64_node.h"
#include "../format/node_spec.h"

static uint64_t last_id(const struct machine *machine)
{
    return machine->state.timestamp << 24 | scru64_node_ctr(machine, machine->state.counter);
}

static bool same_node(const struct machine *machine, const sortid_scru64_node_spec *spec)
{
    return (machine->state.flags & (STATE_FORKED | STATE_OTHER_NODE)) == 0 &&
           machine->format.scru64.node_id == spec->node_id &&
           machine->format.scru64.node_id_size == spec->node_id_size;
}

/* The state after the spec's last ID. */
static struct state state_after(const struct machine *machine, const sortid_scru64 *last)
{
    sortid_scru64_fields fields;
    uint64_t counter_mask = (UINT64_C(1) << scru64_counter_bits(machine)) - 1;
    sortid_scru64_to_fields(&fields, last);
    return (struct state){.timestamp = fields.timestamp,
                          .counter = fields.node_ctr & counter_mask,
                          .since_us = since_us_of(&SCRU64_TIMELINE, fields.timestamp),
                          .flags = STATE_STARTED | STATE_GIVEN};
}

/* The state to continue from, after the last IDs of machine and spec: with the same node the
 * greater one; with another node the spec's if its tick is later, else a new tick after the
 * machine's. */
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
                          .flags = STATE_STARTED | STATE_OTHER_NODE};
}

sortid_status sortid_generate_scru64_set_node(struct machine *machine,
                                              const sortid_scru64_node_spec *spec)
{
    struct machine changed = *machine;
    sortid_status status = sortid_format_check_node_spec(spec);
    if (status == SORTID_OK && machine->format.scru64.bound.cover != NULL)
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
                                     .has_last = (s->flags & (STATE_STARTED | STATE_OTHER_NODE)) ==
                                                 STATE_STARTED};
    if (out->has_last)
        store_be64(out->last.bytes, last_id(machine));
}

static const struct option_rules RULES = {.default_mode = SORTID_MODE_ABORT,
                                          .unit_us = SORTID_SCRU64_TICK_MS * 1000,
                                          .guard_bits = NODE_CTR_BITS,
                                          .node_spec = true};

sortid_status sortid_generate_scru64_start(struct machine *machine,
                                           const sortid_scru64_node_spec *node,
                                           const sortid_bound *bound)
{
    sortid_generate_start(machine, &RULES);
    machine->format.scru64.guard_option = -1;
    sortid_status status = sortid_generate_scru64_set_node(machine, node);
    if (bound != NULL)
        machine->format.scru64.bound = *bound;
    return status;
}

sortid_status sortid_generate_scru64_configure(struct machine *machine,
                                               const sortid_options *options)
{
    struct machine prepared;
    unsigned guard = options->guard_bits;
    sortid_status status = sortid_generate_configure(&prepared, options, &RULES);
    if (status != SORTID_OK)
        return status;
    if (options->node.node_id_size == 0)
        return SORTID_NO_NODE_SPEC;
    if (options->bound.cover != NULL && prepared.mode == SORTID_MODE_RESET)
        return SORTID_BAD_OPTION;
    prepared.format.scru64.guard_option = (int8_t)(guard == 0                   ? -1
                                                   : guard == SORTID_GUARD_NONE ? 0
                                                                                : (int)guard);
    status = sortid_generate_scru64_set_node(&prepared, &options->node);
    prepared.format.scru64.bound = options->bound; /* last: it fixes the node */
    if (status == SORTID_OK)
        *machine = prepared;
    return status;
}
