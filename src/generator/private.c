/* SPDX-License-Identifier: MIT */
/* generator/private.c: private generators in general: how they start, IDs that need more than
 * counting on, and many IDs in batches. */
#include "private.h"

sortid_status sortid_generator_init_private(struct generator *g, const struct machine_ops *ops,
                                            const sortid_options *options,
                                            const sortid_sources *sources)
{
    static const sortid_options defaults = {0};
    struct generator prepared = {.tag = 0};
    sortid_status status =
        configure_machine(ops, &prepared.machine, options != NULL ? options : &defaults);
    if (status == SORTID_OK)
        status =
            sortid_generator_sources(&prepared.sources, sources, coarsest_us(&prepared.machine));
    if (status == SORTID_OK)
        status = epoch_read(&prepared.epoch);
    if (status == SORTID_OK)
        sortid_generator_start(g, &prepared, sizeof prepared, ops, KIND_PRIVATE);
    return status;
}

sortid_status sortid_generator_notice_fork(struct generator *g, uint32_t *epoch)
{
    sortid_status status = epoch_read(epoch);
    if (status == SORTID_OK && *epoch != g->epoch) {
        g->machine.state.flags |= STATE_FORKED;
        g->epoch = *epoch;
    }
    return status;
}

sortid_status sortid_generator_next_general(struct generator *g, uint8_t *out,
                                            struct clock_sample now, sortid_event *event)
{
    const struct machine_ops *ops = g->ops;
    const sortid_sources *sources = &g->sources;
    uint8_t id[SORTID_MAX_SIZE];
    struct waits so_far = {0, 0};
    for (;;) {
        struct step step = first_step(&g->machine);
        sortid_status status =
            ops->next_slow(id, &step, &g->machine, now.unix_us, &sources->random);
        bool waits = step.wait_us > 0;
        if (waits)
            status = sortid_generator_wait(&so_far, now.unix_us, step.wait_us, !step.at_bound,
                                           &sources->sleep);
        if (status == SORTID_OK && !waits && epoch_is(now.epoch)) {
            commit(&g->machine, &step);
            memcpy(out, id, ops->format->size);
            if (event != NULL)
                *event = step.event;
            return SORTID_OK;
        }
        if (status == SORTID_OK)
            status = sample_clock(&now, g, sources);
        if (status != SORTID_OK)
            return sortid_generate_failure(status);
    }
}

/* A batch that is being made. */
struct batch {
    uint8_t *ids;
    size_t wanted;  /* at least 1 */
    bool may_reset; /* if not, it ends before a reset, without an ID */
    size_t done;    /* IDs before `step`, also if the rest failed */
    struct step step;
    struct waits waits;
};

/* One attempt. *again: it has waited, or the process was forked meanwhile. */
static sortid_status try_private_batch(struct batch *b, struct generator *g, bool *again)
{
    const struct machine_ops *ops = g->ops;
    struct clock_sample now;
    size_t more = 0;
    b->done = 0;
    *again = false;
    sortid_status status = sample_clock(&now, g, &g->sources);
    if (status != SORTID_OK)
        return status;
    b->step = first_step(&g->machine);
    status = ops->next_slow(b->ids, &b->step, &g->machine, now.unix_us, &g->sources.random);
    *again = b->step.wait_us > 0;
    if (b->step.wait_us > 0)
        return sortid_generator_wait(&b->waits, now.unix_us, b->step.wait_us, !b->step.at_bound,
                                     &g->sources.sleep);
    if (status != SORTID_OK || (!b->may_reset && b->step.event == SORTID_EVENT_RESET))
        return status;
    status = ops->batch(b->ids + ops->format->size, &more, b->wanted - 1, &b->step, &g->machine,
                        now.unix_us, &g->sources.random);
    *again = !epoch_is(now.epoch);
    b->done = *again ? 0 : 1 + more;
    return *again ? SORTID_OK : status;
}

static sortid_status make_batch(struct batch *b, struct generator *g)
{
    sortid_status status;
    bool again;
    do
        status = try_private_batch(b, g, &again);
    while (status == SORTID_OK && again);
    if (b->done > 0)
        commit(&g->machine, &b->step);
    return status;
}

sortid_status sortid_generator_fill_private(struct generator *g, uint8_t *ids, size_t count,
                                            size_t *done, sortid_event *events)
{
    sortid_status status = SORTID_OK;
    struct batch b = {.done = 1};
    for (size_t left = count; left > 0 && b.done > 0 && status == SORTID_OK; left -= b.done) {
        b.ids = ids + (count - left) * g->ops->format->size;
        b.wanted = left < BATCH_IDS ? left : BATCH_IDS;
        b.may_reset = *done == 0;
        status = make_batch(&b, g);
        *done += b.done;
        *events |= b.done > 0 ? b.step.event : 0;
    }
    return status;
}
