/* SPDX-License-Identifier: MIT */
/* generator/private.h: private generators: a machine with sources, and a guard against forks and
 * nested calls. A call checks for a fork, reads the clock, counts on or takes a slow step on a copy
 * of the state, checks for a fork again, and commits. Counting on is inline. */
#pragma once

#include "generator.h"
#include "published.h"

/* Prepares a generator with sources. The statuses of sortid_generator_init. */
sortid_status sortid_generator_init_private(struct generator *g, const struct machine_ops *ops,
                                            const sortid_options *options,
                                            const sortid_sources *sources);

/* The next ID in the general case, from a clock sample. Waits if needed; starts again after a wait
 * or a fork. The only place where mode wait sleeps. */
sortid_status sortid_generator_next_general(struct generator *g, uint8_t *out,
                                            struct clock_sample now, sortid_event *event);

/* The next `count` IDs; adds to *done and *events. SORTID_OK with fewer: a reset comes next. */
sortid_status sortid_generator_fill_private(struct generator *g, uint8_t *ids, size_t count,
                                            size_t *done, sortid_event *events);

/* The general case of notice_fork. */
sortid_status sortid_generator_notice_fork(struct generator *g, uint32_t *epoch);

/* Tells the machine of a fork since the last call. Preparing has mapped the word. */
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

/* The next ID of a live private generator: counts on if that is enough. `sources` are the
 * generator's, or constants. The functions of a format are separate parameters, because gcc 12
 * resolves a pointer to a struct of them too late to inline all (17.7 ns, not 14.9). */
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
        return sortid_generate_failure(status);
    if (!can_count(&g->machine, now.unix_us))
        return sortid_generator_next_general(g, out, now, event);
    status = next_fast(id, &counter, &g->machine, now.unix_us, &sources->random);
    if (status != SORTID_OK)
        return sortid_generate_failure(status);
    if (!epoch_word_is(now.epoch)) /* the general case checks again before it commits */
        return sortid_generator_next_general(g, out, now, event);
    g->machine.state.counter = counter;
    copy_id(out, id, size);
    if (event != NULL)
        *event = SORTID_EVENT_COUNTER_INCREMENTED;
    return SORTID_OK;
}

/* The same with the guard against nested calls. */
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
    bool (*read)(void *clock, uint64_t *unix_us); /* false: use another way */
    void *clock;
    struct stream *stream; /* NULL if counting on does not draw */
};

/* Counts on with sources that are used inline. It calls nothing, so its caller saves few registers,
 * and drawn bytes stay in registers. False: no ID was made, call private_next, which starts again.
 *
 * Why no ID comes twice, as in private_next:
 * - A signal handler that makes an ID while `busy` is set gets SORTID_BUSY from private_next. One
 *   that came before has committed; the state is read after `busy` is set.
 * - A handler may fork. After the clock was read, bytes were drawn and the ID was composed, and
 *   before the commit, the epoch must still be the one that the generator knows. No epoch occurs
 *   twice, so all of these are then of this process. A child that was forked before finds another
 *   epoch (a wiped word is 0, which is never an epoch) and commits nothing; the bytes that it drew
 *   are erased from its stream and not used. private_next then reads the clock again and borrows a
 *   timestamp. For a fork after that check see sortid/source.h. The check before the draw only
 *   saves work.
 * - The stream gives each byte once: it has a flag, and stream_serve checks that it was seeded in
 *   this epoch.
 * If the kernel does not wipe pages, the word is 0 and each call ends at the first comparison. The
 * word is mapped, because a generator reads the epoch when it is prepared.
 *
 * The clock is read first, because on some CPUs (Intel 6/167) a read of the TSC waits for all
 * earlier instructions. */
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
            *event = SORTID_EVENT_COUNTER_INCREMENTED;
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
