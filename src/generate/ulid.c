/* SPDX-License-Identifier: MIT */
/* generate/ulid.c: the public machine of ulid: its options, checked and kept, and a
 * step by its plan. Pure: reads no clock, calls no system. */
#include "plan_ulid.h"
#include "verbs.h"

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
        sortid_generate_prepare(m, o->mode, o->allowance_ms, o->zero, ULID_TIMELINE.unit_us);
    if (status != SORTID_OK)
        return status;
    m->format.ulid.stateless = o->stateless;
    m->format.ulid.borrow = o->borrow;
    m->format.ulid.random_step = o->random_step;
    m->format.ulid.overflow_guard = o->overflow_guard;
    return SORTID_OK;
}

SORTID_GENERATE_VERBS(sortid_ulid, plan_ulid)
