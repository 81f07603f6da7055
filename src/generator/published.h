/* SPDX-License-Identifier: MIT */
/* generator/published.h: the published clock and the secure random source as a generator uses them inline.
 * They are known by the addresses of their functions. Each format has one function for counting on with
 * them, which calls nothing else and so saves no registers; where more is needed, it leaves by a jump to the
 * function that calls the sources (private.h, shared.h). */
#pragma once

#include "../system/published.h"
#include "../system/stream.h"
#include "generator.h"

/* Whether the sources that counting on needs are these: the clock, and if the format draws for each ID
 * (`draws`) the random source. */
static INLINED bool is_published(const struct generator *g, bool draws)
{
    return !PRIVATE_ONLY && g->sources.clock.read == sortid_system_read_published &&
           (!draws || g->sources.random.fill == sortid_system_fill_of_thread);
}

/* A stream as a call draws from it inline: the caller has read the epoch, and reads it again before it
 * returns. */
struct inline_draws {
    struct stream *stream;
    uint32_t epoch;
};

/* SORTID_BUSY if the buffer does not serve: then the caller leaves. */
static INLINED sortid_status serve_inline(void *context, void *bytes, size_t size, uint64_t unix_us)
{
    const struct inline_draws *by = context;
    return stream_serve(by->stream, bytes, size, unix_us, by->epoch) ? SORTID_OK : SORTID_BUSY;
}
