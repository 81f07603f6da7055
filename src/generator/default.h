/* SPDX-License-Identifier: MIT */
/* generator/default.h: the default generators, one per thread for each format except scru64. A
 * thread has one block of state in thread-local storage: a generator of each format, and the clock
 * and the random stream of all of them. It is prepared at its first use. When the thread ends, only
 * its stream is wiped: the generators contain no more than the IDs that callers got, and later
 * destructors of the thread may use them. */
#pragma once

#include "../system/stream.h"
#include "../system/thread_local.h"
#include "../system/tsc_clock.h"
#include "private.h"

#define FORMAT_SLOTS (FORMAT_COUNT + 1) /* by the permanent number; 0 is not a format */

struct thread_state {
    struct tsc_clock clock;
    struct stream stream;
    struct generator generators[FORMAT_SLOTS];
    busy_flag preparing;
};
THREAD_LOCAL_EXTERN(struct thread_state, sortid_generator_thread)

/* Prepares the block and the generator of the format with these operations. */
sortid_status sortid_generator_prepare_default(struct thread_state *thread,
                                               const struct machine_ops *ops);

/* The next `count` IDs of the thread's generator. */
sortid_status sortid_generator_fill_default(const struct machine_ops *ops, uint8_t *ids,
                                            size_t count, size_t *done, sortid_event *event);
sortid_status sortid_generator_fill_default_text(const struct machine_ops *ops, char *text,
                                                 size_t capacity, size_t *written, size_t count,
                                                 int separator, sortid_event *event);

/* The same of scru64, which has one generator for the process: scru64_default.c. */
sortid_status sortid_generator_new_scru64(uint8_t *id, sortid_event *event);
sortid_status sortid_generator_new_fill_scru64(uint8_t *ids, size_t count, size_t *done,
                                               sortid_event *event);

/* The block of this thread. The assembly hides the origin of the pointer: otherwise the compiler
 * would find the thread again at each use, by a call in a shared library. */
static INLINED struct thread_state *find_thread_state(void)
{
    struct thread_state *thread = sortid_generator_thread();
#if defined(__GNUC__)
    __asm__("" : "+r"(thread));
#endif
    return thread;
}

static INLINED sortid_status read_thread_clock(void *context, uint64_t *unix_us)
{
    return tsc_clock_read(unix_us, context);
}

/* The stream of the thread's block. A private generator knows the epoch when it draws. */
struct thread_draws {
    struct stream *stream;
    const uint32_t *epoch;
};

static INLINED sortid_status draw_of_thread(void *context, void *bytes, size_t size,
                                            uint64_t unix_us)
{
    const struct thread_draws *draws = context;
    return stream_draw(draws->stream, bytes, size, unix_us, *draws->epoch);
}

/* Whether a generator of the thread's block is prepared. Its format and address need no check. */
static INLINED bool is_prepared(const struct generator *g)
{
    return g->tag != 0;
}

/* The next ID of the thread's generator. The functions of its sources are inlined. */
static INLINED sortid_status default_next(uint8_t *out, size_t size, sortid_event *event,
                                          uint32_t number, const struct machine_ops *ops,
                                          can_count_function *can_count,
                                          next_fast_function *next_fast)
{
    struct thread_state *thread = find_thread_state();
    struct generator *g = &thread->generators[number];
    if (!is_prepared(g)) {
        sortid_status status = sortid_generator_prepare_default(thread, ops);
        if (status != SORTID_OK)
            return status;
    }
    struct thread_draws draws = {&thread->stream, &g->epoch};
    const sortid_sources sources = {.clock = {read_thread_clock, &thread->clock, 1000},
                                    .random = {draw_of_thread, &draws}};
    return private_next(g, out, size, event, &sources, can_count, next_fast);
}

static INLINED bool read_thread_clock_inline(void *context, uint64_t *unix_us)
{
    return tsc_clock_read_cached(unix_us, context);
}

/* The same without a call, if counting on is enough (private_next_inline). False: no ID was made,
 * call default_next. `draws`: the format draws for an ID that counts on. */
static INLINED bool default_next_inline(uint8_t *out, size_t size, sortid_event *event,
                                        uint32_t number, bool draws, can_count_function *can_count,
                                        next_fast_function *next_fast)
{
    struct thread_state *thread = find_thread_state();
    struct generator *g = &thread->generators[number];
    const struct inline_sources from = {read_thread_clock_inline, &thread->clock,
                                        draws ? &thread->stream : NULL};
    return is_prepared(g) && private_next_inline(g, out, size, event, &from, can_count, next_fast);
}
