/* SPDX-License-Identifier: MIT */
/* generate/verbs.h: the public verbs of a format's machine that are the same in
 * all formats, from its plan. Included by the format files of this room. */
#ifndef SORTID_GENERATE_VERBS_H
#define SORTID_GENERATE_VERBS_H

#include "machine.h"

/* The storage that the public header promises is enough. */
#define MACHINE_FITS(TYPE)                                                                         \
    _Static_assert(sizeof(struct machine) <= sizeof(TYPE##_machine), "machine outgrew its "        \
                                                                     "storage")

#define SORTID_GENERATE_VERBS(TYPE, PLAN)                                                          \
    MACHINE_FITS(TYPE);                                                                            \
    sortid_status TYPE##_machine_step(TYPE *out, sortid_event *event, uint64_t *wait_us,           \
                                      TYPE##_machine *machine, uint64_t unix_us,                   \
                                      const sortid_random *random)                                 \
    {                                                                                              \
        return step_machine(out->bytes, event, wait_us, MACHINE_OF(machine), unix_us, random,      \
                            PLAN);                                                                 \
    }                                                                                              \
    void TYPE##_machine_after_fork(TYPE##_machine *machine)                                        \
    {                                                                                              \
        MACHINE_OF(machine)->state.flags |= STATE_FORKED;                                          \
    }

#endif
