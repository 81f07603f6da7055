/* SPDX-License-Identifier: MIT */
/* generator/shared.c: shared generators in general: how they start, in memory or on a file, IDs that need
 * more than counting up, and many IDs by batches. Works by the operations of the format. */
#include "shared.h"
#include "../system/system.h"
#include "state_bound.h"

/* What a generator is made from. */
struct init_parameters {
    const struct machine_ops *ops;
    sortid_options options; /* with the mode of shared generators as the default */
    const sortid_sources *sources;
};

static const struct machine_ops *ops_of(const struct shared_generator *g)
{
    return g->base.ops;
}

static enum method method_for(bool wide)
{
    bool atomic = HAS_STEP_OF_8 && (!wide || packed_has_step_of_16());
    return atomic ? METHOD_ATOMIC : METHOD_LOCK;
}

static uint64_t identity_of(const struct shared_generator *g)
{
    const struct machine_ops *ops = ops_of(g);
    return (uint64_t)ops->format->number << FORMAT_SHIFT | (uint64_t)g->method << METHOD_SHIFT |
           (g->has_bound ? HAS_BOUND : 0) | parameters_of(ops, &g->base.machine);
}

/* ---- Snapshot, step, commit ------------------------------------------------------------------- */

/* What an ID is made from. */
struct snapshot {
    struct clock_sample now;
    bool forked; /* the state is the copy of a parent's */
    struct packed_state packed;
    struct machine machine;
};

/* The packed state before the first ID. */
static bool is_none(struct packed_state packed)
{
    return (packed.high | packed.low) == 0;
}

/* Reads the packed state; SORTID_RESERVATION_LOST if it is closed. */
static sortid_status read_open(struct packed_state *packed, const struct shared_generator *g)
{
    sortid_status status = state_read(packed, g->state, stepping_of(g));
    if (status == SORTID_OK && g->has_bound && is_closed(*packed))
        return SORTID_RESERVATION_LOST;
    return status;
}

static sortid_status take_snapshot(struct snapshot *s, struct shared_generator *g)
{
    bool has_bound = g->has_file && file_has_bound(&g->file);
    s->forked = is_parents(g->state, g, s->now.epoch);
    sortid_status status = read_open(&s->packed, g);
    s->machine.state = (struct state){.flags = 0};
    if (status == SORTID_OK && !is_none(s->packed))
        ops_of(g)->unpack(&s->machine.state, s->packed, &s->machine);
    else if (status == SORTID_OK && has_bound)
        status = SORTID_STATE_DAMAGED; /* there was an ID */
    if (s->forked)
        s->machine.state.flags |= STATE_FORKED;
    return status;
}

/* A slow step on the snapshot. If the clock sample is too far behind, it may only be old: the thread was
 * stopped after it read the clock, while others continued. Therefore the clock is read again, once, before
 * that is an error or a wait. */
static sortid_status step_snapshot(uint8_t *id, struct step *step, struct snapshot *s,
                                   struct shared_generator *g)
{
    const sortid_sources *sources = &g->base.sources;
    for (bool again = false;; again = true) {
        *step = first_step(&s->machine);
        sortid_status status =
            ops_of(g)->next_slow(id, step, &s->machine, s->now.unix_us, &sources->random);
        if (again || (status != SORTID_ROLLBACK && step->wait_us == 0))
            return status;
        step->wait_us = 0;
        status = sources->clock.read(sources->clock.context, &s->now.unix_us);
        if (status != SORTID_OK)
            return status;
    }
}

/* In a file: ensures that the durable bound covers the timestamp of a state that is to follow the packed
 * state `from`. */
static sortid_status ensure_durable(struct shared_generator *g, const struct state *state,
                                    struct packed_state from)
{
    if (!g->has_file)
        return SORTID_OK;
    return is_none(from) ? sortid_generator_file_extend_first(&g->file, state->since_us / 1000)
                         : file_ensure_durable(&g->file, state->since_us);
}

/* After the commit of the first ID: puts its bound in force. */
static void confirm(struct shared_generator *g, const struct state *state, struct packed_state from)
{
    if (g->has_file && is_none(from))
        sortid_generator_file_confirm(&g->file, state->since_us / 1000);
}

/* Replaces the snapshot's state by this one, whose timestamp the bound covers. False: the ID must not be
 * used; *status has the error, or SORTID_OK if another generator was quicker or the process was forked. */
static bool commit_shared(const struct state *state, const struct snapshot *s,
                          struct shared_generator *g, sortid_status *status)
{
    bool done = false;
    *status = state_commit(&done, g->state, s->packed, ops_of(g)->pack(&s->machine, state),
                           stepping_of(g));
    if (!done) {
        packed_back_off();
        return false;
    }
    confirm(g, state, s->packed);
    if (s->forked)
        atomic_store_explicit(&g->state->epoch, s->now.epoch, memory_order_release);
    return epoch_is(s->now.epoch);
}

/* ---- One ID --------------------------------------------------------------------------------------- */

sortid_status sortid_generator_next_shared(struct shared_generator *g, uint8_t *out,
                                           struct clock_sample now, sortid_event *event)
{
    const sortid_sources *sources = &g->base.sources;
    struct snapshot s = {.now = now, .machine = g->base.machine};
    uint8_t id[SORTID_MAX_SIZE];
    for (;;) {
        sortid_status status = take_snapshot(&s, g);
        if (status != SORTID_OK)
            return status;
        struct step step;
        status = step_snapshot(id, &step, &s, g);
        if (step.wait_us > 0)
            status = sources->sleep.sleep(sources->sleep.context, step.wait_us);
        if (status == SORTID_OK && step.wait_us == 0)
            status = ensure_durable(g, &step.state, s.packed);
        if (status == SORTID_OK && step.wait_us == 0 &&
            commit_shared(&step.state, &s, g, &status)) {
            memcpy(out, id, ops_of(g)->format->size);
            if (event != NULL)
                *event = step.event;
            return SORTID_OK;
        }
        if (status == SORTID_OK)
            status = sample_shared_clock(&s.now, sources);
        if (status != SORTID_OK)
            return status;
    }
}

sortid_status sortid_generator_sample_next_shared(struct shared_generator *g, uint8_t *out,
                                                  sortid_event *event)
{
    struct clock_sample now;
    sortid_status status = sample_shared_clock(&now, &g->base.sources);
    return status == SORTID_OK ? sortid_generator_next_shared(g, out, now, event) : status;
}

/* ---- Many IDs --------------------------------------------------------------------------------------- */

/* One attempt to make up to `wanted` IDs: steps to the first, reserves those that follow by the same
 * commit, then writes them. *done is 0 if it must be tried again. */
static sortid_status try_batch(struct shared_generator *g, uint8_t *ids, size_t wanted,
                               size_t *done, sortid_event *events)
{
    const struct machine_ops *ops = ops_of(g);
    const sortid_sources *sources = &g->base.sources;
    struct snapshot s = {.machine = g->base.machine};
    size_t more = 0;
    sortid_status status = sample_shared_clock(&s.now, sources);
    if (status == SORTID_OK)
        status = take_snapshot(&s, g);
    if (status != SORTID_OK)
        return status;
    struct step step;
    status = step_snapshot(ids, &step, &s, g);
    if (step.wait_us > 0)
        return sources->sleep.sleep(sources->sleep.context, step.wait_us);
    if (status == SORTID_OK)
        status = ensure_durable(g, &step.state, s.packed);
    if (status != SORTID_OK)
        return status;
    size_t room = ops->batch_room(&step, &s.machine, s.now.unix_us, wanted - 1);
    struct state last = step.state;
    count_on(&last, room);
    if (!commit_shared(&last, &s, g, &status))
        return status;
    status = ops->batch(ids + ops->format->size, &more, room, &step, &s.machine, s.now.unix_us,
                        &sources->random);
    *done = 1 + more;
    *events |= step.event;
    return status;
}

sortid_status sortid_generator_fill_shared(struct shared_generator *g, uint8_t *ids, size_t count,
                                           size_t *done, sortid_event *events)
{
    size_t size = ops_of(g)->format->size;
    sortid_status status = SORTID_OK;
    for (size_t left = count; left > 0 && status == SORTID_OK;) {
        size_t part = 0;
        status = try_batch(g, ids + (count - left) * size, left < BATCH_IDS ? left : BATCH_IDS,
                           &part, events);
        *done += part;
        left -= part;
    }
    return status;
}

/* ---- The first state ----------------------------------------------------------------------------------- */

/* Everything except the state. */
static sortid_status prepare(struct shared_generator *g, const struct init_parameters *init)
{
    const struct machine_ops *ops = init->ops;
    sortid_options options = init->options;
    bool has_bound = ops->format == &sortid_format_scru64 &&
                     (options.flags & (uint32_t)SORTID_BOUND_IN_STATE) != 0;
    *g = (struct shared_generator){
        .base = {.ops = ops}, .method = (uint32_t)method_for(is_wide(ops)), .has_bound = has_bound};
    if (has_bound)
        options.flags &= ~(uint32_t)SORTID_BOUND_IN_STATE;
    struct machine *machine = &g->base.machine;
    sortid_status status = ops->configure(machine, &options);
    if (status != SORTID_OK)
        return status;
    if (machine->mode == SORTID_MODE_RESET || is_stateless(machine) ||
        options.bound != NULL) /* other generators on the state would not ask the bound */
        return SORTID_BAD_OPTION;
    return sortid_generator_sources(&g->base.sources, init->sources, coarsest_us(machine));
}

/* Raises the shared state to that of the machine, if it has one that is later. Only scru64 has, whose
 * packed state has no low word. */
static sortid_status lift(struct shared_generator *g)
{
    const struct machine *machine = &g->base.machine;
    if (machine->state.flags == 0)
        return SORTID_OK;
    if (g->has_bound) /* which nobody may have asked for that tick */
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

/* Steps to a state after all IDs that the bound allowed, with all random fields drawn again. Its own ID is
 * given to nobody. For a copied file the ID may have to be after a future time; it is made however far
 * ahead that is. */
static sortid_status step_after_bound(struct step *step, const struct shared_generator *g,
                                      const sortid_file_options *options)
{
    const sortid_sources *sources = &g->base.sources;
    struct machine machine = g->base.machine;
    const struct timeline *timeline = timeline_of(ops_of(g), &machine);
    uint64_t now_us, bound_ms = sortid_generator_file_bound(&g->file);
    uint8_t id[SORTID_MAX_SIZE];
    sortid_status status = sources->clock.read(sources->clock.context, &now_us);
    if (status != SORTID_OK)
        return status;
    if (options->copy_ahead_ms > 0 && sortid_generator_file_is_copy(&g->file)) {
        uint64_t ahead_ms = now_us / 1000 + options->copy_ahead_ms + 1;
        bound_ms = bound_ms > ahead_ms ? bound_ms : ahead_ms;
        machine.allowance = UINT64_MAX;
    }
    uint64_t timestamp = (bound_ms * 1000 - 1 - timeline->zero_us) / timeline->unit_us;
    machine.state = (struct state){.timestamp = timestamp,
                                   .last_renewal = timestamp,
                                   .since_us = since_us_of(timeline, timestamp),
                                   .flags = STATE_STARTED | STATE_OTHER_NODE};
    *step = first_step(&machine);
    return ops_of(g)->next_slow(id, step, &machine, now_us, &sources->random);
}

/* Makes a stale file current, with the state that was stepped to, or with none. */
static sortid_status begin(struct shared_generator *g, const struct step *first)
{
    bool done;
    sortid_status status = sortid_generator_file_begin(&g->file);
    if (status == SORTID_OK)
        status = sortid_generator_state_join(g->state, identity_of(g));
    if (status != SORTID_OK || first == NULL)
        return status;
    status = file_ensure_durable(&g->file, first->state.since_us);
    if (status != SORTID_OK)
        return status;
    return state_commit(&done, g->state, (struct packed_state){0, 0},
                        ops_of(g)->pack(&g->base.machine, &first->state), stepping_of(g));
}

/* Reads the packed state and, if there was an ID, unpacks it. SORTID_STATE_DAMAGED if no generator with
 * these options can have made it. */
static sortid_status read_checked(struct packed_state *packed, struct state *state,
                                  struct shared_generator *g)
{
    sortid_status status = read_open(packed, g);
    if (status != SORTID_OK || is_none(*packed))
        return status;
    bool can_be = sortid_generator_can_be(state, *packed, &g->base.machine, ops_of(g));
    return can_be ? SORTID_OK : SORTID_STATE_DAMAGED;
}

/* ---- Attach and open ---------------------------------------------------------------------------------- */

static sortid_status finish(sortid_generator *generator, struct shared_generator *started)
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

static struct init_parameters init_parameters(const sortid_format *format,
                                              const sortid_options *options,
                                              const sortid_sources *sources)
{
    static const sortid_options defaults = {0};
    struct init_parameters init = {sortid_generate_ops_of(format),
                                   options != NULL ? *options : defaults, sources};
    if (init.options.mode == 0)
        init.options.mode = SORTID_MODE_ABORT;
    return init;
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
    sortid_status status = prepare(&started, &init);
    if (status == SORTID_OK && started.has_bound && scope != SORTID_SCOPE_PROCESSES)
        status = SORTID_BAD_OPTION;
    if (status == SORTID_OK)
        status = epoch_read(&epoch);
    if (status == SORTID_OK)
        status = sortid_generator_state_attach(&started.state, state, scope,
                                               (enum method)started.method);
    if (status == SORTID_OK)
        status = sortid_generator_state_join(started.state, identity_of(&started));
    if (status == SORTID_OK)
        status = read_checked(&packed, &found, &started);
    if (status == SORTID_OK && started.has_bound)
        status = sortid_generator_bound_check_boot(started.state);
    if (status != SORTID_OK)
        return status;
    atomic_compare_exchange_strong(&started.state->epoch, &none, epoch);
    return finish(generator, &started);
}

/* Starts a stale state after the bound. If that must wait for the clock, *wait_us is set, and nothing has
 * been written. */
static sortid_status start_again(struct shared_generator *started, uint64_t *wait_us,
                                 const sortid_file_options *options)
{
    struct step step = {.wait_us = 0};
    bool after_bound = sortid_generator_file_bound(&started->file) > 0;
    sortid_status status = SORTID_OK;
    if (after_bound)
        status = step_after_bound(&step, started, options);
    *wait_us = step.wait_us;
    if (status == SORTID_OK)
        status = begin(started, after_bound ? &step : NULL);
    return status == SORTID_OK ? sortid_generator_file_settle(&started->file) : status;
}

/* Joins the users of a current state if packed state and bound agree. */
static sortid_status go_on(struct shared_generator *started)
{
    struct state state;
    struct packed_state packed;
    bool has_bound = file_has_bound(&started->file);
    sortid_status status = read_checked(&packed, &state, started);
    if (status != SORTID_OK)
        return status;
    if (is_none(packed) ? has_bound : !file_covers(&started->file, &state))
        return SORTID_STATE_DAMAGED;
    return sortid_generator_state_join(started->state, identity_of(started));
}

/* How long an opening waits, and for what. */
struct delay {
    uint64_t us;    /* 0: not at all */
    bool is_locked; /* until another process has opened or closed the file; false: for the clock */
};

/* Between two attempts to get the locks of a file. */
#define LOCKED_WAIT_US 1000

static sortid_status start_in_file(sortid_generator *generator, struct delay *delay,
                                   const char *path, const sortid_file_options *options,
                                   const struct init_parameters *init)
{
    struct shared_generator started;
    uint32_t epoch; /* read for the first time here or before, so that its word is mapped */
    bool stale;
    sortid_status status = prepare(&started, init);
    if (status == SORTID_OK)
        status = epoch_read(&epoch);
    if (status != SORTID_OK)
        return status;
    struct opening opening = {path, options, identity_of(&started)};
    status = sortid_generator_file_open(&started.file, &stale, &opening);
    bool is_open = status == SORTID_OK;
    if (is_open) {
        started.has_file = true;
        started.state = &page_of(&started.file)->state;
        status = stale ? start_again(&started, &delay->us, options) : go_on(&started);
    }
    if (status == SORTID_WAIT && delay->us == 0)
        *delay = (struct delay){LOCKED_WAIT_US, true};
    if (status == SORTID_OK)
        status = finish(generator, &started);
    if (is_open && status != SORTID_OK)
        sortid_generator_file_give_up(&started.file);
    return status;
}

static bool are_possible(const sortid_file_options *options)
{
    uint64_t reserved = 0;
    unsigned permissions = options->permissions;
    bool has_owners = permissions == 0 || (permissions & 0600) == 0600;
    for (size_t i = 0; i < sizeof options->reserved8; i++)
        reserved |= options->reserved8[i];
    for (size_t i = 0; i < sizeof options->reserved / sizeof *options->reserved; i++)
        reserved |= options->reserved[i];
    return has_owners && (permissions & ~0666U) == 0 && reserved == 0;
}

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

/* By the monotonic clock. If the system has none, by the number of waits, each of at least 1 ms unless a
 * signal or the caller's sleep source ends it. */
static bool may_wait(struct patience *patience)
{
    uint64_t now_ns = sortid_system_monotonic(), waited_ms = patience->waits;
    if (patience->waits++ == 0)
        patience->since_ns = now_ns;
    else if (now_ns != 0)
        waited_ms = (now_ns - patience->since_ns) / 1000000;
    return waited_ms < patience->limit_ms || patience->limit_ms == SORTID_FILE_WAIT_UNLIMITED;
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
    if (!are_possible(o) || (init.options.flags & (uint32_t)SORTID_BOUND_IN_STATE) != 0)
        return SORTID_BAD_OPTION; /* a state with a bound ends with its processes */
    for (;;) {
        struct delay delay = {.us = 0};
        int cancels = sortid_system_disable_cancel();
        sortid_status status = start_in_file(generator, &delay, path, o, &init);
        sortid_system_restore_cancel(cancels);
        if (delay.us == 0)
            return status;
        if (delay.is_locked && !may_wait(&patience))
            return SORTID_FILE_LOCKED;
        status = sortid_generator_sources(&waiting, sources, UINT32_MAX);
        if (status == SORTID_OK)
            status = waiting.sleep.sleep(waiting.sleep.context, delay.us);
        if (status != SORTID_OK)
            return status;
    }
}

/* A high word that is not 0 (of ulid, one in 65,536 is 0 in the first ms of 1970), a timestamp of the
 * timeline, a counter that fits, every other bit as pack writes it (of scru64 the node). The rest is
 * random, so this cannot find a wrong bit there. */
bool sortid_generator_can_be(struct state *state, struct packed_state packed,
                             const struct machine *machine, const struct machine_ops *ops)
{
    const struct timeline *timeline = timeline_of(ops, machine);
    *state = (struct state){.flags = 0};
    ops->unpack(state, packed, machine);
    struct packed_state again = ops->pack(machine, state);
    return packed.high != 0 && state->timestamp >= timeline->first &&
           state->timestamp <= timeline->last && counter_fits(ops, machine, state) &&
           again.high == packed.high && again.low == packed.low;
}

void sortid_generator_leave(struct shared_generator *g)
{
    int cancels = sortid_system_disable_cancel(); /* a cancelled thread would keep the locks */
    if (g->has_file)
        sortid_generator_file_close(&g->file);
    sortid_system_restore_cancel(cancels);
}
