/* SPDX-License-Identifier: MIT */
/* shared/scru160.c: the shared generator of scru160: the calls of generator.h around its plan. */
#include "generator.h"

#include <sortid/scru160.h>

/* Where the counter stands, and how large it is; not the node id, which its words are no part
 * of: extension 5 bits | node id 5 | microseconds 1. */
static uint64_t layout_of(const struct machine *machine)
{
    return (uint64_t)machine->format.scru160.extension_bits << 6 |
           (uint64_t)machine->format.scru160.node_bits << 1 | machine->format.scru160.microseconds;
}

SORTID_SHARED_VERBS(scru160, true)

/* What a generator of these options is made of; its machine is put into `machine`. */
static sortid_status found(struct founding *out, sortid_scru160_machine *machine,
                           const sortid_scru160_options *options, const sortid_sources *sources)
{
    sortid_scru160_options defaults;
    sortid_scru160_options_default(&defaults);
    defaults.mode = SORTID_MODE_ABORT;
    sortid_status status =
        sortid_scru160_machine_init(machine, options != NULL ? options : &defaults);
    const struct machine *m = MACHINE_OF(machine);
    if (status == SORTID_OK)
        *out = (struct founding){.machine = m,
                                 .sources = sources,
                                 .coarsest_us = m->format.scru160.microseconds ? 1 : UINT32_MAX,
                                 .identity = identity_of(IDENTITY_SCRU160, layout_of(m)),
                                 .timeline = scru160_timeline_of(m),
                                 .shape = &shape_scru160};
    return status;
}

sortid_status sortid_scru160_shared_init(sortid_scru160_shared *generator,
                                         sortid_shared_state *state,
                                         const sortid_scru160_options *options,
                                         const sortid_sources *sources)
{
    sortid_scru160_machine machine;
    struct founding founding;
    sortid_status status = found(&founding, &machine, options, sources);
    return status == SORTID_OK ? sortid_shared_start(SHARED_OF(generator), state, &founding)
                               : status;
}

sortid_status sortid_scru160_shared_open(sortid_scru160_shared *generator, const char *path,
                                         const sortid_file_options *file,
                                         const sortid_scru160_options *options,
                                         const sortid_sources *sources)
{
    sortid_scru160_machine machine;
    struct founding founding;
    sortid_status status = found(&founding, &machine, options, sources);
    return status == SORTID_OK ? sortid_shared_open(SHARED_OF(generator), path, file, &founding)
                               : status;
}

void sortid_scru160_shared_close(sortid_scru160_shared *generator)
{
    sortid_shared_close(SHARED_OF(generator));
}
