/* SPDX-License-Identifier: MIT */
/* generator/published.h: the published clock and the secure random source, used inline. A generator
 * recognizes them by the addresses of their functions. */
#pragma once

#include "../system/published.h"
#include "../system/stream.h"
#include "generator.h"

/* Whether counting on uses these sources: the clock and, if the format draws for each ID (`draws`),
 * the random source. */
static INLINED bool is_published(const struct generator *g, bool draws)
{
    return g->sources.clock.read == sortid_system_read_published &&
           (!draws || g->sources.random.fill == sortid_system_fill_of_thread);
}

/* A stream for a caller that has read the epoch, and reads it again before it returns. */
struct inline_draws {
    struct stream *stream;
    uint32_t epoch;
};

/* SORTID_BUSY if the buffer cannot be used. */
static INLINED sortid_status serve_inline(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    const struct inline_draws *by = context;
    return stream_serve(by->stream, bytes, size, unix_us, by->epoch) ? SORTID_OK : SORTID_BUSY;
}
