/* SPDX-License-Identifier: MIT */
/* full/scru64.c: the public generator of scru64: its machine with sources, and the
 * node that it can be given anew, as it must be in a forked child. */
#include "generator.h"
#include "../generate/plan_scru64.h"
#include "../generate/scru64.h"

sortid_status sortid_scru64_generator_init(sortid_scru64_generator *generator,
                                           const sortid_scru64_node_spec *spec,
                                           const sortid_scru64_options *options,
                                           const sortid_sources *sources)
{
    sortid_scru64_machine machine;
    sortid_status status = sortid_scru64_machine_init(&machine, spec, options);
    if (status != SORTID_OK)
        return status;
    return sortid_full_start(GENERATOR_OF(generator), MACHINE_OF(&machine), sources, UINT32_MAX);
}

SORTID_FULL_GENERATE(scru64)

sortid_status sortid_scru64_generator_set_node(sortid_scru64_generator *generator,
                                               const sortid_scru64_node_spec *spec)
{
    struct generator *g = GENERATOR_OF(generator);
    uint32_t epoch;
    if (g->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    if (!busy_enter(&g->busy))
        return SORTID_BUSY;
    sortid_status status = notice_fork(g, &epoch);
    if (status == SORTID_OK)
        status = sortid_generate_scru64_set_node(&g->machine, spec);
    busy_leave(&g->busy);
    return status;
}

sortid_status sortid_scru64_generator_node_spec(sortid_scru64_node_spec *out,
                                                const sortid_scru64_generator *generator)
{
    const struct generator *g = (const struct generator *)(const void *)generator->opaque;
    if (g->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    if (g->busy)
        return SORTID_BUSY;
    if ((g->machine.state.flags & STATE_FORKED) != 0 || !epoch_is(g->epoch))
        return SORTID_FORKED;
    sortid_generate_scru64_node_spec(out, &g->machine);
    return SORTID_OK;
}
