/* SPDX-License-Identifier: MIT */
/* generate/scru64.c: the public machine of scru64: its options and its plan. */
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

SORTID_GENERATE_VERBS(sortid_scru64, plan_scru64)
