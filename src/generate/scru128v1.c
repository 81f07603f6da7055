/* SPDX-License-Identifier: MIT */
/* generate/scru128v1.c: the public machine of scru128v1: its options, checked and kept, and a
 * step by its plan. Pure: reads no clock, calls no system. */
#include "plan_scru128v1.h"
#include "verbs.h"

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
                                   SCRU128V1_TIMELINE.unit_us);
}

SORTID_GENERATE_VERBS(sortid_scru128v1, plan_scru128v1)
