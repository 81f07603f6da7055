/* SPDX-License-Identifier: MIT */
/* generator/attach.c: see attach.h. Also joins a state in the caller's memory. */
#include "attach.h"

_Static_assert(sizeof(struct shared_generator) <= sizeof(sortid_generator),
               "a generator outgrew its storage");

static enum method method_for(bool wide)
{
    bool atomic = HAS_STEP_OF_8 && (!wide || packed_has_step_of_16());
    return atomic ? METHOD_ATOMIC : METHOD_LOCK;
}

uint64_t sortid_generator_attach_identity(const struct shared_generator *g)
{
    const struct machine_ops *ops = ops_of(g);
    return (uint64_t)ops->format->number << FORMAT_SHIFT | (uint64_t)g->method << METHOD_SHIFT |
           (g->has_bound ? HAS_BOUND : 0) | parameters_of(ops, &g->base.machine);
}

sortid_status sortid_generator_attach_prepare(struct shared_generator *g,
                                              const struct init_parameters *init)
{
    const struct machine_ops *ops = init->ops;
    sortid_options options = init->options;
    if (ops == NULL)
        return SORTID_BAD_FORMAT;
    bool has_bound = ops->format == &sortid_format_scru64 &&
                     (options.flags & (uint32_t)SORTID_OPTION_BOUND_IN_STATE) != 0;
    *g = (struct shared_generator){.base = {.ops = ops},
                                   .calls = &sortid_generator_shared_calls,
                                   .method = (uint32_t)method_for(is_wide(ops)),
                                   .has_bound = has_bound};
    if (has_bound)
        options.flags &= ~(uint32_t)SORTID_OPTION_BOUND_IN_STATE;
    struct machine *machine = &g->base.machine;
    sortid_status status = configure_machine(ops, machine, &options);
    if (status != SORTID_OK)
        return status;
    if (machine->mode == SORTID_MODE_RESET || is_stateless(machine) ||
        options.bound.cover != NULL) /* other generators on the state would not ask the bound */
        return SORTID_BAD_OPTION;
    return sortid_generator_sources(&g->base.sources, init->sources, coarsest_us(machine));
}

sortid_status sortid_generator_attach_read(struct packed_state *packed, struct state *state,
                                           struct shared_generator *g)
{
    sortid_status status = read_open(packed, g);
    if (status != SORTID_OK || is_none(*packed))
        return status;
    bool can_be = unpack_checked(state, *packed, &g->base.machine, ops_of(g));
    return can_be ? SORTID_OK : SORTID_STATE_DAMAGED;
}

/* Raises the shared state to a later one of the machine, which only scru64 has. */
static sortid_status lift(struct shared_generator *g)
{
    const struct machine *machine = &g->base.machine;
    if (machine->state.flags == 0)
        return SORTID_OK;
    if (g->has_bound) /* another user may not have asked the bound for that tick */
        return sortid_generator_bound_skip(g->state, machine, stepping_of(g),
                                           machine->state.timestamp + 1);
    struct packed_state least = ops_of(g)->pack(machine, &machine->state), now;
    bool done = false;
    sortid_status status = SORTID_OK;
    while (!done && status == SORTID_OK) {
        status = state_read(&now, g->state, stepping_of(g));
        if (status != SORTID_OK || now.high >= least.high)
            return status;
        status = ensure_durable(g, &machine->state, now);
        if (status == SORTID_OK)
            status = state_commit(&done, g->state, now, least, stepping_of(g));
    }
    if (done)
        confirm(g, &machine->state, now);
    return status;
}

sortid_status sortid_generator_attach_finish(sortid_generator *generator,
                                             struct shared_generator *started)
{
    sortid_status status = lift(started);
    if (started->has_bound)
        sortid_generator_bound_start(&started->base.machine, started->state);
    started->counts_on = started->method == METHOD_ATOMIC && sortid_system_epoch_in_word();
    started->in_process = sortid_generator_state_scope(started->state) == SORTID_SCOPE_THREADS;
    if (status == SORTID_OK)
        sortid_generator_start(GENERATOR_OF(generator), &started->base, sizeof *started,
                               started->base.ops, KIND_SHARED);
    return status;
}

sortid_status sortid_generator_attach(sortid_generator *generator, const sortid_format *format,
                                      sortid_shared_state *state, sortid_scope scope,
                                      const sortid_options *options, const sortid_sources *sources)
{
    const struct init_parameters init = init_parameters(format, options, sources);
    struct shared_generator started;
    struct state found;
    struct packed_state packed;
    uint32_t epoch, none = 0;
    sortid_status status = sortid_generator_attach_prepare(&started, &init);
    if (status == SORTID_OK && (uintptr_t)state % 8 != 0)
        status = SORTID_BAD_ARGUMENT;
    if (status == SORTID_OK && started.has_bound && scope != SORTID_SCOPE_PROCESSES)
        status = SORTID_BAD_OPTION;
    if (status == SORTID_OK)
        status = epoch_read(&epoch);
    if (status == SORTID_OK)
        status = sortid_generator_state_attach(&started.state, state, scope,
                                               (enum method)started.method);
    if (status == SORTID_OK)
        status =
            sortid_generator_state_join(started.state, sortid_generator_attach_identity(&started));
    if (status == SORTID_OK)
        status = sortid_generator_attach_read(&packed, &found, &started);
    if (status == SORTID_OK && started.has_bound)
        status = sortid_generator_bound_check_boot(started.state);
    if (status != SORTID_OK)
        return status;
    atomic_compare_exchange_strong(&started.state->epoch, &none, epoch);
    return sortid_generator_attach_finish(generator, &started);
}
