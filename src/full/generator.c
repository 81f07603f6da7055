/* SPDX-License-Identifier: MIT */
/* full/generator.c: one call of a generator, for all formats: notice a fork, read
 * the clock, plan on a copy of the state, notice a fork again, commit. The only
 * place where sources are called and where mode wait sleeps. */
#include "generator.h"
#include "../source/epoch.h"

#include <string.h>

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

/* Notes a fork since the last call in the machine. */
static sortid_status notice_fork(struct generator *g, uint32_t *epoch)
{
    sortid_status status = epoch_read(epoch);
    if (status == SORTID_OK && *epoch != g->epoch) {
        g->machine.state.forked = true;
        g->epoch = *epoch;
    }
    return status;
}

/* One try: *again where it has waited, or was forked in the middle. */
static sortid_status attempt(uint8_t *id, struct step *step, struct generator *g,
                             plan_function *plan, bool *again)
{
    uint32_t epoch;
    uint64_t unix_us;
    sortid_status status = notice_fork(g, &epoch);
    if (status == SORTID_OK)
        status = g->sources.clock.read(&unix_us, g->sources.clock.context);
    if (status != SORTID_OK)
        return status;
    *step = (struct step){.state = g->machine.state};
    status = plan(id, step, &g->machine, unix_us, &g->sources.random);
    *again = status == SORTID_WAIT || !epoch_is(epoch);
    if (status == SORTID_WAIT)
        return g->sources.sleep.sleep(step->wait_us, g->sources.sleep.context);
    return status;
}

static sortid_status run(uint8_t *id, struct step *step, struct generator *g, plan_function *plan)
{
    sortid_status status;
    bool again;
    do {
        again = false;
        status = attempt(id, step, g, plan, &again);
    } while (status == SORTID_OK && again);
    if (status == SORTID_OK)
        commit(&g->machine, step);
    return status;
}

sortid_status sortid_full_generate(uint8_t *id, size_t size, sortid_event *event,
                                   struct generator *generator, plan_function *plan)
{
    uint8_t made[20]; /* the longest ID; `id` stays as it was on failure */
    struct step step;
    if (generator->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    if (generator->busy)
        return SORTID_BUSY;
    generator->busy = 1;
    sortid_status status = run(made, &step, generator, plan);
    generator->busy = 0;
    if (status != SORTID_OK)
        return status;
    memcpy(id, made, size);
    if (event != NULL)
        *event = step.event;
    return SORTID_OK;
}
