/* SPDX-License-Identifier: MIT */
/* full/generator.c: the start of a generator: a machine gets its sources, which
 * are checked here once, and the epoch from which it knows of forks. Called by
 * the _init of each format. */
#include "generator.h"

#include <stdatomic.h>

sortid_status sortid_full_sources(sortid_sources *out, const sortid_sources *sources,
                                  uint32_t coarsest_us)
{
    if (sources != NULL) {
        *out = *sources;
    } else {
        sortid_sources_default(out);
        if (out->clock.resolution_us > coarsest_us)
            sortid_clock_exact(&out->clock);
    }
    bool complete = out->clock.read != NULL && out->random.fill != NULL && out->sleep.sleep != NULL;
    uint32_t resolution = out->clock.resolution_us;
    bool fine = resolution != 0 && resolution <= coarsest_us;
    return complete && fine ? SORTID_OK : SORTID_BAD_OPTION;
}

sortid_status sortid_full_start(struct generator *generator, const struct machine *machine,
                                const sortid_sources *sources, uint32_t coarsest_us)
{
    struct generator started = {.machine = *machine};
    sortid_status status = sortid_full_sources(&started.sources, sources, coarsest_us);
    if (status == SORTID_OK)
        status = epoch_read(&started.epoch);
    if (status != SORTID_OK)
        return status;
    started.machine.mode = 0; /* set last: a signal handler finds all of it or none */
    *generator = started;
    atomic_signal_fence(memory_order_seq_cst);
    *(volatile uint32_t *)&generator->machine.mode = machine->mode;
    return SORTID_OK;
}
