/* SPDX-License-Identifier: MIT */
/* generator/open.c: how a shared generator starts on a state file: it joins the users of a current
 * state, or starts a stale one after the durable bound. It waits while other processes open or
 * close the file. */
#include "../system/system.h"
#include "attach.h"
#include "state_file.h"
#include "trust.h"

/* Steps to a state after all IDs that the bound allowed, with new random fields. The ID of that
 * step is not used. For a copied file it may be after a future time, however far ahead. */
static sortid_status step_after_bound(struct step *step, uint64_t *unix_us,
                                      const struct shared_generator *g,
                                      const sortid_file_options *options)
{
    const sortid_sources *sources = &g->base.sources;
    struct machine machine = g->base.machine;
    const struct timeline *timeline = timeline_of(ops_of(g), &machine);
    uint64_t bound_ms = sortid_generator_file_bound(&g->file);
    uint8_t id[SORTID_MAX_SIZE];
    sortid_status status = sources->clock.read(sources->clock.context, unix_us);
    if (status != SORTID_OK)
        return status;
    if (options->copy_ahead_ms > 0 && sortid_generator_file_is_copy(&g->file)) {
        uint64_t ahead_ms = *unix_us / 1000 + options->copy_ahead_ms + 1;
        bound_ms = bound_ms > ahead_ms ? bound_ms : ahead_ms;
        machine.allowance = UINT64_MAX;
    }
    uint64_t timestamp = (bound_ms * 1000 - 1 - timeline->zero_us) / timeline->unit_us;
    machine.state = (struct state){.timestamp = timestamp,
                                   .last_renewal = timestamp,
                                   .since_us = since_us_of(timeline, timestamp),
                                   .flags = STATE_STARTED | STATE_OTHER_NODE};
    *step = first_step(&machine);
    return ops_of(g)->next_slow(id, step, &machine, *unix_us, &sources->random);
}

/* Makes a stale file current, with the state of that step, or with none. */
static sortid_status begin(struct shared_generator *g, const struct step *first)
{
    bool done;
    sortid_status status = sortid_generator_file_begin(&g->file);
    if (status == SORTID_OK)
        status = sortid_generator_state_join(g->state, sortid_generator_attach_identity(g));
    if (status != SORTID_OK || first == NULL)
        return status;
    status = file_ensure_durable(&g->file, first->state.since_us);
    if (status != SORTID_OK)
        return status;
    return state_commit(&done, g->state, (struct packed_state){0, 0},
                        ops_of(g)->pack(&g->base.machine, &first->state), stepping_of(g));
}

/* How long an opening waits, and for what. */
struct delay {
    uint64_t us;    /* 0: not at all */
    bool is_locked; /* until another process has opened or closed the file; false: for the clock */
    uint64_t unix_us; /* the clock */
};

/* Starts a stale state after the bound. Or sets *delay, to wait for the clock, and writes
 * nothing. */
static sortid_status start_stale(struct shared_generator *started, struct delay *delay,
                                 const sortid_file_options *options)
{
    struct step step = {.wait_us = 0};
    bool after_bound = sortid_generator_file_bound(&started->file) > 0;
    sortid_status status = SORTID_OK;
    if (after_bound)
        status = step_after_bound(&step, &delay->unix_us, started, options);
    delay->us = step.wait_us;
    if (status == SORTID_OK)
        status = begin(started, after_bound ? &step : NULL);
    return status == SORTID_OK ? sortid_generator_file_settle(&started->file) : status;
}

/* Joins the users of a current state if its packed state is below the bound. */
static sortid_status join_current(struct shared_generator *started)
{
    struct state state;
    struct packed_state packed;
    bool has_bound = file_has_bound(&started->file);
    sortid_status status = sortid_generator_attach_read(&packed, &state, started);
    if (status != SORTID_OK)
        return status;
    if (is_none(packed) ? has_bound : !file_covers(&started->file, &state))
        return SORTID_STATE_DAMAGED;
    return sortid_generator_state_join(started->state, sortid_generator_attach_identity(started));
}

/* Between two attempts to get the locks of a file. */
#define LOCKED_WAIT_US 1000

/* How long an opening may wait for others, and since when it does. */
struct patience {
    uint64_t limit_ms, since_ns, waits;
};

static struct patience patience_of(const sortid_file_options *options)
{
    uint64_t limit_ms = options->wait_ms != 0 ? options->wait_ms : SORTID_DEFAULT_FILE_WAIT_MS;
    if (limit_ms == SORTID_FILE_WAIT_NONE)
        limit_ms = 0;
    return (struct patience){.limit_ms = limit_ms};
}

/* By the monotonic clock, or if the system has none, by the number of waits, each of at least 1 ms
 * unless a signal or the caller's sleep source ends it. */
static bool may_wait(struct patience *patience)
{
    uint64_t now_ns = sortid_system_monotonic(), waited_ms = patience->waits;
    if (patience->waits++ == 0)
        patience->since_ns = now_ns;
    else if (now_ns != 0)
        waited_ms = (now_ns - patience->since_ns) / 1000000;
    return waited_ms < patience->limit_ms || patience->limit_ms == SORTID_FILE_WAIT_UNLIMITED;
}

static sortid_status start_in_file(sortid_generator *generator, struct delay *delay,
                                   const char *path, const sortid_file_options *options,
                                   const struct init_parameters *init)
{
    struct shared_generator started;
    uint32_t epoch; /* read here, so that its word is mapped */
    bool stale;
    sortid_status status = sortid_generator_attach_prepare(&started, init);
    if (status == SORTID_OK)
        status = epoch_read(&epoch);
    if (status != SORTID_OK)
        return status;
    struct opening opening = {path, options, sortid_generator_attach_identity(&started)};
    status = sortid_generator_file_open(&started.file, &stale, &opening);
    bool is_open = status == SORTID_OK;
    if (is_open) {
        started.has_file = true;
        started.state = &page_of(&started.file)->state;
        status = stale ? start_stale(&started, delay, options) : join_current(&started);
    }
    if (status == SORTID_WAIT && delay->us == 0)
        *delay = (struct delay){LOCKED_WAIT_US, true, 0};
    if (status == SORTID_OK)
        status = sortid_generator_attach_finish(generator, &started);
    if (is_open && status != SORTID_OK)
        sortid_generator_file_give_up(&started.file);
    return status;
}

static bool are_possible(const sortid_file_options *options)
{
    unsigned permissions = options->permissions;
    bool has_owners = permissions == 0 || (permissions & 0600) == 0600;
    return has_owners && (permissions & ~0666U) == 0 &&
           are_zero(options->reserved8, sizeof options->reserved8) &&
           are_zero(options->reserved, sizeof options->reserved);
}

sortid_status sortid_generator_open(sortid_generator *generator, const sortid_format *format,
                                    const char *path, const sortid_file_options *file,
                                    const sortid_options *options, const sortid_sources *sources)
{
    static const sortid_file_options defaults = {.permissions = 0};
    const sortid_file_options *o = file != NULL ? file : &defaults;
    const struct init_parameters init = init_parameters(format, options, sources);
    struct patience patience = patience_of(o);
    sortid_sources waiting;
    struct waits so_far = {0, 0};
    if (!are_possible(o) || (init.options.flags & (uint32_t)SORTID_OPTION_BOUND_IN_STATE) != 0)
        return SORTID_BAD_OPTION; /* a state with a bound ends with its processes */
    for (;;) {
        struct delay delay = {.us = 0};
        int cancels = sortid_system_disable_cancel();
        sortid_status status = start_in_file(generator, &delay, path, o, &init);
        sortid_system_restore_cancel(cancels);
        if (delay.us == 0)
            return sortid_generate_failure(status);
        if (delay.is_locked && !may_wait(&patience))
            return SORTID_FILE_LOCKED;
        status = sortid_generator_sources(&waiting, sources, UINT32_MAX);
        if (status == SORTID_OK)
            status = sortid_generator_wait(&so_far, delay.unix_us, delay.us, !delay.is_locked,
                                           &waiting.sleep);
        if (status != SORTID_OK)
            return sortid_generate_failure(status);
    }
}
