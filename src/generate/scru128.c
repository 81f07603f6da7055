/* SPDX-License-Identifier: MIT */
/* generate/scru128.c: the public machine of scru128: its options, checked and kept, and a
 * step by its plan. Pure: reads no clock, calls no system. */
#include "plan_scru128.h"
#include "verbs.h"

void sortid_scru128_options_default(sortid_scru128_options *out)
{
    *out = (sortid_scru128_options){.mode = SORTID_MODE_RESET,
                                    .allowance_ms = SORTID_DEFAULT_ALLOWANCE_MS};
}

sortid_status sortid_scru128_machine_init(sortid_scru128_machine *machine,
                                          const sortid_scru128_options *options)
{
    sortid_scru128_options defaults;
    sortid_scru128_options_default(&defaults);
    const sortid_scru128_options *o = options != NULL ? options : &defaults;
    struct machine *m = MACHINE_OF(machine);
    sortid_status status =
        sortid_generate_prepare(m, o->mode, o->allowance_ms, o->zero, SCRU128_TIMELINE.unit_us);
    if (status == SORTID_OK)
        m->format.scru128.stateless = o->stateless;
    return status;
}

SORTID_GENERATE_VERBS(sortid_scru128, plan_scru128)
