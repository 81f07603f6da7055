/* SPDX-License-Identifier: MIT */
/* full/generator.h: a machine with sources and a guard against forks and nested
 * calls: what the public generators of all formats are, and one call of them:
 * notice a fork, read the clock, plan on a copy of the state, notice a fork again,
 * commit. The only place where mode wait sleeps. Inline, so that a format's plan
 * and its call are one function. */
#ifndef SORTID_FULL_GENERATOR_H
#define SORTID_FULL_GENERATOR_H

#include "../generate/machine.h"
#include "../source/busy.h"
#include "../source/epoch.h"

struct OPAQUE generator {
    struct machine machine;
    sortid_sources sources;
    uint32_t epoch; /* the fork epoch that the machine knows of */
    busy_flag busy;
};

/* Takes over a prepared machine. SORTID_BAD_OPTION for a source without function,
 * a clock without resolution, or one coarser than the format needs; SORTID_FORK_GUARD_FAILED.
 * Nothing is written on failure. */
sortid_status sortid_full_start(struct generator *generator, const struct machine *machine,
                                const sortid_sources *sources, uint32_t coarsest_us);

/* Notes a fork since the last call in the machine. */
static inline sortid_status notice_fork(struct generator *g, uint32_t *epoch)
{
    sortid_status status = epoch_read(epoch);
    if (status == SORTID_OK && *epoch != g->epoch) {
        g->machine.state.forked = true;
        g->epoch = *epoch;
    }
    return status;
}

/* One try: *again where it has waited, or was forked in the middle. */
static INLINED sortid_status attempt(uint8_t *id, struct step *step, struct generator *g,
                                     plan_function *plan, bool *again)
{
    uint32_t epoch;
    uint64_t unix_us;
    sortid_status status = notice_fork(g, &epoch);
    if (status == SORTID_OK)
        status = g->sources.clock.read(&unix_us, g->sources.clock.context);
    if (status != SORTID_OK)
        return status;
    *step = first_step(&g->machine);
    status = plan(id, step, &g->machine, unix_us, &g->sources.random);
    *again = step->wait_us > 0 || !epoch_is(epoch);
    if (step->wait_us > 0)
        return g->sources.sleep.sleep(step->wait_us, g->sources.sleep.context);
    return status;
}

static INLINED sortid_status run(uint8_t *id, struct step *step, struct generator *g,
                                 plan_function *plan)
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

/* The next ID. `id` may be written on failure too. */
static INLINED sortid_status generate(uint8_t *id, sortid_event *event, struct generator *generator,
                                      plan_function *plan)
{
    struct step step;
    if (generator->machine.mode == 0)
        return SORTID_NOT_INITIALIZED;
    if (!busy_enter(&generator->busy))
        return SORTID_BUSY;
    sortid_status status = run(id, &step, generator, plan);
    busy_leave(&generator->busy);
    if (status == SORTID_OK && event != NULL)
        *event = step.event;
    return status;
}

#define GENERATOR_OF(words) ((struct generator *)(void *)(words)->opaque)

#define SORTID_FULL_GENERATE(TYPE, PLAN)                                                           \
    _Static_assert(sizeof(struct generator) <= sizeof(TYPE##_generator),                           \
                   "generator outgrew its storage");                                               \
    sortid_status TYPE##_generate(TYPE *out, sortid_event *event, TYPE##_generator *generator)     \
    {                                                                                              \
        TYPE made = {{0}};                                                                         \
        sortid_status status = generate(made.bytes, event, GENERATOR_OF(generator), PLAN);         \
        if (status == SORTID_OK)                                                                   \
            *out = made;                                                                           \
        return status;                                                                             \
    }

/* Formats whose generator needs no more than options and any clock. */
#define SORTID_FULL_VERBS(TYPE, PLAN)                                                              \
    sortid_status TYPE##_generator_init(                                                           \
        TYPE##_generator *generator, const TYPE##_options *options, const sortid_sources *sources) \
    {                                                                                              \
        TYPE##_machine machine;                                                                    \
        sortid_status status = TYPE##_machine_init(&machine, options);                             \
        if (status != SORTID_OK)                                                                   \
            return status;                                                                         \
        return sortid_full_start(GENERATOR_OF(generator), MACHINE_OF(&machine), sources,           \
                                 UINT32_MAX);                                                      \
    }                                                                                              \
    SORTID_FULL_GENERATE(TYPE, PLAN)

#endif
