/* SPDX-License-Identifier: MIT */
/* generator/default.c: prepares the default generators of a thread, and fills with them. */
#include "default.h"
#include "fill.h"

THREAD_LOCAL_DEFINE(struct thread_state, sortid_generator_thread)

static sortid_status read_clock(void *context, uint64_t *unix_us)
{
    return tsc_clock_read(unix_us, context);
}

static sortid_status fill_random(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    return sortid_system_stream_fill(context, bytes, size, unix_us);
}

static sortid_status prepare(struct thread_state *thread, const struct machine_ops *ops)
{
    struct generator *g = &thread->generators[ops->format->number];
    sortid_sources sources = {.clock = {read_clock, &thread->clock, 1000},
                              .random = {fill_random, &thread->stream}};
    sortid_sleep_system(&sources.sleep);
    if (is_prepared(g)) /* by a signal handler just before */
        return SORTID_OK;
    return sortid_generator_init_private(g, ops, NULL, &sources);
}

/* `preparing` keeps a signal handler from preparing it a second time. A prepared generator that it
 * finds is complete, because the tag is written last. */
sortid_status sortid_generator_prepare_default(struct thread_state *thread,
                                               const struct machine_ops *ops)
{
    if (!busy_enter(&thread->preparing))
        return SORTID_BUSY;
    sortid_status status = prepare(thread, ops);
    busy_leave(&thread->preparing);
    return status;
}

static sortid_status find_prepared(struct generator **g, const struct machine_ops *ops)
{
    struct thread_state *thread = find_thread_state();
    *g = &thread->generators[ops->format->number];
    if (is_prepared(*g))
        return SORTID_OK;
    return sortid_generator_prepare_default(thread, ops);
}

sortid_status sortid_generator_fill_default(const struct machine_ops *ops, uint8_t *ids,
                                            size_t count, size_t *done, sortid_event *event)
{
    struct generator *g;
    *done = 0;
    sortid_status status = find_prepared(&g, ops);
    if (status != SORTID_OK)
        return status;
    return sortid_generator_fill_ids(g, ops->format, ids, count, done, event);
}

sortid_status sortid_generator_fill_default_text(const struct machine_ops *ops, char *text,
                                                 size_t capacity, size_t *written, size_t count,
                                                 int separator, sortid_event *event)
{
    const struct text_room room = {text, capacity, written, separator};
    struct generator *g;
    *written = 0;
    sortid_status status = find_prepared(&g, ops);
    if (status != SORTID_OK)
        return status;
    return sortid_generator_fill_texts(g, ops->format, &room, count, event);
}
