/* SPDX-License-Identifier: MIT */
/* shared/generator.c: the start of a shared generator: it gets its sources, joins those who
 * use the state, and lifts it where it is to begin later: behind an ID that is given, or
 * behind the bound of a file whose state is not to be trusted. Called by the _init and _open
 * of each format. */
#include "generator.h"
#include "../source/system.h"

sortid_status sortid_shared_state_init(sortid_shared_state *state, sortid_scope scope)
{
    return sortid_shared_memory_init(MEMORY_OF(state), scope);
}

static enum method method_for(bool wide)
{
    bool atomic = HAS_STEP_OF_8 && (!wide || words_has_step_of_16());
    return atomic ? METHOD_ATOMIC : METHOD_LOCK;
}

static uint64_t identity_for(const struct founding *founding)
{
    return founding->identity | (uint64_t)method_for(founding->shape->wide) << METHOD_SHIFT;
}

/* All but the state. */
static sortid_status prepare(struct shared *started, const struct founding *founding)
{
    *started = (struct shared){.machine = *founding->machine,
                               .method = (uint32_t)method_for(founding->shape->wide)};
    if (founding->stateless || started->machine.mode == SORTID_MODE_RESET)
        return SORTID_BAD_OPTION;
    return sortid_full_sources(&started->sources, founding->sources, founding->coarsest_us);
}

/* ---- Where to begin --------------------------------------------------------------------- */

/* Lifts the shared state to that of the machine, if it has one and that is the later: of scru64
 * alone, whose words have no low half. */
static sortid_status lift(struct shared *shared, const struct shape *shape)
{
    const struct machine *machine = &shared->machine;
    if (machine->state.flags == 0)
        return SORTID_OK;
    struct stepping by = stepping_of(shared, shape);
    struct words least = shape->pack(machine, &machine->state), now;
    bool done = false;
    sortid_status status = cover(shared, &machine->state);
    while (!done && status == SORTID_OK) {
        status = memory_read(&now, shared->memory, by);
        if (status != SORTID_OK || now.high >= least.high)
            return status;
        status = memory_step(&done, shared->memory, now, least, by);
    }
    return status;
}

/* Plans an ID behind all that the bound allowed, with all its counters and layers drawn anew: a
 * state to begin with; the ID itself is given to nobody. A copy's may have to be behind a time to
 * come, and is planned however far ahead that is. */
static sortid_status plan_behind(struct step *step, const struct shared *shared,
                                 const sortid_file_options *options,
                                 const struct founding *founding)
{
    const struct timeline *timeline = founding->timeline;
    const sortid_sources *sources = &shared->sources;
    uint64_t now_us, bound_ms = sortid_shared_file_bound(&shared->file);
    uint8_t id[SORTID_MAX_SIZE];
    struct machine machine = shared->machine;
    sortid_status status = sources->clock.read(&now_us, sources->clock.context);
    if (status != SORTID_OK)
        return status;
    if (options->copy_ahead_ms > 0 && sortid_shared_file_is_copy(&shared->file)) {
        uint64_t ahead_ms = now_us / 1000 + options->copy_ahead_ms + 1;
        bound_ms = bound_ms > ahead_ms ? bound_ms : ahead_ms;
        machine.allowance = UINT64_MAX;
    }
    uint64_t timestamp = (bound_ms * 1000 - 1 - timeline->zero_us) / timeline->unit_us;
    machine.state = (struct state){.timestamp = timestamp,
                                   .mark = timestamp,
                                   .since_us = since_us_of(timeline, timestamp),
                                   .flags = STATE_STARTED | STATE_FOREIGN};
    *step = first_step(&machine);
    return founding->shape->plan(id, step, &machine, now_us, &sources->random);
}

/* Puts a state in force that is planned, or none. */
static sortid_status begin(struct shared *shared, const struct step *planned,
                           const struct founding *founding)
{
    bool done;
    sortid_status status = sortid_shared_file_begin(&shared->file);
    if (status == SORTID_OK)
        status = sortid_shared_memory_join(shared->memory, identity_for(founding));
    if (status != SORTID_OK || planned == NULL)
        return status;
    status = cover(shared, &planned->state);
    if (status != SORTID_OK)
        return status;
    return memory_step(&done, shared->memory, (struct words){0, 0},
                       founding->shape->pack(&shared->machine, &planned->state),
                       stepping_of(shared, founding->shape));
}

/* ---- The two ways to start -------------------------------------------------------------- */

static sortid_status finish(struct shared *shared, struct shared *started,
                            const struct founding *founding)
{
    sortid_status status = lift(started, founding->shape);
    if (status == SORTID_OK)
        *shared = *started;
    return status;
}

sortid_status sortid_shared_start(struct shared *shared, sortid_shared_state *state,
                                  const struct founding *founding)
{
    struct shared started;
    uint32_t epoch, none = 0;
    sortid_status status = prepare(&started, founding);
    started.memory = MEMORY_OF(state);
    if (status == SORTID_OK)
        status = epoch_read(&epoch);
    if (status == SORTID_OK)
        status = sortid_shared_memory_join(started.memory, identity_for(founding));
    if (status != SORTID_OK)
        return status;
    atomic_compare_exchange_strong(&started.memory->epoch, &none, epoch);
    return finish(shared, &started, founding);
}

/* Makes the state in a file that is open one to go on from. Where that is to be waited for,
 * *wait_us is set, and nothing has been touched. */
static sortid_status start_anew(struct shared *started, uint64_t *wait_us,
                                const sortid_file_options *options, const struct founding *founding)
{
    struct step step = {.wait_us = 0};
    bool is_behind = sortid_shared_file_bound(&started->file) > 0;
    sortid_status status = SORTID_OK;
    if (is_behind)
        status = plan_behind(&step, started, options, founding);
    *wait_us = step.wait_us;
    if (status == SORTID_OK)
        status = begin(started, is_behind ? &step : NULL, founding);
    return status == SORTID_OK ? sortid_shared_file_settle(&started->file) : status;
}

/* Joins those who have a state in force, if that may be one. */
static sortid_status go_on(struct shared *started, const struct founding *founding)
{
    struct state state;
    struct words words;
    sortid_status status =
        memory_read(&words, started->memory, stepping_of(started, founding->shape));
    if (status != SORTID_OK)
        return status;
    founding->shape->unpack(&state, words, &started->machine);
    if ((words.high | words.low) != 0 && !file_may_have(&started->file, &state, founding->timeline))
        return SORTID_STATE_DAMAGED;
    return sortid_shared_memory_join(started->memory, identity_for(founding));
}

/* Between looks at a gate that others are in. */
#define GATE_WAIT_US 1000

/* Whether the caller waits in its own way, which may end a wait. */
static bool has_own_sleep(const sortid_sources *sources)
{
    sortid_sleep system;
    sortid_sleep_system(&system);
    return sources->sleep.sleep != system.sleep;
}

static sortid_status start_in_file(struct shared *shared, uint64_t *wait_us, const char *path,
                                   const sortid_file_options *options,
                                   const struct founding *founding)
{
    struct shared started;
    struct opening opening = {path, options, identity_for(founding), false};
    bool stale;
    sortid_status status = prepare(&started, founding);
    opening.at_once = has_own_sleep(&started.sources);
    if (status == SORTID_OK)
        status = sortid_shared_file_open(&started.file, &stale, &opening);
    if (status == SORTID_WAIT)
        *wait_us = GATE_WAIT_US;
    if (status != SORTID_OK)
        return status;
    started.has_file = true;
    started.memory = &page_of(&started.file)->memory;
    status = stale ? start_anew(&started, wait_us, options, founding) : go_on(&started, founding);
    if (status == SORTID_OK)
        status = finish(shared, &started, founding);
    if (status != SORTID_OK)
        sortid_shared_file_give_up(&started.file);
    return status;
}

static bool are_possible(const sortid_file_options *options)
{
    const uint64_t *zero = options->zero;
    unsigned permissions = options->permissions;
    bool mine = permissions == 0 || (permissions & 0600) == 0600;
    return mine && (permissions & ~0666U) == 0 && (zero[0] | zero[1] | zero[2] | zero[3]) == 0;
}

sortid_status sortid_shared_open(struct shared *shared, const char *path,
                                 const sortid_file_options *options,
                                 const struct founding *founding)
{
    static const sortid_file_options defaults = {.permissions = 0600};
    const sortid_file_options *o = options != NULL ? options : &defaults;
    sortid_sources sources;
    if (!are_possible(o))
        return SORTID_BAD_OPTION;
    for (;;) {
        uint64_t wait_us = 0;
        int cancels = sortid_source_system_hold_cancel();
        sortid_status status = start_in_file(shared, &wait_us, path, o, founding);
        sortid_source_system_let_cancel(cancels);
        if (wait_us == 0)
            return status;
        status = sortid_full_sources(&sources, founding->sources, founding->coarsest_us);
        if (status == SORTID_OK)
            status = sources.sleep.sleep(wait_us, sources.sleep.context);
        if (status != SORTID_OK)
            return status;
    }
}

void sortid_shared_close(struct shared *shared)
{
    if (shared->machine.mode == 0)
        return;
    shared->machine.mode = 0;
    int cancels = sortid_source_system_hold_cancel(); /* or the locks stay, with all who wait */
    if (shared->has_file)
        sortid_shared_file_close(&shared->file);
    sortid_source_system_let_cancel(cancels);
}
