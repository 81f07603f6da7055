/* SPDX-License-Identifier: MIT */
/* full/generator.c: the start of a generator: sources and epoch to a machine. */
#include "generator.h"
#include "../source/epoch.h"

sortid_status sortid_full_start(struct generator *generator, const struct machine *machine,
                                const sortid_sources *sources, uint32_t coarsest_us)
{
    struct generator started = {.machine = *machine};
    if (sources != NULL)
        started.sources = *sources;
    else
        sortid_sources_default(&started.sources);
    uint32_t resolution = started.sources.clock.resolution_us;
    if (resolution == 0 || resolution > coarsest_us)
        return SORTID_BAD_OPTION;
    sortid_status status = epoch_read(&started.epoch);
    if (status == SORTID_OK)
        *generator = started;
    return status;
}
