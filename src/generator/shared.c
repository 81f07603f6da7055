/* SPDX-License-Identifier: MIT */
/* generator/shared.c: how a shared generator makes IDs if counting up is not enough: one by a step
 * on a snapshot of the state, many in batches. */
#include "shared.h"
#include "../system/system.h"
#include "state_file.h"

/* What an ID is made from. */
struct snapshot {
    struct clock_sample now;
    bool forked; /* the state is the copy of a parent's */
    struct packed_state packed;
    struct machine machine;
};

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

/* A slow step on the snapshot. A clock sample that is too far behind may only be old, because the
 * thread was stopped after it read the clock. So the clock is read again once. */
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

/* Replaces the snapshot's state by this one, whose timestamp the bound covers. False: the ID must
 * not be used; *status is SORTID_OK if another generator was quicker or the process was forked. */
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

static sortid_status next_shared(struct shared_generator *g, uint8_t *out, struct clock_sample now,
                                 sortid_event *event)
{
    const sortid_sources *sources = &g->base.sources;
    struct snapshot s = {.now = now, .machine = g->base.machine};
    uint8_t id[SORTID_MAX_SIZE];
    struct waits so_far = {0, 0};
    for (;;) {
        sortid_status status = take_snapshot(&s, g);
        if (status != SORTID_OK)
            return status;
        struct step step;
        status = step_snapshot(id, &step, &s, g);
        if (step.wait_us > 0)
            status = sortid_generator_wait(&so_far, s.now.unix_us, step.wait_us, !step.at_bound,
                                           &sources->sleep);
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
            return sortid_generate_failure(status);
    }
}

static sortid_status sample_next_shared(struct shared_generator *g, uint8_t *out,
                                        sortid_event *event)
{
    struct clock_sample now;
    sortid_status status = sample_shared_clock(&now, &g->base.sources);
    return status == SORTID_OK ? next_shared(g, out, now, event) : sortid_generate_failure(status);
}

/* One attempt to make up to `wanted` IDs: steps to the first, reserves the others by the same
 * commit, then writes them. *done is 0 if it must be repeated. */
static sortid_status try_batch(struct shared_generator *g, uint8_t *ids, size_t wanted,
                               size_t *done, sortid_event *events, struct waits *waits)
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
        return sortid_generator_wait(waits, s.now.unix_us, step.wait_us, !step.at_bound,
                                     &sources->sleep);
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

static sortid_status fill_shared(struct shared_generator *g, uint8_t *ids, size_t count,
                                 size_t *done, sortid_event *events)
{
    size_t size = ops_of(g)->format->size;
    sortid_status status = SORTID_OK;
    struct waits so_far = {0, 0};
    for (size_t left = count; left > 0 && status == SORTID_OK;) {
        size_t part = 0;
        status = try_batch(g, ids + (count - left) * size, left < BATCH_IDS ? left : BATCH_IDS,
                           &part, events, &so_far);
        *done += part;
        left -= part;
    }
    return status;
}

/* Releases the state file. A thread that is canceled meanwhile would keep its locks. */
static void close_shared(struct shared_generator *g)
{
    int cancels = sortid_system_disable_cancel();
    if (g->has_file)
        sortid_generator_file_close(&g->file);
    sortid_system_restore_cancel(cancels);
}

const struct shared_calls sortid_generator_shared_calls = {next_shared, sample_next_shared,
                                                           fill_shared, close_shared};
