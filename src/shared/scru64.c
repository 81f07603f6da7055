/* SPDX-License-Identifier: MIT */
/* shared/scru64.c: the shared generator of scru64: the calls of generator.h around its plan. The
 * node is part of the state's identity: all generators on it have the same. */
#include "generator.h"

#include <sortid/scru64.h>

SORTID_SHARED_VERBS(scru64, false)

/* node id 24 bits | its size 5 */
static uint64_t node_of(const struct machine *machine)
{
    return (uint64_t)machine->format.scru64.node_id << 5 | machine->format.scru64.node_id_size;
}

/* What a generator of these options is made of; its machine is put into `machine`. */
static sortid_status found(struct founding *out, sortid_scru64_machine *machine,
                           const sortid_scru64_node_spec *spec,
                           const sortid_scru64_options *options, const sortid_sources *sources)
{
    sortid_status status = sortid_scru64_machine_init(machine, spec, options);
    const struct machine *m = MACHINE_OF(machine);
    if (status == SORTID_OK && m->format.scru64.bound != NULL)
        status = SORTID_BAD_OPTION; /* others on the state would not ask it */
    if (status == SORTID_OK)
        *out = (struct founding){.machine = m,
                                 .sources = sources,
                                 .coarsest_us = UINT32_MAX,
                                 .identity = identity_of(IDENTITY_SCRU64, node_of(m)),
                                 .timeline = &SCRU64_TIMELINE,
                                 .shape = &shape_scru64};
    return status;
}

sortid_status sortid_scru64_shared_init(sortid_scru64_shared *generator, sortid_shared_state *state,
                                        const sortid_scru64_node_spec *spec,
                                        const sortid_scru64_options *options,
                                        const sortid_sources *sources)
{
    sortid_scru64_machine machine;
    struct founding founding;
    sortid_status status = found(&founding, &machine, spec, options, sources);
    return status == SORTID_OK ? sortid_shared_start(SHARED_OF(generator), state, &founding)
                               : status;
}

sortid_status sortid_scru64_shared_open(sortid_scru64_shared *generator, const char *path,
                                        const sortid_file_options *file,
                                        const sortid_scru64_node_spec *spec,
                                        const sortid_scru64_options *options,
                                        const sortid_sources *sources)
{
    sortid_scru64_machine machine;
    struct founding founding;
    sortid_status status = found(&founding, &machine, spec, options, sources);
    return status == SORTID_OK ? sortid_shared_open(SHARED_OF(generator), path, file, &founding)
                               : status;
}
