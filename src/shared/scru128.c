/* SPDX-License-Identifier: MIT */
/* shared/scru128.c: the shared generator of scru128: the calls of generator.h around its plan. */
#include "generator.h"

#include <sortid/scru128.h>

SORTID_SHARED_VERBS(scru128, true)

/* What a generator of these options is made of; its machine is put into `machine`. */
static sortid_status found(struct founding *out, sortid_scru128_machine *machine,
                           const sortid_scru128_options *options, const sortid_sources *sources)
{
    sortid_scru128_options defaults;
    sortid_scru128_options_default(&defaults);
    defaults.mode = SORTID_MODE_ABORT;
    sortid_status status =
        sortid_scru128_machine_init(machine, options != NULL ? options : &defaults);
    const struct machine *m = MACHINE_OF(machine);
    if (status == SORTID_OK)
        *out = (struct founding){.machine = m,
                                 .sources = sources,
                                 .coarsest_us = UINT32_MAX,
                                 .identity = identity_of(IDENTITY_SCRU128, 0),
                                 .stateless = m->format.scru128.stateless,
                                 .timeline = &SCRU128_TIMELINE,
                                 .shape = &shape_scru128};
    return status;
}

sortid_status sortid_scru128_shared_init(sortid_scru128_shared *generator,
                                         sortid_shared_state *state,
                                         const sortid_scru128_options *options,
                                         const sortid_sources *sources)
{
    sortid_scru128_machine machine;
    struct founding founding;
    sortid_status status = found(&founding, &machine, options, sources);
    return status == SORTID_OK ? sortid_shared_start(SHARED_OF(generator), state, &founding)
                               : status;
}

sortid_status sortid_scru128_shared_open(sortid_scru128_shared *generator, const char *path,
                                         const sortid_file_options *file,
                                         const sortid_scru128_options *options,
                                         const sortid_sources *sources)
{
    sortid_scru128_machine machine;
    struct founding founding;
    sortid_status status = found(&founding, &machine, options, sources);
    return status == SORTID_OK ? sortid_shared_open(SHARED_OF(generator), path, file, &founding)
                               : status;
}

void sortid_scru128_shared_close(sortid_scru128_shared *generator)
{
    sortid_shared_close(SHARED_OF(generator));
}
