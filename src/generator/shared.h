/* SPDX-License-Identifier: MIT */
/* generator/shared.h: shared generators: options and sources of one process, on a packed state that
 * others use too. A call reads the fork epoch and the clock, takes a snapshot of the state, counts
 * up or takes a slow step on a copy, ensures that the durable bound covers a new timestamp, commits
 * by compare-and-swap (or starts again if another was quicker), and checks for a fork again. A fill
 * reserves a batch by one commit, then writes it. Lock-free, and reentrant without a flag: a nested
 * call is another that was quicker. Counting up is inline. */
#pragma once

#include "durable.h"
#include "generator.h"
#include "published.h"
#include "state_bound.h"

struct OPAQUE shared_generator {
    struct generator base;
    struct shared_state *state;
    uint32_t method; /* enum method */
    bool counts_on;  /* a call may count up: commits are atomic, and the epoch word shows forks */
    bool in_process; /* the state has scope threads: a child's copy is the copy of its parent's */
    bool has_file;
    bool has_bound; /* in the state: see state_bound.h */
    const struct shared_calls *calls;
    struct state_file file;
};

#define SHARED_OF(g) ((struct shared_generator *)(void *)(g))

/* The general cases, in shared.c. A generator points to them, so that a program without shared
 * generators does not link them. */
struct shared_calls {
    /* The next ID, from a clock sample. */
    sortid_status (*next)(struct shared_generator *g, uint8_t *out, struct clock_sample now,
                          sortid_event *event);

    /* The same, with a new clock sample. */
    sortid_status (*sample_next)(struct shared_generator *g, uint8_t *out, sortid_event *event);

    /* The next `count` IDs; adds to *done and *events. If the random source fails, IDs that were
     * reserved and not written are lost. */
    sortid_status (*fill)(struct shared_generator *g, uint8_t *ids, size_t count, size_t *done,
                          sortid_event *events);

    /* Leaves the state. */
    void (*close)(struct shared_generator *g);
};
extern const struct shared_calls sortid_generator_shared_calls;

static INLINED sortid_status sample_shared_clock(struct clock_sample *now,
                                                 const sortid_sources *sources)
{
    sortid_status status = epoch_read(&now->epoch);
    if (status == SORTID_OK)
        status = sources->clock.read(sources->clock.context, &now->unix_us);
    return status;
}

static inline const struct machine_ops *ops_of(const struct shared_generator *g)
{
    return g->base.ops;
}

static inline struct stepping stepping_of(const struct shared_generator *g)
{
    return (struct stepping){(enum method)g->method, is_wide(g->base.ops)};
}

/* The packed state before the first ID. */
static inline bool is_none(struct packed_state packed)
{
    return (packed.high | packed.low) == 0;
}

/* The packed state; SORTID_RESERVATION_LOST if it is closed. */
static inline sortid_status read_open(struct packed_state *packed, const struct shared_generator *g)
{
    sortid_status status = state_read(packed, g->state, stepping_of(g));
    if (status == SORTID_OK && g->has_bound && is_closed(*packed))
        return SORTID_RESERVATION_LOST;
    return status;
}

/* In a file: ensures that the durable bound covers a state that will follow `from`. */
static inline sortid_status ensure_durable(struct shared_generator *g, const struct state *state,
                                           struct packed_state from)
{
    if (!g->has_file)
        return SORTID_OK;
    return is_none(from) ? sortid_generator_file_extend_first(&g->file, state->since_us / 1000)
                         : file_ensure_durable(&g->file, state->since_us);
}

/* After the commit of the first ID: puts its bound in force. */
static inline void confirm(struct shared_generator *g, const struct state *state,
                           struct packed_state from)
{
    if (g->has_file && is_none(from))
        sortid_generator_file_confirm(&g->file, state->since_us / 1000);
}

/* Whether the generator's state in memory is the copy of a parent's. Called before the state is
 * read: a child that takes the state over writes the epoch last. */
static INLINED bool is_parents(const struct shared_state *state, const struct shared_generator *g,
                               uint32_t epoch)
{
    return atomic_load_explicit(&state->epoch, memory_order_acquire) != epoch && g->in_process;
}

/* What counting up needs from a format. A constant, so that the calls are inlined. */
struct shared_path {
    size_t size; /* bytes of an ID */
    bool wide;   /* the packed state has both words */
    pack_function *pack;
    unpack_function *unpack;
    can_count_function *can_count;
    next_fast_function *next_fast;
};

/* What counting up reads of the machine: a copy of only this stays in registers. */
static INLINED struct machine part_of(const struct machine *machine)
{
    return (struct machine){.flags = machine->flags, .format = machine->format};
}

/* The next ID of a live shared generator: counts up by an atomic commit if that is enough. The word
 * of the epoch has been mapped since the generator was started. */
static INLINED sortid_status shared_next(struct shared_generator *g, uint8_t *out,
                                         sortid_event *event, const struct shared_path *by)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct shared_state *state = g->state;
    struct clock_sample now;
    for (;;) {
        now.epoch = epoch_word_read();
        if (now.epoch == 0 || !g->counts_on || is_parents(state, g, now.epoch))
            return g->calls->sample_next(g, out, event);
        sortid_status status =
            g->base.sources.clock.read(g->base.sources.clock.context, &now.unix_us);
        if (status != SORTID_OK)
            return sortid_generate_failure(status);
        struct machine machine = part_of(&g->base.machine);
        struct packed_state packed = state_read_atomic(state, by->wide);
        by->unpack(&machine.state, packed, &machine);
        if (packed.high == 0 || !by->can_count(&machine, now.unix_us)) /* 0: perhaps no ID yet */
            return g->calls->next(g, out, now, event);
        struct state after = machine.state;
        status = by->next_fast(id, &after.counter, &machine, now.unix_us, &g->base.sources.random);
        if (status != SORTID_OK)
            return sortid_generate_failure(status);
        if (!state_commit_atomic(state, packed, by->pack(&machine, &after), by->wide))
            packed_back_off();
        else if (epoch_word_is(now.epoch))
            break;
    }
    copy_id(out, id, by->size);
    if (event != NULL)
        *event = SORTID_EVENT_COUNTER_INCREMENTED;
    return SORTID_OK;
}

/* The same on the published clock, as in private.h: `draws` tells whether the format draws for each
 * ID. False: no ID was made, call shared_next.
 *
 * Why no ID comes twice, here and in shared_next: an ID is made from one reading of the packed
 * state, and returned only if that state was still current when it was replaced. Any number of
 * threads, processes and nested calls may do this. The epoch is read before the state and again
 * after the commit: a child that a signal handler forks in between finds another epoch and does not
 * return the ID, its parent may. The child starts again, and finds that a state of scope threads is
 * the copy of its parent's. An ID that is committed and not returned is lost. */
static INLINED bool shared_next_published(struct shared_generator *g, uint8_t *out,
                                          sortid_event *event, bool draws,
                                          const struct shared_path *by)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct shared_state *state = g->state;
    struct inline_draws drawn = {draws ? stream_of_thread() : NULL, 0};
    const sortid_random random = {serve_inline, &drawn};
    for (;;) {
        uint64_t unix_us;
        drawn.epoch = epoch_word_read();
        if (drawn.epoch == 0 || !g->counts_on || is_parents(state, g, drawn.epoch) ||
            !published_read(g->base.sources.clock.context, &unix_us))
            return false;
        struct machine machine = part_of(&g->base.machine);
        struct packed_state packed = state_read_atomic(state, by->wide);
        by->unpack(&machine.state, packed, &machine);
        if (packed.high == 0 || !by->can_count(&machine, unix_us))
            return false;
        struct state after = machine.state;
        if (by->next_fast(id, &after.counter, &machine, unix_us, &random) != SORTID_OK)
            return false;
        if (!state_commit_atomic(state, packed, by->pack(&machine, &after), by->wide)) {
            packed_back_off();
            continue;
        }
        if (!epoch_word_is(drawn.epoch))
            return false;
        break;
    }
    copy_id(out, id, by->size);
    if (event != NULL)
        *event = SORTID_EVENT_COUNTER_INCREMENTED;
    return true;
}
