/* SPDX-License-Identifier: MIT */
/* generate/scru160.c: the public machine of scru160: its options, checked and kept, and a
 * step by its plan. Pure: reads no clock, calls no system. */
#include "plan_scru160.h"
#include "verbs.h"

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

SORTID_GENERATE_VERBS(sortid_scru160, plan_scru160)
