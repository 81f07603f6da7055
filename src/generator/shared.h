/* SPDX-License-Identifier: MIT */
/* generator/shared.h: shared generators: options and sources of one process, on a packed state that others
 * step too. One call: read the fork epoch and the clock; take a snapshot of the state; count up, or take a
 * slow step on a copy; ensure that the durable bound covers a new timestamp; commit by compare-and-swap,
 * or begin again if another was quicker; check for a fork again. A fill reserves a batch by one such
 * commit and then writes it. Lock-free. Reentrant without a flag: a nested call is another that was
 * quicker. Counting up is inline; shared.c has the rest. Included by the files of the formats. */
#ifndef SORTID_GENERATOR_SHARED_H
#define SORTID_GENERATOR_SHARED_H

#include "generator.h"
#include "state_file.h"

struct OPAQUE shared_generator {
    struct generator base;
    struct shared_state *state;
    uint32_t method; /* enum method */
    bool counts_on;  /* a call may count up: commits are atomic, and the epoch word shows forks */
    bool has_file;
    struct state_file file;
};

#define SHARED_OF(g) ((struct shared_generator *)(void *)(g))

/* The next ID in general, starting with a clock sample that was taken: if more than counting up is needed,
 * or commits take the lock. */
sortid_status sortid_generator_next_shared(struct shared_generator *g, uint8_t *out,
                                           struct clock_sample now, sortid_event *event);

/* The next `count` IDs; adds to *done and *events. IDs that were reserved and not written, because the
 * random source failed, are lost. */
sortid_status sortid_generator_fill_shared(struct shared_generator *g, uint8_t *ids, size_t count,
                                           size_t *done, sortid_event *events);

/* Unpacks a packed state that is not zero. False: no generator of this machine can have made it. */
bool sortid_generator_can_be(struct state *state, struct packed_state packed,
                             const struct machine *machine, const struct machine_ops *ops);

/* Releases the file, if there is one. */
void sortid_generator_leave(struct shared_generator *g);

static INLINED sortid_status sample_shared_clock(struct clock_sample *now,
                                                 const sortid_sources *sources)
{
    sortid_status status = epoch_read(&now->epoch);
    if (status == SORTID_OK)
        status = sources->clock.read(sources->clock.context, &now->unix_us);
    return status;
}

/* Whether the state in memory is the copy of a parent's. Called before the state is read: a child that
 * takes it over writes the epoch last. */
static INLINED bool is_parents(const struct shared_state *state, uint32_t epoch)
{
    return atomic_load_explicit(&state->epoch, memory_order_acquire) != epoch &&
           sortid_generator_state_scope(state) == SORTID_SCOPE_THREADS;
}

/* What counting up needs of a format: a constant of its file, so that the calls are inlined. */
struct shared_path {
    size_t size; /* bytes of an ID */
    bool wide;   /* the packed state has both words */
    pack_function *pack;
    unpack_function *unpack;
    can_count_function *can_count;
    next_fast_function *next_fast;
};

/* The next ID of a live shared generator: counts up by an atomic commit if that is enough, else calls the
 * general case. Copies only what counting up reads of the machine, so that all of it stays in registers. */
static INLINED sortid_status shared_next(struct shared_generator *g, uint8_t *out,
                                         sortid_event *event, const struct shared_path *by)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct machine machine = {.flags = g->base.machine.flags, .format = g->base.machine.format};
    struct shared_state *state = g->state;
    struct clock_sample now;
    struct packed_state packed;
    for (;;) {
        sortid_status status = sample_shared_clock(&now, &g->base.sources);
        if (status != SORTID_OK)
            return status;
        if (!g->counts_on || is_parents(state, now.epoch))
            return sortid_generator_next_shared(g, out, now, event);
        packed = state_read_atomic(state, by->wide);
        by->unpack(&machine.state, packed, &machine);
        if (packed.high == 0 || !by->can_count(&machine, now.unix_us)) /* 0: perhaps no ID yet */
            return sortid_generator_next_shared(g, out, now, event);
        struct state after = machine.state;
        status = by->next_fast(id, &after.counter, &machine, now.unix_us, &g->base.sources.random);
        if (status != SORTID_OK)
            return status;
        if (!state_commit_atomic(state, packed, by->pack(&machine, &after), by->wide))
            packed_back_off();
        else if (epoch_word_is(now.epoch))
            break;
    }
    copy_id(out, id, by->size);
    if (event != NULL)
        *event = SORTID_COUNTER_INCREMENTED;
    return SORTID_OK;
}

#endif
