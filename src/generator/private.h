/* SPDX-License-Identifier: MIT */
/* generator/private.h: private generators, and those of threads: a machine with sources and a guard
 * against forks and nested calls. One call: notice a fork, read the clock, count on or take a slow
 * step on a copy of the state, notice a fork again, commit. Counting on is inline, with its call;
 * the general case is private.c's. Included by the files of the formats and by default.c. */
#pragma once

#include "generator.h"
#include "published.h"

/* Prepares a generator with sources. The statuses of sortid_generator_init. */
sortid_status sortid_generator_init_private(struct generator *g, const struct machine_ops *ops,
                                            const sortid_options *options,
                                            const sortid_sources *sources);

/* The next ID in general, first for a clock sample that was already taken: waits, and begins again
 * after a wait or a fork in the middle. The only place where mode wait sleeps. */
sortid_status sortid_generator_next_general(struct generator *g, uint8_t *out,
                                            struct clock_sample now, sortid_event *event);

/* The next `count` IDs, within a call; adds to *done and *events. SORTID_OK with fewer: the next
 * would be a reset. */
sortid_status sortid_generator_fill_private(struct generator *g, uint8_t *ids, size_t count,
                                            size_t *done, sortid_event *events);

/* The general case of notice_fork. */
sortid_status sortid_generator_notice_fork(struct generator *g, uint32_t *epoch);

/* Notes a fork since the last call in the machine. The word is mapped since the generator was prepared. */
static INLINED sortid_status notice_fork(struct generator *g, uint32_t *epoch)
{
    *epoch = g->epoch;
    return epoch_word_is(*epoch) ? SORTID_OK : sortid_generator_notice_fork(g, epoch);
}

/* Reads the fork epoch, then the clock. */
static INLINED sortid_status sample_clock(struct clock_sample *now, struct generator *g,
                                          const sortid_sources *sources)
{
    sortid_status status = notice_fork(g, &now->epoch);
    if (status == SORTID_OK)
        status = sources->clock.read(sources->clock.context, &now->unix_us);
    return status;
}

/* The next ID of a live private generator: counts on if that is enough, else takes the general case. `sources`
 * are the generator's, or what is known of them when this is compiled. The functions of a format
 * come one by one: a pointer to a struct of them is resolved too late for gcc 12 to inline what they
 * call (scru128 17.7 ns, not 14.9). */
static INLINED sortid_status next_inside(struct generator *g, uint8_t *out, size_t size,
                                         sortid_event *event, const sortid_sources *sources,
                                         can_count_function *can_count,
                                         next_fast_function *next_fast)
{
    uint8_t id[SORTID_MAX_SIZE];
    struct clock_sample now;
    uint64_t counter;
    sortid_status status = sample_clock(&now, g, sources);
    if (status != SORTID_OK)
        return status;
    if (!can_count(&g->machine, now.unix_us))
        return sortid_generator_next_general(g, out, now, event);
    status = next_fast(id, &counter, &g->machine, now.unix_us, &sources->random);
    if (status != SORTID_OK)
        return status;
    if (!epoch_word_is(now.epoch)) /* the general case checks again, before it commits */
        return sortid_generator_next_general(g, out, now, event);
    g->machine.state.counter = counter;
    copy_id(out, id, size);
    if (event != NULL)
        *event = SORTID_COUNTER_INCREMENTED;
    return SORTID_OK;
}

/* The same with the guard against a call inside a call. */
static INLINED sortid_status private_next(struct generator *g, uint8_t *out, size_t size,
                                          sortid_event *event, const sortid_sources *sources,
                                          can_count_function *can_count,
                                          next_fast_function *next_fast)
{
    if (!busy_enter(&g->busy))
        return SORTID_BUSY;
    sortid_status status = next_inside(g, out, size, event, sources, can_count, next_fast);
    busy_leave(&g->busy);
    return status;
}

/* Sources that are used inline. */
struct inline_sources {
    bool (*read)(void *clock, uint64_t *unix_us); /* false if the clock does not serve */
    void *clock;
    struct stream *stream; /* NULL if counting on does not draw */
};

/* The next ID of a live private generator with sources that are used inline (published.h, default.h): the
 * case of counting on. It needs no call, so the function that it is compiled into saves few registers or
 * none, and what it draws stays in registers. False: nothing was made, and the caller continues with
 * private_next, which does all of it again and decides.
 *
 * Why no ID comes twice, as in private_next:
 * - A signal handler that calls in while `busy` is set gets SORTID_BUSY from private_next. One that called in
 *   before has made its ID and committed; the state is read after `busy` is set.
 * - A handler may fork. The epoch must be the generator's, which was noted in an earlier call or when it was
 *   prepared, before the commit, after the clock was read, bytes were drawn and the ID was composed. Since no
 *   epoch comes twice, all of them are then of this process. If a fork came before, the child finds another
 *   epoch (a wiped word is 0, which is no generator's epoch), commits nothing and leaves; the bytes that it
 *   drew are erased from its stream and used for nothing. private_next then reads the clock again and borrows a
 *   timestamp. If the fork came after that look, see sortid/source.h. The look before the draw saves work only.
 * - The stream gives each byte once: it has its own flag, and stream_serve checks that it was seeded in this
 *   epoch.
 * Where the kernel wipes no page, the word is 0 and each call leaves at the first comparison. The word is
 * mapped, since a generator reads the epoch when it is prepared.
 *
 * The clock is read first: on some CPUs (Intel 6/167) a read of the TSC waits for all instructions before it. */
static INLINED bool private_next_inline(struct generator *g, uint8_t *out, size_t size,
                                        sortid_event *event, const struct inline_sources *from,
                                        can_count_function *can_count,
                                        next_fast_function *next_fast)
{
    uint8_t id[SORTID_MAX_SIZE];
    uint64_t unix_us, counter;
    struct inline_draws by = {from->stream, g->epoch};
    const uint32_t epoch = by.epoch;
    if (!busy_enter(&g->busy))
        return false;
    const sortid_random random = {serve_inline, &by};
    bool made = from->read(from->clock, &unix_us) && epoch_word_is(epoch) &&
                can_count(&g->machine, unix_us) &&
                next_fast(id, &counter, &g->machine, unix_us, &random) == SORTID_OK &&
                epoch_word_is(epoch);
    if (made) {
        g->machine.state.counter = counter;
        copy_id(out, id, size);
        if (event != NULL)
            *event = SORTID_COUNTER_INCREMENTED;
    }
    busy_leave(&g->busy);
    return made;
}

static INLINED bool read_published_inline(void *context, uint64_t *unix_us)
{
    return published_read(context, unix_us);
}

/* The same with the published clock and the secure random source. */
static INLINED bool private_next_published(struct generator *g, uint8_t *out, size_t size,
                                           sortid_event *event, bool draws,
                                           can_count_function *can_count,
                                           next_fast_function *next_fast)
{
    struct stream *stream = draws ? stream_of_thread() : NULL; /* first: it may be a call */
    const struct inline_sources from = {read_published_inline, g->sources.clock.context, stream};
    return private_next_inline(g, out, size, event, &from, can_count, next_fast);
}
